package org.lanewise.cli.report;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.lanewise.data.Labels;
import org.lanewise.report.figure.Trend;

/// The errors of rows that are each predicted by a model of the rows before them, by window.
public final class PrequentialTally {

  /// The figures of some rows.
  ///
  /// @param first the first row
  /// @param last the last
  /// @param rows their number
  /// @param unlearned the number of rows of a class that the model did not know
  /// @param logLoss the mean log loss of the others
  /// @param kappa Cohen's κ: (p − e)/(1 − e), for the share p of right predictions and the share e
  ///   that the class shares of rows and predictions would have by chance; NaN if e is 1
  /// @param errorsOfLast the share of errors if each row is predicted to be of the class of the row
  ///   before it
  private record Window(
      int first,
      int last,
      int rows,
      int unlearned,
      double errorRate,
      double logLoss,
      double kappa,
      double errorsOfLast) {

    double losses() {
      return logLoss * (rows - unlearned);
    }
  }

  /// A larger share of the log loss in the first window is one of models of few rows.
  private static final double MOST = 0.9;

  private final String order;
  private final int windowRows;
  private final int classCount;
  private final int[] truths;
  private final int[] predictions;
  private final double[] logPosteriors;
  private final BitSet unlearned = new BitSet();
  private int rows;
  private int notPredicted;
  private long byOlder;
  private String refusal = "";

  /// A tally of no predictions.
  ///
  /// @param order how rows are learned, in words
  /// @param windowRows the number of rows in a window
  /// @param labels the classes of all rows
  public PrequentialTally(String order, int windowRows, Labels labels) {
    this.order = order;
    this.windowRows = windowRows;
    classCount = labels.classCount();
    truths = labels.toArray();
    predictions = new int[truths.length];
    logPosteriors = new double[truths.length];
  }

  /// Counts rows before the first model.
  public void addNotPredicted(int count) {
    notPredicted += count;
    rows += count;
  }

  /// Counts rows that the last model that could be fitted is to predict.
  ///
  /// @param why no model could be fitted to the rows before them
  public void addByOlder(long count, String why) {
    byOlder += count;
    refusal = why;
  }

  /// Counts a row.
  ///
  /// @param isUnlearned whether the model did not know its class
  void add(int predicted, double logPosterior, boolean isUnlearned) {
    predictions[rows] = predicted;
    logPosteriors[rows] = logPosterior;
    unlearned.set(rows, isUnlearned);
    rows++;
  }

  private Window all() {
    return window(notPredicted, rows);
  }

  private List<Window> windows() {
    return IntStream.iterate(notPredicted, from -> from < rows, from -> from + windowRows)
        .mapToObj(from -> window(from, Math.min(from + windowRows, rows)))
        .toList();
  }

  private Window window(int from, int to) {
    long[] ofTruth = new long[classCount];
    long[] ofPrediction = new long[classCount];
    int errors = 0;
    int changes = 0;
    double logLoss = 0;
    for (int row = from; row < to; row++) {
      ofTruth[truths[row]]++;
      ofPrediction[predictions[row]]++;
      errors += truths[row] == predictions[row] ? 0 : 1;
      changes += row > 0 && truths[row] == truths[row - 1] ? 0 : 1;
      logLoss -= unlearned.get(row) ? 0 : logPosteriors[row];
    }
    int count = to - from;
    int unknown = unlearned.get(from, to).cardinality();
    double chance = 0;
    for (int c = 0; c < classCount; c++) {
      chance += (double) ofTruth[c] / count * ofPrediction[c] / count;
    }
    double errorRate = (double) errors / count;
    return new Window(
        from,
        to - 1,
        count,
        unknown,
        errorRate,
        // Adds 0 so that −0 is not written.
        logLoss / (count - unknown) + 0.0,
        chance < 1 ? 1 - errorRate / (1 - chance) : Double.NaN,
        (double) changes / count);
  }

  /// The course of the figures, for a page.
  public List<Trend> trends() {
    return List.of(
        trend(
            "Errors",
            "share of errors",
            " Each row is predicted by a model of the rows before it, then learned.",
            line("model", Window::errorRate),
            line("the class of the row before", Window::errorsOfLast)),
        trend("Log loss", "log loss (nats)", "", line("model", Window::logLoss)),
        trend("Cohen's κ", "κ", " 1 is perfect, 0 is chance.", line("model", Window::kappa)));
  }

  private Trend trend(String title, String name, String more, Trend.Line... lines) {
    return new Trend(
        title,
        name,
        line("", Window::last).values(),
        List.of(lines),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        "Each point is a window of %d rows.".formatted(windowRows) + more);
  }

  private Trend.Line line(String name, ToDoubleFunction<Window> figure) {
    return new Trend.Line(name, windows().stream().mapToDouble(figure).toArray());
  }

  /// One member of the JSON object of an evaluation.
  JsonObject json() {
    JsonObject json =
        json(all())
            .put("order", order)
            .put("notPredicted", notPredicted)
            .put("byOlderModel", byOlder);
    if (byOlder > 0) {
      json.put("refusal", refusal);
    }
    return json.putObjects("windows", windows().stream().map(PrequentialTally::json).toList());
  }

  private static JsonObject json(Window window) {
    return new JsonObject()
        .put("firstRow", window.first)
        .put("lastRow", window.last)
        .put("rows", window.rows)
        .put("unlearned", window.unlearned)
        .put("errorRate", window.errorRate)
        .put("logLoss", window.logLoss)
        .put("kappa", window.kappa)
        .put("errorRateOfLastClass", window.errorsOfLast);
  }

  /// For people.
  String text() {
    Window whole = all();
    Facts facts = new Facts().add("order", order);
    if (notPredicted > 0) {
      facts.add("only learned", notPredicted + " at the beginning, before the first prediction");
    }
    if (byOlder > 0) {
      facts.add("by an older model", "%d: %s".formatted(byOlder, refusal));
    }
    if (whole.unlearned > 0) {
      facts.add(
          "of new classes",
          whole.unlearned
              + ", each an error without a log loss, as the model did not know its class");
    }
    Window first = windows().getFirst();
    double early = first.losses() / whole.losses();
    if (first.rows < whole.rows && early > MOST) {
      facts.add(
          "of the first rows",
          NumberFormats.plain(
              "%s of the log loss, because models of few rows are overconfident; use --warm-up %d"
                  + " to only learn rows %d to %d",
              Evaluation.percent(early), first.last + 1, first.first, first.last));
    }
    facts
        .add("kappa", defined("%.6g", whole.kappa))
        .add(
            "class of the row before",
            Evaluation.percent(whole.errorsOfLast) + " errors if it is the prediction");
    TextTable table = new TextTable().row("rows", "errors", "log loss", "kappa", "class before");
    for (Window window : windows()) {
      table.row(
          "%d to %d".formatted(window.first, window.last),
          Evaluation.percent(window.errorRate),
          defined("%.4f", window.logLoss),
          defined("%.4f", window.kappa),
          Evaluation.percent(window.errorsOfLast));
    }
    return facts + "\n" + table;
  }

  /// A figure, or - where rows have none: κ if all are of one class, which is also predicted.
  private static String defined(String format, double figure) {
    return Double.isNaN(figure) ? "-" : NumberFormats.plain(format, figure);
  }
}
