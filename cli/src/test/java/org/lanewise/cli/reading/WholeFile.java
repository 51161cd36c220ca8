package org.lanewise.cli.reading;

import java.nio.file.Path;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// Files that tests read whole, by the calling thread.
public final class WholeFile {

  private WholeFile() {}

  /// A file to learn from.
  public static Table read(Path file, ReadOptions options) {
    try (DataReader reader = DataReader.open(file, options, ReadProgress.NONE)) {
      return reader.all(Workers.CALLER);
    }
  }

  /// A file like one that was learned from.
  public static Table readLike(Schema schema, Path file, ReadOptions options, LabelUse labelUse) {
    return readLike(schema, DataReader.NO_FEATURE_LIMIT, file, options, labelUse);
  }

  /// A file like one that was learned from, with so many features.
  public static Table readLike(
      Schema schema, int featureLimit, Path file, ReadOptions options, LabelUse labelUse) {
    try (DataReader reader =
        DataReader.openLike(schema, featureLimit, file, options, labelUse, ReadProgress.NONE)) {
      return reader.all(Workers.CALLER);
    }
  }
}
