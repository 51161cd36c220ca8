package org.lanewise.internal.score.scratch;

import org.lanewise.internal.kernel.FloatKernels;

/// The part of a [Workspace] for scores in floats: those of a block of rows, and the least score of
/// a class that a row may be of.
public final class FloatScratch {

  /// Scores: row r and class c at `[c·stride + r]`.
  public float[] scores = {};

  private int stride;

  /// By row, the sum that its bound is made of.
  public float[] sums = {};

  /// By row, the least score of a class that it may be of; NaN where there is no bound.
  public float[] least = {};

  /// By row, the two largest scores, and the class of the first.
  public float[] most = {};

  public float[] second = {};
  public float[] leader = {};

  /// Rows of a block, one by one or in strips.
  public float[] rows = {};

  public float[] strips = {};

  /// Some sums of rows, or images of a strip.
  public final float[] some = new float[FloatKernels.FLOATS * FloatKernels.FLOATS];

  private final Growth growth;

  FloatScratch(Growth growth) {
    this.growth = growth;
  }

  /// Space for a block of so many rows and classes.
  public void make(int count, int classCount) {
    stride = count;
    scores = growth.longer(scores, Math.multiplyExact(count, classCount));
    sums = growth.longer(sums, count);
    least = growth.longer(least, count);
    most = growth.longer(most, count);
    second = growth.longer(second, count);
    leader = growth.longer(leader, count);
  }

  /// Space for so many values of rows one by one.
  public void makeRows(int count) {
    rows = growth.longer(rows, count);
  }

  /// Space for so many rows in strips of so many chains of features.
  public void makeStrips(int count, int chains) {
    strips = growth.longer(strips, Math.multiplyExact(chains, count * FloatKernels.CHAIN));
  }

  /// Whether there is a bound for row r.
  public boolean isBounded(int r) {
    return least[r] > Float.NEGATIVE_INFINITY;
  }

  /// Whether row r may be of a class.
  public boolean mayBe(int r, int label) {
    return scores[label * stride + r] >= least[r];
  }

  /// How many classes row r may be of; 0 where there is no bound.
  public int left(int r, int classCount) {
    int left = 0;
    for (int c = 0; c < classCount && isBounded(r); c++) {
      left += mayBe(r, c) ? 1 : 0;
    }
    return left;
  }
}
