package org.lanewise.cli.fuzz;

import java.util.Arrays;
import java.util.List;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.WholeFile;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Schema.Column;
import org.lanewise.cli.table.Table;

/// Any bytes are a file like the one that any model was learned from, or refused. The first byte
/// chooses what the model knows of its columns, the next two the options, the others are the file.
public final class LikeFuzz {

  private static final int OPTIONS_FROM = 1;
  private static final int FILE_FROM = 3;

  private LikeFuzz() {}

  /// What the fuzzer calls.
  public static void fuzzerTestOneInput(byte[] bytes) {
    if (bytes.length < FILE_FROM) {
      return;
    }
    Schema schema = schema(bytes[0]);
    LabelUse labelUse = (bytes[0] & 128) == 0 ? LabelUse.REQUIRED : LabelUse.IGNORED;
    Table table =
        Untrusted.read(() ->
            WholeFile.readLike(
                schema,
                DataReader.NO_FEATURE_LIMIT,
                Untrusted.file(Arrays.copyOfRange(bytes, FILE_FROM, bytes.length)),
                TableFuzz.options(bytes[OPTIONS_FROM], bytes[OPTIONS_FROM + 1]),
                labelUse));
    if (table != null) {
      int labels = labelUse == LabelUse.REQUIRED ? table.rowCount() : 0;
      Untrusted.require(table.labels().rowCount() == labels, "labels are not those of all rows");
    }
  }

  /// What a model knows by the bits of a number. One that a program wrote knows no label.
  private static Schema schema(int bits) {
    String name = (bits & 1) != 0 ? "y" : "";
    Column label = (bits & 2) != 0 ? new Column(bits >> 2 & 3, name) : Column.NONE;
    Column weight = (bits & 16) != 0 ? new Column(1, "w") : Column.NONE;
    if ((bits & 64) != 0) {
      return new Schema(false, List.of(), label, Column.NONE, new Column(1, ""));
    }
    boolean named = (bits & 32) != 0;
    return new Schema(
        named, named ? List.of("a", "b") : List.of("x0", "x1"), label, weight, Column.NONE);
  }
}
