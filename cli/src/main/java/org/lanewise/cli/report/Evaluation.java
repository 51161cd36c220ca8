package org.lanewise.cli.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.report.figure.Baseline;
import org.lanewise.report.figure.Confusion;
import org.lanewise.report.figure.RocArea;
import org.lanewise.report.figure.TestResults;

/// How well a classifier did on test rows; results of several folds are pooled.
///
/// @param classifier its name
/// @param rows the number of rows in all files
/// @param fits how many models were fitted: one, one for each fold, or none where the model is a
///   stored one
/// @param trainRows how many rows were learned from, a row of several folds each time
/// @param tested the results of the test rows
/// @param features the number of features, of the fold with the most of them
/// @param testLogLikelihood Σ log p(x) of the test rows; none if the model has no p(x)
/// @param jointLogLikelihood Σ log p(x, y) of the test rows; none if the model has no p(x)
/// @param auc the area under the ROC curve, of more than two classes the mean of each against the
///   others; none if all test rows are of one class. Of more than 4,194,304 scores, one for each
///   row and class, it is that of bins of them, and says how far it may be off
/// @param averagePrecision the average precision of the second of two classes, of more the mean of
///   each against the others; none if all test rows are of one class, or there are more scores than
///   are kept for curves
/// @param atTheEnd the option that was chosen at the end of the values that were tried, if one was
/// @param temperature the temperature with the lowest log loss on the test rows
/// @param folds the spread over folds, if there are any
/// @param decisions what was decided of the test rows, if that was not their most probable class
/// @param unknown how many rows of known and of other classes were rejected, if that was tested;
///   all else is of the rows of known classes
/// @param leftOut if every test row was left out of the rows to learn from: how many could not be
/// @param incomplete what the fits made of rows with missing values, each row counted once; none
///   where none could be missing, or the model is not one of normal classes
/// @param training what the model says of the rows to learn from, if there is one model
/// @param freeParameters of the model, of the fold with the most of them
/// @param fitMillis time to fit, from rows in memory to a model, all folds together
/// @param scoreMillis time to predict and to take posteriors and densities
/// @param kernels the kernel tier that ran
public record Evaluation(
    String classifier,
    long rows,
    int fits,
    long trainRows,
    TestResults tested,
    int features,
    OptionalDouble testLogLikelihood,
    OptionalDouble jointLogLikelihood,
    Optional<RocArea> auc,
    OptionalDouble averagePrecision,
    Optional<String> atTheEnd,
    Optional<TemperatureScaling> temperature,
    Optional<FoldFigures> folds,
    Optional<DecisionTally> decisions,
    Optional<UnknownTally> unknown,
    Optional<Integer> leftOut,
    Optional<IncompleteRows> incomplete,
    Optional<TrainingFigures> training,
    long freeParameters,
    double fitMillis,
    double scoreMillis,
    String kernels) {

  private static final int MAX_CLASSES_SHOWN = 30;

  private Confusion confusion() {
    return tested.confusion();
  }

  private List<String> classes() {
    return tested.classes().names();
  }

  /// The share of test rows that were predicted to be of their class.
  double accuracy() {
    return (double) tested.correct() / tested.count();
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
            .put("fits", fits)
            .put("trainRows", trainRows)
            .put("testRows", tested.count())
            .put("features", features)
            .put("classes", classes())
            .put("correct", tested.correct())
            .put("accuracy", accuracy())
            .put("balancedAccuracy", confusion().meanRecall())
            .put("logLoss", tested.logLoss())
            .put("testLogLikelihood", testLogLikelihood)
            .put("jointLogLikelihood", jointLogLikelihood)
            .put("conditionalLogLikelihood", tested.logPosteriorSum())
            .put("auc", auc.stream().mapToDouble(RocArea::value).findAny())
            .put("averagePrecision", averagePrecision)
            .put("confusion", confusion().matrix())
            .put("freeParameters", freeParameters)
            .put("fitMillis", fitMillis)
            .put("scoreMillis", scoreMillis)
            .put("kernels", kernels);
    auc.filter(area -> area.error() > 0).ifPresent(area -> json.put("aucError", area.error()));
    if (tested.baseline().isKnown()) {
      json.put("baseline", baselineJson(tested.baseline()));
    }
    temperature.ifPresent(found ->
        json.put(
            "temperature",
            new JsonObject()
                .put("value", found.temperature().value())
                .put("logLoss", found.logLoss())));
    json.put("remarks", Remarks.of(this));
    folds.ifPresent(figures -> json.put("folds", figures.json()));
    leftOut.ifPresent(count -> json.put("leaveOneOut", true).put("leftOut", count));
    incomplete.ifPresent(found -> Inspection.put(found, json));
    calibration().ifPresent(figures -> json.put("calibration", figures.json()));
    training.ifPresent(figures -> json.put("training", figures.json()));
    decisions.ifPresent(made -> json.put("decisions", made.json()));
    unknown.ifPresent(counts -> json.put("unknown", counts.json()));
    return json;
  }

  private static JsonObject baselineJson(Baseline baseline) {
    JsonObject inner = new JsonObject().put("source", baseline.source().toString());
    baseline.predicted().ifPresent(name -> inner.put("predicted", name));
    return inner.put("accuracy", baseline.accuracy()).put("logLoss", baseline.logLoss());
  }

  private Optional<CalibrationFigures> calibration() {
    return tested.calibration().map(CalibrationFigures::new);
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
    Baseline baseline = tested.baseline();
    Facts facts =
        new Facts()
            .add("classifier", classifier)
            .add("rows", shownRows())
            .add("features", features)
            .add("classes", classes().size());
    if (tested.count() == 0 && unknown.isPresent()) {
      return facts + "\n" + unknown.get().text();
    }
    facts
        .add(
            "correct",
            NumberFormats.plain(
                    "%d of %d, %s", tested.correct(), tested.count(), percent(accuracy()))
                + (baseline.isKnown()
                    ? NumberFormats.plain(
                        " (%s: %s)", baseline.prediction(), percent(baseline.accuracy()))
                    : ""))
        .add("balanced", percent(confusion().meanRecall()) + ", the mean recall of the classes")
        .add(
            "log loss",
            NumberFormats.plain("%.6g", tested.logLoss())
                + (baseline.isKnown()
                    ? NumberFormats.plain(" (%s: %.6g)", baseline.shares(), baseline.logLoss())
                    : ""))
        .add("log-likelihood", shown(testLogLikelihood))
        .add("log joint", shown(jointLogLikelihood))
        .add(classes().size() > 2 ? "mean ROC area" : "ROC area", shownArea())
        .add("free parameters", freeParameters);
    folds.ifPresent(figures -> figures.addTo(facts));
    incomplete.ifPresent(found ->
        facts.add("incomplete rows", fits == 1 ? found.sentence(trainRows) : found.sentence()));
    if (fits > 0) {
      facts.add("fit", millis(fitMillis));
    }
    text.append(facts.add("score", millis(scoreMillis)).add("kernels", kernels));
    Remarks.of(this).forEach(remark -> text.append('\n').append(remark).append('\n'));
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
    training.ifPresent(figures -> text.append('\n').append(figures.text()));
    decisions.ifPresent(made -> text.append('\n').append(made.text()));
    unknown.ifPresent(counts -> text.append('\n').append(counts.text()));
    return text.toString();
  }

  /// Which rows did what; with folds their sums would say nothing.
  private String shownRows() {
    if (leftOut.isPresent()) {
      return NumberFormats.plain(
          "%d, each predicted by a model of the other %d%s",
          tested.count(),
          rows - 1,
          leftOut.get() == 0 ? "" : NumberFormats.plain("; %d left out", leftOut.get()));
    }
    return switch (fits) {
      case 0 ->
          unknown.isPresent()
              ? NumberFormats.plain(
                  "%d, %d of classes of the model and %d of others",
                  rows, tested.count(), unknown.get().unknown())
              : NumberFormats.plain("%d, all for testing", tested.count());
      case 1 ->
          NumberFormats.plain(
              "%d, %d for training, %d for testing", rows, trainRows, tested.count());
      default ->
          NumberFormats.plain(
              "%d, %d tested by the models of %d folds", rows, tested.count(), fits);
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
