package org.lanewise.report.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.lanewise.calibration.Calibration;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;

/// The results of test rows, collected as they come: counts, curves, calibration, errors. Both the
/// page and the command show these.
public final class TestResults {

  /// The most scores that are kept for curves: 32 MB.
  private static final int MAX_SCORES = 1 << 22;

  private static final int MAX_ERRORS = 20;

  /// The most scores to which a temperature is fitted, which takes at most a tenth of a second.
  private static final int MAX_FITTED_SCORES = 1 << 18;

  private final Classes classes;
  private final Confusion confusion;
  private final Baseline baseline;
  private final RocCurves curves;
  private final Optional<Calibration> calibration;
  private final SureErrors errors = new SureErrors(MAX_ERRORS);
  private final DoubleSummaryStatistics logPosteriors = new DoubleSummaryStatistics();
  private final List<Trend> trends = new ArrayList<>();
  private long count;
  private long unlearned;

  /// Creates results of no rows.
  ///
  /// @param classes the classes of all rows
  /// @param calibrated whether to measure calibration, which takes 17 bytes per row
  public TestResults(Classes classes, boolean calibrated) {
    this.classes = classes;
    confusion = new Confusion(classes.count());
    baseline = new Baseline(classes);
    curves = new RocCurves(classes.count(), MAX_SCORES);
    calibration =
        calibrated ? Optional.of(Calibration.ofLargest(classes.count())) : Optional.empty();
  }

  /// Starts a fold: the rows that follow are tested by another model.
  public void beginFold() {
    curves.beginFold();
  }

  /// Adds a row.
  ///
  /// @param truth its class
  /// @param predicted the predicted class
  /// @param ofRow log p(c | x) of every class
  /// @param place returns the position of a row from its index among all test rows; called for few
  ///   rows
  public void add(int truth, int predicted, double[] ofRow, LongFunction<String> place) {
    confusion.add(truth, predicted);
    logPosteriors.accept(ofRow[truth]);
    curves.add(truth, ofRow);
    calibration.ifPresent(gathered -> gathered.add(possible(ofRow), 0, truth, 1));
    if (truth != predicted) {
      errors.add(count, truth, predicted, ofRow[truth], ofRow[predicted], place);
    }
    count++;
  }

  /// Adds a row of a class that its model could not know. It is an error that has no log loss, and
  /// curves and calibration leave it out.
  public void addUnlearned(int truth, int predicted, double[] ofRow, LongFunction<String> place) {
    confusion.add(truth, predicted);
    baseline.addUnlearned();
    errors.add(count, truth, predicted, ofRow[truth], ofRow[predicted], place);
    count++;
    unlearned++;
  }

  /// Adds figures of the rows in their order.
  public void add(Trend trend) {
    trends.add(trend);
  }

  /// The figures of the rows in their order.
  public List<Trend> trends() {
    return List.copyOf(trends);
  }

  /// The same, or only NaN if a class has NaN: if a row is impossible in all classes of the model,
  /// the classes that it does not know still have −∞.
  private static double[] possible(double[] ofRow) {
    if (Arrays.stream(ofRow).noneMatch(Double::isNaN)) {
      return ofRow;
    }
    double[] none = new double[ofRow.length];
    Arrays.fill(none, Double.NaN);
    return none;
  }

  /// The classes of all rows.
  public Classes classes() {
    return classes;
  }

  /// The number of rows.
  public long count() {
    return count;
  }

  /// The number of rows by true and predicted class.
  public Confusion confusion() {
    return confusion;
  }

  /// The number of rows predicted correctly.
  public long correct() {
    long correct = 0;
    for (int label = 0; label < confusion.classCount(); label++) {
      correct += confusion.hits(label);
    }
    return correct;
  }

  /// Σ log p(true class | x).
  public double logPosteriorSum() {
    // Adds 0 so that −0 is not written.
    return logPosteriors.getSum() + 0.0;
  }

  /// −(1/n) Σ log p(true class | x), of the n rows whose class the model could know.
  public double logLoss() {
    // 0 − x, because −x would turn 0 into −0.
    return 0 - logPosteriors.getSum() / (count - unlearned);
  }

  /// The temperature with the lowest log loss on the test rows themselves, which shows whether the
  /// probabilities are overconfident. It is fitted to at most 262,144 scores, one for each row and
  /// class, of evenly spaced rows; its log losses are those of all rows.
  ///
  /// @return empty if no temperature is best, for example if no row is misclassified or a row has
  ///   probability 0 in its class, or if there are more scores than curves keep
  public Optional<TemperatureScaling> temperature() {
    int kept = curves.keptRows();
    int step = 1 + (int) ((long) kept * classes.count() / MAX_FITTED_SCORES);
    double[][] scores = new double[(kept + step - 1) / step][];
    int[] labels = new int[scores.length];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = possible(curves.logPosteriors(i * step));
      labels[i] = curves.label(i * step);
    }
    try {
      TemperatureScaling found =
          TemperatureScaling.fit(scores, Labels.ofIndices(labels, classes.count()));
      return step == 1
          ? Optional.of(found)
          : Optional.of(ofAllRows(found)).filter(all -> Double.isFinite(all.logLoss()));
    } catch (LanewiseException e) {
      return Optional.empty();
    }
  }

  /// The same temperature with the log losses of all rows, not only of those to which it was
  /// fitted.
  private TemperatureScaling ofAllRows(TemperatureScaling found) {
    int k = classes.count();
    double sum = 0;
    for (int row = 0; row < curves.keptRows(); row++) {
      double[] scores = possible(curves.logPosteriors(row));
      found.temperature().apply(scores, 0, 1, k);
      // The largest score is 0.
      double total = Arrays.stream(scores).map(Math::exp).sum();
      sum += Math.log(total) - scores[curves.label(row)];
    }
    return new TemperatureScaling(
        found.temperature(), logLoss(), sum / (count - unlearned), found.leftOut());
  }

  /// The figures of the class shares alone. The caller adds the shares and the rows to it.
  public Baseline baseline() {
    return baseline;
  }

  /// The scores of the classes.
  public RocCurves curves() {
    return curves;
  }

  /// The calibration, if it was requested.
  public Optional<Calibration> calibration() {
    return calibration;
  }

  /// Returns the calibration of each fold that has posteriors; empty without folds, with only one,
  /// or if the scores are too many to keep.
  public List<Calibration> calibrationOfFolds() {
    List<Calibration> all = new ArrayList<>();
    for (int[] range : curves.folds()) {
      Calibration fold = Calibration.ofLargest(classes.count());
      for (int row = range[0]; row < range[1]; row++) {
        fold.add(possible(curves.logPosteriors(row)), 0, curves.label(row), 1);
      }
      all.add(fold);
    }
    all.removeIf(fold -> fold.rowCount() == 0);
    return all;
  }

  /// The rows most surely wrong.
  public SureErrors errors() {
    return errors;
  }
}
