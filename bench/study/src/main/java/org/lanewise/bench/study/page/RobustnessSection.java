package org.lanewise.bench.study.page;

import static org.lanewise.bench.study.page.Figures.column;
import static org.lanewise.bench.study.page.Figures.percent;
import static org.lanewise.bench.study.page.Figures.signedPercent;
import static org.lanewise.bench.study.page.Figures.text;

import java.util.List;
import org.lanewise.bench.report.Page;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.DataTable.Line;

/// Section 2: what becomes of LDA where its assumption fails.
final class RobustnessSection {

  private static final String TABLE = "robustness";
  private static final String THETA = "robustness-theta";
  private static final String LDA = "LDA";
  private static final String LOGISTIC = "logistic regression";
  private static final List<String> METHODS =
      List.of(LDA, LOGISTIC, "QDA", "Gaussian NB", "Poisson NB");

  private RobustnessSection() {}

  static void write(Page page, Figures figures) {
    if (!figures.has(TABLE)) {
      return;
    }
    DataTable table = figures.table(TABLE);
    page.section("2. Classes that are not normal: who is more robust?");
    page.line(
        """
        The claim: if p(x|y) is not normal, logistic regression is more robust; and if p(x|y) belongs to another exponential
        family, such as Poisson, the posterior is still logistic.

        **Experiment.** There are seven populations with four features and two equally probable classes. Their true posterior,
        and therefore the best possible error, is known: unit normal about ∓½; the same with a standard deviation of 2 in class
        1; Student's t with 2 degrees of freedom; exp of the first; the first with 15 %% of class 1 moved by 8 to the far side
        of feature 1, where the other class has no rows; waiting times with means 1 and 2.5; counts with means ½ and 2. There
        are %s training sets of each size, the same for all methods. Errors are measured on one test set for each population, so
        differences between methods are known more precisely than the errors themselves.
        """
            .strip(),
        table.lines().getFirst().text("sets"));
    page.line("");
    page.line(
        "%s", figures.chart(TABLE, chart(table), "Errors against training rows, by population"));
    page.line("");
    List<String> sizes = table.distinct("n");
    String few = sizes.get(1);
    String many = sizes.getLast();
    page.table(
        "population",
        "true posterior",
        "best",
        "LDA, n = " + many,
        "logistic, n = " + many,
        "LDA − logistic, n = " + few,
        "n = " + many,
        "best generative model, n = " + many);
    for (String population : table.distinct("population")) {
      List<Line> lines =
          table.where(line -> line.has("population", population) && line.has("n", many));
      Line lda = of(lines, LDA);
      Line best = lines.getFirst();
      for (Line line : lines) {
        if (!line.has("method", LOGISTIC) && line.number("error") < best.number("error")) {
          best = line;
        }
      }
      Line early =
          of(table.where(line -> line.has("population", population) && line.has("n", few)), LDA);
      page.row(
          population,
          lda.text("law"),
          percent(lda.number("bayes_error")),
          percent(lda, "error"),
          percent(of(lines, LOGISTIC), "error"),
          signedPercent(early, "difference"),
          signedPercent(lda, "difference"),
          best.text("method") + ", " + percent(best.number("error")));
    }
    page.line("");
    page.line("Errors in percent, ± one standard error over the training sets.");
    page.line("");
    thetas(page, figures.table(THETA));
    Answers.robustness(page, figures);
  }

  private static Line of(List<Line> lines, String method) {
    return lines.stream().filter(line -> line.has("method", method)).findFirst().orElseThrow();
  }

  private static void thetas(Page page, DataTable table) {
    page.line(
        """
        **θ if the posterior is logistic**: p(y=1|x) = 1/(1 + exp(−θᵀ[1, x])); means over the training sets with n = %s. By
        construction, the other coefficients equal θ₁.
        """
            .strip(),
        table.lines().getFirst().text("n"));
    page.line("");
    page.table("population", "method", "θ₀", "true θ₀", "θ₁", "true θ₁");
    for (String population : table.distinct("population")) {
      for (String method : table.distinct("method")) {
        List<Line> lines =
            table.where(line -> line.has("population", population) && line.has("method", method));
        if (!lines.isEmpty()) {
          page.row(
              population,
              method,
              mean(lines.get(0)),
              truth(lines.get(0)),
              mean(lines.get(1)),
              truth(lines.get(1)));
        }
      }
    }
    page.line("");
  }

  private static String mean(Line line) {
    return text("%.3f ± %.3f", line.number("mean"), line.number("mean_se")).replace('-', '−');
  }

  private static String truth(Line line) {
    return text("%.3f", line.number("true")).replace('-', '−');
  }

  private static Chart chart(DataTable table) {
    Chart chart =
        new Chart(
            "Populations that are normal, and that are not",
            "The error of each method against the number of training rows, one plot for each"
                + " population; the grey line is the best possible error.",
            3);
    for (String population : table.distinct("population")) {
      Plot plot = chart.plot(population, "rows n", "error, %").logX();
      List<Line> all = table.where(line -> line.has("population", population));
      double[] n = {all.getFirst().number("n"), all.getLast().number("n")};
      double best = 100 * all.getFirst().number("bayes_error");
      plot.curve("best", 7, n, new double[] {best, best});
      for (int colour = 0; colour < METHODS.size(); colour++) {
        String method = METHODS.get(colour);
        List<Line> lines = all.stream().filter(line -> line.has("method", method)).toList();
        if (!lines.isEmpty()) {
          plot.line(
              method,
              colour,
              column(lines, "n"),
              column(lines, "error", 100),
              column(lines, "error_se", 100));
          chart.key(method, colour);
        }
      }
    }
    chart.key("best possible", 7);
    return chart;
  }
}
