package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;

/// Shrunk covariances against their formulas, written out on full matrices.
class ShrinkageTest {

  private static final DiscriminantOptions OPTIONS = DiscriminantOptions.DEFAULT;

  private static GaussianStatistics statistics(RandomData data) {
    int n = data.rows.length;
    return GaussianStatistics.of(data.columns(), data.labels(0, n));
  }

  private static GaussianStatistics weighted(RandomData data) {
    int n = data.rows.length;
    return new GaussianStatistics(
            Features.unnamed(data.rows[0].length), Classes.unnamed(data.classCount))
        .add(data.columns(), data.labels().withWeights(data.weights(0, n)))
        .as(GaussianStatistics.class);
  }

  private static double trace(double[][] matrix) {
    double trace = 0;
    for (int j = 0; j < matrix.length; j++) {
      trace += matrix[j][j];
    }
    return trace;
  }

  private static double traceOfSquare(double[][] matrix) {
    double trace = 0;
    for (double[] row : matrix) {
      for (double value : row) {
        trace += value * value;
      }
    }
    return trace;
  }

  /// a·S + diagonal.
  private static double[][] plus(double a, double[][] s, double diagonal) {
    double[][] sum = new double[s.length][s.length];
    for (int i = 0; i < s.length; i++) {
      for (int j = 0; j < s.length; j++) {
        sum[i][j] = a * s[i][j] + (i == j ? diagonal : 0);
      }
    }
    return sum;
  }

  private static void assertMatrix(double[][] expected, double[][] found) {
    double scale = trace(expected);
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected.length; j++) {
        assertEquals(expected[i][j], found[i][j], 1e-13 * scale);
      }
    }
  }

  @Property(seed = "701", tries = 60)
  void covariancesAreThoseOfTheFormulas(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 20) int d,
      @ForAll @DoubleRange(max = 1) double intensity,
      @ForAll boolean unbiased) {
    GaussianStatistics statistics = weighted(RandomData.of(seed, 100, d, 2, 5));
    DiscriminantOptions options =
        OPTIONS.withDivisor(
            unbiased ? CovarianceDivisor.UNBIASED : CovarianceDivisor.MAXIMUM_LIKELIHOOD);
    double[][] pooled = LinearDiscriminant.recipe(options).fit(statistics).covariance();
    double[][] own = QuadraticDiscriminant.recipe(options).fit(statistics).covariance(1);
    double n = statistics.summary().totalWeight();
    double own1 = statistics.summary().classWeights()[1];
    check(statistics, options, Shrinkage.none(), pooled, own);
    check(
        statistics,
        options,
        Shrinkage.fixed(intensity),
        plus(1 - intensity, pooled, intensity * trace(pooled) / d),
        plus(1 - intensity, own, intensity * trace(own) / d));
    check(
        statistics,
        options,
        Shrinkage.toIdentity(intensity),
        plus(1 - intensity, pooled, intensity),
        plus(1 - intensity, own, intensity));
    check(
        statistics,
        options,
        Shrinkage.ridge(3 * intensity),
        plus(1, pooled, 3 * intensity),
        plus(1, own, 3 * intensity));
    double paper = oracleApproximating(pooled, n, 2.0 / d);
    double paperOwn = oracleApproximating(own, own1, 2.0 / d);
    check(
        statistics,
        options,
        Shrinkage.oracleApproximating(),
        plus(1 - paper, pooled, paper * trace(pooled) / d),
        plus(1 - paperOwn, own, paperOwn * trace(own) / d));
    double variant = oracleApproximating(pooled, n, 0);
    double variantOwn = oracleApproximating(own, own1, 0);
    check(
        statistics,
        options,
        Shrinkage.oracleApproximatingAsScikitLearn(),
        plus(1 - variant, pooled, variant * trace(pooled) / d),
        plus(1 - variantOwn, own, variantOwn * trace(own) / d));
  }

  @Test
  void theIntensityIsThatOfTheModelWhateverTheScale() {
    // tr(S) = 5, tr(S²) = 19, so (0·19 + 25) / ((10 + 1 − 1)·(19 − 12.5)) with the terms 2/d.
    double[] packed = packed(4, 1, 1);
    assertEquals(25 / (10 * 6.5), Covariances.oracleApproximating(packed, 2, 2, 10, 2), 1e-15);
    assertEquals(
        (19 + 25) / (11 * 6.5), Covariances.oracleApproximating(packed, 2, 2, 10, 0), 1e-15);
    double[] scatter = packed(4e200, 1e200, 1e200);
    assertEquals(25 / (10 * 6.5), Covariances.oracleApproximating(scatter, 2, 2, 10, 2), 1e-14);
  }

  /// Of two features.
  private static double[] packed(double first, double both, double second) {
    double[] packed = new double[PackedTriangle.size(2)];
    packed[PackedTriangle.index(0, 0)] = first;
    packed[PackedTriangle.index(0, 1)] = both;
    packed[PackedTriangle.index(1, 1)] = second;
    return packed;
  }

  private static double oracleApproximating(double[][] s, double n, double part) {
    double squared = trace(s) * trace(s);
    double numerator = (1 - part) * traceOfSquare(s) + squared;
    double denominator = (n + 1 - part) * (traceOfSquare(s) - squared / s.length);
    return s.length == 1 ? 1 : Math.min(1, numerator / denominator);
  }

  private static void check(
      GaussianStatistics statistics,
      DiscriminantOptions options,
      Shrinkage shrinkage,
      double[][] pooled,
      double[][] own) {
    DiscriminantOptions shrinking = options.withShrinkage(shrinkage);
    assertMatrix(pooled, LinearDiscriminant.recipe(shrinking).fit(statistics).covariance());
    assertMatrix(own, QuadraticDiscriminant.recipe(shrinking).fit(statistics).covariance(1));
  }

  /// b² = 1/n² Σ w‖zzᵀ − S‖² with every matrix written out.
  @Property(seed = "702", tries = 40)
  void ledoitAndWolfIsTheirFormula(
      @ForAll int seed,
      @ForAll @IntRange(min = 2, max = 12) int d,
      @ForAll @IntRange(min = 4, max = 60) int n,
      @ForAll boolean pooledForm) {
    RandomData data = RandomData.of(seed, n, d, 2, 1e3);
    GaussianStatistics statistics =
        (pooledForm
                ? GaussianStatistics.pooled(Features.unnamed(d), Classes.unnamed(2))
                : new GaussianStatistics(Features.unnamed(d), Classes.unnamed(2)))
            .add(data.columns(), data.labels().withWeights(data.weights(0, n)))
            .as(GaussianStatistics.class);
    Labels labels = data.labels().withWeights(data.weights(0, n));
    double total = Arrays.stream(data.weights).sum();
    double[][] centred = new double[n][d];
    double[][] s = new double[d][d];
    for (int i = 0; i < n; i++) {
      double[] mean = mean(data, data.labels[i]);
      for (int j = 0; j < d; j++) {
        centred[i][j] = data.rows[i][j] - mean[j];
      }
      for (int a = 0; a < d; a++) {
        for (int b = 0; b < d; b++) {
          s[a][b] += data.weights[i] * centred[i][a] * centred[i][b] / total;
        }
      }
    }
    double beta = 0;
    for (int i = 0; i < n; i++) {
      for (int a = 0; a < d; a++) {
        for (int b = 0; b < d; b++) {
          double difference = centred[i][a] * centred[i][b] - s[a][b];
          beta += data.weights[i] * difference * difference / (total * total);
        }
      }
    }
    double delta = traceOfSquare(plus(1, s, -trace(s) / d));
    double expected = Math.min(beta, delta) / delta;
    Shrinkage found = Shrinkage.ledoitWolf().chosen(statistics, data.columns(), labels);
    assertEquals(expected, found.intensities()[0], 1e-9);
  }

  private static double[] mean(RandomData data, int label) {
    double[] mean = new double[data.rows[0].length];
    double weight = Arrays.stream(data.weightsOf(label)).sum();
    double[][] rows = data.rowsOf(label);
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += data.weightsOf(label)[i] / weight * rows[i][j];
      }
    }
    return mean;
  }

  @Test
  void secondPassIsTheSameAtAnyScale() {
    RandomData data = RandomData.of(3, 700, 5, 3, 0);
    double[][] scaled = new double[700][5];
    for (int i = 0; i < 700; i++) {
      for (int j = 0; j < 5; j++) {
        scaled[i][j] = data.rows[i][j] * 0x1p480;
      }
    }
    assertEquals(ledoitWolf(data), ledoitWolf(data.with(scaled, data.labels, data.weights)), 1e-12);
  }

  private static double ledoitWolf(RandomData data) {
    return Shrinkage.ledoitWolf()
        .chosen(statistics(data), data.columns(), data.labels())
        .intensities()[0];
  }

  @Test
  void secondPassRefusesOtherRowsThanTheFirst() {
    RandomData data = RandomData.of(4, 50, 3, 2, 0);
    secondPassRefuses(
        data, data.columns(0, 49), data.labels(0, 49), "the second pass met rows of weight ");
    secondPassRefuses(
        data,
        data.columns(),
        data.labels(0, 49),
        "there are 49 labels for 50 rows; one label for each row is expected");
    double[][] rows = {{0, 0, Double.NaN}};
    secondPassRefuses(
        data,
        NumericColumns.fromRows(rows),
        Labels.ofIndices(new int[] {1}, 2),
        "row 0, feature 2 is NaN; a finite number is expected");
    secondPassRefuses(
        data,
        NumericColumns.fromRows(new double[][] {{0, 0, 0}}),
        Labels.ofIndices(new int[] {2}, 3),
        "row 0 is of class 2; one of the classes 0 to 1 is expected, as in the first pass");
    secondPassRefuses(
        data,
        NumericColumns.fromRows(new double[][] {{0, 0}}),
        Labels.ofIndices(new int[] {1}, 2),
        "the rows have 2 features; 3 are expected");
  }

  private static void secondPassRefuses(
      RandomData data, NumericColumns rows, Labels labels, String message) {
    GaussianStatistics first = statistics(data);
    String found =
        assertThrows(
                IllegalArgumentException.class,
                () -> Shrinkage.ledoitWolf().chosen(first, rows, labels))
            .getMessage();
    assertTrue(found.startsWith(message), found);
  }

  /// More features than rows, a constant and a doubled feature: all are shrunk to a model.
  @Property(seed = "703", tries = 30)
  void fewRowsAndCollinearFeaturesAreNoTroubleWithShrinkage(
      @ForAll int seed,
      @ForAll @IntRange(min = 3, max = 40) int d,
      @ForAll @IntRange(min = 6, max = 30) int n,
      @ForAll @IntRange(max = 9) int digits) {
    RandomData data = RandomData.of(seed, n, d, 2, 0);
    for (double[] row : data.rows) {
      row[0] = 7;
      row[2] = 2 * row[1];
    }
    for (int i = 0; i < n; i++) {
      data.labels[i] = i % 2;
    }
    GaussianStatistics statistics = statistics(data);
    double intensity = Math.pow(10, -digits);
    for (Shrinkage shrinkage :
        new Shrinkage[] {
          Shrinkage.fixed(intensity),
          Shrinkage.toIdentity(intensity),
          Shrinkage.ridge(intensity),
          Shrinkage.oracleApproximating(),
          Shrinkage.oracleApproximatingAsScikitLearn(),
        }) {
      assertFinite(
          LinearDiscriminant.recipe(OPTIONS.withShrinkage(shrinkage)).fit(statistics), data);
      assertFinite(
          QuadraticDiscriminant.recipe(OPTIONS.withShrinkage(shrinkage)).fit(statistics), data);
    }
    Shrinkage pooled = Shrinkage.ledoitWolf().chosen(statistics, data.columns(), data.labels());
    if (pooled.intensities()[0] > 1e-9) {
      assertFinite(LinearDiscriminant.recipe(OPTIONS.withShrinkage(pooled)).fit(statistics), data);
    }
    Shrinkage own =
        Shrinkage.ledoitWolfAsScikitLearn().chosen(statistics, data.columns(), data.labels());
    if (Arrays.stream(own.intensities()).min().orElse(0) > 1e-9) {
      assertFinite(LinearDiscriminant.recipe(OPTIONS.withShrinkage(own)).fit(statistics), data);
      assertFinite(QuadraticDiscriminant.recipe(OPTIONS.withShrinkage(own)).fit(statistics), data);
    }
    if (digits > 0) {
      for (boolean scatters : new boolean[] {false, true}) {
        assertFinite(
            RegularizedDiscriminant.recipe(
                    RegularizedOptions.DEFAULT
                        .withLambda(0.5)
                        .withGamma(intensity)
                        .withBlendedScatters(scatters))
                .fit(statistics),
            data);
      }
    }
  }

  private static void assertFinite(GaussianClassifier model, RandomData data) {
    double[] logPosterior = new double[2];
    for (double[] row : data.rows) {
      model.scorer().logPosterior(row, logPosterior);
      assertTrue(Double.isFinite(logPosterior[0]) && Double.isFinite(logPosterior[1]));
      assertTrue(Double.isFinite(model.scorer().logDensity(row)));
    }
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> Shrinkage.fixed(wrong));
      assertThrows(
          IllegalArgumentException.class, () -> OPTIONS.withShrinkage(Shrinkage.toIdentity(wrong)));
      assertThrows(IllegalArgumentException.class, () -> Shrinkage.towardsVariances(0.5, wrong));
    }
    for (double wrong : new double[] {-0.1, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> Shrinkage.ridge(wrong));
    }
    GaussianStatistics statistics = statistics(RandomData.of(5, 30, 2, 3, 0));
    DiscriminantOptions two = OPTIONS.withShrinkage(Shrinkage.towardsVariances(0.5, 0.5));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> LinearDiscriminant.recipe(two).fit(statistics))
            .getMessage();
    assertEquals("the shrinkage has intensities for 2 classes; 3 are expected", message);
    assertThrows(
        IllegalArgumentException.class, () -> QuadraticDiscriminant.recipe(two).fit(statistics));
  }
}
