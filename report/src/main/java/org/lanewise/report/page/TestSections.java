package org.lanewise.report.page;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.lanewise.calibration.Calibration;
import org.lanewise.report.chart.CalibrationChart;
import org.lanewise.report.chart.ConfusionChart;
import org.lanewise.report.chart.CurveChart;
import org.lanewise.report.chart.Drawing;
import org.lanewise.report.chart.ScoreChart;
import org.lanewise.report.figure.Baseline;
import org.lanewise.report.figure.Confusion;
import org.lanewise.report.figure.SureErrors;
import org.lanewise.report.figure.TestResults;

/// The sections on test rows: errors, curves, probabilities.
final class TestSections {

  private static final int MAX_CLASSES = 200;

  private final TestResults rows;
  private final List<String> names;

  TestSections(TestResults rows) {
    this.rows = rows;
    names = rows.classes().names();
  }

  /// The headline figures.
  void tiles(Html html) {
    html.raw("<dl class=\"tiles\">");
    html.tile(
        "Accuracy",
        percent((double) rows.correct() / rows.count()),
        format("%,d of %,d test rows", rows.correct(), rows.count())
            + baseline()
                .map(found -> "; " + found.prediction() + ": " + percent(found.accuracy()))
                .orElse(""));
    html.tile(
        "Log loss",
        number(rows.logLoss()),
        "nats per row"
            + baseline()
                .map(found -> "; " + found.shares() + " alone: " + number(found.logLoss()))
                .orElse("; 0 is perfect"));
    rows.curves()
        .area()
        .ifPresent(area ->
            html.tile(
                names.size() > 2 ? "Mean ROC area" : "ROC area",
                // With four digits, 0.99996 would become 1.
                format("%.6g", area.value()),
                "0.5 is guessing, 1 is perfect"
                    + (area.error() > 0 ? format("; ± %.1g, binned", area.error()) : "")));
    calibration()
        .ifPresent(calibration -> {
          html.tile("Brier score", number(calibration.brierScore()), "over all classes, 0 to 2");
          html.tile(
              "Calibration error",
              number(calibration.reliability(Calibration.DEFAULT_BINS).expectedError()),
              "expected, in 15 bins");
        });
    html.raw("</dl>");
  }

  private Optional<Baseline> baseline() {
    return Optional.of(rows.baseline()).filter(Baseline::isKnown);
  }

  /// The misclassified rows.
  void mistakes(Html html) {
    html.section("mistakes", "Errors");
    html.raw("<div class=\"figures\">");
    if (rows.confusion().matrix() != null) {
      html.figure("Confusion matrix", ConfusionChart.of(rows.confusion(), names));
    }
    html.raw("<div>").heading("Classes");
    classes(html);
    html.raw("</div></div>");
    html.heading("Most confident errors");
    surest(html);
    html.end();
  }

  private void classes(Html html) {
    Confusion confusion = rows.confusion();
    int k = names.size();
    Integer[] order = new Integer[k];
    Arrays.setAll(order, c -> c);
    if (k > MAX_CLASSES) {
      Arrays.sort(
          order,
          (a, b) ->
              Long.compare(
                  confusion.rows(b) - confusion.hits(b), confusion.rows(a) - confusion.hits(a)));
    }
    html.table("classes", List.of("class", "precision", "recall", "test rows"));
    for (int i = 0; i < Math.min(k, MAX_CLASSES); i++) {
      int c = order[i];
      html.row(
          "",
          names.get(c),
          List.of(
              share(confusion.hits(c), confusion.predicted(c)),
              share(confusion.hits(c), confusion.rows(c)),
              Long.toString(confusion.rows(c))));
    }
    html.endTable();
    if (k > MAX_CLASSES) {
      html.paragraph(
          "soft", format("The %d classes with the most missed rows, of %,d.", MAX_CLASSES, k));
    }
  }

  private void surest(Html html) {
    List<SureErrors.Error> errors = rows.errors().surest();
    if (errors.isEmpty()) {
      html.paragraph("", "All test rows are classified correctly.");
      return;
    }
    html.paragraph(
        "soft",
        errors.size() == rows.errors().count()
            ? "All misclassified rows, the most confident first."
            : format(
                "The %,d of %,d misclassified rows whose true class has the lowest probability.",
                errors.size(), rows.errors().count()));
    html.table(
        "most confident errors",
        List.of("row", "true class", "predicted", "p(predicted)", "p(true)", "log p(true)"));
    for (SureErrors.Error error : errors) {
      html.row(
          "",
          error.place(),
          List.of(
              names.get(error.truth()),
              names.get(error.predicted()),
              probability(error.logPredicted()),
              probability(error.logTruth()),
              format("%.4g", error.logTruth())));
    }
    html.endTable();
  }

  /// How well classes are separated, and how well probabilities are calibrated.
  void probabilities(Html html) {
    html.section("probabilities", "Scores and probabilities");
    html.raw("<div class=\"figures two\">");
    CurveChart.roc(rows.curves(), names).ifPresent(chart -> html.figure("ROC curve", chart));
    CurveChart.precisionRecall(rows.curves(), names)
        .ifPresent(chart -> html.figure("Precision by recall", chart));
    calibration()
        .ifPresent(calibration -> html.figure("Calibration", calibrationChart(calibration)));
    ScoreChart.of(rows.curves(), names).ifPresent(chart -> html.figure("Scores by class", chart));
    html.raw("</div>");
    if (!rows.curves().hasSplits()) {
      html.paragraph(
          "soft",
          "No curves and scores: all test rows are of one class, or there are too many for the"
              + " 4,194,304 scores that are kept.");
    }
    html.end();
  }

  /// Empty also if no row has posteriors.
  private Optional<Calibration> calibration() {
    return rows.calibration().filter(calibration -> calibration.rowCount() > 0);
  }

  private Drawing calibrationChart(Calibration calibration) {
    return CalibrationChart.of(
        calibration.reliability(Calibration.DEFAULT_BINS),
        rows.calibrationOfFolds().stream()
            .map(fold -> fold.reliability(Calibration.DEFAULT_BINS))
            .toList());
  }

  private static String probability(double log) {
    return format("%.4g", Math.exp(log));
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "–" : percent((double) part / whole);
  }

  private static String percent(double share) {
    return format("%.2f %%", 100 * share);
  }

  private static String number(double value) {
    return format("%.4g", value);
  }
}
