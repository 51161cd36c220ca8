package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.CovarianceDivisor;
import org.lanewise.model.DiscriminantOptions;
import org.lanewise.model.GaussianNaiveBayes;
import org.lanewise.model.LinearDiscriminant;
import org.lanewise.model.Priors;
import org.lanewise.model.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;

/// Real data against results of exact arithmetic (512 bits), split `every:5`.
///
/// The small sets and their results come with the project. The large ones are read from the folders
/// that the system properties `lanewise.reference` and `lanewise.data` name.
class GaussianReferenceTest {

  /// Of a log posterior, relative to max(1, |log joint|).
  private static final double TOLERANCE = 1e-9;

  private static final Path EXAMPLES = Path.of("..", "examples", "data");
  private static final Path RESULTS = Path.of("src", "test", "resources", "reference");

  /// A data set: rows of features, and labels whose classes are those of all rows.
  private record DataSet(double[][] rows, List<String> labels) {

    static DataSet read(Path file) throws IOException {
      List<double[]> rows = new ArrayList<>();
      List<String> labels = new ArrayList<>();
      List<String> lines = Files.readAllLines(file);
      // Where it holds names, the first line counts rows and features and names the classes.
      boolean header = lines.getFirst().matches("\\d+,\\d+,[a-z].*");
      for (String line : header ? lines.subList(1, lines.size()) : lines) {
        String[] parts = line.strip().split(",");
        double[] row = new double[parts.length - 1];
        for (int j = 0; j < row.length; j++) {
          row[j] = Double.parseDouble(parts[j]);
        }
        rows.add(row);
        labels.add(parts[row.length]);
      }
      return new DataSet(rows.toArray(double[][]::new), labels);
    }

    NumericColumns columns(IntPredicate which) {
      List<double[]> chosen = new ArrayList<>();
      for (int i = 0; i < rows.length; i++) {
        if (which.test(i)) {
          chosen.add(rows[i]);
        }
      }
      return DoubleColumns.fromRows(chosen.toArray(double[][]::new));
    }

    Labels labels(IntPredicate which) {
      List<String> chosen = new ArrayList<>();
      for (int i = 0; i < rows.length; i++) {
        if (which.test(i)) {
          chosen.add(labels.get(i));
        }
      }
      return Labels.of(chosen, Labels.order(labels));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "iris,iris.csv",
    "wine,wine.csv",
    "breast_cancer,breast_cancer.csv",
    "banknote,banknote.csv"
  })
  void smallSetsAgreeWithExactArithmetic(String name, String file) throws IOException {
    check(Cases.read(RESULTS.resolve(name + ".json")), DataSet.read(EXAMPLES.resolve(file)));
  }

  @ParameterizedTest
  @CsvSource({"magic04,magic04/magic04.data", "spambase,spambase/spambase.data"})
  void largeSetsAgreeWithExactArithmetic(String name, String file) throws IOException {
    Path results = folder("lanewise.reference").resolve(name + ".json");
    Path data = folder("lanewise.data").resolve(file);
    assumeTrue(Files.exists(results), results + " does not exist");
    assumeTrue(Files.exists(data), data + " does not exist");
    check(Cases.read(results), DataSet.read(data));
  }

  private static Path folder(String property) {
    String folder = System.getProperty(property);
    assumeTrue(
        folder != null && !folder.isBlank(),
        "the system property " + property + " names no folder of large references");
    return Path.of(folder);
  }

  private static void check(JsonNode results, DataSet data) {
    IntPredicate isTest = i -> i % 5 == 4;
    NumericColumns train = data.columns(isTest.negate());
    Labels trainLabels = data.labels(isTest.negate());
    NumericColumns test = data.columns(isTest);
    Labels testLabels = data.labels(isTest);
    assertEquals(Cases.texts(results.get("classes")), trainLabels.classNames());
    GaussianStatistics statistics = GaussianStatistics.of(train, trainLabels);
    JsonNode models = results.get("reps").get("cont").get("models");

    DiscriminantOptions lda = DiscriminantOptions.DEFAULT;
    DiscriminantOptions qda = DiscriminantOptions.DEFAULT;
    GaussianNaiveBayes.Options naive = GaussianNaiveBayes.Options.DEFAULT;
    LinearDiscriminant linear = LinearDiscriminant.fit(statistics, lda);
    QuadraticDiscriminant quadratic = QuadraticDiscriminant.fit(statistics, qda);
    check(models, "exact_LDA_n", linear, test, testLabels);
    check(
        models,
        "exact_LDA_n_minus_k",
        LinearDiscriminant.fit(statistics, lda.withDivisor(CovarianceDivisor.UNBIASED)),
        test,
        testLabels);
    check(
        models,
        "exact_LDA_n_laplaceprior",
        LinearDiscriminant.fit(statistics, lda.withPriors(Priors.laplace())),
        test,
        testLabels);
    check(models, "exact_QDA_n_k", quadratic, test, testLabels);
    check(
        models,
        "exact_QDA_n_k_minus_1",
        QuadraticDiscriminant.fit(statistics, qda.withDivisor(CovarianceDivisor.UNBIASED)),
        test,
        testLabels);
    check(
        models,
        "exact_GNB_vs0",
        GaussianNaiveBayes.fit(statistics, naive.withVarianceSmoothing(0)),
        test,
        testLabels);
    check(models, "exact_GNB_vs1e-09", GaussianNaiveBayes.fit(statistics, naive), test, testLabels);
    checkParameters(models, linear, quadratic, GaussianNaiveBayes.fit(statistics, naive));
    assertArrayEquals(Cases.vector(results.get("prior_mle")), linear.priors(), 1e-15);
  }

  private static void check(
      JsonNode models,
      String name,
      Classifier<double[], NumericColumns> model,
      NumericColumns test,
      Labels labels) {
    JsonNode expected = models.get(name);
    Scorer<double[], NumericColumns> scorer = model.scorer();
    int n = test.rowCount();
    int k = model.classCount();
    int[] found = new int[n];
    double[] logPosterior = new double[n * k];
    double[] logJoint = new double[n * k];
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      Scorer<double[], NumericColumns> parallel = scorer.on(new Workers(executor, 2));
      parallel.predictAll(test, found);
      parallel.logPosteriorAll(test, logPosterior);
      parallel.logJointAll(test, logJoint);
    }
    StringBuilder digits = new StringBuilder();
    int correct = 0;
    double sumOfTrue = 0;
    for (int i = 0; i < n; i++) {
      digits.append(Character.forDigit(found[i], 36));
      correct += found[i] == labels.label(i) ? 1 : 0;
      sumOfTrue += logPosterior[i * k + labels.label(i)];
    }
    assertEquals(0, expected.get("near_ties_1e_9").intValue());
    assertEquals(expected.get("pred").textValue(), digits.toString(), name);
    assertEquals(expected.get("n_correct").intValue(), correct, name);
    assertClose(Cases.number(expected.get("mean_logpost_true")), sumOfTrue / n, 1, name);

    double[][] first = Cases.matrix(expected.get("logpost_first_test_rows"));
    double[] row = new double[model.featureCount()];
    double[] alone = new double[k];
    for (int i = 0; i < first.length; i++) {
      test.row(i, row);
      scorer.logPosterior(row, alone);
      for (int c = 0; c < k; c++) {
        assertClose(first[i][c], alone[c], logJoint[i * k + c], name + ", row " + i);
        assertEquals(alone[c], logPosterior[i * k + c]);
      }
    }
    double likelihood = Cases.number(expected.get("test_loglik"));
    assertClose(likelihood, model.logLikelihood(test), likelihood, name);
  }

  private static void checkParameters(
      JsonNode models,
      LinearDiscriminant linear,
      QuadraticDiscriminant quadratic,
      GaussianNaiveBayes naive) {
    JsonNode lda = models.get("exact_LDA_n");
    assertClose(Cases.number(lda.get("logdet")), linear.logDeterminant(), 1, "logdet");
    double[][] covariance = linear.covariance();
    double trace = 0;
    double sumOfMeans = 0;
    for (int j = 0; j < covariance.length; j++) {
      trace += covariance[j][j];
      for (int c = 0; c < linear.classCount(); c++) {
        sumOfMeans += linear.mean(c)[j];
      }
    }
    assertRelative(Cases.number(lda.get("covariance_trace")), trace);
    assertRelative(Cases.number(lda.get("covariance_00")), covariance[0][0]);
    assertRelative(Cases.number(lda.get("means_sum")), sumOfMeans);
    double[] means = Cases.vector(lda.get("means_row0_first5"));
    JsonNode gnb = models.get("exact_GNB_vs1e-09");
    double[] variances = Cases.vector(gnb.get("var_row0_first5"));
    for (int j = 0; j < means.length; j++) {
      assertRelative(means[j], linear.mean(0)[j]);
      assertRelative(means[j], naive.mean(0)[j]);
      assertRelative(variances[j], naive.variances(0)[j]);
    }
    double sumOfVariances = 0;
    for (int c = 0; c < naive.classCount(); c++) {
      for (double variance : naive.variances(c)) {
        sumOfVariances += variance;
      }
    }
    assertRelative(Cases.number(gnb.get("var_sum")), sumOfVariances);
    double[] logDeterminants = Cases.vector(models.get("exact_QDA_n_k").get("logdet"));
    for (int c = 0; c < logDeterminants.length; c++) {
      assertClose(logDeterminants[c], quadratic.logDeterminant(c), 1, "logdet of class " + c);
    }
  }

  private static void assertRelative(double expected, double found) {
    assertEquals(expected, found, 1e-13 * Math.abs(expected));
  }

  private static void assertClose(double expected, double found, double magnitude, String what) {
    double error = Math.abs(found - expected);
    assertTrue(
        error <= TOLERANCE * Math.max(1, Math.abs(magnitude)),
        "%s: found %s, expected %s".formatted(what, found, expected));
  }
}
