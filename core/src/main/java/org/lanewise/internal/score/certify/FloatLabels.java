package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.FILL_STRIPS;
import static org.lanewise.internal.tier.Kernel.LEADERS_IN_STRIPS;

import java.util.Arrays;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.StripKernels;
import org.lanewise.internal.score.scratch.FloatScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// Labels blocks of rows by scores in floats, as far as a bound on their error allows: the label of
/// a row is the one that doubles give, or is left to them.
///
/// Rows are taken about an origin in floats, p. Its difference from the origin of the model is part
/// of the parameters in floats, so that p is exact.
///
/// A block is held in strips, a feature of a few rows behind the one before; linear scores take
/// rows that lie one by one as they are. Immutable.
public abstract sealed class FloatLabels permits FloatScores, FloatDistances {

  /// The least rows of a block.
  public static final int ROWS = 64;

  /// The most rows of a block in strips, and the most scores of it: memory likes long runs of a
  /// column, but strips and scores should stay in the second cache.
  private static final int STRIP_ROWS = 512;

  private static final int STRIP_SCORES = 1 << 15;

  /// The most features: a sum over them is off by less than 1 %.
  private static final int MAX_FEATURES = 1 << 18;

  /// The relative error of a rounding to a float.
  static final double U = 0x1p-24;

  final int featureCount;

  /// The parameters of a class.
  final int length;

  /// p, in doubles.
  final double[] wideOrigin;

  /// U_j of a bound that has a part Σ_j |x_j − p_j| U_j.
  final float[] bounds;

  FloatLabels(double[] exactOrigin) {
    featureCount = exactOrigin.length;
    length = FloatKernels.floatLength(featureCount);
    wideOrigin = new double[length];
    for (int j = 0; j < featureCount; j++) {
      wideOrigin[j] = (float) exactOrigin[j];
    }
    bounds = new float[length];
  }

  /// γ_n = nu/(1 − nu).
  static double gamma(double n) {
    return n * U / (1 - n * U);
  }

  /// The most roundings of a term in sums by chains of [FloatKernels#CHAIN].
  static int chainLength(int d) {
    return FloatKernels.CHAIN + Math.ceilDiv(d, FloatKernels.CHAIN);
  }

  /// Whether all bounds are in the range of floats, and their sum over a row as exact as is allowed
  /// for.
  final boolean isBounded() {
    float sum = featureCount <= MAX_FEATURES ? 0 : Float.NaN;
    for (float bound : bounds) {
      sum += bound;
    }
    return Float.isFinite(sum);
  }

  /// The most rows of a block.
  public int rows(NumericStore store) {
    return Math.clamp(Integer.highestOneBit(STRIP_SCORES / classCount()), ROWS, STRIP_ROWS);
  }

  /// Labels a block of rows, into `labels[first …]`; −1 where the label is left to the doubles.
  /// `w.floats` has the classes that such a row may be of.
  ///
  /// @param count at most [#rows]
  /// @return how many are left
  public final int label(NumericStore store, int first, int count, int[] labels, Workspace w) {
    FloatScratch scratch = w.floats;
    int rows = StripKernels.STRIP * Math.ceilDiv(count, StripKernels.STRIP);
    scratch.make(rows, FloatKernels.floatClasses(classCount()));
    float constant = score(store, first, count, rows, w);
    Kernels.strips(LEADERS_IN_STRIPS)
        .leadersInStrips(
            scratch.scores, rows, rows, classCount(), scratch.most, scratch.second, scratch.leader);
    int left = 0;
    for (int r = 0; r < count; r++) {
      float least = least(scratch.most[r], scratch.sums[r] + constant);
      scratch.least[r] = least;
      boolean leads = scratch.second[r] < least;
      labels[first + r] = leads ? (int) scratch.leader[r] : -1;
      left += leads ? 0 : 1;
    }
    return left;
  }

  /// Scores a block of rows, and sums their bounds.
  ///
  /// @param rows from a class to the next
  /// @return what to add to the sums
  float score(NumericStore store, int first, int count, int rows, Workspace w) {
    FloatScratch scratch = w.floats;
    scratch.makeStrips(rows, stripChunks());
    Arrays.fill(scratch.sums, 0, rows, 0);
    NumericBlock read = w.numeric.read;
    read.begin(store);
    for (int from = 0; from < featureCount; from += FloatKernels.CHAIN) {
      int to = Math.min(from + FloatKernels.CHAIN, featureCount);
      int at = stripChunks() == 1 ? 0 : from / StripKernels.STRIP * rows;
      for (int feature = from; feature < to; feature += NumericBlock.WIDTH) {
        int used = Math.min(NumericBlock.WIDTH, to - feature);
        if (count == rows) {
          read.read(feature, used, first, count);
        } else {
          // Rows behind the last are read, too.
          read.copy(feature, used, first, count);
        }
        for (int l = 0; l < used; l += 4) {
          // Behind the last feature, bounds are 0.
          Kernels.strips(FILL_STRIPS)
              .fillStrips(
                  read.column(l),
                  read.column(Math.min(l + 1, used - 1)),
                  read.column(Math.min(l + 2, used - 1)),
                  read.column(Math.min(l + 3, used - 1)),
                  read.offset(),
                  rows,
                  wideOrigin,
                  bounds,
                  feature + l,
                  scratch.strips,
                  at + feature + l - from,
                  scratch.sums);
        }
      }
      addStrips(scratch, from, to - from, rows);
    }
    return 0;
  }

  abstract int classCount();

  /// The chains of [FloatKernels#CHAIN] features that strips are kept of at once: one, or all.
  int stripChunks() {
    return 1;
  }

  /// Adds features `first` to `first + count − 1`, a chain of a block in strips, to its scores,
  /// class c of row r at `[c·rows + r]`.
  abstract void addStrips(FloatScratch of, int first, int count, int rows);

  /// The least score of a class that a row may be of; NaN where there is no bound.
  ///
  /// @param most the largest score
  /// @param sum Σ_j |x_j − p_j| U_j, and what [#score] adds to it
  abstract float least(float most, float sum);

  /// The label of a row alone; −1 where it is left to the doubles.
  ///
  /// @param row d values, or more
  public abstract int label(double[] row, Workspace w);
}
