package org.lanewise.cli.report;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.OptionalDouble;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Scores;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;

/// Gathers what models say about test rows, of one split or of several folds.
public final class Tally {

  private static final double NANOS_PER_MILLI = 1e6;

  /// Scores that are kept for the area under the ROC curve: 128 MB.
  private static final int MAX_SCORES = 1 << 24;

  private final Classes classes;
  private final Confusion confusion;
  private final DoubleSummaryStatistics logPosteriors = new DoubleSummaryStatistics();
  private final DoubleSummaryStatistics logDensities = new DoubleSummaryStatistics();
  private final RocArea rocArea;
  private int fits;
  private long trainRows;
  private long testRows;
  private int features;
  private long freeParameters;
  private long fitNanos;
  private long scoreNanos;

  /// An empty tally.
  ///
  /// @param classes the classes of all rows; a model may know fewer, its test rows of the others
  ///   are then wrong and their posterior is 0
  public Tally(Classes classes) {
    this.classes = classes;
    confusion = new Confusion(classes.count());
    rocArea = new RocArea(classes.count(), MAX_SCORES);
  }

  /// Takes in a fit.
  public void addFit(FittedModel model, int rowCount, long nanos) {
    fits++;
    trainRows += rowCount;
    fitNanos += nanos;
    addModel(model);
  }

  /// Takes in a model that was fitted before.
  public void addModel(FittedModel model) {
    features = Math.max(features, model.classifier().featureCount());
    freeParameters = Math.max(freeParameters, model.classifier().freeParameters());
  }

  /// Takes in the scores of test rows.
  ///
  /// @param labels the true classes of the rows
  public void addScores(FittedModel model, Labels labels, Scores scores, long nanos) {
    scoreNanos += nanos;
    testRows += labels.rowCount();
    int[] ofLabel = labels.classes().indicesIn(classes);
    int[] ofKnown = model.classes().indicesIn(classes);
    // Of a class that the model does not know it stays as it is.
    double[] ofRow = new double[classes.count()];
    Arrays.fill(ofRow, Double.NEGATIVE_INFINITY);
    for (int row = 0; row < labels.rowCount(); row++) {
      for (int c = 0; c < ofKnown.length; c++) {
        ofRow[ofKnown[c]] = scores.logPosteriors()[row * ofKnown.length + c];
      }
      int truth = ofLabel[labels.index(row)];
      confusion.add(truth, ofKnown[scores.labels()[row]]);
      logPosteriors.accept(ofRow[truth]);
      rocArea.add(truth, ofRow);
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
        fits,
        trainRows,
        testRows,
        features,
        classes.names(),
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
