package org.lanewise.bench.study.page;

import static org.lanewise.bench.study.page.Figures.column;
import static org.lanewise.bench.study.page.Figures.number;
import static org.lanewise.bench.study.page.Figures.percent;
import static org.lanewise.bench.study.page.Figures.text;

import java.util.List;
import org.lanewise.bench.report.Page;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.DataTable.Line;

/// Section 4: two ways to the same form.
final class ThetaSection {

  private static final String TABLE = "theta";
  private static final String SUMMARY = "theta-summary";
  private static final String PETALS = "petals";
  private static final String DRAWN = "iris petals, cm";

  private ThetaSection() {}

  static void write(Page page, Figures figures) {
    if (!figures.has(TABLE)) {
      return;
    }
    DataTable table = figures.table(TABLE);
    page.section("4. One covariance, one plane: θ by both ways");
    page.line(
        """
        The claim: a shared covariance makes the boundary a plane and the posterior logistic, p(y=1|x) = 1/(1 + exp(−θᵀ[1, x])),
        with θ = Σ⁻¹(μ₁ − μ₀) and θ₀ from the means and priors. Logistic regression estimates the same θ without a model of
        p(x).

        **Experiment.** Both methods are fitted, without regularisation, to all rows of the two-class sets of numbers,
        standardised, and to two species of iris with the length and width of their petals ([Fisher's
        data](../examples/data/README.md), CC BY 4.0).
        """);
    page.line(
        "%s",
        figures.chart(
            PETALS, chart(figures, table), "Petals of two species of iris with both boundaries"));
    page.line("");
    page.table("set", "coefficient", "θ by LDA", "θ by logistic regression");
    for (Line line : table.lines()) {
      page.row(
          line.text("set"),
          line.text("coefficient"),
          number(line.number("lda")) + " ± " + number(line.number("lda_se")),
          number(line.number("lr")) + " ± " + number(line.number("lr_se")));
    }
    page.line("");
    page.line(
        "± is the standard deviation over %s bootstrap samples of the rows.",
        table.lines().getFirst().text("resamples"));
    page.line("");
    page.table(
        "set",
        "rows",
        "features",
        "cosine",
        "length, logistic / LDA",
        "same labels, %",
        "LDA: error, %",
        "log loss",
        "logistic: error, %",
        "log loss",
        "log-odds − θᵀ[1, x]");
    for (Line line : figures.table(SUMMARY).lines()) {
      page.row(
          line.text("set"),
          line.text("rows"),
          line.text("features"),
          text("%.3f", line.number("cosine")),
          number(line.number("length_ratio")),
          percent(line.number("same_labels")),
          percent(line.number("lda_error")),
          number(line.number("lda_log_loss")),
          percent(line.number("lr_error")),
          number(line.number("lr_log_loss")),
          text("%.0e", line.number("linear_gap")).replace('-', '−'));
    }
    page.line("");
    page.line(
        """
        Cosine and length compare the two θ without θ₀; errors and log losses are those on the training rows. The last column is
        the largest difference, relative to 1 + |log-odds|, between the log-odds of the LDA scorer and the plane.
        """);
    Answers.theta(page, figures);
  }

  private static Chart chart(Figures figures, DataTable table) {
    Chart chart =
        new Chart(
            "Two species of iris by their petals",
            "Rows of versicolor and virginica by length and width of petals, with the line by LDA"
                + " and the steeper one by logistic regression.",
            1);
    DataTable petals = figures.table(PETALS);
    Plot plot = chart.plot("Petals, cm", "length", "width");
    String[] names = {"versicolor", "virginica"};
    for (int c = 0; c < 2; c++) {
      int label = c;
      List<Line> lines = petals.where(line -> line.has("class", label));
      plot.marks(names[c], 2 * c + 4, column(lines, "length"), column(lines, "width"), null);
      chart.key(names[c], 2 * c + 4);
    }
    String[] methods = {"lda", "lr"};
    String[] called = {"LDA", "logistic regression"};
    for (int method = 0; method < 2; method++) {
      String of = methods[method];
      double[] theta =
          table.where(line -> line.has("set", DRAWN)).stream()
              .mapToDouble(line -> line.number(of))
              .toArray();
      // Where the line leaves the rows: width against length.
      double[] width = {1.0, 2.5};
      double[] length = {
        -(theta[0] + theta[2] * width[0]) / theta[1], -(theta[0] + theta[2] * width[1]) / theta[1]
      };
      for (int end = 0; end < 2; end++) {
        double bound = Math.clamp(length[end], 3, 6.9);
        width[end] = -(theta[0] + theta[1] * bound) / theta[2];
        length[end] = bound;
      }
      plot.curve(called[method], method, length, width);
      chart.key(called[method], method);
    }
    return chart;
  }
}
