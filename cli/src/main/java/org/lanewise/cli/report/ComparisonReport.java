package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.Collections;
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
/// @param comparison the classifiers, with temperatures
/// @param ranking the figure by which they are ranked
/// @param figures more figures of the classifiers that have results, by name
/// @param data the name of the rows
/// @param out the file that the best model was written to, if one was asked for
public record ComparisonReport(
    Labels labels,
    int columns,
    String dealt,
    Comparison comparison,
    Ranking ranking,
    Map<String, Figures> figures,
    String data,
    Optional<String> out) {

  /// More figures of a classifier.
  ///
  /// @param untempered its figures without temperatures
  /// @param area the area under the ROC curve
  /// @param temperature the mean temperature of the folds that have one
  /// @param options the options of `fit` for the classifier itself
  /// @param command the whole command that fits it
  public record Figures(
      CrossValidation untempered,
      OptionalDouble area,
      OptionalDouble temperature,
      String options,
      String command) {

    /// The same figures with another command.
    public Figures with(String newOptions, String newCommand) {
      return new Figures(untempered, area, temperature, newOptions, newCommand);
    }
  }

  private static final int LONGEST_NAME = 80;

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
        Figures more = figures.get(entry.name());
        ranked.add(
            put(entry.result().get(), json)
                .put("untemperedLogLoss", FoldFigures.json(more.untempered.logLoss()))
                .put("temperature", more.temperature)
                .put("rankedBy", FoldFigures.json(entry.loss().orElseThrow()))
                .put("auc", more.area)
                .put("options", more.options)
                .put("command", more.command));
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
            .put("rank", ranking.id())
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
    TextTable lines = new TextTable(LONGEST_NAME);
    table().forEach(lines::row);
    text.append('\n').append(lines).append('\n');
    reasons()
        .forEach(
            (number, reason) -> text.append("%s %s\n".formatted(number, Visible.text(reason))));
    text.append(reasons().isEmpty() ? "" : "\n");
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
    List<String> names =
        new ArrayList<>(
            List.of(
                "classifier",
                "log loss",
                "s.e.",
                "untempered",
                "errors",
                "s.e.",
                "Brier",
                "ROC area",
                "parameters",
                "time",
                " "));
    addRank(names, Optional.of(ranking.title()));
    table.add(names);
    for (Comparison.Entry entry : comparison.ranked()) {
      table.add(
          entry
              .result()
              .map(result -> cells(entry, result, figures.get(entry.name())))
              .orElseGet(() -> {
                List<String> cells = new ArrayList<>(Collections.nCopies(names.size(), "-"));
                cells.set(0, entry.name());
                cells.set(names.size() - 1, "left out " + number(entry));
                return cells;
              }));
    }
    CrossValidation shares = comparison.classShares();
    table.add(
        cells(
            Comparison.Entry.of("class shares alone", shares),
            shares,
            new Figures(shares, OptionalDouble.empty(), OptionalDouble.empty(), "", "")));
    return table;
  }

  /// Adds the figure of the ranking before the last cell if no other column has it.
  private void addRank(List<String> cells, Optional<String> figure) {
    if (ranking == Ranking.AVERAGE_PRECISION || ranking == Ranking.BALANCED) {
      cells.add(cells.size() - 1, figure.orElse("-"));
    }
  }

  /// Why classifiers are left out or not recommended, each reason once, by its number.
  public Map<String, String> reasons() {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (Comparison.Entry entry : comparison.ranked()) {
      if (!entry.refusal().isEmpty()) {
        reasons.put(number(entry), entry.refusal());
      }
    }
    return reasons;
  }

  /// The number of an entry's reason.
  private String number(Comparison.Entry entry) {
    List<String> reasons =
        comparison.ranked().stream()
            .map(Comparison.Entry::refusal)
            .filter(reason -> !reason.isEmpty())
            .distinct()
            .toList();
    return "[%d]".formatted(reasons.indexOf(entry.refusal()) + 1);
  }

  private String mark(Comparison.Entry entry) {
    if (!entry.refusal().isEmpty()) {
      return "not recommended " + number(entry);
    }
    boolean simplest = comparison.simplest().filter(entry::equals).isPresent();
    return comparison.best().filter(entry::equals).isPresent()
        ? simplest ? "best, simplest" : "best"
        : simplest ? "simplest" : "";
  }

  private List<String> cells(Comparison.Entry entry, CrossValidation result, Figures more) {
    Spread errors = result.errorRate();
    List<String> cells =
        new ArrayList<>(
            List.of(
                entry.name(),
                NumberFormats.plain("%.4f", result.logLoss().mean()),
                NumberFormats.plain("%.4f", result.logLoss().standardError()),
                NumberFormats.plain("%.4f", more.untempered.logLoss().mean()),
                Evaluation.percent(errors.mean()),
                Evaluation.percent(errors.standardError()),
                NumberFormats.plain("%.4f", result.brierScore().mean()),
                more.area.isPresent() ? NumberFormats.plain("%.4f", more.area.getAsDouble()) : "-",
                Long.toString(result.freeParameters()),
                NumberFormats.plain("%.2f s", result.nanos() / NANOS_PER_SECOND),
                mark(entry)));
    addRank(
        cells,
        entry
            .loss()
            .filter(_ -> figures.containsKey(entry.name()))
            .map(loss -> NumberFormats.plain("%.4f", 1 - loss.mean())));
    return cells;
  }

  /// Sentences about the result, and the next command.
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (comparison.ranked().stream().allMatch(entry -> entry.result().isEmpty())) {
      remarks.add("No classifier accepts these rows, for the reasons above.");
    } else if (!comparison.isBetterThanClassShares()) {
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
            .orElseGet(
                () -> "To fit %s: %s".formatted(best.name(), figures.get(best.name()).command)));
    return remarks;
  }
}
