package org.lanewise.cli.report;

import java.util.List;
import org.lanewise.cli.gathering.Decay;
import org.lanewise.cli.gathering.Gathered;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.output.Visible;
import org.lanewise.cli.table.Schema;

/// The description of statistics.
///
/// @param gathered the statistics
/// @param files from how many files they are
/// @param nanos how long they took, without the reading of data
public record GatherReport(Gathered gathered, int files, long nanos) {

  /// For people: a line.
  public String toText(String file) {
    return NumberFormats.plain(
            "%s: %s, %d rows, %d features, %d classes%s, in %.1f ms%n",
            Visible.text(file),
            gathered.what(),
            gathered.usedRows(),
            gathered.statistics().featureCount(),
            gathered.classes().count(),
            files == 1 ? "" : NumberFormats.plain(", from %d files", files),
            nanos / 1e6)
        + gathered.incomplete().map(rows -> rows.sentence(gathered.rowCount()) + "\n").orElse("");
  }

  /// One JSON object and a line end.
  public String toJson() {
    return json().put("files", files).put("millis", nanos / 1e6) + "\n";
  }

  private JsonObject json() {
    JsonObject json =
        new JsonObject()
            .put("statistics", gathered.what())
            .put("classifiers", names())
            .put("rows", gathered.rowCount())
            .put("features", gathered.statistics().featureCount())
            .put("classes", gathered.classes().names());
    gathered
        .incomplete()
        .ifPresent(
            rows -> json.put("incompleteRows", rows.count()).put("usedRows", gathered.usedRows()));
    return json;
  }

  /// Returns the JSON of `lanewise inspect`.
  public String inspectionJson() {
    Schema schema = gathered.inputs().schema();
    JsonObject json =
        json()
            .put("classWeights", weights())
            .put("featureNames", gathered.statistics().features().names())
            .put("source", Inspection.rows(schema));
    Inspection.putFirstIndex(schema, json);
    Inspection.putOptions(gathered.options(), json);
    gathered
        .decay()
        .ifPresent(decay ->
            json.put("halfLifeSeconds", decay.halfLife())
                .put("latest", Decay.text(decay.latest())));
    List<List<String>> categories = gathered.inputs().categoryNames();
    if (!categories.isEmpty()) {
      json.put("categories", categories);
    }
    return json + "\n";
  }

  private double[] weights() {
    double[] weights = new double[gathered.classes().count()];
    for (int c = 0; c < weights.length; c++) {
      weights[c] = gathered.classWeight(c);
    }
    return weights;
  }

  /// Returns the text of `lanewise inspect`.
  public String inspectionText() {
    Schema schema = gathered.inputs().schema();
    Facts facts =
        new Facts()
            .add("statistics", gathered.what())
            .add("for", String.join(", ", names()))
            .add("classes", gathered.classes().count())
            .add("features", gathered.statistics().featureCount())
            .add(
                "rows",
                NumberFormats.plain("%d (%s)", gathered.usedRows(), Inspection.rows(schema)));
    Inspection.addColumns(schema, facts);
    gathered.inputs().types().ifPresent(types -> facts.add("columns", types.describe(schema)));
    Inspection.addOptions("gathered with", gathered.options(), facts);
    gathered.decay().ifPresent(decay -> facts.add("rows count", decay.describe()));
    gathered
        .incomplete()
        .ifPresent(rows -> facts.add("missing", rows.sentence(gathered.rowCount())));
    TextTable table = new TextTable();
    boolean counted = gathered.counted();
    List<Long> rows = gathered.rowsOfClasses();
    table.row(counted ? List.of("class", "rows", "weight") : List.of("class", "weight"));
    double[] weights = weights();
    for (int c = 0; c < weights.length; c++) {
      String name = gathered.classes().name(c);
      String weight = NumberFormats.plain("%.6g", weights[c]);
      table.row(counted ? List.of(name, rows.get(c).toString(), weight) : List.of(name, weight));
    }
    return facts + "\n" + table;
  }

  private List<String> names() {
    return gathered.classifiers().stream().map(ClassifierKind::id).toList();
  }
}
