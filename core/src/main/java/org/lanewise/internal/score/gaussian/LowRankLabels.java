package org.lanewise.internal.score.gaussian;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.BatchScorer.Wanted;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.certify.FloatScores;
import org.lanewise.internal.score.scratch.SubspaceScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// Labels rows under a [LowRankScorer] without the directions of all classes: they are those of the
/// full scan.
///
/// **Bound.** Let S_c be the score of a class, y the row in the subspace, y_c its mean there, and
/// s_c ≥ ‖H_c‖² (spectral). Then, exactly,
///
/// ```
/// S_c = affine_c + ½‖H_c(y − y_c)‖² = B_c − slack_c,   slack_c = ½ (s_c‖y − y_c‖² − ‖H_c(y − y_c)‖²) ≥ 0
/// B_c = affine_c + ½ s_c‖y − y_c‖² = b'_c + w'_cᵀ(x − o) + ½ s_c‖y‖²
/// ```
///
/// B_c is affine in the row but for ‖y‖², because y is. So [FloatScores] of k classes give all
/// bounds, and only classes whose bound reaches the best score visited need their slack, of R·M
/// operations.
///
/// **Rounding.** y, and ‖H_c(y − y_c)‖² from it, are those of the full scan, in doubles. Let t_c be
/// b'_c + w'_cᵀ(x − o) in floats and e_c = t_c + ½ s_c‖y‖² − slack_c in doubles. The doubles S_c
/// and e_c differ, besides by what all classes share, by at most E + A:
///
/// - E is the bound of [FloatScores]. It also covers the roundings of affine_c, of y (times
///   s_c·y_c) and of w'_c and b'_c: at most d/4 + 9, as many, and M + 3, of terms whose sizes are
///   |a_cj| + s_c Σ_m |y_cm|·|t_mj| and |b_c| + s_c‖y_c‖², with t_m the rows of the projection.
///   Four times these sizes, and 4M/(d/4 + 8) times, are added to its own.
/// - A = (M + 16)·2⁻⁴⁹·(1 + max s)·(‖y‖² + max ‖y_c‖²) covers the squares, each with at most M + 8
///   roundings, because ‖y − y_c‖² ≤ 2‖y‖² + 2‖y_c‖².
///
/// If c is the label of the full scan and b any class, S_c ≥ S_b, so e_c ≥ e_b − 2(E + A). The
/// classes that satisfy this for the largest e are scored in doubles if there are several, so ties
/// go to the same class. A bound that lies below e_b − 2(E + A) by another 2A belongs to no such
/// class. Where a sum is not finite, comparisons fail, and the row is scored in doubles.
final class LowRankLabels {

  /// If more than this part of a block is scored in doubles, so are the blocks that follow.
  private static final int MANY = 4;

  private static final int BLOCKS_IN_DOUBLES = 16;

  /// No label: the row is scored in doubles, in all classes or in some.
  private static final int ALONE = -1;

  private static final int AMONG = -2;

  private final LowRankScorer exact;
  private final LowRankCovariance classes;
  private final FloatScores floats;
  private final int k;

  private LowRankLabels(LowRankScorer exact, LowRankCovariance classes, FloatScores floats) {
    this.exact = exact;
    this.classes = classes;
    this.floats = floats;
    k = exact.classCount();
  }

  /// The labels, or null where bounds are out of the range of floats.
  static LowRankLabels of(LowRankScorer exact, AffineScores affine, LowRankCovariance classes) {
    int d = exact.featureCount();
    int k = exact.classCount();
    double[] intercepts = new double[k];
    double[][] weights = new double[k][d];
    double[] sizes = new double[d + 1];
    for (int c = 0; c < k; c++) {
      intercepts[c] = affine.intercepts()[c];
      double rest = classes.bound(c, affine, weights[c], sizes);
      if (intercepts[c] > Double.NEGATIVE_INFINITY) {
        sizes[d] = Math.max(sizes[d], Math.abs(intercepts[c]) + rest);
      }
      intercepts[c] += rest;
    }
    double times = 4 + 4.0 * classes.dimensions() / (d / 4 + 8);
    for (int j = 0; j <= d; j++) {
      sizes[j] *= times;
    }
    FloatScores floats =
        FloatScores.of(AffineScores.ofRows(intercepts, weights), exact.origin(), k, sizes);
    return floats == null ? null : new LowRankLabels(exact, classes, floats);
  }

  /// The label of a row alone; −1 if it is to be scored in doubles.
  int label(double[] row, Workspace w) {
    floats.label(row, w);
    CenteredBlock.load(row, exact.origin(), w);
    w.subspace.make(1, k, classes.dimensions());
    classes.project(w.x, w);
    System.arraycopy(w.numeric.point, 0, w.subspace.points, 0, classes.dimensions());
    int label = decide(1, w.subspace.leads, 0, w);
    return label < ALONE ? among(0, AMONG - label, w) : label;
  }

  /// Labels rows `from` to `to − 1` of a batch.
  void label(NumericColumns rows, int from, int to, int[] labels, Workspace w) {
    NumericStore store = Stores.of(rows);
    int most = Math.min(floats.rows(store), exact.mostRows);
    for (int first = from; first < to; ) {
      int count = Math.min(most, to - first);
      floats.label(store, first, count, labels, w);
      w.numeric.beginRows(store, first, count);
      w.subspace.make(count, k, classes.dimensions());
      classes.projectBlock(count, exact.scoreStride, w);
      decide(count, labels, first, w);
      int left = 0;
      for (int r = 0; r < count; r++) {
        if (labels[first + r] < 0) {
          labels[first + r] = inDoubles(rows, first, r, labels[first + r], w);
          left++;
        }
      }
      first += count;
      if (left > count / MANY) {
        int end = Math.min(to, first + BLOCKS_IN_DOUBLES * count);
        exact.labelByScores(rows, first, end, labels, w);
        first = end;
      }
    }
  }

  private int inDoubles(NumericColumns rows, int first, int r, int how, Workspace w) {
    if (how == ALONE) {
      exact.alone(rows, first + r, Wanted.DISCRIMINANTS, w);
      return LogSumExp.argmax(w.row.scores, 0, 1, k);
    }
    exact.makeRow(w);
    CenteredBlock.loadRow(rows, first + r, exact.origin(), w);
    classes.take(r, w);
    return among(r, AMONG - how, w);
  }

  /// Decides the rows whose y are in `w.subspace.points`, class by class, so that the directions of
  /// a class stay in the cache.
  ///
  /// @param labels receives a label; [#ALONE]; or [#AMONG] − n if doubles have to decide among n
  ///   classes, which are in `w.subspace.visited`
  /// @return that of the first row
  private int decide(int count, int[] labels, int first, Workspace w) {
    SubspaceScratch s = w.subspace;
    for (int r = 0; r < count; r++) {
      classes.take(r, w);
      s.squares[r] = classes.lengthSquared(w);
    }
    lead(count, w);
    for (int r = 0; r < count; r++) {
      s.margins[r] += 4 * classes.allowance(s.squares[r]) - w.floats.least[r];
    }
    for (int c = 0; c < k; c++) {
      for (int r = 0; r < count; r++) {
        if (s.leads[r] == c) {
          s.largest[r] = visit(r, c, s.largest[r], w);
        }
      }
    }
    for (int c = 0; c < k; c++) {
      for (int r = 0; r < count; r++) {
        double bound = bound(r, c, w);
        if (bound >= s.largest[r] - s.margins[r] && s.leads[r] != c) {
          s.largest[r] = Math.max(s.largest[r], visit(r, c, bound, w));
        }
      }
    }
    for (int r = 0; r < count; r++) {
      labels[first + r] = decided(r, s);
    }
    return labels[first];
  }

  /// The largest bound of each row, and its class; and the largest score in floats, into margins.
  private void lead(int count, Workspace w) {
    SubspaceScratch s = w.subspace;
    Arrays.fill(s.largest, 0, count, Double.NEGATIVE_INFINITY);
    Arrays.fill(s.margins, 0, count, Double.NEGATIVE_INFINITY);
    Arrays.fill(s.leads, 0, count, 0);
    Arrays.fill(s.counts, 0, count, 0);
    for (int c = 0; c < k; c++) {
      for (int r = 0; r < count; r++) {
        double bound = bound(r, c, w);
        s.margins[r] = Math.max(s.margins[r], w.floats.score(r, c));
        if (bound > s.largest[r]) {
          s.largest[r] = bound;
          s.leads[r] = c;
        }
      }
    }
  }

  /// B_c, less what all classes share.
  private double bound(int r, int c, Workspace w) {
    return Math.fma(classes.halfShare(c), w.subspace.squares[r], w.floats.score(r, c));
  }

  /// e_c, which is also listed.
  private double visit(int r, int c, double bound, Workspace w) {
    SubspaceScratch s = w.subspace;
    classes.take(r, w);
    double estimate = bound - classes.slack(c, w);
    int at = r * k + s.counts[r]++;
    s.visited[at] = c;
    s.estimates[at] = estimate;
    return estimate;
  }

  private int decided(int r, SubspaceScratch s) {
    if (!(Double.isFinite(s.largest[r]) && Double.isFinite(s.margins[r]))) {
      return ALONE;
    }
    int left = 0;
    for (int i = r * k; i < r * k + s.counts[r]; i++) {
      if (s.estimates[i] >= s.largest[r] - s.margins[r]) {
        s.visited[r * k + left++] = s.visited[i];
      }
    }
    return left == 1 ? s.visited[r * k] : AMONG - left;
  }

  /// The label in doubles of the row in `w.x`, among the classes that row r of a block visited: the
  /// lowest of the best.
  private int among(int r, int count, Workspace w) {
    double[] scores = w.row.scores;
    int best = -1;
    for (int i = r * k; i < r * k + count; i++) {
      int c = w.subspace.visited[i];
      exact.affineFrom(c, w);
      classes.add(c, w);
      double score = scores[c];
      if (best < 0
          || score > w.subspace.estimates[r * k]
          || score == w.subspace.estimates[r * k] && c < best) {
        w.subspace.estimates[r * k] = score;
        best = c;
      }
    }
    return best;
  }
}
