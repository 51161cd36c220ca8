package org.lanewise.bench.study.question;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.lanewise.bench.study.data.Normal;
import org.lanewise.bench.study.data.Randoms;
import org.lanewise.bench.study.data.Rows;
import org.lanewise.bench.study.method.LogisticRegression;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.Mean;
import org.lanewise.data.Labels;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;

/// Claim 3, the theorem: rows that Naive Bayes needs grow with the logarithm of the number of
/// features, those that logistic regression needs with that number.
///
/// Two classes of independent normal features, equally probable, so that what Naive Bayes assumes
/// holds. Either each feature sets the means half a standard deviation apart, however many there
/// are, as Ng and Jordan's theorem asks; or their distance Δ = 2.5 is shared out among the
/// features. The error of a plane is exact by Φ.
final class Dimensions implements Question {

  static final String TABLE = "dimensions";

  private static final double STRENGTH = 0.5;
  private static final double DISTANCE = 2.5;
  private static final int[] FEATURES = {4, 8, 16, 32, 64, 128};
  private static final int MIN = 8;
  private static final int MAX = 4096;

  @Override
  public String name() {
    return "dimensions";
  }

  @Override
  public List<DataTable> answer(Setting setting) {
    DataTable table =
        new DataTable(
            TABLE,
            "features",
            "each",
            "n",
            "sets",
            "bayes_error",
            "excess_nb",
            "excess_nb_se",
            "excess_lr",
            "excess_lr_se");
    int sets = setting.number(50, 5);
    for (boolean fixed : new boolean[] {true, false}) {
      for (int d : FEATURES) {
        double each = fixed ? STRENGTH : DISTANCE / Math.sqrt(d);
        double bayes = Normal.cdf(-each * Math.sqrt(d) / 2);
        for (double n = MIN; n <= Math.min(MAX, setting.mostRows()); n *= Math.sqrt(2)) {
          int rows = (int) Math.round(n);
          List<double[]> errors =
              setting
                  .parallel()
                  .map(sets, set -> errors(d, each, rows, Randoms.of(3, d, rows, set)));
          Mean naive = Mean.of(Robustness.column(errors, 0));
          Mean logistic = Mean.of(Robustness.column(errors, 1));
          table.add(
              d,
              fixed ? "fixed" : "shared out",
              rows,
              sets,
              bayes,
              naive.value() - bayes,
              naive.error(),
              logistic.value() - bayes,
              logistic.error());
        }
      }
    }
    return List.of(table);
  }

  /// The errors of Naive Bayes and of logistic regression.
  private static double[] errors(int d, double each, int n, RandomGenerator random) {
    int[] labels = new int[n];
    double[][] columns = new double[d][n];
    for (int row = 0; row < n; row++) {
      // Two rows of each class at least: a variance of one would be 0.
      labels[row] = row < 4 ? row % 2 : random.nextInt(2);
      for (int j = 0; j < d; j++) {
        columns[j][row] = (labels[row] - 0.5) * each + random.nextGaussian();
      }
    }
    Rows.Numbers rows = new Rows.Numbers(columns);
    GaussianNaiveBayes naive =
        GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPooledVariances(true))
            .fit(rows.batch(), Labels.ofIndices(labels, 2));
    double[] theta = new double[d + 1];
    theta[0] = Math.log(naive.priors()[1] / naive.priors()[0]);
    for (int j = 0; j < d; j++) {
      double low = naive.mean(0)[j];
      double high = naive.mean(1)[j];
      double variance = naive.variances(0)[j];
      theta[j + 1] = (high - low) / variance;
      theta[0] -= (high * high - low * low) / (2 * variance);
    }
    // Where classes can be separated, as they mostly can here, C keeps the weights finite.
    double[] logistic = new LogisticRegression(100, 1e-3, 1000).weights(rows, labels, 2).theta()[0];
    return new double[] {error(theta, each), error(logistic, each)};
  }

  private static double error(double[] theta, double each) {
    double length = Math.sqrt(Arrays.stream(theta).skip(1).map(weight -> weight * weight).sum());
    double along = Arrays.stream(theta).skip(1).sum() * each / 2;
    return 0.5 * Normal.cdf(-(along + theta[0]) / length)
        + 0.5 * Normal.cdf((theta[0] - along) / length);
  }
}
