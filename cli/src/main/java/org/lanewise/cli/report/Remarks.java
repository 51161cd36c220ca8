package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.report.figure.Baseline;

/// Remarks on a model that may be worse than its figures suggest.
final class Remarks {

  /// A temperature is worth a remark if it lowers the log loss by more than this share of it.
  private static final double SHARE = 0.05;

  /// Twice the gain in log-likelihood that one parameter reaches by chance once in 1000 times: the
  /// 99.9 % quantile of chi-squared with one degree of freedom.
  private static final double BY_CHANCE = 10.83;

  private Remarks() {}

  static List<String> of(Evaluation evaluation) {
    List<String> remarks = new ArrayList<>();
    Baseline baseline = evaluation.tested().baseline();
    if (baseline.isKnown() && evaluation.accuracy() < baseline.accuracy()) {
      remarks.add(
          NumberFormats.plain(
              "The model is worse than predicting %s: %s correct, compared with %s.",
              baseline.prediction(),
              Evaluation.percent(evaluation.accuracy()),
              Evaluation.percent(baseline.accuracy())));
    }
    if (baseline.isKnown() && evaluation.tested().logLoss() > baseline.logLoss()) {
      remarks.add(
          NumberFormats.plain(
              "Its probabilities are worse than the %s alone: log loss %.6g, compared with %.6g.",
              baseline.shares(), evaluation.tested().logLoss(), baseline.logLoss()));
    }
    evaluation
        .temperature()
        .filter(found -> isWorthIt(found, evaluation.tested().count()))
        .ifPresent(found ->
            remarks.add(
                NumberFormats.plain(
                    "Its probabilities are %s: a temperature of %.3g lowers the log loss of these"
                        + " rows from %.6g to %.6g; use fit --temperature.",
                    found.temperature().value() > 1 ? "overconfident" : "underconfident",
                    found.temperature().value(),
                    found.logLossBefore(),
                    found.logLoss())));
    evaluation
        .tally()
        .atTheEnd
        .ifPresent(option ->
            remarks.add(
                "Its %s was chosen at the end of the range of values; fit --choose %<s=V,V,... tries others."
                    .formatted(option)));
    return remarks;
  }

  /// Whether a temperature helps noticeably, and by more than chance.
  private static boolean isWorthIt(TemperatureScaling found, long rows) {
    double gain = found.logLossBefore() - found.logLoss();
    return gain > SHARE * found.logLossBefore() && 2 * rows * gain > BY_CHANCE;
  }
}
