package org.lanewise.cli.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.report.figure.Baseline;
import org.lanewise.report.figure.Confusion;
import org.lanewise.report.figure.RocArea;
import org.lanewise.report.figure.TestResults;

/// How well a classifier did on test rows; results of several folds are pooled.
///
/// @param classifier its name
/// @param rows the number of rows in all files
/// @param tally the results of the test rows
/// @param auc the area under the ROC curve, of more than two classes the mean of each against the
///   others; none if all test rows are of one class. Of more than 4,194,304 scores, one for each
///   row and class, it is that of bins of them, and says how far it may be off
/// @param averagePrecision the average precision of the second of two classes, of more the mean of
///   each against the others; none if all test rows are of one class, or there are more scores than
///   are kept for curves
/// @param temperature the temperature with the lowest log loss on the test rows
/// @param folds the spread over folds, if there are any
/// @param kernels the kernel tier that ran
public record Evaluation(
    String classifier,
    long rows,
    TestTally tally,
    Optional<RocArea> auc,
    OptionalDouble averagePrecision,
    Optional<TemperatureScaling> temperature,
    Optional<FoldFigures> folds,
    String kernels) {

  private static final int MAX_CLASSES_SHOWN = 30;

  /// The results of the test rows.
  TestResults tested() {
    return tally.rows();
  }

  private Confusion confusion() {
    return tested().confusion();
  }

  private List<String> classes() {
    return tested().classes().names();
  }

  /// The share of test rows that were predicted to be of their class.
  double accuracy() {
    return (double) tested().correct() / tested().count();
  }

  /// One JSON object and a line end.
  public String toJson() {
    return json() + "\n";
  }

  /// The members of the JSON object, see [JsonObject#members()].
  public Map<String, ?> members() {
    return json().members();
  }

  private JsonObject json() {
    JsonObject json =
        new JsonObject()
            .put("classifier", classifier)
            .put("rows", rows)
            .put("fits", tally.fits)
            .put("trainRows", tally.trainRows)
            .put("testRows", tested().count())
            .put("features", tally.features)
            .put("classes", classes())
            .put("correct", tested().correct())
            .put("accuracy", accuracy())
            .put("balancedAccuracy", confusion().meanRecall())
            .put("logLoss", tested().logLoss())
            .put("testLogLikelihood", tally.testLogLikelihood())
            .put("jointLogLikelihood", tally.jointLogLikelihood())
            .put("conditionalLogLikelihood", tested().logPosteriorSum())
            .put("auc", auc.stream().mapToDouble(RocArea::value).findAny())
            .put("averagePrecision", averagePrecision)
            .put("confusion", confusion().matrix())
            .put("freeParameters", tally.freeParameters)
            .put("fitMillis", tally.fitMillis())
            .put("scoreMillis", tally.scoreMillis())
            .put("kernels", kernels);
    auc.filter(area -> area.error() > 0).ifPresent(area -> json.put("aucError", area.error()));
    if (tested().baseline().isKnown()) {
      json.put("baseline", baselineJson(tested().baseline()));
    }
    temperature.ifPresent(found ->
        json.put(
            "temperature",
            new JsonObject()
                .put("value", found.temperature().value())
                .put("logLoss", found.logLoss())));
    json.put("remarks", Remarks.of(this));
    folds.ifPresent(figures -> json.put("folds", figures.json()));
    if (!tally.selected.isEmpty()) {
      JsonObject counts = new JsonObject();
      tally.selected.forEach(counts::put);
      json.put("selected", counts);
    }
    tally.prequential.ifPresent(course -> json.put("prequential", course.json()));
    tally.leftOut.ifPresent(count -> json.put("leaveOneOut", true).put("leftOut", count));
    tally.incomplete().ifPresent(found -> Inspection.put(found, json));
    calibration().ifPresent(figures -> json.put("calibration", figures.json()));
    tally.training.ifPresent(figures -> json.put("training", figures.json()));
    tally.decisions.ifPresent(made -> json.put("decisions", made.json()));
    tally.wanted(OperatingPoint::json).ifPresent(point -> json.put("threshold", point));
    tally.sets.ifPresent(counts -> json.put("sets", counts.json()));
    tally.unknown.ifPresent(counts -> json.put("unknown", counts.json()));
    return json;
  }

  private static JsonObject baselineJson(Baseline baseline) {
    JsonObject inner = new JsonObject().put("source", baseline.source().toString());
    baseline.predicted().ifPresent(name -> inner.put("predicted", name));
    return inner.put("accuracy", baseline.accuracy()).put("logLoss", baseline.logLoss());
  }

  private Optional<CalibrationFigures> calibration() {
    return tested().calibration().map(CalibrationFigures::new);
  }

  private String shownArea() {
    return shown(auc)
        + (averagePrecision.isPresent()
            ? NumberFormats.plain("; average precision %.6g", averagePrecision.getAsDouble())
            : "");
  }

  /// For people: a short table, the confusion matrix, precision and recall of each class.
  public String toText() {
    StringBuilder text = new StringBuilder();
    Baseline baseline = tested().baseline();
    Facts facts =
        new Facts()
            .add("classifier", classifier)
            .add("rows", shownRows())
            .add("features", tally.features)
            .add("classes", classes().size());
    if (tested().count() == 0 && tally.unknown.isPresent()) {
      return facts + "\n" + tally.unknown.get().text();
    }
    facts
        .add(
            "correct",
            NumberFormats.plain(
                    "%d of %d, %s", tested().correct(), tested().count(), percent(accuracy()))
                + (baseline.isKnown()
                    ? NumberFormats.plain(
                        " (%s: %s)", baseline.prediction(), percent(baseline.accuracy()))
                    : ""))
        .add("balanced", percent(confusion().meanRecall()) + ", the mean recall of the classes")
        .add(
            "log loss",
            (Double.isNaN(tested().logLoss())
                    ? "none"
                    : NumberFormats.plain("%.6g", tested().logLoss()))
                + (baseline.isKnown()
                    ? NumberFormats.plain(" (%s: %.6g)", baseline.shares(), baseline.logLoss())
                    : ""))
        .add("log-likelihood", shown(tally.testLogLikelihood()))
        .add("log joint", shown(tally.jointLogLikelihood()))
        .add(classes().size() > 2 ? "mean ROC area" : "ROC area", shownArea())
        .add("free parameters", tally.freeParameters);
    folds.ifPresent(figures -> figures.addTo(facts));
    if (!tally.selected.isEmpty()) {
      facts.add("selected", shownColumns());
    }
    tally
        .incomplete()
        .ifPresent(found ->
            facts.add(
                "incomplete rows",
                tally.fits == 1 ? found.sentence(tally.trainRows) : found.sentence()));
    if (tally.fits > 0) {
      facts.add("fit", millis(tally.fitMillis()));
    }
    text.append(facts.add("score", millis(tally.scoreMillis())).add("kernels", kernels));
    Remarks.of(this).forEach(remark -> text.append('\n').append(remark).append('\n'));
    tally.prequential.ifPresent(course -> text.append('\n').append(course.text()));
    if (classes().size() <= MAX_CLASSES_SHOWN) {
      text.append("\nconfusion matrix (rows: true class, columns: predicted class)\n");
      text.append(TextTable.counts(classes(), classes(), confusion().matrix()));
    } else {
      text.append(
          NumberFormats.plain(
              "\nconfusion matrix: %d classes are too many to show%s\n",
              classes().size(), confusion().matrix() == null ? "" : "; see --json"));
    }
    text.append('\n').append(classTable());
    calibration().ifPresent(figures -> text.append('\n').append(figures.text()));
    tally.training.ifPresent(figures -> text.append('\n').append(figures.text()));
    tally.decisions.ifPresent(made -> text.append('\n').append(made.text()));
    tally.wanted(OperatingPoint::text).ifPresent(point -> text.append('\n').append(point));
    tally.sets.ifPresent(counts -> text.append('\n').append(counts.text()));
    tally.unknown.ifPresent(counts -> text.append('\n').append(counts.text()));
    return text.toString();
  }

  /// The selected columns, those of most fits first.
  private String shownColumns() {
    String columns =
        tally.selected.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .limit(MAX_CLASSES_SHOWN)
            .map(column ->
                tally.fits == 1
                    ? column.getKey()
                    : "%s (%d)".formatted(column.getKey(), column.getValue()))
            .collect(Collectors.joining(", "));
    int more = tally.selected.size() - MAX_CLASSES_SHOWN;
    return more > 0 ? "%s and %d more; see --json".formatted(columns, more) : columns;
  }

  /// Which rows did what; with folds their sums would say nothing.
  private String shownRows() {
    if (tally.leftOut.isPresent()) {
      return NumberFormats.plain(
          "%d, each predicted by a model of the other %d%s",
          tested().count(),
          rows - 1,
          tally.leftOut.get() == 0
              ? ""
              : NumberFormats.plain("; %d left out", tally.leftOut.get()));
    }
    if (tally.prequential.isPresent()) {
      return NumberFormats.plain(
          "%d, %d predicted by models of the rows before them", rows, tested().count());
    }
    return switch (tally.fits) {
      case 0 ->
          tally.unknown.isPresent()
              ? NumberFormats.plain(
                  "%d, %d of classes of the model and %d of others",
                  rows, tested().count(), tally.unknown.get().unknown())
              : NumberFormats.plain("%d, all for testing", tested().count());
      case 1 ->
          NumberFormats.plain(
              "%d, %d for training, %d for testing", rows, tally.trainRows, tested().count());
      default ->
          NumberFormats.plain(
              "%d, %d tested by the models of %d folds", rows, tested().count(), tally.fits);
    };
  }

  private TextTable classTable() {
    TextTable table = new TextTable().row("class", "precision", "recall", "test rows");
    for (int label = 0; label < confusion().classCount(); label++) {
      long hits = confusion().hits(label);
      long rowsOf = confusion().rows(label);
      table.row(
          classes().get(label),
          share(hits, confusion().predicted(label)),
          share(hits, rowsOf),
          Long.toString(rowsOf));
    }
    return table;
  }

  static String shown(Optional<RocArea> area) {
    return shown(area.stream().mapToDouble(RocArea::value).findAny())
        + area.filter(found -> found.error() > 0)
            .map(found -> NumberFormats.plain(" ± %.1g", found.error()))
            .orElse("");
  }

  static String shown(OptionalDouble number) {
    return number.isPresent() ? NumberFormats.plain("%.6g", number.getAsDouble()) : "none";
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "-" : part == whole ? "100 %" : percent((double) part / whole);
  }

  static String percent(double share) {
    return NumberFormats.plain("%.2f %%", 100 * share);
  }

  private static String millis(double millis) {
    return NumberFormats.plain("%.1f ms", millis);
  }
}
