package org.lanewise.bench.study.method;

import org.lanewise.bench.study.data.Rows;

/// A way to learn.
public interface Method {

  /// What it is called in the tables.
  String name();

  /// Learns from rows; those of numbers are standardised already.
  ///
  /// @param labels the class of each row, all of which occur
  Fitted fit(Rows rows, int[] labels, int classCount);

  /// What was learned.
  interface Fitted {

    /// log p(c | x) of every row and class, at `[row·k + c]`.
    double[] logPosteriors(Rows rows);
  }
}
