package org.lanewise.bench.study.question;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.lanewise.bench.study.data.Split;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.method.Generative;
import org.lanewise.bench.study.method.LogisticRegression;
import org.lanewise.bench.study.method.Score;
import org.lanewise.bench.study.method.Score.Parts;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.Mean;
import org.lanewise.calibration.Calibration;
import org.lanewise.calibration.Reliability;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.RowBatch;
import org.lanewise.score.Scorer;

/// Claim 5: Naive Bayes classifies well though its assumption fails, and is overconfident; what one
/// temperature mends.
///
/// Each set is learned from all training rows of a split. The temperature is that of the least log
/// loss of the training rows, each left out of the model that scores it.
final class Confidence implements Question {

  static final String TABLE = "confidence";
  static final String RELIABILITY = "reliability";

  private static final int WIDTHS = 10;
  private static final int LARGE = 10_000;

  @Override
  public String name() {
    return "confidence";
  }

  /// What one split tells of a model.
  ///
  /// @param temperature NaN where none was found
  private record Outcome(
      Score before,
      Score after,
      Score logistic,
      Calibration calibration,
      Calibration mended,
      Calibration ofLogistic,
      double temperature) {}

  @Override
  public List<DataTable> answer(Setting setting) throws IOException {
    DataTable table =
        new DataTable(
            TABLE,
            "set",
            "kind",
            "n",
            "splits",
            "method",
            "error",
            "confidence",
            "calibration_error",
            "calibration_error_se",
            "log_loss",
            "log_loss_se",
            "temperature",
            "without_temperature",
            "calibration_error_after",
            "calibration_error_after_se",
            "log_loss_after",
            "log_loss_after_se",
            "lr_error",
            "lr_calibration_error",
            "lr_log_loss",
            "lr_log_loss_se");
    DataTable bins =
        new DataTable(
            RELIABILITY, "set", "kind", "method", "tempered", "share", "predicted", "observed");
    for (Table data : setting.tables()) {
      LogisticRegression logistic = setting.logisticOf(data);
      for (Generative<?> method : Generative.of(data.rows())) {
        if (method.name().endsWith("NB")) {
          add(table, bins, data, method, logistic, setting);
        }
      }
    }
    return List.of(table, bins);
  }

  private static void add(
      DataTable table,
      DataTable bins,
      Table data,
      Generative<?> method,
      LogisticRegression logistic,
      Setting setting) {
    int splits = setting.number(data.isSmall() ? 50 : data.labels().length < LARGE ? 20 : 10, 2);
    List<Outcome> outcomes =
        setting.parallel().map(splits, split -> outcome(data, method, logistic, split));
    Mean before = mean(outcomes, outcome -> calibrationError(outcome.calibration));
    Mean after = mean(outcomes, outcome -> calibrationError(outcome.mended));
    Mean loss = mean(outcomes, outcome -> outcome.before.logLoss());
    Mean mended = mean(outcomes, outcome -> outcome.after.logLoss());
    Mean logisticLoss = mean(outcomes, outcome -> outcome.logistic.logLoss());
    double[] temperatures =
        outcomes.stream()
            .mapToDouble(Outcome::temperature)
            .filter(temperature -> !Double.isNaN(temperature))
            .toArray();
    table.add(
        data.set(),
        data.kind(),
        Split.of(data, 0).training().length,
        splits,
        method.name(),
        mean(outcomes, outcome -> outcome.before.error()).value(),
        mean(outcomes, outcome -> confidence(outcome.calibration)).value(),
        before.value(),
        before.error(),
        loss.value(),
        loss.error(),
        temperatures.length == 0 ? Double.NaN : Mean.of(temperatures).value(),
        splits - temperatures.length,
        after.value(),
        after.error(),
        mended.value(),
        mended.error(),
        mean(outcomes, outcome -> outcome.logistic.error()).value(),
        mean(outcomes, outcome -> calibrationError(outcome.ofLogistic)).value(),
        logisticLoss.value(),
        logisticLoss.error());
    addBins(bins, data, method, false, outcomes.stream().map(Outcome::calibration).toList());
    addBins(bins, data, method, true, outcomes.stream().map(Outcome::mended).toList());
  }

  /// Adds the bins of all splits together.
  private static void addBins(
      DataTable bins,
      Table data,
      Generative<?> method,
      boolean tempered,
      List<Calibration> calibrations) {
    double all = calibrations.stream().mapToDouble(Calibration::weight).sum();
    calibrations.stream()
        .flatMap(of -> of.reliability(WIDTHS).bins().stream())
        .collect(Collectors.groupingBy(Reliability.Bin::from, TreeMap::new, Collectors.toList()))
        .forEach((_, same) -> {
          double weight = sum(same, Reliability.Bin::weight);
          bins.add(
              data.set(),
              data.kind(),
              method.name(),
              tempered,
              weight / all,
              sum(same, bin -> bin.weight() * bin.predicted()) / weight,
              sum(same, bin -> bin.weight() * bin.observed()) / weight);
        });
  }

  private static double sum(List<Reliability.Bin> bins, ToDoubleFunction<Reliability.Bin> of) {
    return bins.stream().mapToDouble(of).sum();
  }

  private static Mean mean(List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
    return Mean.of(outcomes.stream().mapToDouble(value).toArray());
  }

  private static double calibrationError(Calibration calibration) {
    return calibration.reliabilityByCount(Calibration.DEFAULT_BINS).expectedError();
  }

  /// The mean of the largest posterior.
  private static double confidence(Calibration calibration) {
    double sum = 0;
    for (Reliability.Bin bin : calibration.reliability(WIDTHS).bins()) {
      sum += bin.weight() > 0 ? bin.weight() * bin.predicted() : 0;
    }
    return sum / calibration.weight();
  }

  private static <B extends RowBatch> Outcome outcome(
      Table data, Generative<B> method, LogisticRegression logistic, int number) {
    Split split = Split.of(data, number);
    Parts parts = Parts.of(data, split, split.training().length);
    Labels training = Labels.ofIndices(parts.trainingLabels(), data.classCount());
    Labels test = Labels.ofIndices(parts.testLabels(), data.classCount());
    Scorer<?, B> scorer = method.fitScorer(parts.training().batch(), training);
    double[] before = method.fitted(scorer).logPosteriors(parts.test());
    double[] after = before;
    double temperature = Double.NaN;
    try {
      TemperatureScaling found =
          TemperatureScaling.fit(method.leaveOneOut(parts.training(), training), training);
      temperature = found.temperature().value();
      after =
          method.fitted(scorer.withTemperature(found.temperature())).logPosteriors(parts.test());
    } catch (LanewiseException _) {
      // No training row was mistaken, or one was impossible: there is no best temperature.
    }
    double[] ofLogistic =
        logistic
            .fit(parts.training(), parts.trainingLabels(), data.classCount())
            .logPosteriors(parts.test());
    return new Outcome(
        Score.of(before, parts.testLabels()),
        Score.of(after, parts.testLabels()),
        Score.of(ofLogistic, parts.testLabels()),
        Calibration.of(byRow(before, data.classCount()), test),
        Calibration.of(byRow(after, data.classCount()), test),
        Calibration.of(byRow(ofLogistic, data.classCount()), test),
        temperature);
  }

  private static double[][] byRow(double[] flat, int k) {
    List<double[]> rows = new ArrayList<>();
    for (int from = 0; from < flat.length; from += k) {
      rows.add(Arrays.copyOfRange(flat, from, from + k));
    }
    return rows.toArray(double[][]::new);
  }
}
