package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;

/// A covariance without an inverse is never inverted: it is refused, and the cause is named.
class SingularCovarianceTest {

  private static GaussianStatistics oneClass(double[][] rows) {
    return GaussianStatistics.of(
        NumericColumns.fromRows(rows), Labels.ofIndices(new int[rows.length], 1));
  }

  private static SingularCovarianceException refusal(double[][] rows) {
    GaussianStatistics statistics = oneClass(rows);
    SingularCovarianceException quadratic =
        assertThrows(
            SingularCovarianceException.class,
            () -> QuadraticDiscriminant.recipe().fit(statistics));
    assertEquals(0, quadratic.label());
    assertTrue(quadratic.getMessage().contains("covariance of class 0 is singular"));
    SingularCovarianceException linear =
        assertThrows(
            SingularCovarianceException.class, () -> LinearDiscriminant.recipe().fit(statistics));
    assertEquals(-1, linear.label());
    assertTrue(linear.getMessage().contains("pooled covariance is singular"));
    assertArrayEquals(quadratic.features(), linear.features());
    return linear;
  }

  /// n rows span n − 1 dimensions.
  @Property(seed = "501", tries = 120)
  void noMoreRowsThanFeaturesAreRefused(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 40) int d,
      @ForAll @IntRange(min = 1, max = 40) int rows,
      @ForAll @IntRange(max = 3) int offset) {
    double[] offsets = {0, 10, 1e6, -1e12};
    // Most often just one row too few, which is hardest to see.
    int n = rows > 20 ? d : 1 + rows % d;
    refusal(RandomData.of(seed, n, d, 1, offsets[offset]).rows);
  }

  @Property(seed = "502", tries = 60)
  void aConstantFeatureIsNamedAlone(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 20) int d, @ForAll int which) {
    int constant = Math.floorMod(which, d);
    double[][] rows = RandomData.of(seed, 4 * d + 9, d, 1, 0.1).rows;
    for (double[] row : rows) {
      row[constant] = 0.1;
    }
    SingularCovarianceException refusal = refusal(rows);
    assertArrayEquals(new int[] {constant}, refusal.features());
    assertTrue(refusal.getMessage().contains("feature " + constant + " is constant"));
    GaussianBayesOptions none = GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0);
    SingularCovarianceException naive =
        assertThrows(
            SingularCovarianceException.class,
            () -> GaussianNaiveBayes.recipe(none).fit(oneClass(rows)));
    assertEquals(0, naive.label());
    assertArrayEquals(new int[] {constant}, naive.features());
  }

  /// The combination is exact in the data: small integers.
  @Property(seed = "503", tries = 80)
  void featuresThatDependOnOneAnotherAreNamed(
      @ForAll int seed,
      @ForAll @IntRange(min = 2, max = 20) int d,
      @ForAll @IntRange(min = 2, max = 5) int parts) {
    SplittableRandom random = new SplittableRandom(seed);
    int size = Math.min(parts, d);
    int[] features = random.ints(0, d).distinct().limit(size).sorted().toArray();
    int dependent = features[random.nextInt(size)];
    double[][] rows = new double[5 * d + 9][d];
    for (double[] row : rows) {
      for (int j = 0; j < d; j++) {
        row[j] = random.nextInt(-1000, 1000);
      }
      row[dependent] = 7;
      for (int j : features) {
        if (j != dependent) {
          row[dependent] += (j % 3 + 1) * row[j];
        }
      }
    }
    int[] named = refusal(rows).features();
    Arrays.sort(named);
    assertArrayEquals(features, named);
  }

  /// Dummy variables that sum to 1, which rounding hides well.
  @Property(seed = "505", tries = 60)
  void indicatorsOfAllCategoriesAreNamed(
      @ForAll int seed,
      @ForAll @IntRange(min = 2, max = 14) int categories,
      @ForAll @IntRange(min = 100, max = 3000) int n) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[n][categories + 1];
    for (int i = 0; i < n; i++) {
      rows[i][i < categories ? i : random.nextInt(categories)] = 1;
      rows[i][categories] = random.nextGaussian();
    }
    int[] named = refusal(rows).features();
    Arrays.sort(named);
    assertArrayEquals(IntStream.range(0, categories).toArray(), named);
  }

  @Test
  void manyRowsDoNotHideADependence() {
    SplittableRandom random = new SplittableRandom(9);
    double[][] rows = new double[200_000][];
    for (int i = 0; i < rows.length; i++) {
      double a = random.nextInt(-1000, 1000);
      double b = random.nextInt(-1000, 1000);
      double c = random.nextInt(-1000, 1000);
      rows[i] = new double[] {a, b, 3 * a - b + 2 * c, c, random.nextGaussian()};
    }
    int[] named = refusal(rows).features();
    Arrays.sort(named);
    assertArrayEquals(new int[] {0, 1, 2, 3}, named);
  }

  /// With one row more than features the covariance has its full rank, and is inverted.
  @Property(seed = "504", tries = 40)
  void oneRowMoreThanFeaturesIsEnough(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 12) int d) {
    QuadraticDiscriminant model =
        QuadraticDiscriminant.recipe().fit(oneClass(RandomData.of(seed, d + 1, d, 1, 5).rows));
    assertTrue(Double.isFinite(model.logDeterminant(0)));
  }
}
