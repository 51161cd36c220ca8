package org.lanewise.report.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// ROC curves and the area under them: how likely a test row of a class has a larger score for that
/// class than one of another class, ties counted half.
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
  private int[] labels;
  // Of each row one of class 1 of two, else one of each class.
  private double[] scores;
  private int rowCount;

  /// The first row of each fold.
  private final List<Integer> folds = new ArrayList<>();

  /// Bins of the scores if there are too many to keep, else null.
  private Optional<ScoreBins> bins;

  /// Null where it is to be computed.
  private Optional<RocArea> area;

  /// That of the last area.
  private Optional<Double> averagePrecision = Optional.empty();

  /// Of no rows.
  ///
  /// @param mostScores how many scores are kept at most, one for a row and class, or one for a row
  ///   of two classes; of more there are no curves, and areas are those of [ScoreBins]
  public RocCurves(int classCount, int mostScores) {
    this.classCount = classCount;
    scoreCount = classCount == 2 ? 1 : classCount;
    mostRows = mostScores / scoreCount;
    labels = new int[Math.min(FIRST_CAPACITY, mostRows)];
    scores = new double[labels.length * scoreCount];
  }

  /// Notes that the rows that follow are those of another fold.
  void beginFold() {
    folds.add(rowCount);
  }

  /// Takes in a row.
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

  /// The area; none if all rows are of one class, or there are more scores than can be kept and
  /// more than 3,000 classes.
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

  /// The mean of the average precisions of the classes that have test rows, of two classes that of
  /// the second; none if all rows are of one class, or there are more scores than can be kept.
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

  /// The log posteriors of a row whose scores are kept, of two classes up to a constant.
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
    return bins == null ? split(curve, 0, rowCount) : Optional.empty();
  }

  /// The same of each fold that has such rows; none without folds, or of one.
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
