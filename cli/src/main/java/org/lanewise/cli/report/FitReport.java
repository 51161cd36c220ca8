package org.lanewise.cli.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Training;
import org.lanewise.cli.output.Visible;
import org.lanewise.inference.ClassSets;
import org.lanewise.inference.DensityRanks;

/// The result of a fit.
///
/// @param model the model
/// @param rows the number of rows that were read
/// @param nanos how long that took, without the reading
/// @param selection the selected columns, if columns were selected
/// @param choice what became of the values of an option that was chosen, if one was
/// @param scaling the temperature of its posteriors, if one was asked for
public record FitReport(
    FittedModel model,
    long rows,
    long nanos,
    Optional<SelectionReport> selection,
    Optional<ChoiceReport> choice,
    Optional<TemperatureScaling> scaling) {

  /// For people: a line, after the values that were tried.
  public String toText(String file) {
    return selection.map(report -> report.toText() + "\n" + report.sentence() + "\n").orElse("")
        + choice.map(report -> report.toText() + "\n" + report.sentence() + "\n").orElse("")
        + scaling.map(found -> sentence(found) + "\n").orElse("")
        + kept(model.training()).entrySet().stream()
            .map(kept -> kept.getKey() + ": " + kept.getValue() + "\n")
            .collect(Collectors.joining())
        + NumberFormats.plain(
            "%s: %s of %d rows, %d features, %d classes, fitted in %.1f ms%n",
            Visible.text(file),
            model.kind(),
            usedRows(),
            model.classifier().featureCount(),
            model.classes().count(),
            nanos / 1e6)
        + model.incomplete().map(found -> found.sentence(rows) + "\n").orElse("");
  }

  /// The rows that were read without those left out.
  private long usedRows() {
    return rows - model.incomplete().map(IncompleteRows::leftOut).orElse(0L);
  }

  /// The rows that a model keeps to rank others among, in words, by what they serve.
  static Map<String, String> kept(Training training) {
    Map<String, String> kept = new LinkedHashMap<>();
    training.ranks().ifPresent(ranks -> kept.put("typicality", among(counts(ranks), "")));
    training.reference().ifPresent(all -> kept.put("unknown rows", among(counts(all.ranks()), "")));
    training
        .sets()
        .ifPresent(sets ->
            kept.put("sets", among(counts(sets), sets.areHeldOut() ? "held-out " : "left-out ")));
    return kept;
  }

  private static String among(long[] counts, String which) {
    return "ranks among %s %srows %s"
        .formatted(
            LongStream.of(counts)
                .distinct()
                .mapToObj(Long::toString)
                .collect(Collectors.joining(", ")),
            which,
            counts.length > 1 || !which.isEmpty() ? "per class" : "of all classes");
  }

  /// Adds how many rows a model keeps to rank others among.
  static void putKept(Training training, JsonObject json) {
    training.ranks().ifPresent(ranks -> json.put("typicality", counts(ranks)));
    training.reference().ifPresent(all -> json.put("unknown", counts(all.ranks())));
    training.sets().ifPresent(sets -> json.put("sets", counts(sets)));
  }

  private static long[] counts(ClassSets sets) {
    return IntStream.range(0, sets.classCount()).mapToLong(c -> sets.margins(c).length).toArray();
  }

  private static long[] counts(DensityRanks ranks) {
    return IntStream.range(0, ranks.classCount())
        .mapToLong(c -> ranks.logDensities(c).length)
        .toArray();
  }

  /// Describes the temperature that was found.
  public static String sentence(TemperatureScaling found) {
    return NumberFormats.plain(
        "temperature %.6g: log loss %.6g of rows left out of their fits (%.6g without)%s",
        found.temperature().value(),
        found.logLoss(),
        found.logLossBefore(),
        found.leftOut() == 0
            ? ""
            : NumberFormats.plain("; rows that cannot be left out: %d", found.leftOut()));
  }

  /// One JSON object and a line end.
  public String toJson() {
    JsonObject json =
        new JsonObject()
            .put("classifier", model.kindName())
            .put("rows", rows)
            .put("features", model.classifier().featureCount())
            .put("classes", model.classes().names())
            .put("fitMillis", nanos / 1e6);
    model
        .incomplete()
        .ifPresent(
            found -> json.put("incomplete", found.sentence(rows)).put("usedRows", usedRows()));
    selection.ifPresent(report -> report.addTo(json));
    choice.ifPresent(report -> json.put("choice", report.toJson()));
    scaling.ifPresent(found ->
        json.put("temperature", found.temperature().value())
            .put("logLossBefore", found.logLossBefore())
            .put("logLoss", found.logLoss())
            .put("leftOut", found.leftOut()));
    putKept(model.training(), json);
    return json + "\n";
  }
}
