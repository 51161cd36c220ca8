package org.lanewise.bench.study.page;

import static org.lanewise.bench.study.page.Figures.column;
import static org.lanewise.bench.study.page.Figures.number;
import static org.lanewise.bench.study.page.Figures.percent;
import static org.lanewise.bench.study.page.Figures.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.bench.report.Page;
import org.lanewise.bench.study.data.Normal;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.DataTable.Line;

/// Section 1: the rows that LDA saves where its assumption holds.
final class EfficiencySection {

  private static final String TABLE = "efficiency";
  private static final String VARIANCES = "efficiency-variances";
  private static final List<Integer> DRAWN = List.of(100, 400, 6400);
  private static final String SHOWN_DELTA = "3";

  private EfficiencySection() {}

  static void write(Page page, Figures figures) {
    if (!figures.has(TABLE)) {
      return;
    }
    DataTable table = figures.table(TABLE);
    page.section("1. Normal classes with one covariance: who needs fewer rows?");
    page.line(
        """
        The claim: if p(x|y) is normal and the classes share a covariance, LDA needs fewer rows than logistic regression for the
        same error, and no method needs fewer than LDA.

        **Experiment.** There are two equally probable classes N(±Δ/2·e₁, I) with five features. Training sets of n rows are
        drawn from their mixture, and both methods learn from the same sets: LDA by maximum likelihood, logistic regression
        without regularisation. The error of a plane is computed exactly with Φ, so only the training sets are random. The
        comparison uses the *excess* of the error over the best possible error, Φ(−Δ/2). Efron (1975) derived the limit of the
        ratio of the two excesses, LDA's divided by logistic regression's, as n grows. For equal priors and any number of
        features, it is

        ```
        ARE(Δ) = (1 + Δ²/4) · exp(−Δ²/8) · (2π)^(−½) ∫ exp(−x²/2) / cosh(Δx/2) dx
        ```

        A ratio of 0.64 means that LDA needs 64 rows where logistic regression needs 100.
        """);
    page.line(
        "%s",
        figures.chart(
            TABLE,
            chart(table),
            "The ratio of the excess errors against the distance of the classes, with Efron's"
                + " curve; and both excess errors against the rows"));
    page.line("");
    List<String> sizes = table.distinct("n");
    List<String> head = new ArrayList<>(List.of("Δ", "best error, %", "Efron"));
    sizes.forEach(n -> head.add("n = " + n));
    page.table(head.toArray(String[]::new));
    for (String delta : table.distinct("delta")) {
      List<Line> lines = table.where(line -> line.has("delta", delta));
      List<String> cells =
          new ArrayList<>(
              List.of(
                  delta,
                  percent(lines.getFirst().number("bayes_error")),
                  text("%.3f", lines.getFirst().number("efron"))));
      for (Line line : lines) {
        cells.add(text("%.3f ± %.3f", line.number("ratio"), line.number("ratio_se")));
      }
      page.row(cells.toArray(String[]::new));
    }
    page.line("");
    page.line(
        """
        Ratios of the mean excess errors over %s training sets, ± one standard error by the delta method.
        """
            .strip(),
        table.lines().getFirst().text("sets"));
    page.line("");
    efficiency(page, figures);
  }

  /// Whether the variances meet their bounds.
  private static void efficiency(Page page, Figures figures) {
    DataTable table = figures.table(VARIANCES);
    page.line(
        """
        **Is LDA asymptotically efficient?** The variance of an unbiased estimate of θ cannot be below the Cramér–Rao bound of
        its model. For a coefficient in a direction in which the means do not differ, the bound is n·Var = 4 + Δ² if the whole
        normal model is known to hold, and 1/E[p(1 − p)] if only the logistic form is known. With n = %s:
        """
            .strip(),
        table.lines().getFirst().text("n"));
    page.line("");
    page.table("Δ", "n·Var, LDA", "bound", "n·Var, logistic", "bound");
    for (Line line : table.lines()) {
      page.row(
          line.text("delta"),
          text("%.2f ± %.2f", line.number("lda"), line.number("lda_se")),
          text("%.2f", line.number("lda_bound")),
          text("%.2f ± %.2f", line.number("lr"), line.number("lr_se")),
          text("%.2f", line.number("lr_bound")));
    }
    page.line("");
    Answers.efficiency(page, figures);
  }

  private static Chart chart(DataTable table) {
    Chart chart =
        new Chart(
            "LDA and logistic regression on normal classes",
            "Left: the ratio of the excess errors falls from 1 to a third as the classes move"
                + " apart, along Efron's curve. Right: both excess errors fall with the number of"
                + " rows, that of LDA lies lower.",
            2);
    Plot ratios = chart.plot("Excess errors, LDA by logistic", "Δ", "ratio");
    double[] grid = IntStream.rangeClosed(0, 80).mapToDouble(i -> i / 20.0).toArray();
    ratios.curve("Efron", 7, grid, Arrays.stream(grid).map(Normal::relativeEfficiency).toArray());
    chart.key("Efron's limit", 7);
    for (int i = 0; i < DRAWN.size(); i++) {
      int n = DRAWN.get(i);
      List<Line> lines = table.where(line -> line.has("n", n));
      ratios.marks(
          "n = " + n,
          2 + i,
          column(lines, "delta"),
          column(lines, "ratio"),
          column(lines, "ratio_se"));
      chart.key("n = " + n, 2 + i);
    }
    ratios.over(0, 1.05);
    Plot excess = chart.plot("Excess error, %, at Δ = " + SHOWN_DELTA, "rows n", "%").logX().logY();
    List<Line> lines = table.where(line -> line.has("delta", SHOWN_DELTA));
    excess.line(
        "LDA",
        0,
        column(lines, "n"),
        column(lines, "excess_lda", 100),
        column(lines, "excess_lda_se", 100));
    excess.line(
        "logistic regression",
        1,
        column(lines, "n"),
        column(lines, "excess_lr", 100),
        column(lines, "excess_lr_se", 100));
    chart.key("LDA", 0);
    chart.key("logistic regression", 1);
    return chart;
  }

  /// Rows that logistic regression needs for each of LDA's, by Efron.
  static String rows(double delta) {
    return number(1 / Normal.relativeEfficiency(delta));
  }
}
