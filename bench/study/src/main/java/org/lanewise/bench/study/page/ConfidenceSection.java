package org.lanewise.bench.study.page;

import static org.lanewise.bench.study.page.Figures.column;
import static org.lanewise.bench.study.page.Figures.number;
import static org.lanewise.bench.study.page.Figures.percent;
import static org.lanewise.bench.study.page.Figures.signedPercent;
import static org.lanewise.bench.study.page.Figures.text;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.bench.report.Page;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.DataTable.Line;

/// Section 5: Naive Bayes at its word; smoothing; features in values.
final class ConfidenceSection {

  private static final String TABLE = "confidence";
  private static final String RELIABILITY = "reliability";
  private static final String SMOOTHING = "smoothing";
  private static final String PSEUDO = "pseudo-data";
  private static final String VALUES = "values";
  private static final List<String> DRAWN =
      List.of(
          "spambase, bits",
          "magic, numbers",
          "mushroom, categories",
          "SMS, bits",
          "digits, bits",
          "banknote, numbers");

  private ConfidenceSection() {}

  static void write(Page page, Figures figures) {
    if (!figures.has(TABLE)) {
      return;
    }
    page.section("5. Naive Bayes at its word");
    confidence(page, figures);
    if (figures.has(SMOOTHING)) {
      smoothing(page, figures);
    }
    if (figures.has(VALUES)) {
      values(page, figures);
    }
  }

  private static void confidence(Page page, Figures figures) {
    DataTable table = figures.table(TABLE);
    page.line(
        """
        The claim: Naive Bayes classifies well even if its features are not independent, but it is overconfident, because it
        counts the evidence of correlated features more than once.

        **Experiment.** Each model is trained on four fifths of the rows and evaluated on the last fifth: the mean of its
        largest posterior (*confidence*) compared with the share of rows it classifies correctly, the expected calibration error
        (ECE, 15 bins with equal numbers of rows), and the log loss in nats. Then all its log joints are divided by one
        temperature T, the one with the lowest leave-one-out log loss on the *training* rows. No rows are held back for this.
        Logistic regression is trained on the same rows.
        """);
    page.line(
        "%s",
        figures.chart(
            RELIABILITY, reliability(figures.table(RELIABILITY)), "Observed against predicted"));
    page.line("");
    page.table(
        "set",
        "method",
        "right, %",
        "confidence, %",
        "ECE, %",
        "log loss",
        "T",
        "ECE after, %",
        "log loss after",
        "logistic: right, %",
        "ECE, %",
        "log loss");
    for (Line line : table.lines()) {
      page.row(
          line.text("set") + ", " + line.text("kind"),
          line.text("method"),
          percent(1 - line.number("error")),
          percent(line.number("confidence")),
          percent(line, "calibration_error"),
          loss(line, "log_loss"),
          number(line.number("temperature")),
          percent(line, "calibration_error_after"),
          loss(line, "log_loss_after"),
          percent(1 - line.number("lr_error")),
          percent(line.number("lr_calibration_error")),
          loss(line, "lr_log_loss"));
    }
    page.line("");
    long without =
        table.lines().stream().filter(line -> line.number("without_temperature") > 0).count();
    page.line(
        "± one standard error over %s to %s splits. T is the mean over the splits%s.",
        table.lines().stream().mapToInt(line -> (int) line.number("splits")).min().orElse(0),
        table.lines().stream().mapToInt(line -> (int) line.number("splits")).max().orElse(0),
        without == 0
            ? ""
            : "; in %d lines some splits had none, as no training row was mistaken"
                .formatted(without));
    page.line("");
    Answers.confidence(page, figures);
  }

  private static String loss(Line line, String column) {
    double value = line.number(column);
    double error = line.number(column + "_se");
    return Double.isFinite(error) ? number(value) + " ± " + text("%.1g", error) : number(value);
  }

  private static Chart reliability(DataTable table) {
    Chart chart =
        new Chart(
            "How often the largest posterior is right",
            "The share of rows that are labelled right against the posterior of the label, before"
                + " and after one temperature, for six models; the grey line is where both are"
                + " equal.",
            3);
    chart.key("as they are", 0);
    chart.key("tempered", 2);
    chart.key("equal", 7);
    for (String name : DRAWN) {
      List<Line> lines =
          table.where(line ->
              (line.text("set") + ", " + line.text("kind")).equals(name)
                  && !line.text("method").contains("shared"));
      if (!lines.isEmpty()) {
        Plot plot = chart.plot(name, "posterior, %", "right, %").over(0, 100);
        plot.curve("equal", 7, new double[] {0, 100}, new double[] {0, 100});
        for (boolean tempered : new boolean[] {false, true}) {
          List<Line> own = lines.stream().filter(line -> line.has("tempered", tempered)).toList();
          plot.line(
              tempered ? "tempered" : "as they are",
              tempered ? 2 : 0,
              column(own, "predicted", 100),
              column(own, "observed", 100),
              null);
        }
      }
    }
    return chart;
  }

  private static void smoothing(Page page, Figures figures) {
    DataTable table = figures.table(SMOOTHING);
    page.line("### Laplace's α");
    page.line("");
    page.line(
        """
        α is added to the count of every value of a feature; 1 is Laplace's rule. With α = 0, a value that never occurred in a
        class makes the class impossible. The last column is the share of test rows that are impossible in their own class, so
        that the log loss is infinite.
        """);
    page.line("%s", figures.chart(SMOOTHING, smoothingChart(table), "Errors against Laplace's α"));
    page.line("");
    page.table(
        "set",
        "rows",
        "α = 0",
        "0.01",
        "0.1",
        "1",
        "10",
        "best α by error",
        "by log loss",
        "impossible at 0, %");
    for (List<Line> lines : groups(table)) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  lines.getFirst().text("set") + ", " + lines.getFirst().text("kind"),
                  lines.getFirst().text("n")));
      for (String alpha : List.of("0", "0.01", "0.1", "1", "10")) {
        cells.add(
            percent(
                lines.stream().filter(line -> line.has("alpha", alpha)).findFirst().orElseThrow(),
                "error"));
      }
      cells.add(best(lines, "error"));
      cells.add(best(lines, "log_loss"));
      cells.add(percent(lines.getFirst().number("impossible")));
      page.row(cells.toArray(String[]::new));
    }
    page.line("");
    page.line(
        "Errors in percent, ± one standard error, with %s rows and with all.",
        table.lines().getFirst().text("n"));
    page.line("");
    if (figures.has(PSEUDO)) {
      DataTable pseudo = figures.table(PSEUDO);
      double largest =
          pseudo.lines().stream()
              .mapToDouble(line -> line.number("largest_difference"))
              .max()
              .orElse(0);
      page.line(
          """
          **Smoothing as pseudo-data.** For bits, α is equivalent to additional rows. Bernoulli Naive Bayes with α was compared
          with a model without smoothing that had two more rows for each class, one of ones and one of zeros, with weight α. On
          %s, with α = %s, their log probabilities differ by at most %s.
          """
              .strip(),
          String.join(" and ", pseudo.distinct("set")),
          String.join(", ", pseudo.distinct("alpha")),
          number(largest));
      page.line("");
    }
    Answers.smoothing(page, figures);
  }

  static List<List<Line>> groups(DataTable table) {
    return table.lines().stream()
        .map(line -> List.of(line.text("set"), line.text("kind"), line.text("n")))
        .distinct()
        .map(name ->
            table.where(
                line -> name.equals(List.of(line.text("set"), line.text("kind"), line.text("n")))))
        .toList();
  }

  static String best(List<Line> lines, String column) {
    Line best = lines.getFirst();
    for (Line line : lines) {
      best = line.number(column) < best.number(column) ? line : best;
    }
    return best.text("alpha");
  }

  private static Chart smoothingChart(DataTable table) {
    Chart chart =
        new Chart(
            "Error against Laplace's α",
            "The error of Naive Bayes against α from 0.001 to 10, learned from few rows and from"
                + " all, for each set of discrete features.",
            3);
    chart.key("all rows", 0);
    chart.key("200 rows", 1);
    List<List<Line>> groups = groups(table);
    for (int at = 0; at < groups.size(); at += 2) {
      Line first = groups.get(at).getFirst();
      Plot plot = chart.plot(first.text("set") + ", " + first.text("kind"), "α", "error, %").logX();
      for (int all = 0; all < 2; all++) {
        List<Line> lines =
            groups.get(at + all).stream().filter(line -> line.number("alpha") > 0).toList();
        plot.line(
            all == 1 ? "all rows" : "200 rows",
            1 - all,
            column(lines, "alpha"),
            column(lines, "error", 100),
            column(lines, "error_se", 100));
      }
    }
    return chart;
  }

  private static void values(Page page, Figures figures) {
    DataTable table = figures.table(VALUES);
    page.line("### Bits, k values or normal densities");
    page.line("");
    page.line(
        """
        Naive Bayes is fitted to the same real features as bits (above the median or not), as k values between quantiles of the
        training rows, with Laplace's rule, and with normal densities in each class.
        """);
    List<String> ways = table.distinct("values");
    List<String> head = new ArrayList<>(List.of("set", "rows"));
    ways.forEach(way -> head.add(way.length() > 2 ? way : way.equals("2") ? "bits" : "k = " + way));
    head.add("best − normal");
    page.table(head.toArray(String[]::new));
    for (String set : table.distinct("set")) {
      List<Line> lines = table.where(line -> line.has("set", set));
      Line best = lines.getFirst();
      for (Line line : lines.subList(0, lines.size() - 1)) {
        best = line.number("error") < best.number("error") ? line : best;
      }
      List<String> cells = new ArrayList<>(List.of(set, best.text("n")));
      lines.forEach(line -> cells.add(percent(line, "error")));
      cells.add(signedPercent(best, "difference"));
      page.row(cells.toArray(String[]::new));
    }
    page.line("");
    page.line(
        "Errors in percent, ± one standard error; the last column is the best k against normal"
            + " densities on the same splits.");
    page.line("");
    Answers.values(page, figures);
  }
}
