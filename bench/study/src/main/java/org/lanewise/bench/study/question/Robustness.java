package org.lanewise.bench.study.question;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.lanewise.bench.study.data.Population;
import org.lanewise.bench.study.data.Randoms;
import org.lanewise.bench.study.data.Rows;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.method.Generative;
import org.lanewise.bench.study.method.LogisticRegression;
import org.lanewise.bench.study.method.Method;
import org.lanewise.bench.study.method.Score;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.Mean;
import org.lanewise.data.Labels;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Claim 2: where p(x|y) is not normal, logistic regression is more robust; and it is right for
/// every exponential family.
///
/// Training sets of made populations, all methods on the same ones; judged by one large test set of
/// each population, whose error by the true posterior is known.
final class Robustness implements Question {

  static final String TABLE = "robustness";
  static final String THETA = "robustness-theta";

  private static final int[] SIZES = {50, 200, 1000, 5000};

  @Override
  public String name() {
    return "robustness";
  }

  private static List<Method> methods(Population population) {
    List<Method> methods =
        new ArrayList<>(
            List.of(Generative.linear(), Generative.quadratic(), Generative.gaussian(false)));
    if (population.name().contains("Poisson")) {
      methods.add(Generative.poisson());
    }
    methods.add(LogisticRegression.unregularized());
    return methods;
  }

  @Override
  public List<DataTable> answer(Setting setting) {
    DataTable table =
        new DataTable(
            TABLE,
            "population",
            "law",
            "n",
            "sets",
            "method",
            "error",
            "error_se",
            "difference",
            "difference_se",
            "bayes_error");
    DataTable thetas =
        new DataTable(
            THETA, "population", "n", "sets", "method", "coefficient", "true", "mean", "mean_se");
    int sets = setting.number(100, 10);
    for (Population population : Population.all()) {
      Table test = population.table(setting.number(20_000, 5_000), Randoms.of(2));
      double bayes = population.bayesError(test);
      List<Method> methods = methods(population);
      for (int n : SIZES) {
        List<double[]> errors =
            setting.parallel().map(sets, i -> errors(population, methods, n, i, test));
        double[] logistic = column(errors, methods.size() - 1);
        for (int at = 0; at < methods.size(); at++) {
          Mean error = Mean.of(column(errors, at));
          Mean difference = Mean.ofDifferences(column(errors, at), logistic);
          table.add(
              population.name(),
              population.law(),
              n,
              sets,
              methods.get(at).name(),
              error.value(),
              error.error(),
              difference.value(),
              difference.error(),
              bayes);
        }
      }
      if (population.theta() != null) {
        addThetas(thetas, population, setting);
      }
    }
    return List.of(table, thetas);
  }

  private static SplittableRandom random(int n, int set) {
    return Randoms.of(2, n, set);
  }

  private static double[] errors(
      Population population, List<Method> methods, int n, int set, Table test) {
    Table training = population.table(n, random(n, set));
    return methods.stream()
        .mapToDouble(method ->
            Score.of(
                    method.fit(training.rows(), training.labels(), 2).logPosteriors(test.rows()),
                    test.labels())
                .error())
        .toArray();
  }

  static double[] column(List<double[]> rows, int at) {
    return rows.stream().mapToDouble(row -> row[at]).toArray();
  }

  /// θ of the methods that have one, beside the true one.
  private static void addThetas(DataTable table, Population population, Setting setting) {
    int n = SIZES[SIZES.length - 1];
    int sets = setting.number(100, 10);
    boolean counts = population.name().contains("Poisson");
    List<String> names =
        counts
            ? List.of("LDA", "logistic regression", "Poisson NB")
            : List.of("LDA", "logistic regression");
    List<double[][]> found =
        setting
            .parallel()
            .map(
                sets,
                set -> {
                  Table training = population.table(n, random(n, set));
                  Rows.Numbers rows = (Rows.Numbers) training.rows();
                  Labels labels = Labels.ofIndices(training.labels(), 2);
                  return new double[][] {
                    LinearDiscriminant.fit(rows.batch(), labels).theta(),
                    LogisticRegression.unregularized()
                        .weights(rows, training.labels(), 2)
                        .theta()[0],
                    counts ? PoissonNaiveBayes.fit(rows.batch(), labels).theta() : null
                  };
                });
    for (int method = 0; method < names.size(); method++) {
      int at = method;
      for (int j = 0; j <= Population.D; j++) {
        int coefficient = j;
        Mean mean =
            Mean.of(
                IntStream.range(0, sets)
                    .mapToDouble(set -> found.get(set)[at][coefficient])
                    .toArray());
        table.add(
            population.name(),
            n,
            sets,
            names.get(method),
            "θ" + j,
            population.theta()[j],
            mean.value(),
            mean.error());
      }
    }
  }
}
