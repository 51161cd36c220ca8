package org.lanewise.calibration;

import static org.lanewise.internal.tier.Kernel.EXP_ROW;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.score.Temperature;

/// The temperature with the lowest log loss on labelled rows that the model was not trained on,
/// such as those of [leave-one-out][org.lanewise.validation.LeaveOneOut#logJoints()].
///
/// With log joints v and p_c ∝ exp(β v_c), the log loss is convex in β = 1/T:
///
/// ```
/// f(β)  = 1/W Σ_i w_i [log Σ_c exp(β v_ic) − β v_iy]
/// f'(β) = 1/W Σ_i w_i [Σ_c p_c v_ic − v_iy],   f''(β) = 1/W Σ_i w_i Var_p(v_i)
/// ```
///
/// so its only minimum is found by Newton steps within a bracket, or by bisection if a step leaves
/// the bracket, until the relative change of β is below 1e−14. All rows are used at once; fitting a
/// single number hardly overfits (Guo et al., On Calibration of Modern Neural Networks, ICML 2017).
///
/// @param temperature T
/// @param logLossBefore the log loss at T = 1, in nats
/// @param logLoss the log loss at T; not above `logLossBefore`, up to rounding
/// @param leftOut the number of rows of positive weight without scores
public record TemperatureScaling(
    Temperature temperature, double logLossBefore, double logLoss, int leftOut) {

  /// Differences of scores above it are scaled.
  private static final double HUGE = 0x1p100;

  private static final double PRECISION = 1e-14;
  private static final int MAX_STEPS = 200;

  /// Finds the temperature.
  ///
  /// @param scores log joints or log posteriors, `[row][c]`; −∞ if the class is impossible, NaN in
  ///   a row that is left out
  /// @throws IllegalArgumentException if shapes or scores are not as
  ///   [Calibration#add(double\[\]\[\], Labels)] expects them; if no row has both scores and a
  ///   positive weight; if a row is impossible in its class; if no row is misclassified, so that
  ///   the log loss falls as T goes to 0; or if the scores are no better than chance, so that it
  ///   falls as T goes to infinity
  public static TemperatureScaling fit(double[][] scores, Labels labels) {
    int k = labels.classCount();
    Calibration.requireShape(scores, labels, k);
    double[][] rows = new double[scores.length][];
    double[] weights = new double[scores.length];
    double total = 0;
    int leftOut = 0;
    int count = 0;
    boolean mistaken = false;
    for (int row = 0; row < scores.length; row++) {
      Calibration.requireScores(scores[row], row);
      if (labels.weight(row) > 0 && Double.isNaN(scores[row][0])) {
        leftOut++;
      } else if (labels.weight(row) > 0) {
        double own = scores[row][labels.index(row)];
        if (own == Double.NEGATIVE_INFINITY) {
          throw new BadDataException(
              "%s has probability 0 in its class, %s, which no temperature changes; scores of a"
                  + " model that allows it are expected",
              Fact.row(row), Fact.label(labels.index(row), labels.classes()));
        }
        rows[count] = differences(scores[row], own);
        weights[count] = labels.weight(row);
        total += weights[count];
        Calibration.requireFinite(total);
        for (double difference : rows[count]) {
          mistaken |= difference > 0;
        }
        count++;
      }
    }
    if (count == 0) {
      throw new BadDataException(
          "no row has both scores and a weight above 0; at least one is expected");
    }
    if (!mistaken) {
      throw new BadDataException(
          "the class of each of the %s rows has its largest score, so the log loss falls without"
              + " end as the temperature goes to 0; expected at least one misclassified row",
          Fact.value(count));
    }
    int exponent = scale(rows, count);
    LogLoss loss = new LogLoss(rows, weights, total, count);
    loss.at(0);
    if (loss.slope >= 0) {
      throw new BadDataException(
          "the scores tell no more of the classes of the rows than chance, so the log loss falls as"
              + " the temperature grows; scores of a model that fits the rows are expected");
    }
    loss.at(Math.scalb(1.0, exponent));
    double before = loss.value;
    double beta = loss.least();
    loss.at(beta);
    Temperature temperature = Temperature.of(Math.scalb(1 / beta, exponent));
    return new TemperatureScaling(temperature, before, loss.value, leftOut);
  }

  /// Divides differences that are huge by a power of two: the search for β begins at 1.
  ///
  /// @return its exponent
  private static int scale(double[][] rows, int count) {
    double largest = 0;
    for (int i = 0; i < count; i++) {
      for (double difference : rows[i]) {
        if (Double.isFinite(difference)) {
          largest = Math.max(largest, Math.abs(difference));
        }
      }
    }
    int exponent = largest > HUGE ? Math.getExponent(largest) : 0;
    for (int i = 0; i < count && exponent > 0; i++) {
      for (int c = 0; c < rows[i].length; c++) {
        rows[i][c] = Math.scalb(rows[i][c], -exponent);
      }
    }
    return exponent;
  }

  /// v_c − v_y.
  private static double[] differences(double[] scores, double own) {
    double[] differences = scores.clone();
    for (int c = 0; c < differences.length; c++) {
      differences[c] -= own;
    }
    return differences;
  }

  /// f, f' and f'' at the last β.
  private static final class LogLoss {

    private final double[][] rows;
    private final double[] weights;
    private final double total;
    private final int count;
    private final double[] exponents;
    private final double[] powers;
    private double value;
    private double slope;
    private double curvature;

    LogLoss(double[][] rows, double[] weights, double total, int count) {
      this.rows = rows;
      this.weights = weights;
      this.total = total;
      this.count = count;
      exponents = new double[ScoreKernels.classStride(rows[0].length)];
      powers = new double[exponents.length];
    }

    void at(double beta) {
      value = 0;
      slope = 0;
      curvature = 0;
      for (int i = 0; i < count; i++) {
        add(rows[i], beta, weights[i] / total);
      }
    }

    private void add(double[] row, double beta, double share) {
      int best = 0;
      for (int c = 1; c < row.length; c++) {
        best = row[c] > row[best] ? c : best;
      }
      double largest = row[best];
      for (int c = 0; c < row.length; c++) {
        // About the largest, so that the variance does not cancel.
        exponents[c] = beta * (row[c] - largest);
      }
      Kernels.elementary(EXP_ROW).expRow(exponents, row.length, best, powers);
      double sum = 0;
      double first = 0;
      double second = 0;
      for (int c = 0; c < row.length; c++) {
        if (row[c] != Double.NEGATIVE_INFINITY) {
          double v = row[c] - largest;
          sum += powers[c];
          first += powers[c] * v;
          second += powers[c] * v * v;
        }
      }
      double mean = first / sum;
      value += share * (beta * largest + Elementary.log(sum));
      slope += share * (largest + mean);
      curvature += share * Math.max(0, second / sum - mean * mean);
    }

    /// The β of the least f, where f'(0) < 0 and f' is above 0 in the end.
    double least() {
      double low = 0;
      double high = 1;
      at(high);
      while (slope < 0) {
        low = high;
        high *= 2;
        at(high);
      }
      double beta = high;
      for (int step = 0; step < MAX_STEPS; step++) {
        if (slope == 0) {
          return beta;
        }
        if (slope < 0) {
          low = beta;
        } else {
          high = beta;
        }
        double next = beta - slope / curvature;
        if (!(next > low && next < high)) {
          next = low + 0.5 * (high - low);
        }
        if (Math.abs(next - beta) <= PRECISION * beta) {
          return next;
        }
        beta = next;
        at(beta);
      }
      return beta;
    }
  }
}
