package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.model.Training;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.validation.Choosable;
import org.lanewise.validation.Choice;

/// The results of the values that were tried for an option.
///
/// @param what the option
/// @param choice what became of each
public record ChoiceReport(Choosable what, Choice<FitOptions> choice) {

  /// For people: a line for each value, and what is wrong with the first that gives no model.
  public String toText() {
    TextTable table = new TextTable().row(what.id(), "log loss", "errors", "left out");
    String refusal = "";
    for (Choice.Candidate<FitOptions> candidate : choice.path()) {
      String value = what.valuesOf(candidate.value());
      boolean best = candidate.value().equals(choice.best());
      if (candidate.refusal() == null) {
        table.row(
            best ? value + " *" : value,
            NumberFormats.plain("%.6g", candidate.logLoss()),
            Evaluation.percent(candidate.errorRate()),
            Integer.toString(candidate.leftOut()));
      } else {
        table.row(value, "none", "", "");
        refusal =
            refusal.isEmpty()
                ? "%s gives no model: %s\n".formatted(value, Visible.text(candidate.refusal()))
                : refusal;
      }
    }
    return table + refusal;
  }

  /// Describes the choice, without a full stop.
  public String sentence() {
    Training.Chosen chosen = chosen();
    return NumberFormats.plain(
        "chose %s %s from %d values%s: log loss %.6g, errors %s%s",
        chosen.what(),
        what.valuesOf(choice.best()),
        chosen.candidates(),
        choice.best().given().containsKey(Parameter.TOKENS) ? ", at the best temperature" : "",
        chosen.logLoss(),
        Evaluation.percent(chosen.errorRate()),
        chosen.atTheEnd()
            ? NumberFormats.plain(
                "; it is at the end of the range: to try others, use --choose %s=V,V,...",
                what.id())
            : "");
  }

  /// Whether values beyond those that were tried may be better still.
  private boolean isAtTheEnd() {
    if (what.parameters().size() > 1) {
      return false;
    }
    double best = Double.parseDouble(what.valuesOf(choice.best()));
    double[] tried =
        choice.path().stream()
            .mapToDouble(each -> Double.parseDouble(what.valuesOf(each.value())))
            .sorted()
            .toArray();
    return (best == tried[0] && best > 0)
        || (best == tried[tried.length - 1] && what.takes(2 * best));
  }

  /// Returns the part that a model keeps.
  public Training.Chosen chosen() {
    Choice.Candidate<FitOptions> best =
        choice.path().stream()
            .filter(candidate -> candidate.value().equals(choice.best()))
            .findFirst()
            .orElseThrow();
    return new Training.Chosen(
        what.id(), choice.path().size(), best.logLoss(), best.errorRate(), isAtTheEnd());
  }

  /// One member of a JSON object.
  public JsonObject toJson() {
    List<JsonObject> path = new ArrayList<>();
    for (Choice.Candidate<FitOptions> candidate : choice.path()) {
      JsonObject json = new JsonObject().put("value", what.valuesOf(candidate.value()));
      if (candidate.refusal() == null) {
        json.put("logLoss", candidate.logLoss())
            .put("errorRate", candidate.errorRate())
            .put("leftOut", candidate.leftOut());
      } else {
        json.put("refusal", Objects.requireNonNull(candidate.refusal()));
      }
      path.add(json);
    }
    return new JsonObject()
        .put("option", what.id())
        .put("chosen", what.valuesOf(choice.best()))
        .putObjects("path", path);
  }
}
