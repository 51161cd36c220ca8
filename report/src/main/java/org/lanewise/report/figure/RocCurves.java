package org.lanewise.report.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// ROC curves and the areas under them: the probability that a test row of a class has a larger
/// score for that class than a row of another class, where ties count half.
///
/// ```
/// A_c = (#{(i, j): s_i > s_j} + ½ #{(i, j): s_i = s_j}) / (n_c (n − n_c)),   i of class c, j not
/// ```
///
/// The score is the log-odds log p(c | x) − log(1 − p(c | x)), which still differ where
/// probabilities are almost 1. With two classes, the area is that of either; with more, the mean
/// over the classes that have test rows. (Hanley and McNeil, The Meaning and Use of the Area under
/// a Receiver Operating Characteristic Curve, Radiology 143, 1982.)
public final class RocCurves {

  private static final int FIRST_CAPACITY = 1 << 6;

  private final int classCount;
  private final int scoreCount;
  private final int mostRows;
  private int[] labels;
  // For each row, one score for class 1 if there are two classes, else one for each class.
  private double[] scores;
  private int rowCount;

  /// The first row of each fold.
  private final List<Integer> folds = new ArrayList<>();

  /// Bins of the scores if there are too many to keep, else empty.
  private Optional<ScoreBins> bins;

  /// Null until it is computed.
  private Optional<RocArea> area;

  /// The average precision computed with the last area.
  private Optional<Double> averagePrecision = Optional.empty();

  /// Creates curves of no rows.
  ///
  /// @param mostScores the most scores that are kept: one for a row and class, or one for a row if
  ///   there are two classes. With more there are no curves, and areas are those of [ScoreBins]
  public RocCurves(int classCount, int mostScores) {
    this.classCount = classCount;
    scoreCount = classCount == 2 ? 1 : classCount;
    mostRows = mostScores / scoreCount;
    labels = new int[Math.min(FIRST_CAPACITY, mostRows)];
    scores = new double[labels.length * scoreCount];
  }

  /// Starts a fold: the rows that follow belong to it.
  void beginFold() {
    folds.add(rowCount);
  }

  /// Adds a row.
  ///
  /// @param label its class
  /// @param logPosteriors log p(c | x) of every class
  public void add(int label, double[] logPosteriors) {
    area = null;
    if (bins == null && rowCount == mostRows) {
      countInBins();
    }
    if (bins != null) {
      bins.ifPresent(counts -> {
        for (int curve = 0; curve < scoreCount; curve++) {
          counts.add(curve, label == labelOf(curve), score(curve, logPosteriors));
        }
      });
      return;
    }
    if (rowCount == labels.length) {
      int capacity = Math.min(mostRows, 2 * rowCount);
      labels = Arrays.copyOf(labels, capacity);
      scores = Arrays.copyOf(scores, capacity * scoreCount);
    }
    for (int curve = 0; curve < scoreCount; curve++) {
      scores[rowCount * scoreCount + curve] = score(curve, logPosteriors);
    }
    labels[rowCount++] = label;
  }

  private void countInBins() {
    bins = ScoreBins.of(scoreCount);
    bins.ifPresent(counts -> {
      for (int row = 0; row < rowCount; row++) {
        for (int curve = 0; curve < scoreCount; curve++) {
          counts.add(curve, labels[row] == labelOf(curve), scores[row * scoreCount + curve]);
        }
      }
    });
    labels = new int[0];
    scores = new double[0];
  }

  private double score(int curve, double[] logPosteriors) {
    return classCount == 2 ? logPosteriors[1] - logPosteriors[0] : logOdds(logPosteriors, curve);
  }

  /// The area; empty if all rows belong to one class, or if there are more scores than can be kept
  /// and more than 3,000 classes.
  public Optional<RocArea> area() {
    if (area == null) {
      area = meanArea();
    }
    return area;
  }

  /// Also computes the mean average precision, from the same sorted scores.
  private Optional<RocArea> meanArea() {
    double precisions = 0;
    double sum = 0;
    double errors = 0;
    int count = 0;
    for (int curve = 0; curve < scoreCount; curve++) {
      Optional<Split> split = split(curve);
      precisions += split.map(Split::averagePrecision).orElse(0.0);
      int of = curve;
      Optional<RocArea> own =
          bins == null
              ? split.map(scores -> new RocArea(scores.area(), 0))
              : bins.flatMap(counts -> counts.area(of));
      if (own.isPresent()) {
        sum += own.get().value();
        errors += own.get().error();
        count++;
      }
    }
    averagePrecision =
        count == 0 || bins != null ? Optional.empty() : Optional.of(precisions / count);
    return count == 0 ? Optional.empty() : Optional.of(new RocArea(sum / count, errors / count));
  }

  /// The mean of the average precisions of the classes that have test rows (with two classes, that
  /// of the second); empty if all rows belong to one class, or if there are more scores than can be
  /// kept.
  public Optional<Double> averagePrecision() {
    return area().flatMap(_ -> averagePrecision);
  }

  /// The number of rows whose scores are kept; 0 if these are in bins.
  int keptRows() {
    return bins == null ? rowCount : 0;
  }

  /// The class of a row whose scores are kept.
  int label(int row) {
    return labels[row];
  }

  /// The log posteriors of a row whose scores are kept; with two classes, up to a constant.
  double[] logPosteriors(int row) {
    if (classCount == 2) {
      double logOdds = scores[row];
      return logOdds > 0 ? new double[] {-logOdds, 0} : new double[] {0, logOdds};
    }
    double[] values = new double[classCount];
    for (int c = 0; c < classCount; c++) {
      double logOdds = scores[row * scoreCount + c];
      // −log(1 + e^−x), without overflow.
      values[c] =
          logOdds < 0 ? logOdds - Math.log1p(Math.exp(logOdds)) : -Math.log1p(Math.exp(-logOdds));
    }
    return values;
  }

  /// The number of classes.
  public int classCount() {
    return classCount;
  }

  /// Whether any class has a [#split].
  public boolean hasSplits() {
    return bins == null && area().isPresent();
  }

  /// The number of curves: one for each class; with two classes, that of the second.
  public int curveCount() {
    return scoreCount;
  }

  /// The class of a curve.
  public int labelOf(int curve) {
    return classCount == 2 ? 1 : curve;
  }

  /// The scores of the rows of a class and of the others; empty if either has no rows or there are
  /// too many scores to keep.
  ///
  /// @param curve the index of the curve, below [#curveCount()]
  public Optional<Split> split(int curve) {
    return bins == null ? split(curve, 0, rowCount) : Optional.empty();
  }

  /// The same for each fold that has such rows; empty without folds, or with one.
  public List<Split> splitsOfFolds(int curve) {
    return folds().stream().flatMap(range -> split(curve, range[0], range[1]).stream()).toList();
  }

  /// The first row of each fold and the one after its last, if there are several folds and the
  /// scores of all rows are kept.
  List<int[]> folds() {
    List<int[]> ranges = new ArrayList<>();
    for (int fold = 0; fold < folds.size() && folds.size() > 1 && bins == null; fold++) {
      int end = fold + 1 < folds.size() ? folds.get(fold + 1) : rowCount;
      ranges.add(new int[] {folds.get(fold), end});
    }
    return ranges;
  }

  private Optional<Split> split(int curve, int from, int to) {
    int positive = labelOf(curve);
    double[] inside = new double[to - from];
    double[] outside = new double[to - from];
    int insideCount = 0;
    int outsideCount = 0;
    for (int row = from; row < to; row++) {
      // Adds 0 so that 0 and −0 tie.
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

  /// log p − log(1 − p) of a class, with 1 − p from the other classes if it is small.
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
