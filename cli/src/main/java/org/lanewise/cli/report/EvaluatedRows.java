package org.lanewise.cli.report;

import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.table.Table;

/// What looks at test rows beside what counts them.
public interface EvaluatedRows {

  /// Takes rows in the order of the file.
  ///
  /// @param rows rows with their true classes
  /// @param predicted the class of each, among the model's
  void add(FittedModel model, Table rows, int[] predicted);
}
