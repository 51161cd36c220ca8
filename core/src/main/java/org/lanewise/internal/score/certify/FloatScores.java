package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.AFFINE_FLOATS;
import static org.lanewise.internal.tier.Kernel.AFFINE_STRIPS;
import static org.lanewise.internal.tier.Kernel.CENTRE_FLOATS;
import static org.lanewise.internal.tier.Kernel.LEADERS_IN_FLOATS;

import java.util.Arrays;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.scratch.FloatScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// Affine scores in floats, with a bound on their distance from those in doubles: a class that
/// leads by more than twice the bound is the argmax of the doubles.
///
/// **Scores.** In doubles s_c = b_c + Σ_j (x_j − o_j)·w_cj. Let p be o rounded to floats, y = x −
/// p, and m_j the middle of the w_cj of all classes. With w_cj = m_j + r_cj,
///
/// ```
/// s_c = t_c + common,   t_c = β_c + Σ_j y_j r_cj,   β_c = b_c + Σ_j (p_j − o_j)·w_cj − M
/// ```
///
/// where M is the middle of the β_c. All classes have M + Σ_j y_j m_j in common, which does not
/// change an argmax. Floats compute t: y, r and β are rounded to floats, and chains of 128 features
/// are added to β one by one ([FloatKernels#affineFloats]).
///
/// **Bound.** Let u = 2⁻²⁴, v = 2⁻⁵³, γ_n = nu/(1 − nu), and γ'_n the same of v. A term of t̂_c
/// passes at most n = 128 + ⌈d/128⌉ + 4 roundings: one of r, two of y (which may be rounded as a
/// double before), those of its chain, and the additions of chains. A result below 2⁻¹²⁶ is off by
/// at most 2⁻¹⁵⁰ instead. A score ŝ_c in doubles passes at most N = d/4 + 9 roundings. Let R_j =
/// max_c |r_cj|, W_j = max_c |w_cj|, B = max_c |β_c| and b = max_c |b_c|, over the classes whose
/// b_c is finite. Since |x_j − o_j| ≤ |y_j| + |p_j − o_j|,
///
/// ```
/// |t̂_c − t_c| ≤ γ_n·(B + Σ_j |y_j| R_j) + 2⁻¹⁴⁹·(d + Σ_j (|y_j| + R_j))
/// |ŝ_c − s_c| ≤ γ'_N·(b + Σ_j (|y_j| + |p_j − o_j|)·W_j)
/// ```
///
/// and β, computed in doubles, is off by at most γ'_{d+4}·(b + 2·Σ_j |p_j − o_j| W_j + |M|). The
/// terms of v are counted twice, which covers the roundings of the bound itself. The sum of all is
///
/// ```
/// E = E₀ + Σ_j |y_j| U_j,   U_j = γ_n R_j + 2γ'_N W_j + 2⁻¹⁴⁹
/// ```
///
/// If t̂_a − t̂_c exceeds 2E, ŝ_a is larger than ŝ_c. So the argmax of ŝ, whatever ties there are,
/// is one of the classes within 2E of the largest t̂. Floats compute E from U rounded up, with 1 %
/// added, which covers up to d/2 + 4 roundings of up to 2¹⁸ features and the use of ŷ instead of y.
/// Products below the range of floats are covered by 2⁻¹⁴⁷·d in E₀.
///
/// A class of prior 0 has the score −∞ in both. Where a value is NaN, or so large that floats might
/// overflow, there is no bound, and the row is left to doubles.
///
/// Immutable.
public final class FloatScores extends FloatLabels {

  private static final double V = 0x1p-53;

  /// Twice the bound, and 1 %.
  private static final float FACTOR = 2.02f;

  /// Of E₀ and Σ_j |y_j| U_j; below it no t̂ overflows, whose terms sum to at most E/γ_n.
  private static final float MAX_SUM = 0x1p108f;

  /// The gap behind a row: rows of a power of two would lie in the same sets of the cache.
  private static final int GAP = FloatKernels.FLOATS;

  private final int classCount;

  /// From a row of a block to the next.
  private final int length;

  /// p, and 0 for rows that are about it already.
  private final float[] floatOrigin;

  private final float[] zeros;
  private final float[] weights;
  private final float[] intercepts;
  private final float constant;

  private FloatScores(AffineScores scores, double[] origin, int classCount) {
    super(origin);
    this.classCount = classCount;
    length = width + GAP;
    zeros = new float[width];
    floatOrigin = new float[width];
    for (int j = 0; j < featureCount; j++) {
      floatOrigin[j] = (float) wideOrigin[j];
    }
    weights = new float[featureCount * FloatKernels.floatStride(classCount)];
    intercepts = new float[FloatKernels.floatStride(classCount)];
    constant = fill(scores, origin);
  }

  /// The scores in floats, or null where they are out of the range of floats.
  ///
  /// @param origin about which rows are scored
  public static FloatScores of(AffineScores scores, double[] origin, int classCount) {
    FloatScores made = new FloatScores(scores, origin, classCount);
    return made.constant < MAX_SUM && made.isBounded() ? made : null;
  }

  /// Fills all arrays.
  ///
  /// @return E₀
  private float fill(AffineScores scores, double[] exact) {
    double[] rows = scores.rowWeights();
    double relative = gamma(chainLength(featureCount) + 4);
    double ofDoubles = 2 * (featureCount / 4 + 8) * V;
    double ofShift = 2 * (featureCount + 4) * V;
    double[] shift = new double[classCount];
    double shifts = 0;
    double underflow = 0;
    for (int j = 0; j < featureCount; j++) {
      double moved = wideOrigin[j] - exact[j];
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < classCount; c++) {
        double weight = rows[at(c, j)];
        least = Math.min(least, weight);
        most = Math.max(most, weight);
        shift[c] = Math.fma(moved, weight, shift[c]);
      }
      double middle = least / 2 + most / 2;
      double rest = 0;
      for (int c = 0; c < classCount; c++) {
        double weight = rows[at(c, j)] - middle;
        weights[FloatKernels.floatIndex(c, j, featureCount)] = (float) weight;
        rest = Math.max(rest, Math.abs(weight));
      }
      double largest = Math.max(Math.abs(least), Math.abs(most));
      bounds[j] = Math.nextUp((float) (relative * rest + ofDoubles * largest + 0x1p-149));
      shifts += Math.abs(moved) * largest;
      underflow += rest;
    }
    double most = Double.NEGATIVE_INFINITY;
    double least = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (int c = 0; c < classCount; c++) {
      double intercept = scores.intercepts()[c];
      if (intercept != Double.NEGATIVE_INFINITY) {
        shift[c] += intercept;
        most = Math.max(most, shift[c]);
        least = Math.min(least, shift[c]);
        largest = Math.max(largest, Math.abs(intercept));
      }
    }
    double middle = least / 2 + most / 2;
    Arrays.fill(intercepts, Float.NEGATIVE_INFINITY);
    double spread = 0;
    for (int c = 0; c < classCount; c++) {
      if (scores.intercepts()[c] != Double.NEGATIVE_INFINITY) {
        intercepts[c] = (float) (shift[c] - middle);
        spread = Math.max(spread, Math.abs(shift[c] - middle));
      }
    }
    double bound =
        relative * spread
            + ofDoubles * (largest + shifts)
            + ofShift * (largest + 2 * shifts + Math.abs(middle))
            + 0x1p-147 * featureCount
            + 0x1p-149 * underflow;
    return Math.nextUp((float) bound);
  }

  private int at(int label, int feature) {
    return ScoreKernels.rowOffset(label, featureCount) + feature * ScoreKernels.TOGETHER;
  }

  @Override
  int classCount() {
    return classCount;
  }

  @Override
  void addStrips(FloatScratch of, int first, int count, int rows) {
    Kernels.strips(AFFINE_STRIPS)
        .affineStrips(
            of.strips,
            rows,
            featureCount,
            first,
            count,
            weights,
            intercepts,
            classCount,
            of.scores,
            rows);
  }

  @Override
  float least(float most, float sum) {
    return sum < MAX_SUM ? Math.nextDown(most - FACTOR * (sum + constant)) : Float.NaN;
  }

  @Override
  public int rows(NumericStore store) {
    return store.together() == 1 ? super.rows(store) : ROWS;
  }

  @Override
  void labelBlock(NumericStore store, int first, int count, int[] labels, Workspace w) {
    if (store.together() == 1) {
      super.labelBlock(store, first, count, labels, w);
      return;
    }
    int rows = FloatKernels.FLOAT_ROWS * Math.ceilDiv(count, FloatKernels.FLOAT_ROWS);
    w.floats.makeRows(rows, length);
    float[] block = w.floats.rows;
    boolean centred = read(store, first, count, block, w);
    for (int r = 0; r < rows; r++) {
      int from = r < count ? featureCount : 0;
      Arrays.fill(block, r * length + from, r * length + width, 0);
    }
    centre(rows, centred ? zeros : floatOrigin, w);
    decide(count, rows, labels, first, w);
  }

  @Override
  public int label(double[] row, Workspace w) {
    w.floats.makeRows(FloatKernels.FLOAT_ROWS, length);
    float[] block = w.floats.rows;
    for (int j = 0; j < featureCount; j++) {
      block[j] = (float) (row[j] - wideOrigin[j]);
    }
    Arrays.fill(block, featureCount, FloatKernels.FLOAT_ROWS * length, 0);
    centre(FloatKernels.FLOAT_ROWS, zeros, w);
    int[] label = w.floats.label;
    decide(1, 1, label, 0, w);
    return label[0];
  }

  /// Subtracts an origin from the block in `w.floats.rows`, and sums |x_j − p_j| U_j.
  private void centre(int rows, float[] from, Workspace w) {
    Kernels.floats(CENTRE_FLOATS)
        .centreFloats(
            w.floats.rows, length, rows, width, from, bounds, w.floats.sums, w.floats.chains);
  }

  /// Labels the block in `w.floats.rows`, whose sums are Σ_j |x_j − p_j| U_j.
  ///
  /// @param rows `count` rounded up to a multiple of [FloatKernels#FLOAT_ROWS], or 1
  private void decide(int count, int rows, int[] labels, int first, Workspace w) {
    for (int r = 0; r < count; r++) {
      if (!(w.floats.sums[r] < MAX_SUM)) {
        w.floats.sums[r] = Float.NaN;
      }
    }
    int stride = FloatKernels.floatStride(classCount);
    w.floats.makeScores(rows * stride, stride, 1);
    Kernels.floats(AFFINE_FLOATS)
        .affineFloats(
            w.floats.rows,
            length,
            rows,
            featureCount,
            weights,
            intercepts,
            classCount,
            w.floats.scores);
    Kernels.floats(LEADERS_IN_FLOATS)
        .leadersInFloats(
            w.floats.scores,
            count,
            classCount,
            constant,
            FACTOR,
            w.floats.sums,
            w.floats.least,
            labels,
            first);
  }

  /// Reads rows, as they are where they are floats in row order, or else less the origin.
  ///
  /// @return whether less the origin
  private boolean read(NumericStore rows, int first, int count, float[] out, Workspace w) {
    for (int r = 0; r < count; r++) {
      if (!rows.floatRow(first + r, out, r * length)) {
        readColumns(rows, first, count, out, w.numeric.read);
        return true;
      }
    }
    return false;
  }

  private void readColumns(
      NumericStore rows, int first, int count, float[] out, NumericBlock read) {
    read.begin(rows);
    for (int from = 0; from < featureCount; from += NumericBlock.WIDTH) {
      int columns = Math.min(NumericBlock.WIDTH, featureCount - from);
      read.read(from, columns, first, count);
      for (int l = 0; l < columns; l++) {
        double[] column = read.column(l);
        double subtrahend = wideOrigin[from + l];
        for (int r = 0; r < count; r++) {
          out[r * length + from + l] = (float) (column[read.offset() + r] - subtrahend);
        }
      }
    }
  }
}
