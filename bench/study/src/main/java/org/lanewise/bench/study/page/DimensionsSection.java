package org.lanewise.bench.study.page;

import static org.lanewise.bench.study.page.Figures.percent;
import static org.lanewise.bench.study.page.Figures.text;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.bench.report.Page;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.DataTable.Line;

/// Section 3, the theorem: rows that are needed against the number of features.
final class DimensionsSection {

  private static final String TABLE = "dimensions";
  private static final double NEAR = 0.01;

  private DimensionsSection() {}

  static void write(Page page, Figures figures) {
    if (!figures.has(TABLE)) {
      return;
    }
    DataTable table = figures.table(TABLE);
    page.line(
        """
        **The theorem** states that the number of rows that Naive Bayes needs grows with the logarithm of the number of features
        d, and the number that logistic regression needs grows with d itself. In this experiment the assumptions of Naive Bayes
        hold: there are two classes and d independent normal features, so both methods tend to the same error. In one variant,
        as the theorem requires, the means differ by half a standard deviation in every feature, so more features carry more
        information. In the other, a distance Δ = 2.5 is divided among the features, so more features carry no more information.
        The table gives the number of rows from which the error stays within %s points of the best error; if the best error is
        0.23 %%, that is easy to reach.
        """
            .strip(),
        percent(NEAR));
    page.line("");
    page.line("%s", figures.chart(TABLE, chart(table), "Rows needed against features"));
    page.line("");
    page.table(
        "features",
        "best error, %: every feature informative",
        "Naive Bayes",
        "logistic",
        "best error, %: information divided",
        "Naive Bayes",
        "logistic");
    for (String d : table.distinct("features")) {
      List<String> cells = new ArrayList<>(List.of(d));
      for (String each : table.distinct("each")) {
        List<Line> lines = of(table, d, each);
        cells.add(text("%.2g", 100 * lines.getFirst().number("bayes_error")));
        cells.add(shown(needed(lines, "excess_nb"), lines));
        cells.add(shown(needed(lines, "excess_lr"), lines));
      }
      page.row(cells.toArray(String[]::new));
    }
    page.line("");
  }

  private static List<Line> of(DataTable table, String d, String each) {
    return table.where(line -> line.has("features", d) && line.has("each", each));
  }

  private static String shown(double rows, List<Line> lines) {
    return Double.isNaN(rows) ? "more than " + lines.getLast().text("n") : text("%.0f", rows);
  }

  /// The number of rows from which on the excess error stays small, by a straight line between
  /// sizes over the logarithms; NaN where it does not.
  private static double needed(List<Line> lines, String excess) {
    int at = lines.size();
    while (at > 0 && lines.get(at - 1).number(excess) <= NEAR) {
      at--;
    }
    if (at == lines.size()) {
      return Double.NaN;
    }
    if (at == 0) {
      return lines.getFirst().number("n");
    }
    double before = Math.log(lines.get(at - 1).number(excess) / NEAR);
    double after = Math.log(lines.get(at).number(excess) / NEAR);
    double share = before / (before - after);
    return Math.exp(
        (1 - share) * Math.log(lines.get(at - 1).number("n"))
            + share * Math.log(lines.get(at).number("n")));
  }

  private static Chart chart(DataTable table) {
    Chart chart =
        new Chart(
            "Rows needed against the number of features",
            "Rows from which on the error stays near the best, by Naive Bayes and by logistic"
                + " regression, where each feature tells something and where the same is shared"
                + " out.",
            2);
    for (String each : table.distinct("each")) {
      Plot plot =
          chart
              .plot(
                  each.equals("fixed") ? "Each feature tells as much" : "The same, shared out",
                  "features d",
                  "rows")
              .logX()
              .logY();
      for (int method = 0; method < 2; method++) {
        List<String> features = table.distinct("features");
        double[] x = features.stream().mapToDouble(Double::parseDouble).toArray();
        String excess = method == 0 ? "excess_nb" : "excess_lr";
        double[] y =
            features.stream().mapToDouble(d -> needed(of(table, d, each), excess)).toArray();
        plot.line(method == 0 ? "Naive Bayes" : "logistic regression", method, x, y, null);
      }
    }
    chart.key("Naive Bayes", 0);
    chart.key("logistic regression", 1);
    return chart;
  }
}
