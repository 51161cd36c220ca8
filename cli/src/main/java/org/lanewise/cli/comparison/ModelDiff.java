package org.lanewise.cli.comparison;

import java.util.List;
import java.util.Optional;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.report.JsonObject;
import org.lanewise.cli.report.TextTable;
import org.lanewise.serving.ModelDifference;
import org.lanewise.serving.ModelDifference.Move;
import org.lanewise.serving.ModelDifference.Parameter;

/// The differences between two models, as text and as JSON.
///
/// @param rows on which rows they disagree, if there are any to look at
/// @param shown how many moves of a parameter, and how many rows, are named
public record ModelDiff(
    FittedModel before,
    FittedModel after,
    ModelDifference difference,
    Optional<ChangedLabels> rows,
    int shown) {

  /// For programs: one JSON object.
  public String toJson() {
    JsonObject json =
        new JsonObject()
            .put("classifierBefore", before.kindName())
            .put("classifierAfter", after.kindName())
            .put("classesBefore", difference.classesBefore())
            .put("classesAfter", difference.classesAfter())
            .put("featuresBefore", difference.featuresBefore())
            .put("featuresAfter", difference.featuresAfter())
            .put("reordered", difference.reordered())
            .put("parametersBefore", difference.parametersBefore())
            .put("parametersAfter", difference.parametersAfter())
            .putObjects("parameters", difference.parameters().stream().map(this::toJson).toList());
    rows.ifPresent(found ->
        json.put("rows", found.rowCount())
            .put("changedRows", found.changedCount())
            .putObjects(
                "changed",
                found.changed().stream()
                    .limit(shown)
                    .map(row ->
                        new JsonObject()
                            .put("row", row.row())
                            .put("before", row.before())
                            .put("after", row.after()))
                    .toList()));
    return json + "\n";
  }

  private JsonObject toJson(Parameter parameter) {
    return new JsonObject()
        .put("parameter", parameter.name())
        .put("compared", parameter.compared())
        .put("moved", parameter.moved())
        .putObjects(
            "largest",
            parameter.largest().stream()
                .limit(shown)
                .map(move ->
                    new JsonObject()
                        .put("of", move.of())
                        .put("before", move.before())
                        .put("after", move.after())
                        .put("by", move.by()))
                .toList());
  }

  /// For people: what there is in one only, then a table of moves, then rows.
  ///
  /// @param nameBefore what the first model is called
  /// @param nameAfter what the second one is called
  public String toText(String nameBefore, String nameAfter) {
    StringBuilder text = new StringBuilder();
    if (!before.kindName().equals(after.kindName())) {
      text.append(
          "%s is %s, %s is %s\n"
              .formatted(
                  Visible.text(nameBefore),
                  before.kindName(),
                  Visible.text(nameAfter),
                  after.kindName()));
    }
    only(text, nameBefore, "classes", difference.classesBefore());
    only(text, nameAfter, "classes", difference.classesAfter());
    only(text, nameBefore, "features", difference.featuresBefore());
    only(text, nameAfter, "features", difference.featuresAfter());
    only(text, nameBefore, "parameters", difference.parametersBefore());
    only(text, nameAfter, "parameters", difference.parametersAfter());
    if (difference.reordered()) {
      text.append("shared classes or features are in a different order\n");
    }
    for (Parameter parameter : difference.parameters()) {
      text.append(
          "%s: %d of %d moved\n"
              .formatted(parameter.name(), parameter.moved(), parameter.compared()));
      TextTable table = new TextTable();
      for (Move move : parameter.largest().stream().limit(shown).toList()) {
        table.row(
            "  " + String.join(", ", move.of()),
            Double.toString(move.before()),
            "->",
            Double.toString(move.after()),
            "by",
            Double.toString(move.by()));
      }
      text.append(table);
    }
    rows.ifPresent(found -> {
      text.append("%d of %d rows change class\n".formatted(found.changedCount(), found.rowCount()));
      TextTable table = new TextTable();
      found.changed().stream()
          .limit(shown)
          .forEach(row -> table.row("  row " + row.row(), row.before(), "->", row.after()));
      text.append(table);
    });
    if (difference.isEmpty() && before.kindName().equals(after.kindName())) {
      text.append("classes, features and parameters are the same\n");
    }
    return text.toString();
  }

  private void only(StringBuilder text, String model, String what, List<String> names) {
    if (!names.isEmpty()) {
      text.append(
          "%s only in %s: %s%s\n"
              .formatted(
                  what,
                  Visible.text(model),
                  Visible.text(
                      String.join(
                          ", ", names.subList(0, Math.min(names.size(), Math.max(1, shown))))),
                  names.size() > Math.max(1, shown)
                      ? " and %d more".formatted(names.size() - Math.max(1, shown))
                      : ""));
    }
  }
}
