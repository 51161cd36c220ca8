package org.lanewise.internal.score.scratch;

/// The part of a [Workspace] for rows in blocks. While it is in use the blocks are scored with the
/// other parts, or with another workspace.
public final class MixedScratch {

  private static final double[] NO_DOUBLES = {};

  /// The scores of all blocks so far, row by row.
  public double[] sums;

  /// The scores of a block; those of a row may be followed by as many counts.
  public double[] terms;

  /// How many factors are impossible in all blocks so far.
  public double[] counts;

  private final Growth growth;

  MixedScratch(Growth growth) {
    this.growth = growth;
    empty();
  }

  /// Room for so many scores.
  ///
  /// @param counted whether factors may be impossible
  public void make(int scores, boolean counted) {
    sums = growth.longer(sums, scores);
    terms = growth.longer(terms, counted ? Math.multiplyExact(2, scores) : scores);
    counts = growth.longer(counts, counted ? scores : 0);
  }

  void empty() {
    sums = NO_DOUBLES;
    terms = NO_DOUBLES;
    counts = NO_DOUBLES;
  }
}
