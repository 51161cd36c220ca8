package org.lanewise.cli.report;

import java.util.Optional;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.output.Visible;

/// What was fitted.
///
/// @param model the model
/// @param rows of how many rows
/// @param nanos how long that took, without the reading
/// @param choice what became of the values of an option that was chosen, if one was
public record FitReport(FittedModel model, long rows, long nanos, Optional<ChoiceReport> choice) {

  /// For people: a line, after the values that were tried.
  public String toText(String file) {
    return choice.map(report -> report.toText() + "\n" + report.sentence() + "\n").orElse("")
        + Formats.plain(
            "%s: %s of %d rows, %d features, %d classes, fitted in %.1f ms%n",
            Visible.text(file),
            model.kind(),
            rows,
            model.classifier().featureCount(),
            model.classes().count(),
            nanos / 1e6)
        + model.incomplete().map(rows -> rows.sentence() + "\n").orElse("");
  }

  /// One JSON object and a line end.
  public String toJson() {
    JsonObject json =
        new JsonObject()
            .put("classifier", model.kind().id())
            .put("rows", rows)
            .put("features", model.classifier().featureCount())
            .put("classes", model.classes().names())
            .put("fitMillis", nanos / 1e6);
    model.incomplete().ifPresent(rows -> json.put("incomplete", rows.sentence()));
    choice.ifPresent(report -> json.put("choice", report.toJson()));
    return json + "\n";
  }
}
