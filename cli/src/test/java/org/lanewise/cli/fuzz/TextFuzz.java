package org.lanewise.cli.fuzz;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.lanewise.cli.data.ReadOptions;
import org.lanewise.cli.data.Roles;
import org.lanewise.cli.data.SparseFeatures;
import org.lanewise.cli.data.Table;
import org.lanewise.cli.data.TextFeatures;
import org.lanewise.cli.text.Vocabulary;

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
    TextFeatures text = (TextFeatures) table.features();
    Vocabulary vocabulary = Vocabulary.of(text);
    SparseFeatures counts = Vocabulary.ofWords(vocabulary.words()).counts(text);
    long tokens = 0;
    for (String message : text.messages()) {
      tokens +=
          Arrays.stream(message.split("[^a-zA-Z0-9]+")).filter(word -> !word.isEmpty()).count();
    }
    Untrusted.require(
        tokens == DoubleStream.of(counts.values()).sum(), "a token of a message was not counted");
  }
}
