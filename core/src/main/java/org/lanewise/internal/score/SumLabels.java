package org.lanewise.internal.score;

/// Labels rows that are sums of vectors of a table, as their scorer labels the rows.
public interface SumLabels {

  /// The label of the row that is the sum in doubles of the vectors `ids[0] … ids[count − 1]` in
  /// this order, divided; or −1 if the row has to decide.
  ///
  /// @param divisor may be off by 2⁻³⁰ of itself
  int label(int[] ids, int count, double divisor);
}
