package org.lanewise.cli.gathering;

import java.util.Optional;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.statistics.Statistics;

/// Statistics to which the rows of a file are added part by part.
interface Gathering {

  /// A part of the rows.
  ///
  /// @param adding adds it, in the order of the file
  /// @param keepsRows whether it holds its rows, not only statistics of them
  /// @param values how many numbers it holds
  record Part(Runnable adding, boolean keepsRows, long values) {

    /// A part that holds its rows.
    static Part ofRows(Runnable adding, Table rows) {
      long perRow = rows.schema().featureNames().size() + 1L;
      return new Part(adding, true, rows.rowCount() * perRow);
    }
  }

  /// Makes a part of rows. Any thread may do this.
  ///
  /// @param firstRow the number of rows before them; −1 if unknown
  /// @param labels their classes; every class has rows
  /// @throws org.lanewise.cli.table.DataException if the model does not take the rows
  /// @throws IllegalArgumentException as that
  Part part(long firstRow, Table table, Labels labels);

  /// The size of parts that are gathered before they are added; empty if parts keep their rows.
  default Optional<RowBlock.Size> size() {
    return Optional.empty();
  }

  /// Returns the features of the rows that were added; called after the last.
  ///
  /// @param file their file, for messages
  /// @throws org.lanewise.cli.table.DataException if they have no feature
  Inputs inputs(String file);

  /// The statistics of all rows that were added.
  ///
  /// @param inputs the features that they are to have
  Statistics statistics(Inputs inputs);
}
