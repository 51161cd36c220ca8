package org.lanewise.cli.report;

import org.lanewise.cli.table.Table;

/// Observes test rows, in addition to the tally that counts them.
public interface EvaluatedRows {

  /// Takes rows in the order of the file.
  ///
  /// @param rows rows with their true classes
  /// @param predicted the class of each, among those of the model that scored it
  void add(Table rows, int[] predicted);
}
