package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.AFFINE_FLOATS;
import static org.lanewise.internal.tier.Kernel.AFFINE_STRIPS;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.StripKernels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.scratch.FloatScratch;
import org.lanewise.internal.score.scratch.Workspace;
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
/// change an argmax. Floats compute t from y, r and β rounded to floats. Of rows in strips, chains
/// of 128 features are added to β one by one ([StripKernels#affineStrips]); of rows one by one,
/// which few classes take, 16 chains are folded and added to β ([FloatKernels#affineFloats]).
///
/// **Rows in place.** This holds for any floats p. With p = 0, y is x, and rows of floats are
/// scored where they lie. The bound then grows with |x| instead of |x − o|, so the model decides: p
/// = 0 where the bound of the row o is below 1/256, or less than twice E₀ of p near o.
///
/// **Bound.** Let u = 2⁻²⁴, v = 2⁻⁵³, γ_n = nu/(1 − nu), and γ'_n the same of v. A term of t̂_c
/// passes at most n = max(128 + ⌈d/128⌉, ⌊d/16⌋ + 5) + 4 roundings: one of r, two of y (which may
/// be rounded as a double before), those of its chain, and the additions of chains, or ⌊d/16⌋ + 1
/// of its chain, four of the fold and one of β. A result below 2⁻¹²⁶ is off by at most 2⁻¹⁵⁰
/// instead. A score ŝ_c in doubles passes at most N = d/4 + 9 roundings. Let R_j = max_c |r_cj|,
/// W_j = max_c |w_cj|, B = max_c |β_c| and b = max_c |b_c|, over the classes whose b_c is finite.
/// Since |x_j − o_j| ≤ |y_j| + |p_j − o_j|,
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
/// **Images.** With the classes go the images b_m + Σ_j (x_j − o_j)·P_mj of the row, whose weights
/// have no middle. R_j and W_j are at least ‖P_·j‖, and B is at least the length of the β of the
/// images. By the triangle inequality over the columns of P, the vectors of the images in floats
/// and in doubles differ by at most E, too. Numbers below the range of floats add up to 2⁻¹⁴⁹ in
/// each image. Images may be of several vectors: this then holds for each, with the largest
/// lengths.
///
/// **Sums of vectors.** Let a row be x = Σ_i v_i/D, of n vectors of floats. With p = 0, t_c = β_c +
/// Σ_i q_ic/D, where q_ic = Σ_j v_ij r_cj. The q̂_ic are made once as those of rows, with the
/// bounds S_i = Σ_j |v_ij| U_j and 2⁻¹⁴⁷·d for numbers below the range of floats, so that a row
/// costs n additions a class. Four kinds of roundings come to those of the q̂_ic: n − 1 of the sum,
/// three of 1/D, which may be off by 2⁻³⁰, one of its product, and those of the row x̂ that doubles
/// score, at most n + 1 of 2⁻⁵³ of each v_ij/D. They are at most n + 5 of terms whose sizes sum to
/// at most Σ_i Σ_j |v_ij| R_j/D, and U_j is at least γ_133 R_j. For up to 2¹⁸ vectors,
///
/// ```
/// E = E₀ + (1 + (n + 8)/128)·Σ_i S_i/D
/// ```
///
/// which also bounds the doubles, because |x̂_j| ≤ Σ_i |v_ij|/D up to these roundings. Where 1/D or
/// a sum is near the ends of the range of floats, there is no bound.
///
/// A class of prior 0 has the score −∞ in both. Where a value is NaN, or so large that floats might
/// overflow, there is no bound, and the row is left to doubles.
///
/// Immutable.
public sealed class FloatScores extends FloatLabels permits FloatDirections, FoldedDirections {

  private static final double V = 0x1p-53;

  /// Twice the bound, and 1 %.
  private static final float FACTOR = 2.02f;

  /// The most vectors of a sum.
  private static final int MAX_VECTORS = 1 << 18;

  /// The least roundings in [#gamma] of the bound, and some less.
  private static final int LEAST_ROUNDINGS = 128;

  /// Up to so many rows take less time one by one than a strip.
  private static final int FEW_ROWS = 8;

  /// The largest bound of the row o for which p = 0, in units of log-odds: few leads are smaller.
  private static final float MAX_IN_PLACE = 0x1p-8f;

  /// The parameters of rows about an origin: β and E₀.
  private record About(float[] intercepts, float constant) {}

  private final int classCount;

  /// The classes, and behind them the images.
  final int scoreCount;

  /// Images i, i + groups, … are a vector.
  private final int groups;

  private final float[] weights;
  private final About origin;

  /// Of rows as they are, p = 0.
  private final About zero;

  /// Whether p = 0 takes few digits.
  private final boolean scoresInPlace;

  /// @param scores of the classes, then the rows of P
  /// @param groups of images
  /// @param more what is added to each W_j, and to b
  FloatScores(
      AffineScores scores,
      double[] exactOrigin,
      int classCount,
      int imageCount,
      int groups,
      double[] more) {
    super(exactOrigin);
    this.classCount = classCount;
    this.groups = groups;
    scoreCount = classCount + imageCount;
    weights = new float[FloatKernels.floatClasses(scoreCount) * length];
    double relative = gamma(Math.max(chainLength(featureCount), featureCount / 16 + 5) + 4);
    double[] rests = fillWeights(scores, relative, more);
    origin = about(scores, exactOrigin, wideOrigin, relative, rests, more);
    zero = about(scores, exactOrigin, new double[featureCount], relative, rests, more);
    float sum = zero.constant;
    for (int j = 0; j < featureCount; j++) {
      sum += (float) Math.abs(exactOrigin[j]) * bounds[j];
    }
    scoresInPlace = sum <= Math.max(MAX_IN_PLACE, 2 * origin.constant);
  }

  /// The scores in floats, or null where they are out of the range of floats.
  ///
  /// @param origin about which rows are scored
  public static FloatScores of(AffineScores scores, double[] origin, int classCount) {
    FloatScores made =
        new FloatScores(scores, origin, classCount, 0, 1, new double[origin.length + 1]);
    return made.isInRange() ? made : null;
  }

  final boolean isInRange() {
    return origin.constant < MAX_SUM && isBounded();
  }

  private static double ofDoubles(int featureCount) {
    return 2 * (featureCount / 4 + 8) * V;
  }

  /// Fills r and U.
  ///
  /// @return R
  private double[] fillWeights(AffineScores scores, double relative, double[] more) {
    double[] rows = scores.rowWeights();
    double[] rests = new double[featureCount];
    for (int j = 0; j < featureCount; j++) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < classCount; c++) {
        double weight = rows[at(c, j)];
        least = Math.min(least, weight);
        most = Math.max(most, weight);
      }
      double middle = least / 2 + most / 2;
      for (int c = 0; c < classCount; c++) {
        double weight = rows[at(c, j)] - middle;
        weights[c * length + j] = (float) weight;
        rests[j] = Math.max(rests[j], Math.abs(weight));
      }
      double image = imageLength(rows, j);
      for (int c = classCount; c < scoreCount; c++) {
        weights[c * length + j] = (float) rows[at(c, j)];
      }
      rests[j] = Math.max(rests[j], image);
      double largest = Math.max(Math.max(Math.abs(least), Math.abs(most)), image) + more[j];
      bounds[j] =
          Math.nextUp(
              (float) (relative * rests[j] + ofDoubles(featureCount) * largest + underflow()));
    }
    FloatKernels.repeatLast(weights, featureCount);
    FloatKernels.repeatLast(bounds, featureCount);
    return rests;
  }

  /// ‖P_·j‖, the largest of all groups.
  private double imageLength(double[] rows, int feature) {
    return imageLength(c -> rows[at(c, feature)]);
  }

  private double imageLength(IntToDoubleFunction image) {
    double largest = 0;
    for (int group = 0; group < groups; group++) {
      double squared = 0;
      for (int c = classCount + group; c < scoreCount; c += groups) {
        double value = image.applyAsDouble(c);
        squared = Math.fma(value, value, squared);
      }
      largest = Math.max(largest, squared);
    }
    return Math.sqrt(largest);
  }

  /// The length of what numbers below the range of floats are off by, in units of the images.
  private double underflow() {
    return (1 + scoreCount - classCount) * 0x1p-149;
  }

  private About about(
      AffineScores scores,
      double[] exact,
      double[] p,
      double relative,
      double[] rests,
      double[] more) {
    double[] rows = scores.rowWeights();
    double ofShift = 2 * (featureCount + 4) * V;
    double[] shift = new double[scoreCount];
    double shifts = 0;
    double sum = 0;
    for (int j = 0; j < featureCount; j++) {
      double moved = p[j] - exact[j];
      double largest = imageLength(rows, j);
      for (int c = 0; c < scoreCount; c++) {
        double weight = rows[at(c, j)];
        largest = Math.max(largest, Math.abs(weight));
        shift[c] = Math.fma(moved, weight, shift[c]);
      }
      shifts += Math.abs(moved) * (largest + more[j]);
      sum += rests[j];
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
    largest += more[featureCount];
    double middle = least / 2 + most / 2;
    float[] intercepts = new float[FloatKernels.floatClasses(scoreCount)];
    Arrays.fill(intercepts, Float.NEGATIVE_INFINITY);
    double spread = 0;
    for (int c = 0; c < classCount; c++) {
      if (scores.intercepts()[c] != Double.NEGATIVE_INFINITY) {
        intercepts[c] = (float) (shift[c] - middle);
        spread = Math.max(spread, Math.abs(shift[c] - middle));
      }
    }
    for (int c = classCount; c < scoreCount; c++) {
      shift[c] += scores.intercepts()[c];
      intercepts[c] = (float) shift[c];
    }
    spread = Math.max(spread, imageLength(c -> shift[c]));
    double bound =
        relative * spread
            + ofDoubles(featureCount) * (largest + shifts)
            + ofShift * (largest + 2 * shifts + Math.abs(middle))
            + 4 * underflow() * featureCount
            + underflow() * sum;
    return new About(intercepts, Math.nextUp((float) bound));
  }

  private int at(int label, int feature) {
    return ScoreKernels.rowOffset(label, featureCount) + feature * ScoreKernels.TOGETHER;
  }

  @Override
  int classCount() {
    return classCount;
  }

  @Override
  final int scoreCount() {
    return scoreCount;
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
            origin.intercepts,
            scoreCount,
            of.scores,
            rows);
  }

  @Override
  float least(float most, float sum) {
    return sum < MAX_SUM ? Math.nextDown(most - FACTOR * sum) : Float.NaN;
  }

  @Override
  float score(NumericStore store, int first, int count, int rows, Workspace w) {
    float[] lent = store.lendRows();
    boolean inPlace = lent != null && scoresInPlace;
    boolean oneByOne = count <= FEW_ROWS || (inPlace || lent == null) && haveFewClasses();
    if (!store.rowsLieTogether() || !oneByOne) {
      return super.score(store, first, count, rows, w) + origin.constant;
    }
    About about = inPlace ? zero : origin;
    float[] block = inPlace ? lent : centred(store, first, count, count, w);
    affine(block, inPlace ? first * featureCount : 0, count, about, rows, w.floats);
    return about.constant;
  }

  private boolean haveFewClasses() {
    return scoreCount <= Kernels.strips(AFFINE_STRIPS).mostClasses(featureCount)
        && Kernels.floats(AFFINE_FLOATS).floatsAreFast();
  }

  private void affine(float[] x, int at, int count, About about, int stride, FloatScratch of) {
    Kernels.floats(AFFINE_FLOATS)
        .affineFloats(
            x,
            at,
            count,
            featureCount,
            weights,
            bounds,
            about.intercepts,
            scoreCount,
            of.scores,
            stride,
            of.sums,
            of.some);
  }

  @Override
  public final int label(double[] row, Workspace w) {
    w.floats.make(1, FloatKernels.floatClasses(scoreCount));
    w.floats.makeRows(featureCount);
    centre(row, 0, 1, w.floats.rows, 0);
    affine(w.floats.rows, 0, 1, origin, 1, w.floats);
    return leader(origin.constant, w);
  }

  @Override
  public int label(VectorScores scores, int[] ids, int count, double divisor, Workspace w) {
    w.floats.make(1, FloatKernels.floatClasses(scoreCount));
    sum(scores, ids, count, (float) (1 / divisor), w);
    return leader(zero.constant, w);
  }

  private void sum(VectorScores scores, int[] ids, int count, float factor, Workspace w) {
    float[] out = w.floats.scores;
    Arrays.fill(out, 0, scoreCount, 0);
    double bound = 0;
    for (int t = 0; t < count; t++) {
      float[] term = scores.of(ids[t], this, w);
      add(term, out, scoreCount);
      bound += term[scoreCount];
    }
    for (int c = 0; c < scoreCount; c++) {
      out[c] = Math.fma(factor, out[c], zero.intercepts[c]);
    }
    boolean isBounded =
        count <= MAX_VECTORS
            && bound < MAX_SUM
            && factor >= Float.MIN_NORMAL
            && factor <= Float.MAX_VALUE;
    w.floats.sums[0] =
        isBounded
            ? Math.nextUp((float) (factor * bound * (1 + (count + 8) / (double) LEAST_ROUNDINGS)))
            : Float.NaN;
  }

  private static void add(float[] term, float[] sums, int count) {
    for (int c = 0; c < count; c++) {
      sums[c] += term[c];
    }
  }

  /// The scores of a vector without β, and behind them S.
  final float[] ofVector(float[] vectors, int at, Workspace w) {
    float[] scores = new float[FloatKernels.floatClasses(scoreCount)];
    float[] sum = new float[1];
    Kernels.floats(AFFINE_FLOATS)
        .affineFloats(
            vectors,
            at,
            1,
            featureCount,
            weights,
            bounds,
            new float[scores.length],
            scoreCount,
            scores,
            1,
            sum,
            w.floats.some);
    scores[scoreCount] = Math.nextUp(sum[0] + (float) (4 * underflow() * featureCount));
    return scores;
  }

  /// The label of a row alone by its scores; −1 where it is left to the doubles.
  private int leader(float constant, Workspace w) {
    FloatScratch scratch = w.floats;
    float completed = complete(constant, w);
    leaders(scratch);
    scratch.least[0] = least(scratch.most[0], scratch.sums[0] + completed);
    return scratch.second[0] < scratch.least[0] ? (int) scratch.leader[0] : -1;
  }

  /// Completes the scores of a row alone.
  ///
  /// @return what to add to its sum
  float complete(float constant, Workspace w) {
    return constant;
  }

  /// The largest scores of a row alone.
  final void leaders(FloatScratch of) {
    float[] scores = of.scores;
    int leader = 0;
    float second = Float.NEGATIVE_INFINITY;
    for (int c = 1; c < classCount; c++) {
      if (scores[c] > scores[leader]) {
        second = scores[leader];
        leader = c;
      } else {
        second = Math.max(second, scores[c]);
      }
    }
    of.most[0] = scores[leader];
    of.second[0] = second;
    of.leader[0] = leader;
  }
}
