package org.lanewise.report.figure;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/// ROC curves and the area under them: how likely a test row of a class has a larger score for that class
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
public final class RocCurves {

  private static final int FIRST_CAPACITY = 1 << 6;

  private final int classCount;
  private final int scoreCount;
  private final int mostRows;
  private int[] labels = new int[FIRST_CAPACITY];
  // Of each row one of class 1 of two, else one of each class.
  private double[] scores;
  private int rowCount;
  private boolean tooMany;

  /// Null where it is to be computed.
  private OptionalDouble area;

  /// Of no rows.
  ///
  /// @param mostScores how many scores are kept at most, one for a row and class, or one for a row
  ///   of two classes; of more there is no area
  public RocCurves(int classCount, int mostScores) {
    this.classCount = classCount;
    scoreCount = classCount == 2 ? 1 : classCount;
    mostRows = mostScores / scoreCount;
    scores = new double[FIRST_CAPACITY * scoreCount];
  }

  /// Takes in a row.
  ///
  /// @param label its class
  /// @param logPosteriors log p(c | x) of every class
  public void add(int label, double[] logPosteriors) {
    area = null;
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
  public OptionalDouble area() {
    if (area == null) {
      area = meanArea();
    }
    return area;
  }

  private OptionalDouble meanArea() {
    if (tooMany) {
      return OptionalDouble.empty();
    }
    double sum = 0;
    int count = 0;
    for (int c = 0; c < scoreCount; c++) {
      OptionalDouble own = area(c);
      if (own.isPresent()) {
        sum += own.getAsDouble();
        count++;
      }
    }
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
  }

  private OptionalDouble area(int curve) {
    return split(curve).map(Split::area).map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  /// The number of classes.
  public int classCount() {
    return classCount;
  }

  /// How many curves there are: one for each class, of two classes that of the second.
  public int curveCount() {
    return scoreCount;
  }

  /// The class of a curve.
  public int labelOf(int curve) {
    return classCount == 2 ? 1 : curve;
  }

  /// The scores of the rows, those of a class apart from the others; none where there are no such
  /// rows on either side or too many to be kept.
  ///
  /// @param curve which, from 0 to [#curveCount()]
  public Optional<Split> split(int curve) {
    if (tooMany) {
      return Optional.empty();
    }
    int positive = labelOf(curve);
    double[] inside = new double[rowCount];
    double[] outside = new double[rowCount];
    int insideCount = 0;
    int outsideCount = 0;
    for (int row = 0; row < rowCount; row++) {
      // + 0, as a 0 and a −0 are a tie.
      double value = scores[row * scoreCount + curve] + 0.0;
      if (labels[row] == positive) {
        inside[insideCount++] = value;
      } else {
        outside[outsideCount++] = value;
      }
    }
    if (insideCount == 0 || outsideCount == 0) {
      return Optional.empty();
    }
    double[] own = Arrays.copyOf(inside, insideCount);
    double[] others = Arrays.copyOf(outside, outsideCount);
    Arrays.sort(own);
    Arrays.sort(others);
    return Optional.of(new Split(own, others));
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
