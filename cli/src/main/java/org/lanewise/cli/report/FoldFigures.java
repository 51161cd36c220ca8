package org.lanewise.cli.report;

import java.util.List;
import org.lanewise.validation.CrossValidation;
import org.lanewise.validation.CrossValidation.Fold;
import org.lanewise.validation.CrossValidation.Spread;

/// The spread of figures over folds.
///
/// @param figures the figures of each fold
/// @param dealt how rows were dealt to folds, in words
public record FoldFigures(CrossValidation figures, String dealt) {

  /// How many folds each partition has, and how many partitions there are.
  String count() {
    int all = figures.folds().size();
    int partitions = figures.partitions();
    return partitions == 1
        ? NumberFormats.plain("%d folds, %s", all, dealt)
        : NumberFormats.plain("%d folds, %d times, %s and up", all / partitions, partitions, dealt);
  }

  /// The spreads, a line each.
  void addTo(Facts facts) {
    facts
        .add("folds", count())
        .add("log loss, folds", text("%.6g", figures.logLoss(), 1))
        .add("errors, folds", text("%.2f %%", figures.errorRate(), 100));
  }

  private static String text(String format, Spread spread, double unit) {
    String mean = NumberFormats.plain("mean " + format, unit * spread.mean());
    return Double.isNaN(spread.standardError())
        ? mean
        : mean + NumberFormats.plain(", standard error " + format, unit * spread.standardError());
  }

  JsonObject json() {
    return new JsonObject()
        .put("count", figures.folds().size())
        .put("partitions", figures.partitions())
        .put("dealt", dealt)
        .put("logLoss", json(figures.logLoss()))
        .put("errorRate", json(figures.errorRate()))
        .put("brierScore", json(figures.brierScore()))
        .putObjects("each", each());
  }

  private List<JsonObject> each() {
    return figures.folds().stream().map(FoldFigures::json).toList();
  }

  private static JsonObject json(Fold fold) {
    return new JsonObject()
        .put("rows", Math.round(fold.weight()))
        .put("logLoss", fold.logLoss())
        .put("errorRate", fold.errorRate())
        .put("brierScore", fold.brierScore());
  }

  /// The mean and its standard error.
  static JsonObject json(Spread spread) {
    return new JsonObject().put("mean", spread.mean()).put("standardError", spread.standardError());
  }
}
