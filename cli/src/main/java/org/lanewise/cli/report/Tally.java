package org.lanewise.cli.report;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.lanewise.cli.classifier.FittedModel;
import org.lanewise.cli.classifier.Scores;

/// Gathers what models say about test rows, of one split or of several folds.
public final class Tally {

  private static final double NANOS_PER_MILLI = 1e6;

  /// Scores that are kept for the area under the ROC curve: 128 MB.
  private static final int MOST_SCORES = 1 << 24;

  private final List<String> classNames;
  private final Map<String, Integer> indexOf = new HashMap<>();
  private final long[][] confusion;
  private final DoubleSummaryStatistics logPosteriors = new DoubleSummaryStatistics();
  private final DoubleSummaryStatistics logDensities = new DoubleSummaryStatistics();
  private final RocArea rocArea;
  private long trainRows;
  private long testRows;
  private int features;
  private long freeParameters;
  private long fitNanos;
  private long scoreNanos;

  /// An empty tally.
  ///
  /// @param classNames the classes of all rows; a model may know fewer, its test rows of the others
  ///   are then wrong and their posterior is 0
  public Tally(List<String> classNames) {
    this.classNames = List.copyOf(classNames);
    confusion = new long[classNames.size()][classNames.size()];
    rocArea = new RocArea(classNames.size(), MOST_SCORES);
    for (String name : classNames) {
      indexOf.put(name, indexOf.size());
    }
  }

  /// Takes in a fit.
  public void addFit(FittedModel model, int rowCount, long nanos) {
    trainRows += rowCount;
    fitNanos += nanos;
    features = Math.max(features, model.classifier().featureCount());
    freeParameters = Math.max(freeParameters, model.classifier().freeParameters());
  }

  /// Takes in the scores of test rows.
  ///
  /// @param labels the true classes of the rows
  public void addScores(FittedModel model, List<String> labels, Scores scores, long nanos) {
    scoreNanos += nanos;
    testRows += labels.size();
    List<String> known = model.classNames();
    int[] indexOfKnown = known.stream().mapToInt(indexOf::get).toArray();
    Map<String, Integer> knownIndexOf = new HashMap<>();
    for (String name : known) {
      knownIndexOf.put(name, knownIndexOf.size());
    }
    double[] ofRow = new double[classNames.size()];
    Arrays.fill(ofRow, Double.NEGATIVE_INFINITY);
    for (int row = 0; row < labels.size(); row++) {
      String label = labels.get(row);
      confusion[indexOf.get(label)][indexOfKnown[scores.labels()[row]]]++;
      Integer place = knownIndexOf.get(label);
      logPosteriors.accept(
          place == null
              ? Double.NEGATIVE_INFINITY
              : scores.logPosteriors()[row * known.size() + place]);
      for (int c = 0; c < indexOfKnown.length; c++) {
        ofRow[indexOfKnown[c]] = scores.logPosteriors()[row * known.size() + c];
      }
      rocArea.add(indexOf.get(label), ofRow);
    }
    for (double logDensity : scores.logDensities()) {
      logDensities.accept(logDensity);
    }
  }

  /// What has been gathered.
  ///
  /// @param rows the number of rows in all files
  public Evaluation evaluation(String classifier, long rows, String kernels) {
    return new Evaluation(
        classifier,
        rows,
        trainRows,
        testRows,
        features,
        classNames,
        // 0 − x, as −x would make −0 of 0.
        0 - logPosteriors.getSum() / testRows,
        logDensities.getCount() == testRows
            ? OptionalDouble.of(logDensities.getSum())
            : OptionalDouble.empty(),
        rocArea.area(),
        confusion,
        freeParameters,
        fitNanos / NANOS_PER_MILLI,
        scoreNanos / NANOS_PER_MILLI,
        kernels);
  }
}
