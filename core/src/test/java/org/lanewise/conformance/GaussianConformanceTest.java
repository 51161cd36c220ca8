package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;

/// Examples of other libraries' tests and of textbooks, and cases in which other libraries are
/// wrong.
class GaussianConformanceTest {

  /// The six points of scikit-learn's `test_naive_bayes`.
  private static final double[][] SIX = {{-2, -1}, {-1, -1}, {-1, -2}, {1, 1}, {1, 2}, {2, 1}};

  private static final int[] SIX_LABELS = {1, 1, 1, 2, 2, 2};

  /// The nine points of scikit-learn's `test_lda_store_covariance`.
  private static final double[][] NINE = {
    {0, 0}, {-2, -2}, {-2, -1}, {-1, -1}, {-1, -2}, {1, 3}, {1, 2}, {2, 1}, {2, 2}
  };

  private static final int[] NINE_LABELS = {1, 1, 1, 1, 1, 2, 2, 2, 2};

  /// Rows of iris that are hard to tell, 0-based.
  private static final int[] HARD = {70, 83, 133};

  private static GaussianStatistics statistics(double[][] rows, int[] labels) {
    return GaussianStatistics.of(DoubleColumns.fromRows(rows), Labels.of(labels));
  }

  private static GaussianNaiveBayes naive(
      GaussianStatistics statistics, double smoothing, CovarianceDivisor divisor, Priors priors) {
    return GaussianNaiveBayes.fit(
        statistics, new GaussianNaiveBayes.Options(priors, smoothing, divisor));
  }

  private static double[] posterior(Classifier<double[], NumericColumns> model, double... row) {
    double[] out = new double[model.classCount()];
    model.scorer().posterior(row, out);
    return out;
  }

  private static double[] logJoint(Classifier<double[], NumericColumns> model, double... row) {
    double[] out = new double[model.classCount()];
    model.scorer().logJoint(row, out);
    return out;
  }

  // ---- scikit-learn

  @Test
  void naiveBayesWithGivenPriors() {
    GaussianStatistics six = statistics(SIX, SIX_LABELS);
    Priors priors = Priors.fixed(0.3, 0.7);
    assertArrayEquals(
        new double[] {0.825303662161683, 0.174696337838317},
        posterior(naive(six, 0, CovarianceDivisor.MAXIMUM_LIKELIHOOD, priors), -0.1, -0.1),
        1e-14);
    // With the default smoothing: ε = 1e-9 · 2.
    assertEquals(
        .825303659047,
        posterior(naive(six, 1e-9, CovarianceDivisor.MAXIMUM_LIKELIHOOD, priors), -0.1, -0.1)[0],
        1e-12);
  }

  @Test
  void naiveBayesWithDefaults() {
    GaussianNaiveBayes model = GaussianNaiveBayes.fit(statistics(SIX, SIX_LABELS));
    assertArrayEquals(new double[] {-4 / 3.0, -4 / 3.0}, model.mean(0), 1e-15);
    assertArrayEquals(new double[] {4 / 3.0, 4 / 3.0}, model.mean(1), 1e-15);
    for (int c = 0; c < 2; c++) {
      assertEquals(.222222224222, model.variances(c)[0], 1e-12);
      assertEquals(.222222224222, model.variances(c)[1], 1e-12);
    }
    assertArrayEquals(
        new double[] {-1.916946851183, -23.516946656783}, logJoint(model, -.8, -1), 1e-12);
    assertEquals(0, model.scorer().predict(new double[] {-.8, -1}));
  }

  @Test
  void sampleWeightsAreNoneHalvesAndDuplicates() {
    NumericColumns rows = DoubleColumns.fromRows(SIX);
    Labels labels = Labels.of(SIX_LABELS);
    double[] ones = {1, 1, 1, 1, 1, 1};
    double[] query = {0.3, -0.4};
    double[] expected = logJoint(GaussianNaiveBayes.fit(statistics(SIX, SIX_LABELS)), query);
    assertArrayEquals(
        expected,
        logJoint(
            GaussianNaiveBayes.fit(new GaussianStatistics(2, 2).add(rows, labels, ones)), query));

    double[] weights = {1, 2, 1, 3, 1, 2};
    double[] halves = Arrays.stream(weights).map(w -> w / 2).toArray();
    double[] weighted =
        logJoint(
            GaussianNaiveBayes.fit(new GaussianStatistics(2, 2).add(rows, labels, weights)), query);
    assertArrayEquals(
        weighted,
        logJoint(
            GaussianNaiveBayes.fit(
                new GaussianStatistics(2, 2).add(rows, labels, halves).add(rows, labels, halves)),
            query),
        1e-13);
    int[] twice = {0, 1, 1, 2, 3, 3, 3, 4, 5, 5};
    double[][] duplicated = Arrays.stream(twice).mapToObj(i -> SIX[i]).toArray(double[][]::new);
    int[] duplicatedLabels = Arrays.stream(twice).map(i -> SIX_LABELS[i]).toArray();
    assertArrayEquals(
        weighted,
        logJoint(GaussianNaiveBayes.fit(statistics(duplicated, duplicatedLabels)), query),
        1e-13);
  }

  @Test
  void partialFitsOfEvenThenOddRowsAreTheFit() {
    double[][] even = {SIX[0], SIX[2], SIX[4]};
    double[][] odd = {SIX[1], SIX[3], SIX[5]};
    GaussianStatistics parts =
        new GaussianStatistics(2, 2)
            .add(DoubleColumns.fromRows(even), Labels.ofIndices(new int[] {0, 0, 1}, 2))
            .add(DoubleColumns.fromRows(odd), Labels.ofIndices(new int[] {0, 1, 1}, 2));
    assertArrayEquals(
        logJoint(GaussianNaiveBayes.fit(statistics(SIX, SIX_LABELS)), 0.2, 0.1),
        logJoint(GaussianNaiveBayes.fit(parts), 0.2, 0.1),
        1e-14);
  }

  @Test
  void priorsThatAreNoneAreRefused() {
    GaussianStatistics six = statistics(SIX, SIX_LABELS);
    for (Function<Priors, Classifier<double[], NumericColumns>> fit :
        List.<Function<Priors, Classifier<double[], NumericColumns>>>of(
            p -> LinearDiscriminant.fit(six, DiscriminantOptions.DEFAULT.withPriors(p)),
            p -> GaussianNaiveBayes.fit(six, GaussianNaiveBayes.Options.DEFAULT.withPriors(p)))) {
      for (double[] bad :
          new double[][] {{-1, 2}, {2, 1}, {.25, .25, .25, .25}, {.5, .6}, {.5, 1}}) {
        assertThrows(IllegalArgumentException.class, () -> fit.apply(Priors.fixed(bad)));
      }
      assertArrayEquals(new double[] {.5, .5}, fit.apply(Priors.fixed(.5, .5)).priors());
    }
    double[][] ten = new double[20][1];
    int[] labels = new int[20];
    for (int i = 0; i < 20; i++) {
      ten[i][0] = i;
      labels[i] = i / 2;
    }
    double[] priors = {.08, .14, .03, .16, .11, .16, .07, .14, .11, 0};
    assertArrayEquals(
        priors,
        naive(
                statistics(ten, labels),
                0,
                CovarianceDivisor.MAXIMUM_LIKELIHOOD,
                Priors.fixed(priors))
            .priors());
  }

  @Test
  void linearDiscriminantOfNinePoints() {
    LinearDiscriminant model = LinearDiscriminant.fit(statistics(NINE, NINE_LABELS));
    double[][] covariance = model.covariance();
    assertArrayEquals(new double[] {3.8 / 9, 0.8 / 9}, covariance[0], 1e-15);
    assertArrayEquals(new double[] {0.8 / 9, 4.8 / 9}, covariance[1], 1e-15);
    double[] theta = model.theta();
    assertArrayEquals(new double[] {-3.0663253695, 5.3181818182, 5.1136363636}, theta, 1e-10);
  }

  @Test
  void quadraticDiscriminantOfNinePoints() {
    QuadraticDiscriminant model = QuadraticDiscriminant.fit(statistics(NINE, NINE_LABELS));
    assertArrayEquals(new double[] {.56, .36}, model.covariance(0)[0], 1e-15);
    assertArrayEquals(new double[] {.36, .56}, model.covariance(0)[1], 1e-15);
    assertArrayEquals(new double[] {.25, -.25}, model.covariance(1)[0], 1e-15);
    assertArrayEquals(new double[] {-.25, .5}, model.covariance(1)[1], 1e-15);
    double[] joint = logJoint(model, 0, 0);
    assertEquals(-27.1180415596, joint[1] - joint[0], 1e-10);
  }

  @Test
  void scalesOfFeaturesDoNotSpoilTheLinearDiscriminant() {
    SplittableRandom random = new SplittableRandom(1);
    double[] scale = {1, 100, 10_000};
    double[][] rows = new double[2000][3];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i < rows.length / 2 ? -1 : 1;
      for (int j = 0; j < 3; j++) {
        rows[i][j] = (random.nextDouble(-1, 1) + 11 * labels[i]) * scale[j];
      }
    }
    Scorer<double[], NumericColumns> scorer =
        LinearDiscriminant.fit(statistics(rows, labels)).scorer();
    for (int i = 0; i < rows.length; i++) {
      assertEquals(labels[i] < 0 ? 0 : 1, scorer.predict(rows[i]));
    }
  }

  @Test
  void aConstantColumnOrTooFewRowsAreRefusedByTheQuadraticDiscriminant() {
    double[][] constant =
        Arrays.stream(NINE).map(x -> new double[] {x[0], 3}).toArray(double[][]::new);
    SingularCovarianceException refusal =
        assertThrows(
            SingularCovarianceException.class,
            () -> QuadraticDiscriminant.fit(statistics(constant, NINE_LABELS)));
    assertEquals(0, refusal.label());
    assertArrayEquals(new int[] {1}, refusal.features());
    assertTrue(
        refusal.getMessage().startsWith("the covariance of class 0 is singular"),
        refusal.getMessage());
    assertTrue(refusal.getMessage().contains("feature 1 is constant"), refusal.getMessage());
    double[][] few = {{1, 2}, {2, 1}, {5, 5}, {6, 7}, {8, 5}};
    SingularCovarianceException second =
        assertThrows(
            SingularCovarianceException.class,
            () -> QuadraticDiscriminant.fit(statistics(few, new int[] {1, 1, 0, 0, 0})));
    assertEquals(1, second.label());
  }

  // ---- R

  @Test
  void fastNaiveBayesOfThreeClassesWithDivisorsOfBothKinds() {
    double[][] rows = {{2, 5, 0, 3}, {3, 3, 1, 4}, {2, 4, 3, 4}, {1, 2, 1, 3}, {2, 4, 0, 5}};
    int[] labels = {0, 0, 1, 1, 1};
    GaussianStatistics statistics = statistics(rows, labels);
    double[] unbiased = {.668632029801, .793288288242, .002007792001, .092781300496, .127527893387};
    double[] likely = {.789516161454, .907735798167, .000006662161, .010705834458, .029584074678};
    Priors priors = Priors.fixed(.25, .75);
    GaussianNaiveBayes sample = naive(statistics, 0, CovarianceDivisor.UNBIASED, priors);
    GaussianNaiveBayes maximum = naive(statistics, 0, CovarianceDivisor.MAXIMUM_LIKELIHOOD, priors);
    for (int i = 0; i < rows.length; i++) {
      assertEquals(unbiased[i], posterior(sample, rows[i])[0], 1e-12, "row " + i);
      assertEquals(likely[i], posterior(maximum, rows[i])[0], 1e-12, "row " + i);
    }
  }

  private static double[][] irisRows;

  private static double[][] iris() throws IOException {
    if (irisRows == null) {
      List<String> lines = Files.readAllLines(Path.of("..", "examples", "data", "iris.csv"));
      irisRows =
          lines.stream()
              .skip(1)
              .map(line -> Arrays.stream(line.split(",")).limit(4).mapToDouble(Double::parseDouble))
              .map(row -> row.toArray())
              .toArray(double[][]::new);
    }
    return irisRows;
  }

  private static int[] irisLabels() {
    int[] labels = new int[150];
    for (int i = 0; i < 150; i++) {
      labels[i] = i / 50;
    }
    return labels;
  }

  private static int resubstitutionErrors(Classifier<double[], NumericColumns> model)
      throws IOException {
    int errors = 0;
    for (int i = 0; i < 150; i++) {
      errors += model.scorer().predict(iris()[i]) == i / 50 ? 0 : 1;
    }
    return errors;
  }

  private static JsonNode values(String name) throws IOException {
    return Cases.read(Path.of("src/test/resources/conformance/gaussian_values.json")).get(name);
  }

  private static void checkIris(
      String name, Classifier<double[], NumericColumns> model, double accepted) throws IOException {
    JsonNode expected = values(name);
    assertEquals(expected.get("resub_errors").intValue(), resubstitutionErrors(model), name);
    boolean joint = expected.has("joint_log_likelihood_rows_70_83_133");
    double[][] rows =
        Cases.matrix(
            expected.get(
                joint ? "joint_log_likelihood_rows_70_83_133" : "log_posterior_rows_70_83_133"));
    double[] out = new double[3];
    for (int r = 0; r < HARD.length; r++) {
      if (joint) {
        model.scorer().logJoint(iris()[HARD[r]], out);
      } else {
        model.scorer().logPosterior(iris()[HARD[r]], out);
      }
      for (int c = 0; c < 3; c++) {
        assertEquals(rows[r][c], out[c], accepted * Math.max(1, Math.abs(rows[r][c])), name);
      }
    }
  }

  @Test
  void irisByResubstitution() throws IOException {
    GaussianStatistics iris = statistics(iris(), irisLabels());
    DiscriminantOptions linear = DiscriminantOptions.DEFAULT;
    DiscriminantOptions quadratic = DiscriminantOptions.DEFAULT;
    checkIris("iris_lda_cov_div_n", LinearDiscriminant.fit(iris), 1e-12);
    checkIris(
        "iris_lda_cov_div_n_minus_k",
        LinearDiscriminant.fit(iris, linear.withDivisor(CovarianceDivisor.UNBIASED)),
        1e-12);
    checkIris("iris_qda_cov_div_n", QuadraticDiscriminant.fit(iris), 1e-12);
    checkIris(
        "iris_qda_cov_div_n_minus_1",
        QuadraticDiscriminant.fit(iris, quadratic.withDivisor(CovarianceDivisor.UNBIASED)),
        1e-12);
    checkIris("iris_gnb_n_plus_eps_sklearn", GaussianNaiveBayes.fit(iris), 1e-12);
    checkIris(
        "iris_gnb_n_minus_1_no_eps_R",
        naive(iris, 0, CovarianceDivisor.UNBIASED, Priors.empirical()),
        1e-12);
    // MASS, equal priors.
    assertEquals(
        3,
        resubstitutionErrors(
            LinearDiscriminant.fit(
                iris,
                linear.withPriors(Priors.uniform()).withDivisor(CovarianceDivisor.UNBIASED))));
  }

  /// scikit-learn 1.9.1, solver svd, divisor n. Its coefficients are about the mean of all rows:
  /// differences of classes are the same.
  @Test
  void irisCoefficientsAreThoseOfScikitLearn() throws IOException {
    JsonNode expected = values("iris_sklearn_lda_svd");
    double[][] coefficients = Cases.matrix(expected.get("coef"));
    double[] intercepts = Cases.vector(expected.get("intercept"));
    LinearDiscriminant model = LinearDiscriminant.fit(statistics(iris(), irisLabels()));
    for (int c = 1; c < 3; c++) {
      for (int j = 0; j < 4; j++) {
        assertEquals(
            coefficients[c][j] - coefficients[0][j],
            model.coefficients(c)[j] - model.coefficients(0)[j],
            1e-11);
      }
      assertEquals(intercepts[c] - intercepts[0], model.intercept(c) - model.intercept(0), 1e-11);
    }
  }

  @Test
  void irisLeavingOneOut() throws IOException {
    double[] third = {1 / 3.0, 1 / 3.0, 1 / 3.0};
    checkLeavingOneOut(
        "iris_loo_lda_unbiased_cov_full_data_priors",
        statistics ->
            LinearDiscriminant.fit(
                statistics,
                DiscriminantOptions.DEFAULT
                    .withPriors(Priors.fixed(third))
                    .withDivisor(CovarianceDivisor.UNBIASED)));
    checkLeavingOneOut(
        "iris_loo_qda_unbiased_cov_full_data_priors",
        statistics ->
            QuadraticDiscriminant.fit(
                statistics,
                DiscriminantOptions.DEFAULT
                    .withPriors(Priors.fixed(third))
                    .withDivisor(CovarianceDivisor.UNBIASED)));
  }

  /// A total scatter instead of the one within classes makes 22 errors, not 3.
  private static void checkLeavingOneOut(
      String name, Function<GaussianStatistics, Classifier<double[], NumericColumns>> fit)
      throws IOException {
    JsonNode expected = values(name);
    double[][] hard = Cases.matrix(expected.get("log_posterior_rows_70_83_133"));
    StringBuilder errors = new StringBuilder();
    double loss = 0;
    double[] out = new double[3];
    double[] weights = new double[150];
    NumericColumns rows = DoubleColumns.fromRows(iris());
    Labels labels = Labels.of(irisLabels());
    for (int i = 0; i < 150; i++) {
      Arrays.fill(weights, 1);
      weights[i] = 0;
      Classifier<double[], NumericColumns> model =
          fit.apply(new GaussianStatistics(4, 3).add(rows, labels, weights));
      model.scorer().logPosterior(iris()[i], out);
      loss -= out[i / 50] / 150;
      if (model.scorer().predict(iris()[i]) != i / 50) {
        errors.append(i).append(' ');
      }
      int which = Arrays.binarySearch(HARD, i);
      if (which >= 0) {
        for (int c = 0; c < 3; c++) {
          assertEquals(hard[which][c], out[c], 1e-12 * Math.max(1, Math.abs(hard[which][c])), name);
        }
      }
    }
    assertEquals(
        String.join(" ", Cases.texts(expected.get("error_rows"))), errors.toString().strip(), name);
    assertEquals(Cases.number(expected.get("mean_log_loss")), loss, 1e-12, name);
  }

  // ---- what other libraries get wrong

  /// A density that underflows and is replaced by a floor flips the class of far rows.
  @Test
  void logOddsOfFarRowsStayMonotone() {
    double[] half = {.5, .5};
    double[] origin = {0};
    double[][] means = {{0}, {1}};
    double[] one = new double[64];
    one[0] = 1;
    double[][] variances = {{1}, {1}};
    for (Classifier<double[], NumericColumns> model :
        List.of(
            LinearDiscriminant.of(half, origin, means, one),
            QuadraticDiscriminant.of(half, origin, means, new double[][] {one, one}),
            GaussianNaiveBayes.of(half, origin, means, variances))) {
      double[] log = new double[2];
      for (double x : new double[] {38, 39, 40, 45, 1e6}) {
        assertEquals(1, model.scorer().predict(new double[] {x}));
        model.scorer().logPosterior(new double[] {x}, log);
        assertEquals(x - .5, log[1] - log[0], "x = " + x);
        model.scorer().logPosterior(new double[] {1 - x}, log);
        assertEquals(.5 - x, log[1] - log[0], "x = " + (1 - x));
      }
    }
  }

  /// E[x²] − E[x]² gives 0 here.
  @Test
  void aLargeOffsetDoesNotSpoilTheVariance() {
    SplittableRandom random = new SplittableRandom(2);
    double[][] rows = new double[1000][1];
    double mean = 0;
    for (double[] row : rows) {
      row[0] = 1e8 + random.nextGaussian();
      mean += (row[0] - 1e8) / 1000;
    }
    double variance = 0;
    for (double[] row : rows) {
      variance += (row[0] - 1e8 - mean) * (row[0] - 1e8 - mean) / 1000;
    }
    double found =
        naive(
                statistics(rows, new int[1000]),
                0,
                CovarianceDivisor.MAXIMUM_LIKELIHOOD,
                Priors.empirical())
            .variances(0)[0];
    assertEquals(variance, found, 1e-12 * variance);
  }

  /// The smoothing is of all rows: no batch brings its own.
  @Test
  void theOrderOfBatchesDoesNotReachTheSmoothing() {
    double[][] calm = {{1, 5}, {2, 5}, {3, 5}, {2, 5}};
    double[][] wild = {{1e4, 5}, {-1e4, 5}, {2e4, 5}, {0, 5}};
    int[] labels = {0, 1, 0, 1};
    double[][] both = {calm[0], calm[1], calm[2], calm[3], wild[0], wild[1], wild[2], wild[3]};
    double[][] swapped = {wild[0], wild[1], wild[2], wild[3], calm[0], calm[1], calm[2], calm[3]};
    Labels four = Labels.of(labels);
    Labels eight = Labels.of(0, 1, 0, 1, 0, 1, 0, 1);
    GaussianNaiveBayes forward =
        GaussianNaiveBayes.fit(GaussianStatistics.of(DoubleColumns.fromRows(both), eight));
    GaussianNaiveBayes backward =
        GaussianNaiveBayes.fit(GaussianStatistics.of(DoubleColumns.fromRows(swapped), eight));
    assertArrayEquals(
        forward.variances(0),
        GaussianNaiveBayes.fit(
                GaussianStatistics.of(DoubleColumns.fromRows(calm), four)
                    .add(DoubleColumns.fromRows(wild), four))
            .variances(0));
    assertArrayEquals(
        backward.variances(0),
        GaussianNaiveBayes.fit(
                GaussianStatistics.of(DoubleColumns.fromRows(wild), four)
                    .add(DoubleColumns.fromRows(calm), four))
            .variances(0));
    // The constant feature has the smoothing alone for its variance.
    assertEquals(
        forward.variances(0)[1], backward.variances(0)[1], 1e-14 * forward.variances(0)[1]);
  }

  /// An outlier of weight 0 does not raise the smoothing.
  @Test
  void weightsReachTheSmoothing() throws IOException {
    double[][] rows = Arrays.copyOf(iris(), 151);
    rows[150] = new double[] {1e6, 1e6, 1e6, 1e6};
    int[] labels = Arrays.copyOf(irisLabels(), 151);
    double[] weights = new double[151];
    Arrays.fill(weights, 0, 150, 1);
    GaussianNaiveBayes with =
        GaussianNaiveBayes.fit(
            new GaussianStatistics(4, 3)
                .add(DoubleColumns.fromRows(rows), Labels.of(labels), weights));
    GaussianNaiveBayes without = GaussianNaiveBayes.fit(statistics(iris(), irisLabels()));
    for (int c = 0; c < 3; c++) {
      assertArrayEquals(without.variances(c), with.variances(c), 1e-14);
    }
    assertEquals(6, resubstitutionErrors(with));
  }

  @Test
  void constantFeaturesAreRefusedAndNotNaN() {
    GaussianStatistics constant =
        statistics(new double[][] {{1, 1}, {1, 1}, {1, 1}, {1, 1}}, new int[] {0, 0, 1, 1});
    for (double smoothing : new double[] {0, 1e-9, 1}) {
      assertThrows(
          SingularCovarianceException.class,
          () ->
              naive(constant, smoothing, CovarianceDivisor.MAXIMUM_LIKELIHOOD, Priors.empirical()));
    }
  }

  /// Priors given beforehand do not weigh the covariance.
  @Test
  void priorsDoNotReachTheCovariance() throws IOException {
    GaussianStatistics iris = statistics(iris(), irisLabels());
    LinearDiscriminant model =
        LinearDiscriminant.fit(
            iris,
            DiscriminantOptions.DEFAULT
                .withPriors(Priors.fixed(.9, .05, .05))
                .withDivisor(CovarianceDivisor.UNBIASED));
    LinearDiscriminant empirical =
        LinearDiscriminant.fit(
            iris, DiscriminantOptions.DEFAULT.withDivisor(CovarianceDivisor.UNBIASED));
    for (int j = 0; j < 4; j++) {
      assertArrayEquals(empirical.covariance()[j], model.covariance()[j]);
    }
  }

  /// Products of 40 variances leave the range of doubles; their logarithms do not.
  @Test
  void logDeterminantsNeverLeaveTheRange() {
    for (double variance : new double[] {1e-12, 1e12, 1e-290, 1e290}) {
      double[] origin = new double[40];
      double[][] means = {new double[40], new double[40]};
      means[1][3] = Math.sqrt(variance);
      double[] covariance = new double[5 * 6 * 32];
      double[][] variances = new double[2][40];
      for (int j = 0; j < 40; j++) {
        covariance[32 * (j / 8) * (j / 8 + 1) + 8 * j + j % 8] = variance;
        variances[0][j] = variance;
        variances[1][j] = variance;
      }
      double[] half = {.5, .5};
      double logDeterminant = 40 * Math.log(variance);
      LinearDiscriminant linear = LinearDiscriminant.of(half, origin, means, covariance);
      assertEquals(logDeterminant, linear.logDeterminant(), 1e-12 * Math.abs(logDeterminant));
      double atMean = Math.log(.5) - .5 * logDeterminant - 20 * Math.log(2 * Math.PI);
      for (Classifier<double[], NumericColumns> model :
          List.of(
              linear,
              QuadraticDiscriminant.of(
                  half, origin, means, new double[][] {covariance, covariance}),
              GaussianNaiveBayes.of(half, origin, means, variances))) {
        double[] joint = logJoint(model, origin);
        assertEquals(atMean, joint[0], 1e-12 * Math.abs(atMean));
        assertEquals(.5, joint[0] - joint[1], 1e-11);
      }
    }
  }
}
