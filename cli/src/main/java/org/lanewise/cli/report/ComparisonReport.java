package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.lanewise.cli.output.Visible;
import org.lanewise.data.Labels;
import org.lanewise.validation.Comparison;
import org.lanewise.validation.CrossValidation;
import org.lanewise.validation.CrossValidation.Spread;

/// Classifiers ranked by the same folds.
///
/// @param labels the classes of the rows
/// @param columns the number of columns that are features; 0 in a format without columns
/// @param dealt how rows were dealt to folds, in words
/// @param comparison the classifiers
/// @param areas the areas under the ROC curves, by name
/// @param options the options of `fit` for each classifier, by name
/// @param data the rows as an argument of `fit`
/// @param describesColumns whether options for columns were given, which a fit needs too
/// @param out the file that the best model was written to, if one was asked for
public record ComparisonReport(
    Labels labels,
    int columns,
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
        if (!entry.refusal().isEmpty()) {
          json.put("notRecommended", entry.refusal());
        }
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
            .put("rows", labels.rowCount())
            .put("classes", labels.classes().names())
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
    StringBuilder text =
        new StringBuilder(
            new Facts()
                .add("rows", labels.rowCount())
                .add("classes", labels.classCount())
                .add("folds", folds())
                .toString());
    TextTable lines = new TextTable();
    table().forEach(lines::row);
    text.append('\n').append(lines);
    Map<String, String> refused = refused();
    if (!refused.isEmpty()) {
      text.append("\nnot compared:\n");
      refused.forEach(
          (names, reason) -> text.append("  %s: %s\n".formatted(names, Visible.text(reason))));
    }
    text.append('\n');
    remarks().forEach(remark -> text.append(remark).append('\n'));
    return text.toString();
  }

  /// The number of folds, and how rows were dealt to them.
  public String folds() {
    return new FoldFigures(comparison.classShares(), dealt).count();
  }

  /// The figures of each classifier and of the class shares alone, after the names of the columns.
  public List<List<String>> table() {
    List<List<String>> table = new ArrayList<>();
    table.add(
        List.of(
            "classifier",
            "log loss",
            "s.e.",
            "errors",
            "s.e.",
            "Brier",
            "ROC area",
            "parameters",
            "time",
            " "));
    for (Comparison.Entry entry : comparison.ranked()) {
      entry
          .result()
          .ifPresent(result ->
              table.add(cells(entry.name(), result, areas.get(entry.name()), mark(entry))));
    }
    table.add(cells("class shares alone", comparison.classShares(), OptionalDouble.empty(), ""));
    return table;
  }

  /// The reasons of classifiers without results. The same reason often holds with and without a
  /// choice: then it stands once, for all of their names.
  public Map<String, String> refused() {
    return reasons(false);
  }

  /// @param withResults whether to tell why classifiers with results are not recommended
  private Map<String, String> reasons(boolean withResults) {
    Map<String, String> names = new LinkedHashMap<>();
    for (Comparison.Entry entry : comparison.ranked()) {
      if (entry.result().isPresent() == withResults && !entry.refusal().isEmpty()) {
        names.merge(entry.refusal(), entry.name(), (first, next) -> first + "; " + next);
      }
    }
    Map<String, String> refused = new LinkedHashMap<>();
    names.forEach((reason, all) -> refused.put(all, reason));
    return refused;
  }

  private String mark(Comparison.Entry entry) {
    boolean simplest = comparison.simplest().filter(entry::equals).isPresent();
    return comparison.best().filter(entry::equals).isPresent()
        ? simplest ? "best, simplest" : "best"
        : simplest ? "simplest" : "";
  }

  private static List<String> cells(
      String name, CrossValidation result, OptionalDouble area, String mark) {
    Spread errors = result.errorRate();
    return List.of(
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

  /// Sentences about the result, and the next command.
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    reasons(true)
        .forEach((names, reason) ->
            remarks.add("Not recommended: %s; %s.".formatted(names, Visible.text(reason))));
    if (!comparison.isBetterThanClassShares()) {
      remarks.add(
          "No classifier is better than the class shares alone by more than one standard error.");
    }
    if (comparison.best().isEmpty()) {
      return remarks;
    }
    Comparison.Entry best = comparison.best().get();
    Comparison.Entry simplest = comparison.simplest().orElseThrow();
    if (!simplest.equals(best)) {
      remarks.add(
          "%s has the fewest free parameters within one standard error of %s."
              .formatted(simplest.name(), best.name()));
    }
    remarks.add(
        out.map(file -> "%s was fitted to all rows and written to %s.".formatted(best.name(), file))
            .orElseGet(() ->
                "To fit %s%s: lanewise fit %s --data %s --out best.model"
                    .formatted(
                        best.name(),
                        describesColumns ? ", with the same options for columns" : "",
                        options.get(best.name()),
                        data)));
    return remarks;
  }
}
