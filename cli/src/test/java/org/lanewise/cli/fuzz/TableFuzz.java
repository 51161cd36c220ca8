package org.lanewise.cli.fuzz;

import java.util.Arrays;
import java.util.Optional;
import org.lanewise.cli.reading.Layout;
import org.lanewise.cli.reading.Quote;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.Roles;

/// Any bytes are a table of numbers or categories or refused, under any options. The first two
/// bytes choose the options, the others are the file.
public final class TableFuzz {

  private static final char[] DELIMITERS = {',', ';', '\t', ' ', '|'};

  private TableFuzz() {}

  /// What the fuzzer calls.
  public static void fuzzerTestOneInput(byte[] bytes) {
    if (bytes.length >= 2) {
      Untrusted.table(Arrays.copyOfRange(bytes, 2, bytes.length), options(bytes[0], bytes[1]));
    }
  }

  /// Options by the bits of two numbers; 0 and 0 are the default.
  static ReadOptions options(int first, int second) {
    Layout layout = Layout.AUTOMATIC;
    int delimiter = first & 7;
    if (delimiter > 0 && delimiter <= DELIMITERS.length) {
      layout = layout.withDelimiter(DELIMITERS[delimiter - 1]);
    }
    if ((first & 8) != 0) {
      layout = layout.withHeader((first & 16) != 0);
    }
    if ((first & 32) != 0) {
      layout = layout.withQuote((first & 64) != 0 ? Quote.NONE : Quote.DOUBLE);
    }
    Roles roles = Roles.LABEL_LAST;
    if ((second & 1) != 0) {
      roles = roles.withLabel((second & 2) != 0 ? "y" : "0");
    }
    if ((second & 4) != 0) {
      roles = roles.withWeight((second & 8) != 0 ? "w" : "1");
    }
    ReadOptions options =
        ReadOptions.DEFAULT.withLayout(layout).withRoles(roles).withCategorical((second & 16) != 0);
    return (second & 32) != 0 ? options.withMissing(Optional.of("?")) : options;
  }
}
