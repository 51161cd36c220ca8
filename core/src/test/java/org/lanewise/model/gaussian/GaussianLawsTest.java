package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;

/// What must stay the same when the data or the options change in a way that theory says does not
/// matter.
class GaussianLawsTest {

  /// Of log posteriors, relative to the largest number that took part.
  private static final double ROUNDING = 1e-11;

  private static RandomData data(long seed, int d, int k) {
    return RandomData.of(seed, k * (6 * d + 12), d, k, 3);
  }

  private static GaussianStatistics statistics(RandomData data) {
    return new GaussianStatistics(
            Features.unnamed(data.rows[0].length), Classes.unnamed(data.classCount))
        .add(data.columns(), data.labels().withWeights(data.weights))
        .as(GaussianStatistics.class);
  }

  private static List<Classifier<double[], NumericColumns>> models(RandomData data) {
    GaussianStatistics statistics = statistics(data);
    return List.of(
        LinearDiscriminant.recipe().fit(statistics),
        QuadraticDiscriminant.recipe().fit(statistics),
        GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0))
            .fit(statistics));
  }

  private static double[][] logPosteriors(
      Classifier<double[], NumericColumns> model, double[][] rows) {
    double[][] out = new double[rows.length][model.classCount()];
    for (int i = 0; i < rows.length; i++) {
      model.scorer().logPosterior(rows[i], out[i]);
    }
    return out;
  }

  private static void assertClose(double[][] expected, double[][] found) {
    for (int i = 0; i < expected.length; i++) {
      double magnitude = 1;
      for (double value : expected[i]) {
        magnitude = Math.max(magnitude, Math.abs(value));
      }
      assertArrayEquals(expected[i], found[i], ROUNDING * magnitude, "row " + i);
    }
  }

  private static int[] permutation(long seed, int n) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  private interface RowMap {
    double[] apply(double[] row);
  }

  private static RandomData mapped(RandomData data, RowMap map) {
    double[][] rows = Arrays.stream(data.rows).map(map::apply).toArray(double[][]::new);
    return data.with(rows, data.labels, data.weights);
  }

  @Property(seed = "301", tries = 20)
  void orderOfRowsDoesNotMatter(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 9) int d,
      @ForAll @IntRange(min = 1, max = 5) int k) {
    RandomData data = data(seed, d, k);
    int[] order = permutation(seed, data.rows.length);
    double[][] rows = new double[order.length][];
    int[] labels = new int[order.length];
    double[] weights = new double[order.length];
    for (int i = 0; i < order.length; i++) {
      rows[i] = data.rows[order[i]];
      labels[i] = data.labels[order[i]];
      weights[i] = data.weights[order[i]];
    }
    RandomData shuffled = data.with(rows, labels, weights);
    for (int m = 0; m < 3; m++) {
      assertClose(
          logPosteriors(models(data).get(m), data.rows),
          logPosteriors(models(shuffled).get(m), data.rows));
    }
  }

  @Property(seed = "302", tries = 20)
  void orderOfFeaturesDoesNotMatter(@ForAll int seed, @ForAll @IntRange(min = 2, max = 20) int d) {
    RandomData data = data(seed, d, 3);
    int[] order = permutation(seed, d);
    RandomData permuted =
        mapped(data, row -> Arrays.stream(order).mapToDouble(j -> row[j]).toArray());
    for (int m = 0; m < 3; m++) {
      assertClose(
          logPosteriors(models(data).get(m), data.rows),
          logPosteriors(models(permuted).get(m), permuted.rows));
    }
  }

  @Property(seed = "303", tries = 20)
  void orderOfClassesDoesNotMatter(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll @IntRange(min = 2, max = 11) int k) {
    RandomData data = data(seed, d, k);
    int[] order = permutation(seed, k);
    RandomData renamed =
        data.with(data.rows, Arrays.stream(data.labels).map(c -> order[c]).toArray(), data.weights);
    for (int m = 0; m < 3; m++) {
      double[][] expected = logPosteriors(models(data).get(m), data.rows);
      double[][] found = logPosteriors(models(renamed).get(m), data.rows);
      double[][] back = new double[found.length][k];
      for (int i = 0; i < found.length; i++) {
        for (int c = 0; c < k; c++) {
          back[i][c] = found[i][order[c]];
        }
      }
      assertClose(expected, back);
    }
  }

  @Property(seed = "304", tries = 20)
  void shiftAndScaleOfEachFeatureDoNotMatter(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 9) int d) {
    RandomData data = data(seed, d, 3);
    SplittableRandom random = new SplittableRandom(seed);
    double[] scale = random.doubles(d, 0.1, 900).toArray();
    double[] shift = random.doubles(d, -50, 50).toArray();
    RandomData moved =
        mapped(
            data,
            row -> {
              double[] image = new double[d];
              for (int j = 0; j < d; j++) {
                image[j] = row[j] * (j % 2 == 0 ? scale[j] : -scale[j]) + shift[j];
              }
              return image;
            });
    for (int m = 0; m < 3; m++) {
      assertClose(
          logPosteriors(models(data).get(m), data.rows),
          logPosteriors(models(moved).get(m), moved.rows));
    }
  }

  /// Any invertible map of the features leaves the posteriors of the two discriminants as they are;
  /// Naive Bayes it does change.
  @Property(seed = "305", tries = 20)
  void anInvertibleMapOfTheFeaturesDoesNotMatterToDiscriminants(
      @ForAll int seed, @ForAll @IntRange(min = 2, max = 9) int d) {
    RandomData data = data(seed, d, 2);
    SplittableRandom random = new SplittableRandom(seed);
    double[][] a = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        a[i][j] = i == j ? 2 : random.nextDouble(-0.8, 0.8) / d;
      }
    }
    RandomData image =
        mapped(
            data,
            row -> {
              double[] y = new double[d];
              for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                  y[i] += a[i][j] * row[j];
                }
              }
              return y;
            });
    for (int m = 0; m < 2; m++) {
      assertClose(
          logPosteriors(models(data).get(m), data.rows),
          logPosteriors(models(image).get(m), image.rows));
    }
  }

  /// Powers of two are exact all the way: not a bit changes.
  @Property(seed = "306", tries = 20)
  void aPowerOfTwoForEachFeatureChangesNoBitOfTheLinearPosterior(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 20) int d) {
    RandomData data = data(seed, d, 4);
    RandomData scaled =
        mapped(
            data,
            row -> {
              double[] image = new double[d];
              for (int j = 0; j < d; j++) {
                image[j] = Math.scalb(row[j], 37 * j % 200 - 100);
              }
              return image;
            });
    assertArrayEquals(
        logPosteriors(models(data).get(0), data.rows),
        logPosteriors(models(scaled).get(0), scaled.rows));
  }

  @Property(seed = "307", tries = 20)
  void equalCovariancesMakeQuadraticPredictionsLinear(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 18) int d,
      @ForAll @IntRange(min = 1, max = 5) int k) {
    RandomData data = data(seed, d, k);
    LinearDiscriminant linear = LinearDiscriminant.recipe().fit(statistics(data));
    double[][] means = new double[k][];
    double[][][] covariances = new double[k][][];
    for (int c = 0; c < k; c++) {
      means[c] = linear.residualMean(c);
      covariances[c] = linear.covariance();
    }
    QuadraticDiscriminant quadratic =
        QuadraticDiscriminant.of(
            Features.unnamed(linear.origin(0).length),
            Classes.unnamed(linear.priors().length),
            linear.priors(),
            linear.origin(0),
            means,
            covariances);
    assertClose(logPosteriors(linear, data.rows), logPosteriors(quadratic, data.rows));
    double[] joint = new double[k];
    double[] other = new double[k];
    for (double[] row : data.rows) {
      linear.scorer().logJoint(row, joint);
      quadratic.scorer().logJoint(row, other);
      assertClose(new double[][] {joint}, new double[][] {other});
      double[] sorted = joint.clone();
      Arrays.sort(sorted);
      if (k == 1 || sorted[k - 1] - sorted[k - 2] > 1e-9) {
        assertEquals(linear.scorer().predict(row), quadratic.scorer().predict(row));
      }
    }
  }

  @Property(seed = "308", tries = 20)
  void diagonalCovariancesMakeQuadraticPosteriorsNaive(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 18) int d) {
    RandomData data = data(seed, d, 3);
    GaussianNaiveBayes naive = GaussianNaiveBayes.recipe().fit(statistics(data));
    double[][] means = new double[3][];
    double[][][] covariances = new double[3][d][d];
    for (int c = 0; c < 3; c++) {
      means[c] = naive.residualMean(c);
      for (int j = 0; j < d; j++) {
        covariances[c][j][j] = naive.variances(c)[j];
      }
    }
    assertClose(
        logPosteriors(naive, data.rows),
        logPosteriors(
            QuadraticDiscriminant.of(
                Features.unnamed(naive.origin(0).length),
                Classes.unnamed(naive.priors().length),
                naive.priors(),
                naive.origin(0),
                means,
                covariances),
            data.rows));
  }

  /// p(y=1|x) = 1/(1 + exp(−θᵀ[1, x])), and θ is linear in x.
  @Property(seed = "309", tries = 30)
  void twoClassesHaveTheLogisticFormOfTheta(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 20) int d) {
    RandomData data = data(seed, d, 2);
    LinearDiscriminant model = LinearDiscriminant.recipe().fit(statistics(data));
    double[] theta = model.theta();
    assertEquals(d + 1, theta.length);
    double[] posterior = new double[2];
    double[] log = new double[2];
    for (double[] row : data.rows) {
      double logOdds = theta[0];
      double magnitude = 1 + Math.abs(theta[0]);
      double discriminants = model.intercept(1) - model.intercept(0);
      for (int j = 0; j < d; j++) {
        logOdds += theta[j + 1] * row[j];
        magnitude += Math.abs(theta[j + 1] * row[j]);
        discriminants += (model.coefficients(1)[j] - model.coefficients(0)[j]) * row[j];
      }
      model.scorer().posterior(row, posterior);
      model.scorer().logPosterior(row, log);
      assertEquals(1 / (1 + Math.exp(-logOdds)), posterior[1], 1e-13 * magnitude);
      assertEquals(logOdds, log[1] - log[0], 1e-13 * magnitude);
      assertEquals(discriminants, logOdds, 1e-12 * magnitude);
    }
  }

  @Test
  void thetaIsOfTwoClassesOnly() {
    LinearDiscriminant three = LinearDiscriminant.recipe().fit(statistics(data(1, 2, 3)));
    String message = assertThrows(IllegalStateException.class, three::theta).getMessage();
    assertTrue(message.contains("3 classes; two are expected"), message);
  }

  /// A feature distributed alike in all classes tells Naive Bayes nothing.
  @Property(seed = "310", tries = 15)
  void aFeatureAlikeInAllClassesTellsNaiveBayesNothing(@ForAll int seed) {
    int each = 30;
    SplittableRandom random = new SplittableRandom(seed);
    double[] alike = random.doubles(each, -5, 5).toArray();
    double[][] rows = new double[3 * each][];
    double[][] more = new double[3 * each][];
    int[] labels = new int[3 * each];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i / each;
      rows[i] = new double[] {random.nextGaussian() + labels[i], random.nextGaussian()};
      more[i] = new double[] {rows[i][0], alike[i % each], rows[i][1]};
    }
    RandomData data = RandomData.of(seed, 3 * each, 2, 3, 0).with(rows, labels, ones(3 * each));
    assertClose(
        logPosteriors(models(data).get(2), rows),
        logPosteriors(models(data.with(more, labels, data.weights)).get(2), more));
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  /// p(c | x) ∝ π_c p(x | c): other priors shift log posteriors by their logarithms.
  @Property(seed = "311", tries = 20)
  void otherPriorsShiftTheLogPosterior(@ForAll int seed) {
    RandomData data = data(seed, 4, 3);
    GaussianStatistics statistics = statistics(data);
    double[] other = {0.2, 0.7, 0.1};
    Priors priors = Priors.fixed(other);
    List<Classifier<double[], NumericColumns>> shifted =
        List.of(
            LinearDiscriminant.recipe(DiscriminantOptions.DEFAULT.withPriors(priors))
                .fit(statistics),
            QuadraticDiscriminant.recipe(DiscriminantOptions.DEFAULT.withPriors(priors))
                .fit(statistics),
            GaussianNaiveBayes.recipe(
                    GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0).withPriors(priors))
                .fit(statistics));
    for (int m = 0; m < 3; m++) {
      Classifier<double[], NumericColumns> model = models(data).get(m);
      assertArrayEquals(other, shifted.get(m).priors());
      double[][] found = logPosteriors(shifted.get(m), data.rows);
      double[][] expected = logPosteriors(model, data.rows);
      for (double[] row : expected) {
        double sum = 0;
        for (int c = 0; c < 3; c++) {
          row[c] += Math.log(other[c] / model.priors()[c]);
          sum += Math.exp(row[c]);
        }
        for (int c = 0; c < 3; c++) {
          row[c] -= Math.log(sum);
        }
      }
      assertClose(expected, found);
    }
  }

  @Property(seed = "312", tries = 10)
  void aClassOfPriorZeroIsNeverPredicted(
      @ForAll int seed, @ForAll @IntRange(max = 2) int excluded) {
    RandomData data = data(seed, 3, 3);
    double[] values = new double[3];
    Arrays.fill(values, 0.5);
    values[excluded] = 0;
    Priors priors = Priors.fixed(values);
    GaussianStatistics statistics = statistics(data);
    for (Classifier<double[], NumericColumns> model :
        List.of(
            LinearDiscriminant.recipe(DiscriminantOptions.DEFAULT.withPriors(priors))
                .fit(statistics),
            QuadraticDiscriminant.recipe(DiscriminantOptions.DEFAULT.withPriors(priors))
                .fit(statistics),
            GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPriors(priors))
                .fit(statistics))) {
      Scorer<double[], NumericColumns> scorer = model.scorer();
      int n = data.rows.length;
      double[] all = new double[3 * n];
      scorer.logPosterior(data.columns(), all);
      double[] one = new double[3];
      for (int i = 0; i < n; i++) {
        assertTrue(scorer.predict(data.rows[i]) != excluded);
        assertEquals(Double.NEGATIVE_INFINITY, all[3 * i + excluded]);
        scorer.posterior(data.rows[i], one);
        assertEquals(0, one[excluded]);
        assertEquals(1, one[0] + one[1] + one[2], 1e-15);
        scorer.logJoint(data.rows[i], one);
        assertEquals(Double.NEGATIVE_INFINITY, one[excluded]);
        assertTrue(Double.isFinite(scorer.logDensity(data.rows[i])));
      }
      // A bad value is still refused, whatever class comes first.
      double[] bad = data.rows[0].clone();
      bad[2] = Double.NaN;
      assertThrows(IllegalArgumentException.class, () -> scorer.predict(bad));
      double[][] rows = data.rows.clone();
      rows[n - 1] = bad;
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> scorer.predict(NumericColumns.fromRows(rows), new int[n]))
              .getMessage();
      assertTrue(message.startsWith("row " + (n - 1) + ", feature 2 is NaN"), message);
    }
  }
}
