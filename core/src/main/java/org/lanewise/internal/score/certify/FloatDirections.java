package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.AFFINE_FLOATS;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.scratch.FloatScratch;
import org.lanewise.internal.score.scratch.SubspaceScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// Scores in floats of normal classes that share a covariance but for directions of their own, of
/// the few classes that a row may be of.
///
/// **Scores.** With y the image of the row in the subspace, y_c that of the mean, and s_c ≥ ‖H_c‖²
/// (spectral), the score of a class is
///
/// ```
/// S_c = affine_c + ½‖H_c(y − y_c)‖² = t_c + a_c + ½‖H_c(y − y_c)‖²
/// t_c = affine_c − a_c = b'_c + w'_cᵀ(x − o),   a_c = s_c y_cᵀy − ½ s_c‖y_c‖²
/// ```
///
/// **Pruning.** ‖H_c(y − y_c)‖² ≤ s_c‖y − y_c‖², so
///
/// ```
/// S_c ≤ B_c = t_c + ½ s_c‖y‖²
/// ```
///
/// t_c is affine in the row, because y is. So [FloatScores] of k classes with the M images y give
/// all B_c. The class of the largest is scored, then each whose bound reaches the best score so
/// far, with R + 1 products of M numbers. The others keep their bounds for scores.
///
/// **Bound.** Let E be the bound of [FloatScores] for t and y. To its W_j and b are added four
/// times |w_cj| + s_c Σ_m |y_cm|·|P_mj| and |b_c| + ½ s_c‖y_c‖², and 4M/(d/4 + 8) times: at most
/// d/4 + 9 roundings of affine_c in doubles, as many of y (times s_c y_c), and M + 3 of w'_c and
/// b'_c are of terms of these sizes. So the t̂_c in floats is within E of affine_c − a_c of the
/// doubles, with the y of doubles in a_c, up to what all classes share. Let ŷ be y in floats, s, f
/// and Y the largest s_c, ‖H_c‖ (Frobenius, so √s ≤ f) and ‖y_c‖, Z = ‖ŷ‖ + Y + E, u = 2⁻²⁴, and g
/// = γ_n for n = max(M, 16) + R + 16, at most 1/20. Squares of doubles are of the same form with
/// roundings of 2⁻⁵³, which one of n covers. No term of floats passes more than n roundings, so
///
/// - the vector H_c(y − y_c) is off by at most η = √s·E + g·f·Z, and its square, halved, by √s·Z·η
///   + ½η², since ‖H_c(y − y_c)‖ ≤ √s·Z;
/// - a_c is off by at most s·Z·E + ½g·s·Z², and ½ s_c‖y‖² by s·Z·E + 0.6·g·s·Z²;
/// - the sums of these are off by g·(s·Z² + √s·Z·η + ½η²), and by four roundings of t̂_c, which are
///   below E/4 because |t̂_c| ≤ E/γ and E has more than 130 roundings.
///
/// As s·Z·E ≤ √s·Z·η, every score in floats is within 1.25·E + Q of that in doubles, and every
/// bound at least the latter minus as much, where
///
/// ```
/// Q = (2.1·√s·Z + η)·η + 4g·s·Z²
/// ```
///
/// η and Q have terms for numbers below the range of floats, and 1 % is added to E and ‖ŷ‖. Where
/// (1 + f)·Z is below 2⁵⁸ nothing overflows; elsewhere there is no bound.
///
/// If c is the class of the largest score in doubles and b any class, its score and its bound in
/// floats are at least that of b minus twice this. So c is scored, and is one of the classes that
/// are left.
///
/// **Scale.** A factor of P that is a power of 2, with H_c and y_c to match, changes nothing but
/// the balance of t and y in E. It is chosen such that both have about the same part.
///
/// Immutable.
public final class FloatDirections extends FloatScores {

  /// The most scores of a block: many, so that a class has several rows of it to score.
  private static final int BLOCK_SCORES = 1 << 18;

  private static final int MOST_ROWS = 512;

  /// The most dimensions: sums over them are off by less than 1 %.
  private static final int MAX_DIMENSIONS = 1 << 16;

  /// The most numbers of a vector whose images are taken: more would take more memory than it.
  private static final int MAX_FOLDED = 1 << 12;

  private static final double MAX_LENGTH = 0x1p58;

  /// The parameters of a class: a_c, then the rows of H_c.
  private record Directions(float[] weights, float[] intercepts, int count, float halfShare) {}

  private final Directions[] classes;
  private final int dimensions;

  /// M, but at least 16.
  private final int width;

  private final int most;

  /// Bounds that are not used.
  private final float[] zeros;

  /// Makes [#folded], by its R.
  private final IntFunction<FloatScores> folding;

  /// Labels sums of vectors; null before the first.
  private volatile FloatScores folded;

  /// √s, f, Y, g, and the size of numbers below the range of floats.
  private final double root;

  private final double frobenius;
  private final double longest;
  private final double gamma;
  private final double tiny;

  private FloatDirections(
      AffineScores scores,
      double[] origin,
      double[] more,
      double[][] centres,
      double[][][] images,
      IntFunction<FloatScores> folding) {
    this.folding = folding;
    super(scores, origin, centres.length, centres[0].length, 1, more);
    dimensions = centres[0].length;
    width = Math.max(dimensions, FloatKernels.FLOATS);
    zeros = new float[FloatKernels.floatLength(width)];
    classes = new Directions[centres.length];
    double share = 0;
    double squared = 0;
    double length = 0;
    int rank = 0;
    for (int c = 0; c < classes.length; c++) {
      double own = share(images[c]);
      classes[c] = directions(centres[c], images[c], own);
      share = Math.max(share, own);
      squared = Math.max(squared, Arrays.stream(images[c]).mapToDouble(row -> dot(row, row)).sum());
      length = Math.max(length, Math.sqrt(dot(centres[c], centres[c])));
      rank = Math.max(rank, images[c].length);
    }
    most = rank + 1;
    int n = width + rank + 16;
    gamma = gamma(n);
    tiny = (double) n * n * 0x1p-148;
    root = Math.sqrt(share);
    frobenius = Math.sqrt(Math.max(share, squared)) * (1 + 0x1p-30);
    longest = 1.01 * length + n * 0x1p-60;
  }

  /// The scores in floats, or null where they are out of the range of floats.
  ///
  /// @param affine of rows less the origin
  /// @param projection P, M rows of d
  /// @param centres y_c
  /// @param images H_c, rows of M; empty if a class has no direction
  public static FloatDirections of(
      AffineScores affine,
      double[] origin,
      double[][] projection,
      double[][] centres,
      double[][][] images) {
    int d = origin.length;
    int k = centres.length;
    int dimensions = projection.length;
    double[] intercepts = new double[k + dimensions];
    double[][] rows = new double[k + dimensions][d];
    double[] sizes = new double[d + 1];
    for (int c = 0; c < k; c++) {
      double share = share(images[c]);
      double rest = 0.5 * share * dot(centres[c], centres[c]);
      double[] size = new double[d];
      for (int j = 0; j < d; j++) {
        rows[c][j] = affine.weight(c, j);
        size[j] = Math.abs(rows[c][j]);
      }
      for (int m = 0; m < dimensions; m++) {
        double factor = -share * centres[c][m];
        add(factor, projection[m], rows[c]);
        for (int j = 0; j < d; j++) {
          size[j] = Math.fma(Math.abs(factor), Math.abs(projection[m][j]), size[j]);
        }
      }
      for (int j = 0; j < d; j++) {
        sizes[j] = Math.max(sizes[j], size[j]);
      }
      intercepts[c] = affine.intercepts()[c] + rest;
      if (intercepts[c] > Double.NEGATIVE_INFINITY) {
        sizes[d] = Math.max(sizes[d], Math.abs(affine.intercepts()[c]) + rest);
      }
    }
    double times = times(dimensions, d);
    for (int j = 0; j <= d; j++) {
      sizes[j] *= times;
    }
    double ratio = spread(rows, k) / length(projection, d);
    double scale =
        ratio > 0x1p-500 && ratio < 0x1p500 ? Math.scalb(1.0, Math.getExponent(ratio)) : 1;
    for (int m = 0; m < dimensions; m++) {
      rows[k + m] = times(scale, projection[m]);
    }
    FloatDirections made =
        new FloatDirections(
            AffineScores.ofRows(intercepts, rows),
            origin,
            sizes,
            Arrays.stream(centres).map(centre -> times(scale, centre)).toArray(double[][]::new),
            Arrays.stream(images)
                .map(of -> Arrays.stream(of).map(row -> times(1 / scale, row)))
                .map(of -> of.toArray(double[][]::new))
                .toArray(double[][][]::new),
            rank -> FoldedDirections.of(affine, origin, projection, centres, images, rank));
    return made.isInRange() && made.hasFiniteDirections() ? made : null;
  }

  /// How often the sizes of terms of M images are added to those of d features.
  static double times(int dimensions, int d) {
    return 4 + 4.0 * dimensions / (d / 4 + 8);
  }

  static double[] times(double factor, double[] row) {
    return Arrays.stream(row).map(value -> factor * value).toArray();
  }

  static void add(double factor, double[] row, double[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] = Math.fma(factor, row[j], to[j]);
    }
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int m = 0; m < a.length; m++) {
      sum = Math.fma(a[m], b[m], sum);
    }
    return sum;
  }

  /// Σ_j R_j.
  static double spread(double[][] rows, int classCount) {
    double sum = 0;
    for (int j = 0; j < rows[0].length; j++) {
      double least = rows[0][j];
      double most = least;
      for (int c = 1; c < classCount; c++) {
        least = Math.min(least, rows[c][j]);
        most = Math.max(most, rows[c][j]);
      }
      sum += most / 2 - least / 2;
    }
    return sum;
  }

  /// Σ_j ‖P_·j‖.
  static double length(double[][] projection, int d) {
    return IntStream.range(0, d).mapToDouble(j -> column(projection, j)).sum();
  }

  /// ‖P_·j‖.
  static double column(double[][] projection, int j) {
    double squared = 0;
    for (double[] row : projection) {
      squared = Math.fma(row[j], row[j], squared);
    }
    return Math.sqrt(squared);
  }

  /// An upper bound of ‖H‖²: the largest row sum of |HHᵀ|, which is exact for orthogonal rows.
  private static double share(double[][] rows) {
    double largest = 0;
    for (double[] row : rows) {
      double sum = 0;
      for (double[] other : rows) {
        sum += Math.abs(dot(row, other));
      }
      largest = Math.max(largest, sum);
    }
    return largest * (1 + 0x1p-30);
  }

  private Directions directions(double[] centre, double[][] rows, double share) {
    int length = FloatKernels.floatLength(width);
    int count = rows.length + 1;
    float[] weights = new float[FloatKernels.floatClasses(count) * length];
    float[] intercepts = new float[FloatKernels.floatClasses(count)];
    for (int m = 0; m < dimensions; m++) {
      weights[m] = (float) (share * centre[m]);
      for (int r = 1; r < count; r++) {
        weights[r * length + m] = (float) rows[r - 1][m];
      }
    }
    intercepts[0] = (float) (-0.5 * share * dot(centre, centre));
    for (int r = 1; r < count; r++) {
      intercepts[r] = (float) -dot(rows[r - 1], centre);
    }
    FloatKernels.repeatLast(weights, width);
    return new Directions(weights, intercepts, count, Math.nextUp((float) (0.5 * share)));
  }

  private boolean hasFiniteDirections() {
    boolean finite = dimensions <= MAX_DIMENSIONS && Double.isFinite(root + frobenius + longest);
    for (Directions of : classes) {
      for (float weight : of.weights) {
        finite &= Float.isFinite(weight);
      }
      for (float intercept : of.intercepts) {
        finite &= Float.isFinite(intercept);
      }
      finite &= Float.isFinite(of.halfShare);
    }
    return finite;
  }

  @Override
  public int rows(NumericStore store) {
    return Math.clamp(Integer.highestOneBit(BLOCK_SCORES / scoreCount), ROWS, MOST_ROWS);
  }

  @Override
  float score(NumericStore store, int first, int count, int rows, Workspace w) {
    float constant = super.score(store, first, count, rows, w);
    bound(count, rows, constant, w);
    leaders(rows, w.floats);
    visit(count, rows, w);
    return 0;
  }

  @Override
  public int label(VectorScores scores, int[] ids, int count, double divisor, Workspace w) {
    FloatScores made = folded == null ? fold() : folded;
    return made == this
        ? super.label(scores, ids, count, divisor, w)
        : made.label(scores, ids, count, divisor, w);
  }

  private synchronized FloatScores fold() {
    if (folded == null) {
      boolean few = most * classes.length <= MAX_FOLDED;
      folded = Objects.requireNonNullElse(few ? folding.apply(most - 1) : null, this);
    }
    return folded;
  }

  @Override
  float complete(float constant, Workspace w) {
    bound(1, 1, constant, w);
    leaders(w.floats);
    visit(1, 1, w);
    return 0;
  }

  /// Turns the scores of a block, which are t̂, into bounds, and completes the sums.
  ///
  /// @param stride from a class to the next
  private void bound(int count, int stride, float constant, Workspace w) {
    float[] scores = w.floats.scores;
    SubspaceScratch s = w.subspace;
    int padded = Math.ceilDiv(count, 4) * 4;
    s.make(padded, width, FloatKernels.floatClasses(most), classes.length);
    Arrays.fill(s.squares, 0, count, 0);
    for (int m = 0; m < dimensions; m++) {
      addSquares(scores, (classes.length + m) * stride, s.squares, count);
    }
    for (int c = 0; c < classes.length; c++) {
      add(classes[c].halfShare, s.squares, scores, c * stride, count);
    }
    float[] sums = w.floats.sums;
    for (int r = 0; r < count; r++) {
      sums[r] = bound(sums[r] + constant, s.squares[r]);
    }
    for (int from = 0; from < count; from += ScoreKernels.ROW_STEP) {
      int to = Math.min(from + ScoreKernels.ROW_STEP, count);
      for (int m = 0; m < dimensions; m++) {
        int at = (classes.length + m) * stride;
        for (int r = from; r < to; r++) {
          s.points[r * width + m] = scores[at + r];
        }
      }
    }
    for (int r = 0; r < count && dimensions < width; r++) {
      Arrays.fill(s.points, r * width + dimensions, (r + 1) * width, 0);
    }
  }

  static void addSquares(float[] values, int at, float[] to, int count) {
    for (int r = 0; r < count; r++) {
      to[r] = Math.fma(values[at + r], values[at + r], to[r]);
    }
  }

  static void add(float factor, float[] values, float[] to, int at, int count) {
    for (int r = 0; r < count; r++) {
      to[at + r] = Math.fma(factor, values[r], to[at + r]);
    }
  }

  /// 1.25·E + Q.
  private float bound(float sum, float squared) {
    double e = 1.01 * sum;
    double z = 1.01 * Math.sqrt(squared) + longest + e;
    double under = tiny * (1 + z);
    double eta = root * e + gamma * frobenius * z + under;
    double along = root * z;
    double q = (2.1 * along + eta) * eta + 4 * gamma * along * along + under * (1 + root * root);
    return (1 + frobenius) * z < MAX_LENGTH ? Math.nextUp((float) (1.25 * sum + q)) : Float.NaN;
  }

  /// Scores the leading classes of a block of bounds, then those whose bounds reach the scores.
  private void visit(int count, int stride, Workspace w) {
    FloatScratch floats = w.floats;
    SubspaceScratch s = w.subspace;
    Arrays.fill(s.least, 0, count, Float.NEGATIVE_INFINITY);
    Arrays.fill(s.first, 0, classes.length, -1);
    for (int r = count - 1; r >= 0; r--) {
      int leader = (int) floats.leader[r];
      s.next[r] = s.first[leader];
      s.first[leader] = r;
    }
    for (int c = 0; c < classes.length; c++) {
      int chosen = 0;
      for (int r = s.first[c]; r >= 0; r = s.next[r]) {
        s.places[chosen++] = r;
      }
      visit(c, chosen, stride, w);
    }
    for (int r = 0; r < count; r++) {
      if (floats.second[r] < s.least[r]) {
        s.least[r] = Float.POSITIVE_INFINITY;
      }
    }
    for (int c = 0; c < classes.length; c++) {
      int chosen = 0;
      for (int r = 0; r < count; r++) {
        if (floats.scores[c * stride + r] >= s.least[r] && floats.leader[r] != c) {
          s.places[chosen++] = r;
        }
      }
      visit(c, chosen, stride, w);
    }
  }

  /// Scores some rows in a class.
  private void visit(int c, int count, int stride, Workspace w) {
    if (count == 0) {
      return;
    }
    SubspaceScratch s = w.subspace;
    Directions of = classes[c];
    s.visits += count;
    for (int i = 0; i < count; i++) {
      System.arraycopy(s.points, s.places[i] * width, s.chosen, i * width, width);
    }
    // Rows behind the last fill a tile of the kernel.
    int padded = count == 1 ? 1 : Math.ceilDiv(count, 4) * 4;
    Kernels.floats(AFFINE_FLOATS)
        .affineFloats(
            s.chosen,
            0,
            padded,
            width,
            of.weights,
            zeros,
            of.intercepts,
            of.count,
            s.scores,
            padded,
            s.sums,
            w.floats.some);
    for (int i = 0; i < count; i++) {
      float squared = 0;
      for (int at = padded + i; at < of.count * padded; at += padded) {
        squared = Math.fma(s.scores[at], s.scores[at], squared);
      }
      int r = s.places[i];
      int at = c * stride + r;
      float rest = Math.fma(-of.halfShare, s.squares[r], w.floats.scores[at]) + s.scores[i];
      float score = Math.fma(0.5f, squared, rest);
      w.floats.scores[at] = score;
      s.least[r] = Math.max(s.least[r], least(score, w.floats.sums[r]));
    }
  }
}
