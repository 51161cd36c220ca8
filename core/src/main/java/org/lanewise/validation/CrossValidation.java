package org.lanewise.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.lanewise.calibration.Calibration;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MissingValues;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;
import org.lanewise.score.Scorer;

/// Cross-validation: the figures of each fold, for models that are fitted to the other rows.
///
/// ```java
/// CrossValidation result =
///     CrossValidation.of(LinearDiscriminant.recipe(), rows, labels, Folds.stratified(labels, 10, 1));
/// double logLoss = result.logLoss().mean();
/// ```
///
/// @param folds the figures of each fold, at least one
/// @param partitions the number of partitions of the rows: 1, or more for repeated cross-validation
/// @param freeParameters the number of free parameters of the model, the largest of all folds
/// @param nanos the time of all fits and scores, in nanoseconds
/// @param copies the number of test rows of all folds that are identical to a training row of their
///   class ([IdenticalRows]); 0 if they were not counted. [Folds#stratified(Labels, int, long,
///   IdenticalRows)] can keep identical rows in one fold
public record CrossValidation(
    List<Fold> folds, int partitions, long freeParameters, long nanos, long copies) {

  /// The figures of a fold, as in [Calibration].
  ///
  /// @param weight the sum of the weights of its test rows
  /// @param logLoss the mean log loss, in nats; +∞ if the model gives a row probability 0 in its
  ///   class, such as in a class without training rows
  /// @param errorRate the share of misclassified rows
  /// @param brierScore the Brier score, from 0 to 2
  public record Fold(double weight, double logLoss, double errorRate, double brierScore) {}

  /// A mean over folds.
  ///
  /// @param mean the mean of the folds, all with the same weight
  /// @param standardError its standard error; NaN for a single fold, or if the mean is infinite
  public record Spread(double mean, double standardError) {}

  /// Copies the folds.
  ///
  /// @throws IllegalArgumentException if there are none, or not as many for each partition
  public CrossValidation {
    folds = List.copyOf(folds);
    if (folds.isEmpty() || partitions < 1 || folds.size() < partitions) {
      throw new IllegalArgumentException(
          "there are %d folds in %d partitions; at least one in each is expected"
              .formatted(folds.size(), partitions));
    }
  }

  /// The figures of folds whose identical rows were not counted.
  ///
  /// @throws IllegalArgumentException if there are no folds, or not as many for each partition
  public CrossValidation(List<Fold> folds, int partitions, long freeParameters, long nanos) {
    this(folds, partitions, freeParameters, nanos, 0);
  }

  /// The mean log loss of the folds, in nats.
  public Spread logLoss() {
    return spread(Fold::logLoss);
  }

  /// The mean share of misclassified rows.
  public Spread errorRate() {
    return spread(Fold::errorRate);
  }

  /// The mean Brier score, from 0 to 2.
  public Spread brierScore() {
    return spread(Fold::brierScore);
  }

  /// Returns the mean m of a figure over all J folds and its standard error:
  ///
  /// ```
  /// m = 1/J Σ_f v_f,   s² = 1/(J − 1) Σ_f (v_f − m)²,   standard error = s / √(J / partitions)
  /// ```
  ///
  /// The standard error is that of Breiman et al., Classification and Regression Trees, 1984. It is
  /// too small for a test of whether one model is better than another: any two folds share most of
  /// their training rows, so their figures are not independent, and no unbiased estimate exists
  /// (Bengio and Grandvalet, Journal of Machine Learning Research 5, 2004). Repetitions share all
  /// rows, so they make the mean steadier but do not count as more folds. Nadeau and Bengio
  /// (Machine Learning 52, 2003) multiply s² by 1/J + n_test/n_train instead of 1/J, which makes
  /// the standard error of 10 folds 1.45 times as large.
  private Spread spread(ToDoubleFunction<Fold> figure) {
    double[] values = folds.stream().mapToDouble(figure).toArray();
    double mean = Arrays.stream(values).sum() / values.length;
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    double independent = (double) values.length / partitions;
    return new Spread(mean, Math.sqrt(squares / (values.length - 1) / independent));
  }

  /// Fits a recipe to the training rows of each fold and scores the test rows.
  ///
  /// @throws IllegalArgumentException as [#of(Recipe, RowBatch, Labels, Folds, Workers)]
  public static CrossValidation of(Recipe<?> recipe, RowBatch rows, Labels labels, Folds folds) {
    return of(recipe, rows, labels, folds, Workers.CALLER);
  }

  /// Fits a recipe to the training rows of each fold and scores the test rows. A class without
  /// training rows is unknown to the model of that fold.
  ///
  /// @param workers the workers of the fits; results are bit-identical
  /// @throws IllegalArgumentException if the numbers of rows, labels and rows of the folds differ,
  ///   if the recipe does not accept the rows, if no model can be fitted to the training rows of a
  ///   fold, or if the test rows of a fold have no weight
  public static CrossValidation of(
      Recipe<?> recipe, RowBatch rows, Labels labels, Folds folds, Workers workers) {
    labels.requireOneForEach(rows);
    requireRows(labels, folds);
    long start = System.nanoTime();
    IdenticalRows identical = IdenticalRows.of(rows, labels);
    long copies = 0;
    long freeParameters = 0;
    List<Fold> figures = new ArrayList<>();
    for (int fold = 0; fold < folds.count(); fold++) {
      int[] trainRows = folds.trainRows(fold);
      int[] testRows = folds.testRows(fold);
      Training training = Training.of(labels, trainRows);
      copies += identical.countSeen(trainRows, testRows);
      Classifier<?, ?> model;
      try {
        model = recipe.fit(rows, training.labels, workers);
      } catch (LanewiseException e) {
        throw new BadDataException(
            e,
            "no model can be fitted to the training rows of fold %s (%s)",
            Fact.value(fold),
            e.getMessage());
      }
      freeParameters = Math.max(freeParameters, model.freeParameters());
      figures.add(test(model, training.classes, RowFormat.of(rows), rows, labels, testRows));
    }
    return new CrossValidation(
        figures, folds.partitionCount(), freeParameters, System.nanoTime() - start, copies);
  }

  /// Cross-validates the shares of the classes in the training rows: the model that ignores all
  /// features, and a baseline for others. Its error rate is that of the largest class.
  ///
  /// @param labels the classes, with the weights of training rows
  /// @param tested the same classes, with the weights of test rows
  /// @throws IllegalArgumentException if the numbers of labels and rows of the folds differ, if the
  ///   test rows of a fold have no weight, or if the classes differ
  public static CrossValidation ofClassShares(Labels labels, Labels tested, Folds folds) {
    requireRows(labels, folds);
    if (!Arrays.equals(labels.toArray(), tested.toArray())) {
      throw new IllegalArgumentException(
          "the labels of training rows and of test rows differ; the same classes are expected");
    }
    long start = System.nanoTime();
    List<Fold> figures = new ArrayList<>();
    for (int fold = 0; fold < folds.count(); fold++) {
      double[] logShares = new double[labels.classCount()];
      for (int row : folds.trainRows(fold)) {
        logShares[labels.index(row)] += labels.weight(row);
      }
      Arrays.setAll(logShares, c -> StrictMath.log(logShares[c]));
      Calibration calibration = Calibration.ofLargest(labels.classCount());
      for (int row : folds.testRows(fold)) {
        calibration.add(logShares, 0, tested.index(row), tested.weight(row));
      }
      figures.add(figures(calibration));
    }
    return new CrossValidation(
        figures, folds.partitionCount(), labels.classCount() - 1L, System.nanoTime() - start);
  }

  static void requireRows(Labels labels, Folds folds) {
    if (labels.rowCount() != folds.rowCount()) {
      throw new IllegalArgumentException(
          "there are %d labels, and the folds are of %d rows; one label for each row is expected"
              .formatted(labels.rowCount(), folds.rowCount()));
    }
  }

  /// The classes of training rows, and labels of these classes; other rows have weight 0, which
  /// counts as absent.
  ///
  /// @param classes the indices of these classes among all
  record Training(int[] classes, Labels labels) {

    static Training of(Labels labels, int[] rows) {
      double[] weights = new double[labels.rowCount()];
      boolean[] met = new boolean[labels.classCount()];
      for (int row : rows) {
        weights[row] = labels.weight(row);
        met[labels.index(row)] |= weights[row] > 0;
      }
      int[] classes = IntStream.range(0, met.length).filter(c -> met[c]).toArray();
      if (classes.length == met.length) {
        return new Training(classes, labels.withWeights(weights));
      }
      int[] newIndex = new int[met.length];
      for (int i = 0; i < classes.length; i++) {
        newIndex[classes[i]] = i;
      }
      int[] indices = labels.toArray();
      Arrays.setAll(indices, row -> newIndex[indices[row]]);
      // Only messages use names here, and unnamed classes cannot be selected.
      return new Training(classes, Labels.ofIndices(indices, classes.length).withWeights(weights));
    }
  }

  /// Scores the test rows of a fold.
  ///
  /// @param known the index of each class of the model among all classes
  private static <R, B extends RowBatch> Fold test(
      Classifier<?, ?> model,
      int[] known,
      RowFormat<R, B> layout,
      RowBatch rows,
      Labels labels,
      int[] tested) {
    RowFormat<R, B> withMissing = layout.withMissing(MissingValues.ALLOW);
    RowFormat<R, B> format = model.takes(withMissing) ? withMissing : layout;
    Scorer<R, B> scorer = model.scorer(format);
    B batch = format.batches().cast(rows);
    Calibration calibration = Calibration.ofLargest(labels.classCount());
    double[] scores = new double[labels.classCount()];
    Arrays.fill(scores, Double.NEGATIVE_INFINITY);
    for (int row : tested) {
      double[] posterior = scorer.logPosterior(format.row(batch, row));
      for (int c = 0; c < known.length; c++) {
        scores[known[c]] = posterior[c];
      }
      calibration.add(scores, 0, labels.index(row), labels.weight(row));
    }
    return figures(calibration);
  }

  private static Fold figures(Calibration calibration) {
    return new Fold(
        calibration.weight(),
        calibration.logLoss(),
        calibration.errorRate(),
        calibration.brierScore());
  }
}
