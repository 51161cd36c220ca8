package org.lanewise.cli.reading;

import java.nio.file.Path;
import java.util.Optional;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;

/// Reads data files of any format: delimited tables and sparse lines, plain or gzipped.
public final class DataReader {

  /// Any number of features, for [#readLike].
  public static final int NO_FEATURE_LIMIT = Integer.MAX_VALUE;

  private DataReader() {}

  /// Reads a file to learn from, with its labels.
  ///
  /// @throws DataException if the file cannot be read as the options ask
  public static Table read(Path file, ReadOptions options, ReadProgress progress) {
    try (Source source = Source.open(file, progress)) {
      if (isSparse(source, options)) {
        return SparseReader.read(source, LabelUse.REQUIRED, NO_FEATURE_LIMIT);
      }
      TableFormat format = TableFormat.find(source, options, Optional.empty());
      Columns columns = Columns.of(source.name(), format.names(), options.roles());
      return TableReader.read(source, format, columns, options, LabelUse.REQUIRED);
    }
  }

  /// Reads a file like one that was learned from: features are matched by name where both files
  /// have names, by position otherwise, and the label may be absent unless it is required.
  ///
  /// @param schema the columns of the file that was learned from
  /// @param featureLimit the number of features that indices of sparse lines may not exceed
  /// @throws DataException if the file cannot be read as the options ask, or is not like that one
  public static Table readLike(
      Schema schema,
      int featureLimit,
      Path file,
      ReadOptions options,
      LabelUse labelUse,
      ReadProgress progress) {
    try (Source source = Source.open(file, progress)) {
      boolean sparse = !schema.text().exists() && isSparse(source, options);
      if (sparse != schema.isSparse()) {
        throw new DataException(
            sparse
                ? "%s has sparse lines; a table with the columns of the fitted file was expected"
                    .formatted(source.name())
                : "%s is a table; sparse lines, label index:value …, were expected as in the fitted one"
                    .formatted(source.name()));
      }
      if (sparse) {
        return SparseReader.read(source, labelUse, featureLimit);
      }
      TableFormat format = TableFormat.find(source, options, Optional.of(schema));
      Columns columns =
          Columns.like(schema, source.name(), format.names(), options.roles(), labelUse);
      return TableReader.read(source, format, columns, options, labelUse);
    }
  }

  private static boolean isSparse(Source source, ReadOptions options) {
    Roles roles = options.roles();
    if (roles.text().isPresent() || !options.layout().equals(Layout.AUTOMATIC)) {
      return false;
    }
    boolean sparse = SparseReader.looksSparse(source.sample());
    if (sparse && options.categorical()) {
      throw new DataException(
          "%s has sparse lines, label index:value …; a table of categories was expected"
              .formatted(source.name()));
    }
    if (sparse
        && (roles.label().isPresent()
            || roles.weight().isPresent()
            || !roles.choice().isAll()
            || options.missing().isPresent())) {
      throw new DataException(
          ("%s has sparse lines, label index:value …; no --label, --weight, --features, --drop or"
                  + " --missing was expected with them")
              .formatted(source.name()));
    }
    return sparse;
  }
}
