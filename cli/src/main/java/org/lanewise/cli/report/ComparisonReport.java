package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.lanewise.cli.output.Visible;
import org.lanewise.validation.Comparison;
import org.lanewise.validation.CrossValidation;
import org.lanewise.validation.CrossValidation.Spread;

/// Classifiers ranked by the same folds.
///
/// @param rows the number of rows
/// @param classes the names of the classes
/// @param dealt how rows were dealt to folds, in words
/// @param comparison the classifiers
/// @param areas the areas under the ROC curves, by name
/// @param options the options of `fit` for each classifier, by name
/// @param data the rows as an argument of `fit`
/// @param describesColumns whether options for columns were given, which a fit needs too
/// @param out the file that the best model was written to, if one was asked for
public record ComparisonReport(
    long rows,
    List<String> classes,
    String dealt,
    Comparison comparison,
    Map<String, OptionalDouble> areas,
    Map<String, String> options,
    String data,
    boolean describesColumns,
    Optional<String> out) {

  private static final double NANOS_PER_SECOND = 1e9;

  /// One JSON object and a line end.
  public String toJson() {
    List<JsonObject> ranked = new ArrayList<>();
    List<JsonObject> refused = new ArrayList<>();
    for (Comparison.Entry entry : comparison.ranked()) {
      JsonObject json = new JsonObject().put("name", entry.name());
      if (entry.result().isPresent()) {
        ranked.add(
            put(entry.result().get(), json)
                .put("auc", areas.get(entry.name()))
                .put("options", options.get(entry.name())));
      } else {
        refused.add(json.put("reason", entry.refusal()));
      }
    }
    JsonObject json =
        new JsonObject()
            .put("rows", rows)
            .put("classes", classes)
            .put("folds", comparison.classShares().folds().size())
            .put("partitions", comparison.classShares().partitions())
            .put("dealt", dealt)
            .putObjects("ranked", ranked)
            .putObjects("refused", refused)
            .put("classShares", put(comparison.classShares(), new JsonObject()))
            .put("isBetterThanClassShares", comparison.isBetterThanClassShares());
    comparison.best().ifPresent(best -> json.put("best", best.name()));
    comparison.simplest().ifPresent(simplest -> json.put("simplest", simplest.name()));
    out.ifPresent(file -> json.put("out", file));
    return json + "\n";
  }

  private static JsonObject put(CrossValidation result, JsonObject json) {
    return json.put("logLoss", FoldFigures.json(result.logLoss()))
        .put("errorRate", FoldFigures.json(result.errorRate()))
        .put("brierScore", FoldFigures.json(result.brierScore()))
        .put("freeParameters", result.freeParameters())
        .put("seconds", result.nanos() / NANOS_PER_SECOND);
  }

  /// For people: a ranked table, what was refused, and what to do next.
  public String toText() {
    CrossValidation shares = comparison.classShares();
    StringBuilder text =
        new StringBuilder(
            new Facts()
                .add("rows", rows)
                .add("classes", classes.size())
                .add("folds", new FoldFigures(shares, dealt).count())
                .toString());
    TextTable table =
        new TextTable()
            .row(
                "classifier",
                "log loss",
                "s.e.",
                "errors",
                "s.e.",
                "Brier",
                "ROC area",
                "parameters",
                "time",
                "");
    // The same reason often holds with and without a choice.
    Map<String, String> refused = new LinkedHashMap<>();
    for (Comparison.Entry entry : comparison.ranked()) {
      if (entry.result().isPresent()) {
        add(entry.name(), entry.result().get(), areas.get(entry.name()), mark(entry), table);
      } else {
        refused.merge(entry.refusal(), entry.name(), (first, next) -> first + "; " + next);
      }
    }
    add("class shares alone", shares, OptionalDouble.empty(), "", table);
    text.append('\n').append(table);
    if (!refused.isEmpty()) {
      text.append("\nnot compared:\n");
      refused.forEach(
          (reason, names) -> text.append("  %s: %s\n".formatted(names, Visible.text(reason))));
    }
    return text.append('\n').append(advice()).toString();
  }

  private String mark(Comparison.Entry entry) {
    boolean simplest = comparison.simplest().filter(entry::equals).isPresent();
    return comparison.best().filter(entry::equals).isPresent()
        ? simplest ? "best, simplest" : "best"
        : simplest ? "simplest" : "";
  }

  private static void add(
      String name, CrossValidation result, OptionalDouble area, String mark, TextTable table) {
    Spread errors = result.errorRate();
    table.row(
        name,
        NumberFormats.plain("%.4f", result.logLoss().mean()),
        NumberFormats.plain("%.4f", result.logLoss().standardError()),
        Evaluation.percent(errors.mean()),
        Evaluation.percent(errors.standardError()),
        NumberFormats.plain("%.4f", result.brierScore().mean()),
        area.isPresent() ? NumberFormats.plain("%.4f", area.getAsDouble()) : "-",
        Long.toString(result.freeParameters()),
        NumberFormats.plain("%.2f s", result.nanos() / NANOS_PER_SECOND),
        mark);
  }

  private String advice() {
    if (comparison.best().isEmpty()) {
      return "No classifier has a finite log loss.\n";
    }
    Comparison.Entry best = comparison.best().get();
    Comparison.Entry simplest = comparison.simplest().orElseThrow();
    StringBuilder text = new StringBuilder();
    if (!comparison.isBetterThanClassShares()) {
      text.append(
          "No classifier is better than the class shares alone by more than one standard error.\n");
    }
    if (!simplest.equals(best)) {
      text.append(
          "%s has the fewest free parameters within one standard error of %s.\n"
              .formatted(simplest.name(), best.name()));
    }
    return text.append(
            out.map(file ->
                    "%s was fitted to all rows and written to %s.\n".formatted(best.name(), file))
                .orElseGet(() ->
                    "To fit %s%s: lanewise fit %s --data %s --out best.model\n"
                        .formatted(
                            best.name(),
                            describesColumns ? ", with the same options for columns" : "",
                            options.get(best.name()),
                            data)))
        .toString();
  }
}
