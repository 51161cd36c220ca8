package org.lanewise.cli.gathering;

import java.util.Optional;
import org.lanewise.cli.reading.RowBlock;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.statistics.Statistics;

/// Statistics that the rows of a file are added to, part by part.
interface Gathering {

  /// Makes rows ready, which any thread may do.
  ///
  /// @param labels their classes; every class has rows
  /// @return adds them, in the order of the file
  /// @throws org.lanewise.cli.table.DataException if the rows are not what the model takes
  /// @throws IllegalArgumentException as that
  Runnable prepare(Table table, Labels labels);

  /// The rows of ranges that may be gathered apart, in any order; none where they may not.
  default Optional<RowBlock.Size> range() {
    return Optional.empty();
  }

  /// A range that was gathered.
  ///
  /// @param adding adds it, in the order of the file, when all rows before were whole ranges
  /// @param values how many numbers it holds
  record Range(Runnable adding, long values) {}

  /// Gathers the rows of a whole range, which any thread may do.
  ///
  /// @throws org.lanewise.cli.table.DataException as [#prepare]
  /// @throws IllegalArgumentException as [#prepare]
  default Range gatherRange(Table table, Labels labels) {
    throw new UnsupportedOperationException();
  }

  /// The classes met so far.
  Classes classes();

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
