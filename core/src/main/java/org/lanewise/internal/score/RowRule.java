package org.lanewise.internal.score;

/// What is made of the scores of a row, whose largest gives its label and whose softmax is its
/// posterior.
interface RowRule {

  /// Applies the rule to k scores from `scores[from]` on, which it may change.
  ///
  /// @param width how many numbers come of a row
  /// @param row the place of the row in the results
  /// @param labels takes whole numbers from `labels[row·width]` on, or is null
  /// @param out takes the others from `out[row·width]` on, or is null
  void apply(double[] scores, int from, int k, int width, int row, int[] labels, double[] out);
}
