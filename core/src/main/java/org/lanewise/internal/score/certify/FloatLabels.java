package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.FILL_STRIPS;
import static org.lanewise.internal.tier.Kernel.FILL_STRIPS_BY_ROW;
import static org.lanewise.internal.tier.Kernel.LEADERS_IN_STRIPS;

import java.util.Arrays;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.StripKernels;
import org.lanewise.internal.score.SumLabels;
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
/// A block is held in strips, a feature of a few rows behind the one before. Immutable.
public abstract sealed class FloatLabels permits FloatScores, FloatDistances {

  /// The least rows of a block.
  public static final int ROWS = 64;

  /// The most rows of a block in strips, and the most scores of it: memory likes long runs of a
  /// column, but strips and scores should stay in the second cache.
  private static final int STRIP_ROWS = 512;

  private static final int STRIP_SCORES = 1 << 15;

  /// The most features: a sum over them is off by less than 1 %.
  private static final int MAX_FEATURES = 1 << 18;

  /// A loop of so many values takes little of its time before and after its vectors.
  private static final int LONG_LOOP = 512;

  /// Of bounds; below it no sum overflows, whose terms are at most its bound by γ_n.
  static final float MAX_SUM = 0x1p108f;

  /// The relative error of a rounding to a float.
  static final double U = 0x1p-24;

  final int featureCount;

  /// The parameters of a class.
  final int length;

  /// p, in doubles and in floats; the doubles once more for each of some rows.
  final double[] wideOrigin;

  final float[] floatOrigin;

  /// The origin of rows that are about p already.
  private final float[] zeros;

  /// U_j of a bound that has a part Σ_j |x_j − p_j| U_j.
  final float[] bounds;

  FloatLabels(double[] exactOrigin) {
    featureCount = exactOrigin.length;
    length = FloatKernels.floatLength(featureCount);
    wideOrigin = new double[Math.max(length, Math.ceilDiv(LONG_LOOP, featureCount) * featureCount)];
    floatOrigin = new float[featureCount];
    zeros = new float[featureCount];
    for (int j = 0; j < featureCount; j++) {
      floatOrigin[j] = (float) exactOrigin[j];
    }
    for (int i = 0; i < wideOrigin.length; i++) {
      wideOrigin[i] = floatOrigin[i % featureCount];
    }
    bounds = new float[length];
  }

  /// Whether all kernels of a block run in vectors: until then labels take less time by doubles.
  ///
  /// @param together the values of a row that lie together
  /// @param scores whether the kernel of the scores does
  public static boolean areFast(int together, boolean scores) {
    // Each is asked, and so known to be in use.
    boolean strips =
        together > 1
            ? Kernels.strips(FILL_STRIPS_BY_ROW).floatsAreFast()
            : Kernels.strips(FILL_STRIPS).floatsAreFast();
    return Kernels.strips(LEADERS_IN_STRIPS).floatsAreFast() && strips && scores;
  }

  /// γ_n = nu/(1 − nu).
  static double gamma(double n) {
    return n * U / (1 - n * U);
  }

  /// The most roundings of a term in sums by chains of [FloatKernels#CHAIN].
  static int chainLength(int d) {
    return FloatKernels.CHAIN + Math.ceilDiv(d, FloatKernels.CHAIN);
  }

  /// Whether all parameters are in the range of floats, and the sum of bounds over a row as exact
  /// as is allowed for.
  final boolean isBounded() {
    float sum = featureCount <= MAX_FEATURES ? 0 : Float.NaN;
    for (float bound : bounds) {
      sum += bound;
    }
    return sum < MAX_SUM;
  }

  /// The most rows of a block.
  public int rows(NumericStore store) {
    return store.together() > 1
        ? ROWS
        : Math.clamp(Integer.highestOneBit(STRIP_SCORES / classCount()), ROWS, STRIP_ROWS);
  }

  /// Labels a block of rows, into `labels[first …]`; −1 where the label is left to the doubles.
  /// `w.floats` has the classes that such a row may be of.
  ///
  /// @param count at most [#rows]
  /// @return how many are left
  public final int label(NumericStore store, int first, int count, int[] labels, Workspace w) {
    FloatScratch scratch = w.floats;
    int rows = StripKernels.STRIP * Math.ceilDiv(count, StripKernels.STRIP);
    scratch.make(rows, FloatKernels.floatClasses(scoreCount()));
    float constant = score(store, first, count, rows, w);
    leaders(rows, scratch);
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

  /// The largest scores of a block.
  final void leaders(int rows, FloatScratch of) {
    Kernels.strips(LEADERS_IN_STRIPS)
        .leadersInStrips(of.scores, rows, rows, classCount(), of.most, of.second, of.leader);
  }

  /// Scores a block of rows, and sums their bounds.
  ///
  /// @param rows from a class to the next
  /// @return what to add to the sums
  float score(NumericStore store, int first, int count, int rows, Workspace w) {
    FloatScratch scratch = w.floats;
    scratch.makeStrips(rows, stripChunks());
    Arrays.fill(scratch.sums, 0, rows, 0);
    boolean byRow = store.rowsLieTogether();
    float[] block = byRow ? store.lendRows() : null;
    float[] origin = block == null ? zeros : floatOrigin;
    int offset = first * featureCount;
    if (byRow && (block == null || count < rows)) {
      block =
          block == null
              ? centred(store, first, count, rows, w)
              : copy(block, offset, count, rows, w);
      offset = 0;
    }
    w.numeric.read.begin(store);
    for (int from = 0; from < featureCount; from += FloatKernels.CHAIN) {
      int chain = Math.min(FloatKernels.CHAIN, featureCount - from);
      int at = stripChunks() == 1 ? 0 : from / StripKernels.STRIP * rows;
      if (byRow) {
        Kernels.strips(FILL_STRIPS_BY_ROW)
            .fillStripsByRow(
                block,
                offset,
                featureCount,
                rows,
                origin,
                bounds,
                from,
                chain,
                scratch.strips,
                at,
                scratch.sums);
      } else {
        fillByColumn(w.numeric.read, first, count, rows, from, chain, scratch, at);
      }
      addStrips(scratch, from, chain, rows);
    }
    return 0;
  }

  /// The last rows, with room for those behind them.
  private float[] copy(float[] from, int offset, int count, int rows, Workspace w) {
    w.floats.makeRows(rows * featureCount);
    System.arraycopy(from, offset, w.floats.rows, 0, count * featureCount);
    return w.floats.rows;
  }

  /// Rows about p, one by one.
  final float[] centred(NumericStore store, int first, int count, int rows, Workspace w) {
    w.floats.makeRows(rows * featureCount);
    int step = wideOrigin.length / featureCount;
    double[] lent = store.lendDoubles();
    double[] some = lent == null ? w.copies.row(step * featureCount) : lent;
    for (int r = 0; r < count; r += step) {
      int here = Math.min(step, count - r);
      int from = lent == null ? 0 : (first + r) * featureCount;
      if (lent == null) {
        store.rows(first + r, here, some);
      }
      centre(some, from, here, w.floats.rows, r * featureCount);
    }
    return w.floats.rows;
  }

  final void centre(double[] rows, int from, int count, float[] out, int at) {
    for (int i = 0; i < count * featureCount; i++) {
      out[at + i] = (float) (rows[from + i] - wideOrigin[i]);
    }
  }

  private void fillByColumn(
      NumericBlock read,
      int first,
      int count,
      int rows,
      int from,
      int chain,
      FloatScratch scratch,
      int at) {
    for (int l = 0; l < chain; l += NumericBlock.WIDTH) {
      int used = Math.min(NumericBlock.WIDTH, chain - l);
      if (count == rows) {
        read.read(from + l, used, first, count);
      } else {
        // Rows behind the last are read, too.
        read.copy(from + l, used, first, count);
      }
      for (int i = 0; i < used; i += 4) {
        // Behind the last feature, bounds are 0.
        Kernels.strips(FILL_STRIPS)
            .fillStrips(
                read.column(i),
                read.column(Math.min(i + 1, used - 1)),
                read.column(Math.min(i + 2, used - 1)),
                read.column(Math.min(i + 3, used - 1)),
                read.offset(),
                rows,
                wideOrigin,
                bounds,
                from + l + i,
                scratch.strips,
                at + l + i,
                scratch.sums);
      }
    }
  }

  abstract int classCount();

  /// The scores of a row: those of its classes, or more.
  int scoreCount() {
    return classCount();
  }

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

  /// The label of a row that is a sum of vectors, as [SumLabels] has it.
  public int label(VectorScores scores, int[] ids, int count, double divisor, Workspace w) {
    return -1;
  }
}
