package org.lanewise.cli.gathering;

import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.statistics.Statistics;

/// Statistics that the rows of a file are added to, part by part.
interface Gathering {

  /// Makes rows ready, which any thread may do.
  ///
  /// @param labels their classes, all of which have rows
  /// @return adds them, in the order of the file
  /// @throws org.lanewise.cli.table.DataException if the rows are not what the model takes
  /// @throws IllegalArgumentException as that
  Runnable prepare(Table table, Labels labels);

  /// The classes met so far.
  Classes classes();

  /// What makes features of rows like those that were added; once all were.
  ///
  /// @param file their file, for messages
  /// @throws org.lanewise.cli.table.DataException if they have no feature
  Inputs inputs(String file);

  /// The statistics of all rows that were added.
  ///
  /// @param inputs the features that they are to have
  Statistics statistics(Inputs inputs);
}
