package org.lanewise.bench.study.page;

import static org.lanewise.bench.study.page.Figures.column;
import static org.lanewise.bench.study.page.Figures.number;
import static org.lanewise.bench.study.page.Figures.percent;
import static org.lanewise.bench.study.page.Figures.text;

import java.util.List;
import org.lanewise.bench.report.Page;
import org.lanewise.bench.result.TextTable;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.DataTable.Line;

/// Section 6: time to equal test loss.
final class CostSection {

  private static final String TABLE = "cost";
  private static final String ZERO = "0";
  private static final String OURS = "our θ";

  private CostSection() {}

  static void write(Page page, Figures figures) {
    if (!figures.has(TABLE)) {
      return;
    }
    DataTable table = figures.table(TABLE);
    page.section("6. What it costs");
    page.line(
        """
        **Experiment.** All training rows of one split are in memory, in the form that each library takes; code is warm and runs
        on one thread. Lanewise's time is measured from rows to scorer. liblinear is stopped after 1, 2, 3 … Newton steps,
        started from θ = 0 and, with two classes, also from the θ of Lanewise's model, with the C chosen in section 3. Its time
        is that of the first stop at which its test log loss is no higher than Lanewise's. **Times vary between runs**; these
        are from one thread of an otherwise idle %s on JDK %s. The other columns do not change.
        """
            .strip(),
        table.lines().getFirst().text("cpu"),
        table.lines().getFirst().text("jdk"));
    page.line("");
    page.line("%s", figures.chart(TABLE, chart(table), "Test log loss against time"));
    page.line("");
    page.table(
        "set",
        "method",
        "time",
        "log loss",
        "error, %",
        "liblinear to that loss",
        "× Lanewise",
        "from Lanewise's θ",
        "liblinear to that error",
        "liblinear until convergence",
        "log loss",
        "error, %");
    for (Race race : races(table)) {
      Line line = race.ours;
      page.row(
          line.text("set") + ", " + line.text("kind"),
          line.text("method"),
          time(line),
          number(line.number("log_loss")),
          percent(line.number("error")),
          time(race.fromZero, line, "log_loss"),
          Double.isNaN(race.ratio()) ? "" : number(race.ratio()),
          race.fromOurs.isEmpty() ? "" : time(race.fromOurs, line, "log_loss"),
          time(race.fromZero, line, "error"),
          time(race.end()),
          number(race.end().number("log_loss")),
          percent(race.end().number("error")));
    }
    page.line("");
    Answers.cost(page, figures);
  }

  /// A model of ours, and liblinear on the same rows.
  ///
  /// @param fromZero its stops, from θ = 0
  /// @param fromOurs its stops from our θ; none where there are more than two classes
  record Race(Line ours, List<Line> fromZero, List<Line> fromOurs) {

    Line end() {
      return fromZero.getLast();
    }

    /// The time to our log loss by our time; NaN where that is never reached.
    double ratio() {
      return seconds(fromZero) / ours.number("seconds");
    }

    double endRatio() {
      return end().number("seconds") / ours.number("seconds");
    }

    /// The time to our log loss from our θ by that from 0; NaN where it is not known.
    double startedRatio() {
      return seconds(fromOurs) / seconds(fromZero);
    }

    private double seconds(List<Line> steps) {
      Line reached = reach(steps, ours, "log_loss");
      return reached == null ? Double.NaN : reached.number("seconds");
    }
  }

  /// All of them.
  static List<Race> races(DataTable table) {
    return table.where(line -> line.text("start").isEmpty()).stream()
        .map(ours -> {
          List<Line> same =
              table.where(
                  line -> line.has("set", ours.text("set")) && line.has("kind", ours.text("kind")));
          return new Race(ours, from(same, ZERO), from(same, OURS));
        })
        .toList();
  }

  private static List<Line> from(List<Line> lines, String start) {
    return lines.stream().filter(line -> line.text("start").equals(start)).toList();
  }

  /// The first stop at which a loss is no higher than ours, or null.
  private static Line reach(List<Line> steps, Line ours, String column) {
    return steps.stream()
        .filter(line -> line.number(column) <= ours.number(column))
        .findFirst()
        .orElse(null);
  }

  private static String time(List<Line> steps, Line ours, String column) {
    Line reached = reach(steps, ours, column);
    return reached == null ? "never" : time(reached);
  }

  private static String time(Line line) {
    return TextTable.time(1e9 * line.number("seconds"));
  }

  private static int colour(String method) {
    return switch (method) {
      case "Gaussian NB, shared variances" -> 2;
      case "LDA" -> 3;
      default -> 0;
    };
  }

  private static Chart chart(DataTable table) {
    Chart chart =
        new Chart(
            "Test log loss against the time to learn",
            "One plot for each set: a mark for each of our models, and lines for liblinear, stopped"
                + " after more and more steps, from 0 and from our coefficients.",
            3);
    chart.key("Naive Bayes", 0);
    chart.key("Gaussian NB, shared variances", 2);
    chart.key("LDA", 3);
    chart.key("logistic regression from 0", 1);
    chart.key("… from our θ", 4);
    for (String set : table.distinct("set")) {
      for (String kind :
          table.where(line -> line.has("set", set)).stream()
              .map(line -> line.text("kind"))
              .distinct()
              .toList()) {
        List<Line> lines = table.where(line -> line.has("set", set) && line.has("kind", kind));
        Plot plot =
            chart
                .plot(
                    text("%s, %s (%s rows)", set, kind, lines.getFirst().text("n")),
                    "ms",
                    "log loss, nats")
                .logX()
                .logY();
        for (Line line : from(lines, "")) {
          List<Line> one = List.of(line);
          plot.marks(
              line.text("method"),
              colour(line.text("method")),
              column(one, "seconds", 1e3),
              column(one, "log_loss"),
              null);
        }
        for (String start : List.of(ZERO, OURS)) {
          List<Line> steps = from(lines, start);
          if (!steps.isEmpty()) {
            plot.line(
                start,
                start.equals(ZERO) ? 1 : 4,
                column(steps, "seconds", 1e3),
                column(steps, "log_loss"),
                null);
          }
        }
      }
    }
    return chart;
  }
}
