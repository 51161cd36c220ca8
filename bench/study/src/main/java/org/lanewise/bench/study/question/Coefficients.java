package org.lanewise.bench.study.question;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.bench.study.data.Randoms;
import org.lanewise.bench.study.data.Rows;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.method.LogisticRegression;
import org.lanewise.bench.study.method.Score;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.Mean;
import org.lanewise.data.Labels;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Claim 4: a shared covariance implies a linear boundary and the logistic form.
///
/// Of the two-class sets of numbers, and of two species of iris by their petals, θ of LDA beside θ
/// of logistic regression on the same rows, all of them; the error of both by bootstrap. And how
/// far the log-odds that the model answers are from θᵀ[1, x].
final class Coefficients implements Question {

  static final String TABLE = "theta";
  static final String SUMMARY = "theta-summary";
  static final String PETALS = "petals";

  /// The set of the drawing, whose features stay in centimetres.
  private static final String DRAWN = "iris petals, cm";

  private static final int MAX_LISTED = 10;

  @Override
  public String name() {
    return "theta";
  }

  @Override
  public List<DataTable> answer(Setting setting) {
    DataTable thetas =
        new DataTable(TABLE, "set", "coefficient", "lda", "lda_se", "lr", "lr_se", "resamples");
    DataTable summary =
        new DataTable(
            SUMMARY,
            "set",
            "rows",
            "features",
            "cosine",
            "length_ratio",
            "same_labels",
            "lda_error",
            "lr_error",
            "lda_log_loss",
            "lr_log_loss",
            "linear_gap");
    DataTable petals = new DataTable(PETALS, "length", "width", "class");
    List<Table> tables = new ArrayList<>();
    for (Table table : setting.tables()) {
      if (table.set().equals("iris")) {
        tables.add(petals(table, petals));
      } else if (table.rows() instanceof Rows.Numbers rows && table.classCount() == 2) {
        tables.add(
            new Table(table.set(), table.kind(), rows.standardizedBy(rows), table.labels(), 2));
      }
    }
    for (Table table : tables) {
      summarize(summary, table);
      if (table.rows().nodeFeatureCount() <= MAX_LISTED) {
        list(thetas, table, setting);
      }
    }
    return List.of(thetas, summary, petals);
  }

  /// Length and width of the petals of the two species that are alike.
  private static Table petals(Table iris, DataTable points) {
    int[] chosen =
        IntStream.range(0, iris.labels().length).filter(row -> iris.labels()[row] > 0).toArray();
    double[][] columns = ((Rows.Numbers) iris.rows().select(chosen)).columns();
    int[] labels = Arrays.stream(iris.labelsOf(chosen)).map(label -> label - 1).toArray();
    for (int row = 0; row < labels.length; row++) {
      points.add(columns[2][row], columns[3][row], labels[row]);
    }
    return new Table(
        DRAWN, "numbers", new Rows.Numbers(new double[][] {columns[2], columns[3]}), labels, 2);
  }

  private static double[][] thetas(Rows rows, int... labels) {
    return new double[][] {
      LinearDiscriminant.fit(((Rows.Numbers) rows).batch(), Labels.ofIndices(labels, 2)).theta(),
      LogisticRegression.unregularized().weights(rows, labels, 2).theta()[0]
    };
  }

  private static void summarize(DataTable summary, Table table) {
    Rows.Numbers rows = (Rows.Numbers) table.rows();
    double[][] theta = thetas(rows, table.labels());
    LinearDiscriminant model =
        LinearDiscriminant.fit(rows.batch(), Labels.ofIndices(table.labels(), 2));
    int n = rows.count();
    double[] ofLda = new double[2 * n];
    model.scorer().logPosterior(rows.batch(), ofLda);
    double[] ofLr = new LogisticRegression.Weights(new double[][] {theta[1]}).logPosteriors(rows);
    double gap = 0;
    double[] joint = new double[2 * n];
    model.scorer().logJoint(rows.batch(), joint);
    int same = 0;
    for (int row = 0; row < n; row++) {
      double linear = theta[0][0];
      for (int j = 0; j < rows.columns().length; j++) {
        linear += theta[0][j + 1] * rows.columns()[j][row];
      }
      double odds = joint[2 * row + 1] - joint[2 * row];
      gap = Math.max(gap, Math.abs(odds - linear) / (1 + Math.abs(odds)));
      same += ofLda[2 * row] > ofLda[2 * row + 1] == ofLr[2 * row] > ofLr[2 * row + 1] ? 1 : 0;
    }
    double product = 0;
    double first = 0;
    double second = 0;
    for (int j = 1; j < theta[0].length; j++) {
      product += theta[0][j] * theta[1][j];
      first += theta[0][j] * theta[0][j];
      second += theta[1][j] * theta[1][j];
    }
    summary.add(
        table.set(),
        n,
        rows.columns().length,
        product / Math.sqrt(first * second),
        Math.sqrt(second / first),
        (double) same / n,
        Score.of(ofLda, table.labels()).error(),
        Score.of(ofLr, table.labels()).error(),
        Score.of(ofLda, table.labels()).logLoss(),
        Score.of(ofLr, table.labels()).logLoss(),
        gap);
  }

  private static void list(DataTable thetas, Table table, Setting setting) {
    int n = table.labels().length;
    int resamples = setting.number(100, 10);
    double[][] all = thetas(table.rows(), table.labels());
    List<double[][]> again =
        setting
            .parallel()
            .map(
                resamples,
                i -> {
                  int[] drawn = Randoms.of(4, i).ints(n, 0, n).toArray();
                  return thetas(table.rows().select(drawn), table.labelsOf(drawn));
                });
    for (int j = 0; j < all[0].length; j++) {
      int at = j;
      double[] deviations = new double[2];
      for (int method = 0; method < 2; method++) {
        int of = method;
        // The deviation of one estimate, not of their mean.
        deviations[method] =
            Mean.of(again.stream().mapToDouble(theta -> theta[of][at]).toArray()).error()
                * Math.sqrt(resamples);
      }
      thetas.add(
          table.set(), "θ" + j, all[0][j], deviations[0], all[1][j], deviations[1], resamples);
    }
  }
}
