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
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Claim 1: where p(x|y) is normal with a shared covariance, LDA needs fewer rows.
///
/// Two classes N(±Δ/2·e₁, I) of five features, equally probable; a training set of n rows drawn
/// from both together is given to LDA by maximum likelihood and to logistic regression. The error
/// of a plane is exact by Φ, so nothing but the training set is random.
final class Efficiency implements Question {

  static final String TABLE = "efficiency";
  static final String VARIANCES = "efficiency-variances";

  private static final int D = 5;
  private static final double[] DISTANCES = {0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4};
  private static final int[] SIZES = {50, 100, 200, 400, 1600, 6400};

  @Override
  public String name() {
    return "efficiency";
  }

  /// What was learned from one training set.
  ///
  /// @param logistic θ by logistic regression
  /// @param separated whether a plane has all training rows on their sides
  private record Outcome(double[] discriminant, double[] logistic, boolean separated) {}

  @Override
  public List<DataTable> answer(Setting setting) {
    DataTable table =
        new DataTable(
            TABLE,
            "delta",
            "n",
            "sets",
            "bayes_error",
            "excess_lda",
            "excess_lda_se",
            "excess_lr",
            "excess_lr_se",
            "ratio",
            "ratio_se",
            "efron",
            "separated");
    DataTable variances =
        new DataTable(
            VARIANCES,
            "delta",
            "n",
            "sets",
            "lda",
            "lda_se",
            "lda_bound",
            "lr",
            "lr_se",
            "lr_bound",
            "separated");
    int sets = setting.number(2000, 100);
    for (double delta : DISTANCES) {
      for (int n : SIZES) {
        List<Outcome> outcomes =
            setting
                .parallel()
                .map(
                    sets,
                    i -> outcome(delta, n, Randoms.of(1, Double.doubleToLongBits(delta), n, i)));
        double bayes = Normal.cdf(-delta / 2);
        double[] lda = excess(outcomes, delta, true);
        double[] lr = excess(outcomes, delta, false);
        Mean ratio = Mean.ofRatio(lda, lr);
        double separated = outcomes.stream().filter(Outcome::separated).count() / (double) sets;
        table.add(
            delta,
            n,
            sets,
            bayes,
            Mean.of(lda).value(),
            Mean.of(lda).error(),
            Mean.of(lr).value(),
            Mean.of(lr).error(),
            ratio.value(),
            ratio.error(),
            Normal.relativeEfficiency(delta),
            separated);
        if (n == SIZES[SIZES.length - 1]) {
          Mean ofLda = variance(outcomes, n, true);
          Mean ofLr = variance(outcomes, n, false);
          variances.add(
              delta,
              n,
              sets,
              ofLda.value(),
              ofLda.error(),
              Normal.discriminantVariance(delta),
              ofLr.value(),
              ofLr.error(),
              1 / Normal.logisticInformation(delta),
              separated);
        }
      }
    }
    return List.of(table, variances);
  }

  private static Outcome outcome(double delta, int n, RandomGenerator random) {
    int[] labels = new int[n];
    double[][] columns = new double[D][n];
    for (int row = 0; row < n; row++) {
      labels[row] = random.nextBoolean() ? 1 : 0;
      for (int j = 0; j < D; j++) {
        columns[j][row] = random.nextGaussian();
      }
      columns[0][row] += (labels[row] - 0.5) * delta;
    }
    Rows.Numbers rows = new Rows.Numbers(columns);
    double[] discriminant =
        LinearDiscriminant.fit(rows.batch(), Labels.ofIndices(labels, 2)).theta();
    LogisticRegression.Weights weights =
        LogisticRegression.unregularized().weights(rows, labels, 2);
    double[] posteriors = weights.logPosteriors(rows);
    boolean separated = true;
    for (int row = 0; row < n; row++) {
      separated &= posteriors[2 * row + labels[row]] > posteriors[2 * row + 1 - labels[row]];
    }
    return new Outcome(discriminant, weights.theta()[0], separated);
  }

  private static double[] excess(List<Outcome> outcomes, double delta, boolean ofLda) {
    return outcomes.stream()
        .mapToDouble(outcome ->
            error(ofLda ? outcome.discriminant : outcome.logistic, delta) - Normal.cdf(-delta / 2))
        .toArray();
  }

  /// The error of the plane θᵀ[1, x] = 0.
  static double error(double[] theta, double delta) {
    double length = Math.sqrt(Arrays.stream(theta).skip(1).map(weight -> weight * weight).sum());
    double along = theta[1] * delta / 2;
    return 0.5 * Normal.cdf(-(along + theta[0]) / length)
        + 0.5 * Normal.cdf((theta[0] - along) / length);
  }

  /// n·Var of the coefficients of the features in which the means do not differ: their true value
  /// is 0.
  private static Mean variance(List<Outcome> outcomes, int n, boolean ofLda) {
    return Mean.of(
        outcomes.stream()
            .mapToDouble(outcome ->
                n
                    * Arrays.stream(ofLda ? outcome.discriminant : outcome.logistic)
                        .skip(2)
                        .map(weight -> weight * weight)
                        .average()
                        .orElseThrow())
            .toArray());
  }
}
