package org.lanewise.calibration;

import java.util.Arrays;
import java.util.Objects;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.internal.score.LogSumExp;

/// Measures how well posteriors are calibrated, on labelled rows that the model was not trained on,
/// or on [leave-one-out][org.lanewise.validation.LeaveOneOut#logJoints()].
///
/// ```
/// log loss     = −1/W Σ_i w_i log p(y_i | x_i)
/// Brier score  = 1/W Σ_i w_i Σ_c (p(c | x_i) − [y_i = c])²
/// ```
///
/// Both are smallest, in expectation, for the true posteriors. The log loss is not clipped: it is
/// +∞ if a row has probability 0 in its class. The Brier score sums over all classes (Brier,
/// Verification of Forecasts Expressed in Terms of Probability, Monthly Weather Review 78, 1950),
/// from 0 to 2; with two classes it is twice the (p − y)² that some authors use.
///
/// [#reliability(int)] compares predicted probabilities with observed frequencies: by default, of
/// the largest posterior and whether its class is correct; with [#ofClass(int, int)], of one class.
///
/// Rows are given by log joints or log posteriors, that is, by scores whose softmax is the
/// posterior. A row whose scores are NaN, because leave-one-out skipped it, has no posterior and is
/// counted by [#leftOut()]. Rows may be added in parts; each row takes 17 bytes. Not thread-safe.
public final class Calibration {

  /// The default number of bins, 15, as in Guo et al. (2017).
  public static final int DEFAULT_BINS = 15;

  private static final int MAX_BINS = 1_000_000;

  private static final int LARGEST = -1;

  private final int classCount;

  /// The class whose probability is binned, or [#LARGEST].
  private final int ofClass;

  private final double[] posterior;
  private final double[] logPosterior;
  private double[] probabilities = new double[0];
  private double[] weights = new double[0];
  private boolean[] right = new boolean[0];
  private int count;
  private long leftOut;
  private double weight;
  private double logLoss;
  private double brier;
  private double errors;

  private Calibration(int classCount, int ofClass) {
    if (classCount < 1) {
      throw new BadDataException(
          "%s classes were given; at least 1 is expected", Fact.value(classCount));
    }
    this.classCount = classCount;
    this.ofClass = ofClass;
    posterior = new double[classCount];
    logPosterior = new double[classCount];
  }

  /// Starts an empty calibration of the largest posterior.
  ///
  /// @throws IllegalArgumentException if k < 1
  public static Calibration ofLargest(int classCount) {
    return new Calibration(classCount, LARGEST);
  }

  /// Starts an empty calibration of the probability of one class.
  ///
  /// @throws IndexOutOfBoundsException if there is no such class
  public static Calibration ofClass(int label, int classCount) {
    return new Calibration(classCount, Objects.checkIndex(label, classCount));
  }

  /// Computes the calibration of the largest posterior.
  ///
  /// @param scores log joints or log posteriors, `[row][c]`
  /// @throws IllegalArgumentException as [#add(double\[\]\[\], Labels)]
  public static Calibration of(double[][] scores, Labels labels) {
    Calibration calibration = ofLargest(labels.classCount());
    calibration.add(scores, labels);
    return calibration;
  }

  /// Adds rows.
  ///
  /// @param scores log joints or log posteriors, `[row][c]`
  /// @throws IllegalArgumentException if the numbers of rows and labels or of scores and classes
  ///   differ, or if a score is +∞, or NaN in a row with other scores
  public void add(double[][] scores, Labels labels) {
    requireShape(scores, labels, classCount);
    for (int row = 0; row < scores.length; row++) {
      requireScores(scores[row], row);
    }
    for (int row = 0; row < scores.length; row++) {
      if (labels.weight(row) > 0) {
        take(scores[row], 0, labels.index(row), labels.weight(row));
      }
    }
  }

  /// Adds one row. Allocates only when its arrays grow.
  ///
  /// @param scores log joints or log posteriors, at `scores[from + c]`
  /// @param label the class of the row
  /// @param rowWeight its weight; a row with weight 0 does not count
  /// @throws IllegalArgumentException if a score is +∞, or NaN in a row with other scores, or if
  ///   the weight is negative or not finite
  /// @throws IndexOutOfBoundsException if there is no such class, or if there are fewer than k
  ///   scores
  public void add(double[] scores, int from, int label, double rowWeight) {
    Objects.checkFromIndexSize(from, classCount, scores.length);
    Objects.checkIndex(label, classCount);
    if (!(rowWeight >= 0 && rowWeight < Double.POSITIVE_INFINITY)) {
      throw new BadDataException(
          "the weight of the row is %s; a finite number of at least 0 is expected",
          Fact.value(rowWeight));
    }
    requireScores(scores, from, classCount, -1);
    if (rowWeight > 0) {
      take(scores, from, label, rowWeight);
    }
  }

  private void take(double[] scores, int from, int label, double rowWeight) {
    if (Double.isNaN(scores[from])) {
      leftOut++;
      return;
    }
    requireFinite(weight + rowWeight);
    LogSumExp.posterior(scores, from, 1, classCount, posterior, 0);
    LogSumExp.logPosterior(scores, from, 1, classCount, logPosterior, 0);
    int predicted = LogSumExp.argmax(scores, from, 1, classCount);
    double squares = 0;
    for (int c = 0; c < classCount; c++) {
      double error = posterior[c] - (c == label ? 1 : 0);
      squares = Math.fma(error, error, squares);
    }
    makeRoom();
    int binned = ofClass == LARGEST ? predicted : ofClass;
    probabilities[count] = posterior[binned];
    right[count] = binned == label;
    weights[count++] = rowWeight;
    weight += rowWeight;
    logLoss -= rowWeight * logPosterior[label];
    brier = Math.fma(rowWeight, squares, brier);
    errors += predicted == label ? 0 : rowWeight;
  }

  private void makeRoom() {
    if (count == weights.length) {
      int room = Math.max(Math.addExact(count, 1), Math.max(64, weights.length / 2 * 3));
      probabilities = Arrays.copyOf(probabilities, room);
      weights = Arrays.copyOf(weights, room);
      right = Arrays.copyOf(right, room);
    }
  }

  /// Refuses a sum of weights that has overflowed.
  static void requireFinite(double weight) {
    if (weight == Double.POSITIVE_INFINITY) {
      throw new BadDataException(
          "the weights of the rows add up to more than a double holds; smaller ones are expected");
    }
  }

  static void requireShape(double[][] scores, Labels labels, int classCount) {
    if (scores.length != labels.rowCount()) {
      throw new BadDataException(
          "there are scores of %s rows and labels of %d; as many are expected",
          Fact.value(scores.length), labels.rowCount());
    }
    if (labels.classCount() != classCount) {
      throw new BadDataException(
          "the labels are of %s classes; %d are expected",
          Fact.value(labels.classCount()), classCount);
    }
    for (int row = 0; row < scores.length; row++) {
      if (scores[row].length != classCount) {
        throw new BadDataException(
            "%s has %d scores; one for each of the %d classes is expected",
            Fact.row(row), scores[row].length, classCount);
      }
    }
  }

  static void requireScores(double[] scores, int row) {
    requireScores(scores, 0, scores.length, row);
  }

  private static void requireScores(double[] scores, int from, int classCount, int row) {
    boolean missing = Double.isNaN(scores[from]);
    for (int c = 0; c < classCount; c++) {
      double score = scores[from + c];
      if (score == Double.POSITIVE_INFINITY || Double.isNaN(score) != missing) {
        throw new BadDataException(
            "%s has the score %s in %s; a finite number or -Infinity is expected, or NaN in all"
                + " classes of a row that is left out",
            row < 0 ? "the row" : Fact.row(row), Fact.value(score), Fact.label(c));
      }
    }
  }

  /// The number of rows with a posterior and a weight above 0.
  public int rowCount() {
    return count;
  }

  /// The number of rows without a posterior.
  public long leftOut() {
    return leftOut;
  }

  /// W, the sum of the weights of the rows with a posterior.
  public double weight() {
    return weight;
  }

  /// The log loss, in nats.
  ///
  /// @throws IllegalArgumentException if there are no rows
  public double logLoss() {
    return mean(logLoss);
  }

  /// The Brier score, from 0 to 2.
  ///
  /// @throws IllegalArgumentException if there are no rows
  public double brierScore() {
    return mean(brier);
  }

  /// The weighted share of rows whose class does not have the largest posterior.
  ///
  /// @throws IllegalArgumentException if there are no rows
  public double errorRate() {
    return mean(errors);
  }

  /// The expected calibration error in [#DEFAULT_BINS] bins of equal width.
  ///
  /// @throws IllegalArgumentException if there are no rows
  public double expectedCalibrationError() {
    return reliability(DEFAULT_BINS).expectedError();
  }

  /// Returns the reliability in bins of equal width: bin i of m is [i/m, (i + 1)/m), and the last
  /// one includes 1. Empty bins are omitted.
  ///
  /// @param bins m
  /// @throws IllegalArgumentException if there are no rows, or if m is not from 1 to 1,000,000
  public Reliability reliability(int bins) {
    requireRowsAndBins(bins);
    return Reliability.equalWidth(bins, probabilities, weights, right, count);
  }

  /// Returns the reliability in bins of equal counts: rows, ordered by probability, are split so
  /// that each bin has about 1/m of the weight. Rows with the same probability stay together, so
  /// there may be fewer bins.
  ///
  /// @param bins m
  /// @throws IllegalArgumentException if there are no rows, or if m is not from 1 to 1,000,000
  public Reliability reliabilityByCount(int bins) {
    requireRowsAndBins(bins);
    return Reliability.equalCount(bins, probabilities, weights, right, count);
  }

  private void requireRowsAndBins(int bins) {
    if (bins < 1 || bins > MAX_BINS) {
      throw new BadDataException(
          "%s bins were asked for; 1 to %d are expected", Fact.value(bins), MAX_BINS);
    }
    mean(0);
  }

  private double mean(double sum) {
    if (count == 0) {
      throw new BadDataException(
          leftOut == 0
              ? "no row of a weight above 0 was given; at least one is expected"
              : "all rows are left out; at least one with scores is expected");
    }
    return sum / weight;
  }

  @Override
  public String toString() {
    return count == 0
        ? "Calibration[no rows]"
        : "Calibration[rows=%d, log loss=%s, Brier score=%s]"
            .formatted(count, logLoss(), brierScore());
  }
}
