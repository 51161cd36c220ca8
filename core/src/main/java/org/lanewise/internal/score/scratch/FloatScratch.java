package org.lanewise.internal.score.scratch;

import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.StripKernels;

/// The part of a [Workspace] for scores in floats: those of a block of rows, and the least score of
/// a class that a row may be of.
public final class FloatScratch {

  /// Scores: row r and class c at `[r·rowStep + c·classStep]`.
  public float[] scores = {};

  public int rowStep;
  public int classStep;

  /// By row, the sum that its bound is made of.
  public float[] sums = {};

  /// By row, the least score of a class that it may be of; NaN where there is no bound.
  public float[] least = {};

  /// By row, the two largest scores, and the class of the first.
  public float[] most = {};

  public float[] second = {};
  public float[] leader = {};

  /// The label of a row alone.
  public final int[] label = new int[1];

  /// Rows of a block, one by one or in strips, and room for their sums.
  public float[] rows = {};

  public float[] strips = {};
  public float[] chains = {};

  /// Some images of a strip.
  public final float[] images = new float[4 * StripKernels.STRIP];

  private final Growth growth;

  FloatScratch(Growth growth) {
    this.growth = growth;
  }

  /// Space for so many rows one by one, from one to the next.
  public void makeRows(int count, int length) {
    rows = growth.longer(rows, Math.multiplyExact(count, length));
    sums = growth.longer(sums, count);
    least = growth.longer(least, count);
    chains = growth.longer(chains, FloatKernels.FLOATS * FloatKernels.FLOAT_ROWS);
  }

  /// Space for so many rows in strips of so many chains of features.
  public void makeStrips(int count, int chains) {
    strips = growth.longer(strips, Math.multiplyExact(chains, count * FloatKernels.CHAIN));
    sums = growth.longer(sums, count);
    least = growth.longer(least, count);
    most = growth.longer(most, count);
    second = growth.longer(second, count);
    leader = growth.longer(leader, count);
  }

  /// Space for so many scores.
  ///
  /// @param rowStep from a row to the next
  /// @param classStep from a class to the next
  public void makeScores(int count, int rowStep, int classStep) {
    scores = growth.longer(scores, count);
    this.rowStep = rowStep;
    this.classStep = classStep;
  }

  /// Whether there is a bound for row r.
  public boolean isBounded(int r) {
    return least[r] > Float.NEGATIVE_INFINITY;
  }

  /// Whether row r may be of a class.
  public boolean mayBe(int r, int label) {
    return scores[r * rowStep + label * classStep] >= least[r];
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
