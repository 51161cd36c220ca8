package org.lanewise.internal.score.gaussian;

import java.util.Objects;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.internal.score.BatchScorer.Result;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.score.ChangingRow;

/// The scores of a row that changes feature by feature.
///
/// With x_j = row_j − origin_j, rounded as every scorer rounds it, s_c = b_c + Σ_j w_cj x_j is what
/// both ways compute, up to rounding. Let u = 2⁻⁵³, and
///
/// ```
/// A ≥ max_c |b_c| + Σ_j max_c |w_cj| · |x_j|      for every x_j that was, or is, there
/// ```
///
/// Of a score, to first order:
///
/// ```
/// from scratch, four chains of fma and their fold:            at most (d + 8)·u·A from s_c
/// a change, fma(w_cj, x'_j − x_j, score):                      u·A, and u·A of the difference
/// after m changes, the score kept and the one from scratch:   (2(d + 8) + 2m)·u·A apart
/// ```
///
/// The best class is that of the scores from scratch if it leads by more than twice the last. What
/// is asked for is a lead above `4·(d + 16 + 2m)·u·A`, which leaves room for terms of second order
/// and the rounding of A itself, plus the least normal number for sums that underflow.
public final class ChangedScores implements ChangingRow {

  private static final double FOUR_UNITS = 0x1p-51;

  private final NumericScorer scorer;
  private final double[] row;
  private final double[] origin;
  private final double[] scores;
  private final int k;

  /// Null where scores are not affine.
  private final double[] weights;

  /// max_c |w_cj| by feature, and max_c |b_c| without classes of prior 0.
  private final double[] largest;

  private final double largestIntercept;

  /// A, and m; before the first scoring and after a refusal A is NaN, by which nothing is certain.
  private double size = Double.NaN;

  /// From which on a row is scored from scratch, whatever leads: the bound stays one.
  private static final int MAX_CHANGES = 1 << 20;

  private int changes;
  private int label;
  private boolean isKnown;
  private long recomputed;

  /// Scores a row for the first time.
  public ChangedScores(NumericScorer scorer, double[] row) {
    this.scorer = scorer;
    this.row = row.clone();
    origin = scorer.origin();
    k = scorer.classCount();
    scores = new double[k];
    weights = scorer instanceof LinearScorer linear ? linear.affine.weights() : null;
    largest = new double[origin.length];
    double intercept = 0;
    if (scorer instanceof LinearScorer linear) {
      for (int c = 0; c < k; c++) {
        double b = Math.abs(linear.affine.intercepts()[c]);
        intercept = b <= Double.MAX_VALUE ? Math.max(intercept, b) : intercept;
      }
      for (int j = 0; j < largest.length; j++) {
        for (int c = 0; c < k; c++) {
          largest[j] = Math.max(largest[j], Math.abs(weights[j * scorer.classStride + c]));
        }
      }
    }
    largestIntercept = intercept;
    predict();
  }

  @Override
  public int featureCount() {
    return row.length;
  }

  @Override
  public double value(int feature) {
    return row[Objects.checkIndex(feature, row.length)];
  }

  @Override
  public void set(int feature, double value) {
    double before = row[Objects.checkIndex(feature, row.length)];
    if (!Double.isFinite(value)) {
      throw new BadDataException(
          "%s of the row is %s; a finite number is expected",
          Fact.feature(feature, scorer.features()), Fact.value(value));
    }
    row[feature] = value;
    isKnown = false;
    if (weights == null) {
      return;
    }
    double x = value - origin[feature];
    double difference = x - (before - origin[feature]);
    size += largest[feature] * Math.abs(x);
    changes++;
    if (changes > MAX_CHANGES) {
      size = Double.NaN;
      changes = 0;
    }
    int at = feature * scorer.classStride;
    for (int c = 0; c < k; c++) {
      scores[c] = Math.fma(weights[at + c], difference, scores[c]);
    }
  }

  @Override
  public int predict() {
    if (isKnown) {
      return label;
    }
    int best = LogSumExp.argmax(scores, 0, 1, k);
    if (weights == null || !leads(best)) {
      best = fromScratch();
    }
    label = best;
    isKnown = true;
    return label;
  }

  /// Whether a class is certainly the best one.
  private boolean leads(int best) {
    double next = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      next = c == best ? next : Math.max(next, scores[c]);
    }
    double uncertain = FOUR_UNITS * size * (row.length + 16 + 2.0 * changes) + Double.MIN_NORMAL;
    // Also where a score is NaN or too large, which leads nowhere.
    return scores[best] <= Double.MAX_VALUE && scores[best] - next > uncertain;
  }

  private int fromScratch() {
    size = Double.NaN;
    scorer.row(row, Result.DISCRIMINANT, scores);
    recomputed++;
    changes = 0;
    double sum = largestIntercept;
    for (int j = 0; weights != null && j < row.length; j++) {
      sum += largest[j] * Math.abs(row[j] - origin[j]);
    }
    size = sum;
    return LogSumExp.argmax(scores, 0, 1, k);
  }

  @Override
  public long recomputed() {
    return recomputed;
  }
}
