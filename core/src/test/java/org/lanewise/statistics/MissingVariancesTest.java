package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;

/// Variances of features that were not seen in every row.
class MissingVariancesTest {

  private static double[][] rows(int n, int d, double missing, Random random) {
    double[][] rows = new double[n][d];
    for (double[] row : rows) {
      Arrays.setAll(
          row,
          j -> random.nextDouble() < missing ? Double.NaN : 1e6 * j + 3 * random.nextGaussian());
    }
    return rows;
  }

  private static Labels labels(int n, int k, boolean weighted, Random random) {
    Labels labels = Labels.ofIndices(random.ints(n, 0, k).toArray(), k);
    return weighted
        ? labels.withWeights(random.doubles(n).map(w -> Math.floor(4 * w) / 2).toArray())
        : labels;
  }

  @Property(seed = "1311", tries = 40)
  void aFeatureHasTheBitsOfItsRowsAlone(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 5) int d,
      @ForAll @IntRange(min = 1, max = 11) int k,
      @ForAll @IntRange(min = 1, max = 5000) int n,
      @ForAll @IntRange(max = 9) int tenths,
      @ForAll boolean weighted) {
    Random random = new Random(seed);
    double[][] rows = rows(n, d, tenths / 10.0, random);
    Labels labels = labels(n, k, weighted, random);
    VarianceSummary summary =
        VarianceStatistics.of(NumericColumns.fromRows(rows), labels, MissingValues.ALLOW).summary();
    double[] classWeights =
        VarianceStatistics.of(NumericColumns.of(new double[n]), labels).summary().classWeights();
    assertArrayEquals(classWeights, summary.classWeights());
    for (int j = 0; j < d; j++) {
      int feature = j;
      int[] seen = IntStream.range(0, n).filter(i -> !Double.isNaN(rows[i][feature])).toArray();
      double[] values = IntStream.of(seen).mapToDouble(i -> rows[i][feature]).toArray();
      VarianceSummary alone =
          VarianceStatistics.of(NumericColumns.of(values), labels.select(seen)).summary();
      assertEquals(alone.origin()[0], summary.origin()[j]);
      assertEquals(alone.totalVariances()[0], summary.totalVariances()[j]);
      for (int c = 0; c < k; c++) {
        assertEquals(alone.classWeights()[c], summary.featureWeights(c)[j]);
        assertEquals(alone.residualMean(c)[0], summary.residualMean(c)[j]);
        assertEquals(alone.sumsOfSquares(c)[0], summary.sumsOfSquares(c)[j]);
      }
    }
  }

  @Test
  void rowsWithoutMissingValuesAreAsEver() {
    Random random = new Random(2);
    double[][] rows = rows(3000, 4, 0, random);
    Labels labels = labels(3000, 3, true, random);
    VarianceStatistics plain = VarianceStatistics.of(NumericColumns.fromRows(rows), labels);
    VarianceStatistics allowed =
        VarianceStatistics.of(NumericColumns.fromRows(rows), labels, MissingValues.ALLOW);
    assertFalse(allowed.hasMissing());
    for (int c = 0; c < 3; c++) {
      assertArrayEquals(plain.summary().sumsOfSquares(c), allowed.summary().sumsOfSquares(c));
      assertArrayEquals(plain.summary().residualMean(c), allowed.summary().residualMean(c));
      double[] weights = new double[4];
      Arrays.fill(weights, plain.summary().classWeights()[c]);
      assertArrayEquals(weights, plain.summary().featureWeights(c));
    }
  }

  @Test
  void someFeaturesAreWhatTheyWere() {
    Random random = new Random(3);
    VarianceStatistics all =
        VarianceStatistics.of(
            NumericColumns.fromRows(rows(900, 5, 0.3, random))
                .withFeatures("a", "b", "c", "d", "e"),
            labels(900, 2, false, random),
            MissingValues.ALLOW);
    VarianceStatistics some = all.select(3, 1);
    assertEquals(Features.of("d", "b"), some.features());
    assertTrue(some.hasMissing());
    assertEquals(900, some.rowCount());
    assertEquals(all.summary().sumsOfSquares(1)[3], some.summary().sumsOfSquares(1)[0]);
    assertEquals(all.summary().featureWeights(0)[1], some.summary().featureWeights(0)[1]);
  }

  @Test
  void whatIsRefusedSaysWhereAndChangesNothing() {
    VarianceStatistics statistics =
        new VarianceStatistics(Features.of("x", "y"), labels().classes());
    double nan = Double.NaN;
    refused(
        "row 1, feature 'y' is NaN; a finite number is expected",
        () -> statistics.add(rows(new double[][] {{1, 2}, {3, nan}}), labels()));
    statistics.withMissing(MissingValues.ALLOW);
    double[][] infinite = {{1, nan}, {3, -1 / 0.0}};
    refused(
        "row 1, feature 'y' is -Infinity; a finite number is expected",
        () -> statistics.add(rows(infinite), labels()));
    assertEquals(0, statistics.rowCount());
    statistics.add(rows(new double[][] {{1, nan}, {3, 5}}), labels());
    refused(
        "row 1, feature 'y' is -Infinity; a finite number is expected",
        () -> statistics.add(rows(infinite), labels()));
    refused(
        "feature 'y' was seen in no row of class 'a', so it has no mean there; leave the feature"
            + " out, or add rows in which it was seen",
        () -> GaussianNaiveBayes.recipe().fit(statistics));
    statistics.add(rows(new double[][] {{2, 2}, {4, 6}}), labels());
    refused(
        "feature 1 has values of weight 1.0 in all in class 0, which leave its unbiased variance no"
            + " degree of freedom; more than one row is expected",
        () ->
            GaussianNaiveBayes.recipe(
                    GaussianBayesOptions.DEFAULT.withDivisor(CovarianceDivisor.UNBIASED))
                .fit(statistics));
    statistics.withMissing(MissingValues.REFUSE);
    refused(
        "row 0, feature 'y' is NaN; a finite number is expected",
        () -> statistics.add(rows(new double[][] {{2, nan}, {4, 6}}), labels()));
    assertEquals(4, statistics.rowCount());
  }

  private static NumericColumns rows(double[][] rows) {
    return NumericColumns.fromRows(rows).withFeatures("x", "y");
  }

  private static Labels labels() {
    return Labels.of("a", "b");
  }

  private static void refused(String said, Runnable action) {
    assertEquals(said, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
