package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.lanewise.calibration.Calibration;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
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
  private final DoubleSummaryStatistics logJoints = new DoubleSummaryStatistics();
  private final DoubleSummaryStatistics logDensities = new DoubleSummaryStatistics();
  private final RocArea rocArea;
  private final Optional<DecisionTally> decisions;
  private int fits;
  private long trainRows;
  private long testRows;
  private Optional<Integer> leftOut = Optional.empty();
  private Optional<TrainingFigures> training = Optional.empty();
  private final List<IncompleteRows> incomplete = new ArrayList<>();
  private Optional<Calibration> calibration = Optional.empty();
  private int features;
  private long freeParameters;
  private long fitNanos;
  private long scoreNanos;

  /// An empty tally.
  ///
  /// @param classes the classes of all rows; a model may know fewer, its test rows of the others
  ///   are then wrong and their posterior is 0
  /// @param decisions what is decided of the rows, besides their classes
  public Tally(Classes classes, Optional<Decisions> decisions) {
    this.classes = classes;
    this.decisions = decisions.map(made -> new DecisionTally(made, classes));
    confusion = new Confusion(classes.count());
    rocArea = new RocArea(classes.count(), MAX_SCORES);
  }

  /// Takes in a fit.
  public void addFit(FittedModel model, int rowCount, long nanos) {
    fits++;
    trainRows += rowCount;
    fitNanos += nanos;
    model.incomplete().ifPresent(incomplete::add);
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
  /// @param known the classes that they are of
  public void addScores(Classes known, Labels labels, Scores scores, long nanos) {
    scoreNanos += nanos;
    testRows += labels.rowCount();
    int[] ofLabel = labels.classes().indicesIn(classes);
    int[] ofKnown = known.indicesIn(classes);
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
      calibration.ifPresent(gathered -> gathered.add(ofRow, 0, truth, 1));
      if (scores.logJoints().length > 0) {
        logJoints.accept(logJoint(scores, row, truth, ofKnown));
      }
      if (decisions.isPresent()) {
        decisions.get().add(truth, scores.actions()[row]);
      }
    }
    for (double logDensity : scores.logDensities()) {
      logDensities.accept(logDensity);
    }
  }

  /// log p(x, y), −∞ of a class that the model does not know.
  private static double logJoint(Scores scores, int row, int truth, int[] ofKnown) {
    for (int c = 0; c < ofKnown.length; c++) {
      if (ofKnown[c] == truth) {
        return scores.logJoints()[row * ofKnown.length + c];
      }
    }
    return Double.NEGATIVE_INFINITY;
  }

  /// Also gathers how far posteriors can be taken at their word: 17 bytes of each row.
  ///
  /// @return this
  public Tally withCalibration(boolean asked) {
    calibration = asked ? Optional.of(Calibration.ofLargest(classes.count())) : Optional.empty();
    return this;
  }

  /// Notes that test rows were left out of their fits, and how many of them could not be.
  public void setLeftOut(int count) {
    leftOut = Optional.of(count);
  }

  /// Notes what the model says of the rows that it was fitted to.
  public void setTraining(TrainingFigures figures) {
    training = Optional.of(figures);
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
        logDensities.getCount() == testRows
            ? OptionalDouble.of(logJoints.getSum() + 0.0)
            : OptionalDouble.empty(),
        logPosteriors.getSum() + 0.0,
        rocArea.area(),
        confusion,
        decisions,
        leftOut,
        training,
        List.copyOf(incomplete),
        calibration.map(CalibrationFigures::new),
        freeParameters,
        fitNanos / NANOS_PER_MILLI,
        scoreNanos / NANOS_PER_MILLI,
        kernels);
  }
}
