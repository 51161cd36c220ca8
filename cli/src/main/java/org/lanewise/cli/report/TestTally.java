package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.Scores;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Training;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.report.figure.Baseline;
import org.lanewise.report.figure.RocArea;
import org.lanewise.report.figure.TestResults;
import org.lanewise.statistics.Statistics;
import org.lanewise.validation.CrossValidation;

/// Gathers the scores of test rows, of one split or of several folds.
public final class TestTally {

  private static final double NANOS_PER_MILLI = 1e6;

  private final TestResults rows;
  private final DoubleSummaryStatistics logJoints = new DoubleSummaryStatistics();
  private final DoubleSummaryStatistics logDensities = new DoubleSummaryStatistics();
  private final List<FoldSums> folds = new ArrayList<>();
  private boolean leavesOut;
  private Optional<IncompleteRows> incomplete = Optional.empty();
  private long fitNanos;
  private long scoreNanos;

  /// The decisions for the test rows, if there are decisions other than the most probable class.
  final Optional<DecisionTally> decisions;

  /// How many models were fitted: one, one for each fold, or none where the model is a stored one.
  int fits;

  /// How many rows were learned from, a row of several folds each time.
  long trainRows;

  /// The number of rows that cannot be left out, with leave-one-out.
  public Optional<Integer> leftOut = Optional.empty();

  /// The figures of the training rows, if there is one model.
  public Optional<TrainingFigures> training = Optional.empty();

  /// How many fits each column was selected for, if columns were selected.
  public final Map<String, Integer> selected = new LinkedHashMap<>();

  /// The option that was chosen at the end of the values that were tried, if one was.
  Optional<String> atTheEnd = Optional.empty();

  /// Rejected rows of known and of other classes, if they were tested; all other figures cover only
  /// the rows of known classes.
  public Optional<UnknownTally> unknown = Optional.empty();

  /// Sets of classes, if they were made.
  Optional<CoverageTally> sets = Optional.empty();

  /// The course of the errors, if each row is predicted before it is learned.
  public Optional<PrequentialTally> prequential = Optional.empty();

  /// The recall or precision for which a threshold is wanted, if any.
  private Optional<OperatingPoint.Wanted> wanted = Optional.empty();

  /// The number of features, of the fold with the most of them.
  int features;

  /// The parameters of the model, of the fold with the most of them.
  long freeParameters;

  /// An empty tally.
  ///
  /// @param classes the classes of all rows; a model may know fewer, its test rows of the others
  ///   are then wrong and their posterior is 0
  /// @param decisions what is decided of the rows, besides their classes
  /// @param calibrated whether to gather how well posteriors are calibrated
  public TestTally(Classes classes, Optional<Decisions> decisions, boolean calibrated) {
    this.decisions = decisions.map(made -> new DecisionTally(made, classes));
    rows = new TestResults(classes, calibrated);
  }

  /// Takes in a fit.
  public void addFit(FittedModel model, int rowCount, long nanos) {
    fits++;
    folds.add(new FoldSums());
    rows.beginFold();
    trainRows += rowCount;
    fitNanos += nanos;
    addModel(model);
  }

  /// Takes in a model that was fitted before.
  public void addModel(FittedModel model) {
    model
        .incomplete()
        .ifPresent(rows -> incomplete = Optional.of(incomplete.map(rows::and).orElse(rows)));
    atTheEnd =
        model.training().chosen().filter(Training.Chosen::atTheEnd).map(Training.Chosen::what);
    features = Math.max(features, model.classifier().featureCount());
    freeParameters = Math.max(freeParameters, model.freeParameters());
  }

  /// Takes the shares of the classes for the test rows that follow.
  ///
  /// @param known the classes of the weights
  /// @param weights the weight of each class, or its prior
  public void learnShares(Baseline.Source source, Classes known, double[] weights) {
    double[] ofClass = new double[rows.classes().count()];
    int[] ofKnown = known.indicesIn(rows.classes());
    for (int c = 0; c < weights.length; c++) {
      ofClass[ofKnown[c]] += weights[c];
    }
    rows.baseline().learn(source, ofClass);
  }

  /// The same of the weights of rows to learn from.
  public void learnShares(Labels labels) {
    learnShares(Baseline.Source.TRAINING_ROWS, labels.classes(), weightsOf(labels));
  }

  /// The same of the rows of statistics.
  public void learnShares(Statistics learned) {
    double[] weights = new double[learned.classCount()];
    Arrays.setAll(weights, learned::classWeight);
    learnShares(Baseline.Source.TRAINING_ROWS, learned.classes(), weights);
  }

  /// The same for test rows that are each left out of these rows.
  public void learnSharesOfOthers(Labels labels) {
    leavesOut = true;
    learnShares(labels);
  }

  /// The weight of each class.
  private static double[] weightsOf(Labels labels) {
    double[] weights = new double[labels.classCount()];
    for (int row = 0; row < labels.rowCount(); row++) {
      weights[labels.index(row)] += labels.weight(row);
    }
    return weights;
  }

  /// Takes in the scores of test rows.
  ///
  /// @param labels the true classes of the rows
  /// @param known the classes that they are of
  /// @param place says where a row is by its index among these
  public void addScores(
      Classes known, Labels labels, Scores scores, IntFunction<String> place, long nanos) {
    Classes classes = rows.classes();
    long before = rows.count();
    scoreNanos += nanos;
    int[] ofLabel = labels.classes().indicesIn(classes);
    int[] ofKnown = known.indicesIn(classes);
    BitSet learned = new BitSet();
    Arrays.stream(ofKnown).forEach(learned::set);
    // Of a class that the model does not know it stays as it is.
    double[] ofRow = new double[classes.count()];
    Arrays.fill(ofRow, Double.NEGATIVE_INFINITY);
    for (int row = 0; row < labels.rowCount(); row++) {
      for (int c = 0; c < ofKnown.length; c++) {
        ofRow[ofKnown[c]] = scores.logPosteriors()[row * ofKnown.length + c];
      }
      int truth = ofLabel[labels.index(row)];
      int predicted = ofKnown[scores.labels()[row]];
      LongFunction<String> places = index -> place.apply(Math.toIntExact(index - before));
      boolean isUnlearned = prequential.isPresent() && !learned.get(truth);
      prequential.ifPresent(course -> course.add(predicted, ofRow[truth], isUnlearned));
      if (isUnlearned) {
        rows.addUnlearned(truth, predicted, ofRow, places);
      } else {
        rows.baseline().add(truth, leavesOut ? labels.weight(row) : 0);
        rows.add(truth, predicted, ofRow, places);
      }
      if (!folds.isEmpty()) {
        folds.getLast().add(truth, predicted, ofRow);
      }
      if (scores.logJoints().length > 0 && !isUnlearned) {
        logJoints.accept(logJoint(scores, row, truth, ofKnown));
      }
      if (decisions.isPresent()) {
        decisions.get().add(truth, scores.actions()[row]);
      }
      if (sets.isPresent()) {
        sets.get().add(truth, scores.sets(), row * ofKnown.length);
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

  /// Returns the results of the test rows so far, from which figures are drawn.
  public TestResults rows() {
    return rows;
  }

  /// Counts the test rows whose class is in their set.
  ///
  /// @param coverage the probability that it is
  public void countSets(double coverage) {
    sets = Optional.of(new CoverageTally(coverage, rows.classes()));
  }

  /// Asks for a threshold with a recall or precision.
  ///
  /// @throws org.lanewise.cli.table.DataException if there is none for these classes
  public void want(OperatingPoint.Wanted asked) {
    asked.check(rows.classes());
    wanted = Optional.of(asked);
  }

  /// Describes the threshold with the wanted recall or precision, if one was asked for.
  <T> Optional<T> wanted(
      BiFunction<OperatingPoint.Wanted, Optional<OperatingPoint>, T> description) {
    return wanted.map(asked ->
        description.apply(
            asked,
            rows.curves()
                .split(0)
                .flatMap(split -> OperatingPoint.of(asked, rows.classes(), split))));
  }

  /// Returns the area under the ROC curve of the rows so far.
  public OptionalDouble area() {
    return rows.curves().area().stream().mapToDouble(RocArea::value).findAny();
  }

  /// Returns the figures of each fit.
  ///
  /// @param partitions how often rows were dealt to folds
  public CrossValidation crossValidation(int partitions) {
    return new CrossValidation(
        folds.stream().map(FoldSums::figures).toList(),
        partitions,
        freeParameters,
        fitNanos + scoreNanos);
  }

  /// Sums over the test rows of a fit.
  private static final class FoldSums {

    private long rows;
    private double logLoss;
    private long errors;
    private double brier;

    void add(int truth, int predicted, double[] logPosteriors) {
      rows++;
      logLoss -= logPosteriors[truth];
      errors += predicted == truth ? 0 : 1;
      for (int c = 0; c < logPosteriors.length; c++) {
        double error = Math.exp(logPosteriors[c]) - (c == truth ? 1 : 0);
        brier += error * error;
      }
    }

    CrossValidation.Fold figures() {
      return new CrossValidation.Fold(
          rows, logLoss / rows + 0.0, (double) errors / rows, brier / rows);
    }
  }

  /// Returns the evaluation of the rows so far, which are of no folds.
  ///
  /// @param rowCount the number of rows in all files
  public Evaluation evaluation(String classifier, long rowCount, String kernels) {
    return evaluation(classifier, rowCount, kernels, Optional.empty(), 1);
  }

  /// Returns the evaluation of the rows so far.
  ///
  /// @param rowCount the number of rows in all files
  /// @param dealt how rows were dealt to folds; empty if there are none
  /// @param partitions how often they were dealt
  public Evaluation evaluation(
      String classifier, long rowCount, String kernels, Optional<String> dealt, int partitions) {
    return new Evaluation(
        classifier,
        rowCount,
        this,
        rows.curves().area(),
        rows.curves().averagePrecision().map(OptionalDouble::of).orElse(OptionalDouble.empty()),
        rows.temperature(),
        dealt.map(how -> new FoldFigures(crossValidation(partitions), how)),
        kernels);
  }

  /// Σ log p(x) of the test rows; none if the model has no p(x).
  OptionalDouble testLogLikelihood() {
    return ofDensity(logDensities.getSum());
  }

  /// Σ log p(x, y) of the test rows; none if the model has no p(x).
  OptionalDouble jointLogLikelihood() {
    return ofDensity(logJoints.getSum() + 0.0);
  }

  private OptionalDouble ofDensity(double sum) {
    return logDensities.getCount() == rows.count()
        ? OptionalDouble.of(sum)
        : OptionalDouble.empty();
  }

  /// Returns the treatment of rows with missing values by all fits, each row counted once; empty if
  /// no value could be missing, or the model is not one of normal classes.
  Optional<IncompleteRows> incomplete() {
    return incomplete.map(all -> all.eachOnce(fits));
  }

  /// The time of all fits, from rows in memory to a model.
  double fitMillis() {
    return fitNanos / NANOS_PER_MILLI;
  }

  /// The time to compute labels, posteriors and densities.
  double scoreMillis() {
    return scoreNanos / NANOS_PER_MILLI;
  }
}
