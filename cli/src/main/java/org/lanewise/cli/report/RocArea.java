package org.lanewise.cli.report;

import java.util.Arrays;
import java.util.OptionalDouble;

/// The area under the ROC curve: how likely a test row of a class has a larger score for that class
/// than one of another class, ties counted half.
///
/// ```
/// A_c = (#{(i, j): s_i > s_j} + ½ #{(i, j): s_i = s_j}) / (n_c (n − n_c)),   i of class c, j not
/// ```
///
/// The score is the log odds log p(c | x) − log(1 − p(c | x)), which keeps apart what is almost
/// certain. Of two classes the area is that of either, of more the mean over the classes that have
/// test rows. (Hanley and McNeil, The Meaning and Use of the Area under a Receiver Operating
/// Characteristic Curve, Radiology 143, 1982.)
final class RocArea {

  private static final int FIRST_CAPACITY = 1 << 6;

  private final int classCount;
  private final int scoreCount;
  private final int mostRows;
  private int[] labels = new int[FIRST_CAPACITY];
  // Of each row one of class 1 of two, else one of each class.
  private double[] scores;
  private int rowCount;
  private boolean tooMany;

  /// Of no rows.
  ///
  /// @param mostScores how many scores are kept at most, one for a row and class, or one for a row
  ///   of two classes; of more there is no area
  RocArea(int classCount, int mostScores) {
    this.classCount = classCount;
    scoreCount = classCount == 2 ? 1 : classCount;
    mostRows = mostScores / scoreCount;
    scores = new double[FIRST_CAPACITY * scoreCount];
  }

  /// Takes in a row.
  ///
  /// @param label its class
  /// @param logPosteriors log p(c | x) of every class
  void add(int label, double[] logPosteriors) {
    if (tooMany || rowCount == mostRows) {
      tooMany = true;
      labels = new int[0];
      scores = new double[0];
      return;
    }
    if (rowCount == labels.length) {
      int capacity = Math.min(mostRows, 2 * rowCount);
      labels = Arrays.copyOf(labels, capacity);
      scores = Arrays.copyOf(scores, capacity * scoreCount);
    }
    if (classCount == 2) {
      scores[rowCount] = logPosteriors[1] - logPosteriors[0];
    } else {
      for (int c = 0; c < classCount; c++) {
        scores[rowCount * scoreCount + c] = logOdds(logPosteriors, c);
      }
    }
    labels[rowCount++] = label;
  }

  /// The area; none if all rows are of one class or there are more than can be kept.
  OptionalDouble area() {
    if (tooMany) {
      return OptionalDouble.empty();
    }
    double sum = 0;
    int count = 0;
    for (int c = 0; c < scoreCount; c++) {
      OptionalDouble area = area(c);
      if (area.isPresent()) {
        sum += area.getAsDouble();
        count++;
      }
    }
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
  }

  private OptionalDouble area(int score) {
    int positive = classCount == 2 ? 1 : score;
    double[] inside = new double[rowCount];
    double[] outside = new double[rowCount];
    int insideCount = 0;
    int outsideCount = 0;
    for (int row = 0; row < rowCount; row++) {
      // + 0, as a 0 and a −0 are a tie.
      double value = scores[row * scoreCount + score] + 0.0;
      if (labels[row] == positive) {
        inside[insideCount++] = value;
      } else {
        outside[outsideCount++] = value;
      }
    }
    if (insideCount == 0 || outsideCount == 0) {
      return OptionalDouble.empty();
    }
    Arrays.sort(inside, 0, insideCount);
    Arrays.sort(outside, 0, outsideCount);
    long twice = 0;
    int less = 0;
    int atMost = 0;
    for (int i = 0; i < insideCount; i++) {
      while (less < outsideCount && outside[less] < inside[i]) {
        less++;
      }
      while (atMost < outsideCount && outside[atMost] <= inside[i]) {
        atMost++;
      }
      twice += less + atMost;
    }
    return OptionalDouble.of(twice / (2.0 * insideCount * outsideCount));
  }

  /// log p − log(1 − p) of a class, 1 − p by the other classes where it is small.
  private static double logOdds(double[] logPosteriors, int label) {
    double own = logPosteriors[label];
    if (own < -0.5) {
      return own - Math.log1p(-Math.exp(own));
    }
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < logPosteriors.length; c++) {
      largest = c == label ? largest : Math.max(largest, logPosteriors[c]);
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      return Double.POSITIVE_INFINITY;
    }
    double sum = 0;
    for (int c = 0; c < logPosteriors.length; c++) {
      sum += c == label ? 0 : Math.exp(logPosteriors[c] - largest);
    }
    return own - (largest + Math.log(sum));
  }
}
