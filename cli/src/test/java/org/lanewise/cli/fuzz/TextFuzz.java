package org.lanewise.cli.fuzz;

import java.util.Arrays;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Features;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.text.Vocabulary;

/// Any bytes are a table of messages or refused. The first byte is the column of the messages, the
/// others are the file. Every token of a message that was read is counted.
public final class TextFuzz {

  private TextFuzz() {}

  /// What the fuzzer calls.
  public static void fuzzerTestOneInput(byte[] bytes) {
    if (bytes.length == 0) {
      return;
    }
    String column = Integer.toString(bytes[0] & 3);
    ReadOptions options = ReadOptions.DEFAULT.withRoles(Roles.LABEL_LAST.withText(column));
    Table table = Untrusted.table(Arrays.copyOfRange(bytes, 1, bytes.length), options);
    if (table == null) {
      return;
    }
    MessageFeatures text = (MessageFeatures) table.features();
    long tokens = 0;
    for (String message : text.messages()) {
      int found = Vocabulary.tokens(message).size();
      if (message.chars().allMatch(c -> c < 0x80)) {
        String[] words = message.split("[^a-zA-Z0-9]+");
        Untrusted.require(
            found == Arrays.stream(words).filter(word -> !word.isEmpty()).count(),
            "a message of ASCII has other tokens");
      }
      tokens += found;
    }
    if (tokens > 0) {
      Vocabulary vocabulary = Vocabulary.of(text.messages());
      Features saved = Features.of(vocabulary.words());
      Untrusted.require(
          tokens == sum(Vocabulary.of(saved).counts(text.messages())),
          "a token of a message was not counted");
    } else {
      Untrusted.require(
          text.messages().stream().allMatch(message -> Vocabulary.tokens(message).isEmpty()),
          "a message without a token has one");
    }
  }

  private static double sum(SparseRows counts) {
    double sum = 0;
    SparseRow row = new SparseRow();
    for (int i = 0; i < counts.rowCount(); i++) {
      counts.row(i, row);
      for (int at = row.from(); at < row.to(); at++) {
        sum += row.values()[at];
      }
    }
    return sum;
  }
}
