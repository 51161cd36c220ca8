package org.lanewise.cli.report;

import org.lanewise.cli.validation.ColumnSelection;

/// Selected feature columns.
public record SelectionReport(ColumnSelection selection) {

  /// For people: a line for each selected column.
  public String toText() {
    TextTable table = new TextTable().row("selected", "log loss", "errors");
    for (ColumnSelection.Step step : selection.steps()) {
      table.row(
          step.column(),
          NumberFormats.plain("%.6g", step.logLoss()),
          Evaluation.percent(step.errorRate()));
    }
    return table.toString();
  }

  /// Describes the selection, without a full stop.
  public String sentence() {
    ColumnSelection.Step last = selection.steps().getLast();
    return NumberFormats.plain(
        "selected %d of %d columns: log loss %.6g, errors %s by leave-one-out, which is optimistic,"
            + " because the same rows selected them; evaluate --select selects in each fold",
        selection.steps().size(),
        selection.columnCount(),
        last.logLoss(),
        Evaluation.percent(last.errorRate()));
  }

  /// Adds a member of a JSON object: a list of the selected columns.
  void addTo(JsonObject json) {
    json.putObjects(
        "selected",
        selection.steps().stream()
            .map(step ->
                new JsonObject()
                    .put("column", step.column())
                    .put("logLoss", step.logLoss())
                    .put("errorRate", step.errorRate()))
            .toList());
  }
}
