package org.lanewise.internal.score;

/// Labels rows that are sums of vectors of a table, as their scorer labels the rows.
public interface SumLabels {

  /// The label of a row.
  ///
  /// @param row the sum in doubles of the vectors `ids[0] … ids[count − 1]` in this order, divided
  ///   by `divisor`
  int label(double[] row, int[] ids, int count, double divisor);
}
