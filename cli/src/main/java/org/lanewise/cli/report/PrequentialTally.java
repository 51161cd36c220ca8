package org.lanewise.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.lanewise.report.figure.Trend;

/// The errors of rows that are each predicted by a model of the rows before them, by window.
public final class PrequentialTally {

  /// The figures of some rows.
  ///
  /// @param first the first row that was predicted
  /// @param last the last
  /// @param rows the number of rows that were predicted
  /// @param unlearned the number of rows of a class that the model did not know
  /// @param logLoss the mean log loss of the others
  /// @param kappa Cohen's κ: (p − e)/(1 − e), for the share p of right predictions and the share e
  ///   that the class shares of rows and predictions would have by chance; NaN if e is 1
  /// @param errorsOfLast the share of errors if each row is predicted to be of the class of the row
  ///   before it
  private record Window(
      long first,
      long last,
      long rows,
      long unlearned,
      double errorRate,
      double logLoss,
      double kappa,
      double errorsOfLast) {}

  /// Sums over rows.
  private static final class Sums {
    private final long[] truths;
    private final long[] predictions;
    private long first;
    private long rows;
    private long unlearned;
    private long errors;
    private long changes;
    private double logLoss;

    Sums(int classCount) {
      truths = new long[classCount];
      predictions = new long[classCount];
    }

    Window until(long last) {
      double chance = 0;
      for (int c = 0; c < truths.length; c++) {
        chance += (double) truths[c] / rows * predictions[c] / rows;
      }
      double errorRate = (double) errors / rows;
      return new Window(
          first,
          last,
          rows,
          unlearned,
          errorRate,
          // Adds 0 so that −0 is not written.
          logLoss / (rows - unlearned) + 0.0,
          chance < 1 ? 1 - errorRate / (1 - chance) : Double.NaN,
          (double) changes / rows);
    }
  }

  private final String order;
  private final int windowRows;
  private final Sums all;
  private final List<Window> windows = new ArrayList<>();
  private Sums current;
  private long row;
  private int lastClass = -1;
  private long notPredicted;
  private long byOlder;
  private String refusal = "";

  /// A tally of no rows.
  ///
  /// @param order how rows are learned, in words
  /// @param windowRows the number of rows in a window
  public PrequentialTally(String order, int windowRows, int classCount) {
    this.order = order;
    this.windowRows = windowRows;
    all = new Sums(classCount);
    current = new Sums(classCount);
  }

  /// Counts a row before the first model.
  public void addNotPredicted(int truth) {
    notPredicted++;
    row++;
    lastClass = truth;
  }

  /// Counts rows that the last model that could be fitted is to predict.
  ///
  /// @param why no model could be fitted to the rows before them
  public void addByOlder(long rows, String why) {
    byOlder += rows;
    refusal = why;
  }

  /// Counts a row.
  ///
  /// @param unlearned whether the model did not know its class
  void add(int truth, int predicted, double logPosterior, boolean unlearned) {
    for (Sums sums : List.of(all, current)) {
      sums.first = sums.rows == 0 ? row : sums.first;
      sums.rows++;
      sums.truths[truth]++;
      sums.predictions[predicted]++;
      sums.errors += truth == predicted ? 0 : 1;
      sums.changes += truth == lastClass ? 0 : 1;
      sums.unlearned += unlearned ? 1 : 0;
      sums.logLoss -= unlearned ? 0 : logPosterior;
    }
    if (current.rows == windowRows) {
      windows.add(current.until(row));
      current = new Sums(current.truths.length);
    }
    row++;
    lastClass = truth;
  }

  private List<Window> windows() {
    List<Window> found = new ArrayList<>(windows);
    if (current.rows > 0) {
      found.add(current.until(row - 1));
    }
    return found;
  }

  /// The course of the figures, for a page.
  public List<Trend> trends() {
    List<Window> found = windows();
    double[] rows = found.stream().mapToDouble(Window::last).toArray();
    String caption = "Each point is a window of %d rows.".formatted(windowRows);
    return List.of(
        new Trend(
            "Errors",
            "share of errors",
            rows,
            List.of(
                line("model", found, Window::errorRate),
                line("the class of the row before", found, Window::errorsOfLast)),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            caption + " Each row is predicted by a model of the rows before it, then learned."),
        new Trend(
            "Log loss",
            "log loss (nats)",
            rows,
            List.of(line("model", found, Window::logLoss)),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            caption),
        new Trend(
            "Cohen's κ",
            "κ",
            rows,
            List.of(line("model", found, Window::kappa)),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            caption + " 1 is perfect, 0 is chance."));
  }

  private static Trend.Line line(
      String name, List<Window> windows, ToDoubleFunction<Window> figure) {
    return new Trend.Line(name, windows.stream().mapToDouble(figure).toArray());
  }

  /// One member of the JSON object of an evaluation.
  JsonObject json() {
    JsonObject json =
        json(all.until(row - 1))
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
    Window whole = all.until(row - 1);
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
    facts
        .add("kappa", NumberFormats.plain("%.6g", whole.kappa))
        .add(
            "class of the row before",
            NumberFormats.plain(
                "%s errors if it is the prediction", Evaluation.percent(whole.errorsOfLast)));
    TextTable table = new TextTable().row("rows", "errors", "log loss", "kappa", "class before");
    for (Window window : windows()) {
      table.row(
          "%d to %d".formatted(window.first, window.last),
          Evaluation.percent(window.errorRate),
          NumberFormats.plain("%.4f", window.logLoss),
          NumberFormats.plain("%.4f", window.kappa),
          Evaluation.percent(window.errorsOfLast));
    }
    return facts + "\n" + table;
  }
}
