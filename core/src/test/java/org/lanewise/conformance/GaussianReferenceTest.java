package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.Priors;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.DiagonalStatistics;
import org.lanewise.statistics.GaussianStatistics;

/// Real data against results of exact arithmetic (512 bits), split `every:5`.
///
/// The small sets and their results come with the project. The large ones are read from the folders
/// that the system properties `lanewise.reference` and `lanewise.data` name.
class GaussianReferenceTest {

  /// Of a log posterior, relative to max(1, |log joint|).
  private static final double TOLERANCE = 1e-9;

  private static final DiscriminantOptions MAXIMUM_LIKELIHOOD = DiscriminantOptions.DEFAULT;
  private static final DiscriminantOptions UNBIASED =
      MAXIMUM_LIKELIHOOD.withDivisor(CovarianceDivisor.UNBIASED);

  /// By the name in the results.
  private static final Map<String, Function<GaussianStatistics, GaussianClassifier>> MODELS =
      Map.ofEntries(
          linear("exact_LDA_n", MAXIMUM_LIKELIHOOD),
          linear("exact_LDA_n_minus_k", UNBIASED),
          linear("exact_LDA_n_laplaceprior", MAXIMUM_LIKELIHOOD.withPriors(Priors.laplace())),
          linear(
              "exact_LDA_n_shrinkage0.1", MAXIMUM_LIKELIHOOD.withShrinkage(Shrinkage.fixed(0.1))),
          linear("exact_LDA_n_ridge1", MAXIMUM_LIKELIHOOD.withShrinkage(Shrinkage.ridge(1))),
          quadratic("exact_QDA_n_k", MAXIMUM_LIKELIHOOD),
          quadratic("exact_QDA_n_k_minus_1", UNBIASED),
          quadratic("exact_QDA_n_k_minus_1_reg0.1", UNBIASED.withRegularization(0.1)),
          naiveBayes("exact_GNB_vs0", 0),
          naiveBayes("exact_GNB_vs1e-09", 1e-9));

  /// Of the models that diagonal statistics are enough for.
  private static final Map<String, Double> SMOOTHING =
      Map.of("exact_GNB_vs0", 0.0, "exact_GNB_vs1e-09", 1e-9);

  private static final Path EXAMPLES = Path.of("..", "examples", "data");
  private static final Path RESULTS = Path.of("src", "test", "resources", "reference");

  private static Map.Entry<String, Function<GaussianStatistics, GaussianClassifier>> linear(
      String name, DiscriminantOptions options) {
    return Map.entry(name, statistics -> LinearDiscriminant.fit(statistics, options));
  }

  private static Map.Entry<String, Function<GaussianStatistics, GaussianClassifier>> quadratic(
      String name, DiscriminantOptions options) {
    return Map.entry(name, statistics -> QuadraticDiscriminant.fit(statistics, options));
  }

  private static Map.Entry<String, Function<GaussianStatistics, GaussianClassifier>> naiveBayes(
      String name, double smoothing) {
    GaussianNaiveBayes.Options options =
        GaussianNaiveBayes.Options.DEFAULT.withVarianceSmoothing(smoothing);
    return Map.entry(name, statistics -> GaussianNaiveBayes.fit(statistics, options));
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
  @CsvSource({
    "magic04,magic04/magic04.data",
    "spambase,spambase/spambase.data",
    "digits,digits/digits.csv.gz",
    "mnist_t10k,mnist_t10k/t10k-images-idx3-ubyte.gz"
  })
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

  /// The representations with numeric features: all of them, or those that vary, or sums of pixels.
  private static void check(JsonNode results, DataSet data) {
    JsonNode representations = results.get("reps");
    for (String name : List.of("cont", "cont_var", "cont_pool4")) {
      JsonNode representation = representations.get(name);
      if (representation != null) {
        DataSet used = name.equals("cont_pool4") ? data.pooled() : data;
        JsonNode kept = representation.get("features_kept");
        check(
            results,
            representation.get("models"),
            kept == null ? used : used.select(Cases.vector(kept)));
      }
    }
  }

  private static void check(JsonNode results, JsonNode models, DataSet data) {
    IntPredicate isTest = i -> i % 5 == 4;
    NumericColumns train = data.columns(isTest.negate());
    Labels trainLabels = data.labels(isTest.negate());
    NumericColumns test = data.columns(isTest);
    Labels testLabels = data.labels(isTest);
    assertEquals(Cases.texts(results.get("classes")), trainLabels.classNames());
    GaussianStatistics statistics = GaussianStatistics.of(train, trainLabels);
    int checked = 0;
    for (Map.Entry<String, Function<GaussianStatistics, GaussianClassifier>> entry :
        MODELS.entrySet()) {
      JsonNode expected = models.get(entry.getKey());
      if (expected == null) {
        continue;
      }
      checked++;
      if (expected.has("singular") || expected.has("zero_variances")) {
        SingularCovarianceException refusal =
            assertThrows(
                SingularCovarianceException.class, () -> entry.getValue().apply(statistics));
        assertEquals(entry.getKey().startsWith("exact_LDA") ? -1 : 0, refusal.label());
      } else {
        check(entry.getKey(), expected, entry.getValue().apply(statistics), test, testLabels);
      }
      Double smoothing = SMOOTHING.get(entry.getKey());
      if (smoothing != null && !expected.has("zero_variances")) {
        GaussianNaiveBayes naiveBayes =
            GaussianNaiveBayes.fit(
                DiagonalStatistics.of(train, trainLabels),
                GaussianNaiveBayes.Options.DEFAULT.withVarianceSmoothing(smoothing));
        check(entry.getKey(), expected, naiveBayes, test, testLabels);
      }
    }
    assertTrue(checked >= 2, "results of %d models".formatted(checked));
    if (models.path("exact_LDA_n").has("covariance_00")
        && models.path("exact_GNB_vs1e-09").has("var_sum")) {
      checkParameters(
          models, LinearDiscriminant.fit(statistics), GaussianNaiveBayes.fit(statistics));
    }
    assertArrayEquals(
        Cases.vector(results.get("prior_mle")),
        Priors.empirical().priors(statistics.summary().classWeights()),
        1e-15);
  }

  private static void check(
      String name,
      JsonNode expected,
      GaussianClassifier model,
      NumericColumns test,
      Labels labels) {
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
    double meanOfTrue = Cases.number(expected.get("mean_logpost_true"));
    assertClose(meanOfTrue, sumOfTrue / n, meanOfTrue, name);

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
    if (expected.has("test_loglik")) {
      double likelihood = Cases.number(expected.get("test_loglik"));
      assertClose(likelihood, model.logLikelihood(test), likelihood, name);
    }
    if (expected.has("logdet")) {
      JsonNode determinants = expected.get("logdet");
      for (int c = 0; c < k; c++) {
        double determinant =
            Cases.number(determinants.isArray() ? determinants.get(c) : determinants);
        assertClose(determinant, model.logDeterminant(c), determinant, name + ", log |Σ|");
      }
    }
  }

  private static void checkParameters(
      JsonNode models, LinearDiscriminant linear, GaussianNaiveBayes naive) {
    JsonNode lda = models.get("exact_LDA_n");
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
