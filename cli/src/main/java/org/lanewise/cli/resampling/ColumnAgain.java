package org.lanewise.cli.resampling;

import java.util.List;
import java.util.Optional;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.options.DataOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.ColumnChoice;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;

/// A column that is not a feature and is read from the file in a pass of its own.
///
/// @param option the option that names it
/// @param what what it says of a row
/// @param name the column
record ColumnAgain(String option, String what, String name) {

  /// Refuses rows that have no such column or can be read once only, before any work.
  ///
  /// @throws UsageException if they are such
  void check(DataOptions data) {
    data.requireAgain(option + " reads the rows twice");
    if (data.file().filter(RowQuery::isEmbeddings).isPresent()) {
      throw new UsageException(
          "%s needs a table with columns, and %s holds embeddings".formatted(option, data.name()));
    }
  }

  /// How to read the other columns.
  ReadOptions without(ReadOptions options) {
    return options.withRoles(
        options.roles().withChoice(options.roles().choice().withGroups(option, name)));
  }

  /// The text of each row, as its label: the file again.
  ///
  /// @throws DataException if a row has none
  Labels read(
      Table rows, DataOptions data, ReadOptions options, Workers workers, Progress progress) {
    // Any other column will do as the only feature.
    Schema.Column label = rows.schema().label();
    Roles roles =
        new Roles(
            Optional.of(name),
            Optional.empty(),
            Optional.empty(),
            new ColumnChoice(List.of(Integer.toString(label.index())), List.of()));
    Table read;
    try (DataReader reader = data.open(options.withRoles(roles).withCategorical(true), progress)) {
      read = reader.all(workers);
    }
    int[] found = new int[rows.rowCount()];
    int at = 0;
    for (int row = 0; row < found.length; row++) {
      long line = rows.lines()[row];
      while (at < read.rowCount() && read.lines()[at] != line) {
        at++;
      }
      if (at == read.rowCount()) {
        throw new DataException(
            "%s, %s has no %s in column '%s'; expected one in every row"
                .formatted(rows.file(), rows.place(row), what, name));
      }
      found[row] = at;
    }
    return read.labels().withWeights((double[]) null).select(found);
  }
}
