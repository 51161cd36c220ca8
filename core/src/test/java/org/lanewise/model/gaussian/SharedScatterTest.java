package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.validation.EssentialRows;
import org.lanewise.validation.LeaveOneOut;

/// Linear discriminants of so many classes that one scatter is gathered for all of them.
@Tag("once")
class SharedScatterTest {

  private static final int FEATURES = 128;
  private static final int MANY = 1_100;

  private static final NumericColumns ROWS = rows(new SplittableRandom(1), 2 * MANY, FEATURES);
  private static final Labels LABELS = labels(2 * MANY, MANY);

  @Test
  void oneScatterIsGatheredWhereThoseOfAllClassesAreLarge() {
    assertTrue(form(MANY, DiscriminantOptions.DEFAULT));
    assertTrue(form(MANY, DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ledoitWolf())));
    assertTrue(form(MANY, DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.toIdentity(0.5))));
    assertFalse(form(1_000, DiscriminantOptions.DEFAULT));
  }

  @Test
  void aScatterForEachClassIsGatheredWhereTheOptionsTakeIt() {
    DiscriminantOptions options = DiscriminantOptions.DEFAULT;
    assertFalse(form(MANY, options.withPooledByPriors(true)));
    assertFalse(form(MANY, options.withShrinkage(Shrinkage.ledoitWolfAsScikitLearn())));
    assertFalse(form(MANY, options.withShrinkage(Shrinkage.towardsVariances(new double[MANY]))));
  }

  private static boolean form(int classes, DiscriminantOptions options) {
    return LinearDiscriminant.recipe(options)
        .statistics(NumericColumns.of(new double[FEATURES][1]), Classes.unnamed(classes))
        .as(GaussianStatistics.class)
        .pooled();
  }

  @Test
  void aFitHasTheBitsOfPooledStatistics() {
    for (Shrinkage shrinkage :
        new Shrinkage[] {Shrinkage.none(), Shrinkage.oracleApproximating()}) {
      DiscriminantOptions options = DiscriminantOptions.DEFAULT.withShrinkage(shrinkage);
      LinearDiscriminant expected =
          LinearDiscriminant.recipe(options)
              .fit(
                  GaussianStatistics.pooled(Features.unnamed(FEATURES), Classes.unnamed(MANY))
                      .add(ROWS, LABELS));
      LinearDiscriminant actual = LinearDiscriminant.recipe(options).fit(ROWS, LABELS);
      assertArrayEquals(expected.covariance(), actual.covariance());
      assertArrayEquals(expected.coefficients(7), actual.coefficients(7));
    }
  }

  /// Of rows of different weights, shrunk as Ledoit and Wolf do.
  @Test
  void weightsAndTheSecondPassOfLedoitAndWolfAgreeWithAScatterForEachClass() {
    double[] weights = new double[2 * MANY];
    Arrays.setAll(weights, i -> 1 + i % 3);
    Labels weighted = LABELS.withWeights(weights);
    DiscriminantOptions options = DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ledoitWolf());
    LinearDiscriminant shared = LinearDiscriminant.recipe(options).fit(ROWS, weighted);
    GaussianStatistics each = GaussianStatistics.of(ROWS, weighted);
    LinearDiscriminant expected =
        LinearDiscriminant.recipe(options).chosen(each, ROWS, weighted).fit(each);
    assertEquals(expected.shrinkageIntensities()[0], shared.shrinkageIntensities()[0], 1e-13);
    for (int i = 0; i < FEATURES; i++) {
      assertArrayEquals(expected.covariance()[i], shared.covariance()[i], 1e-13);
    }
  }

  @Test
  void rowsAreLeftOutOneByOneWithoutAScatterForEachClass() {
    int n = 2 * MANY;
    LeaveOneOut results =
        LeaveOneOut.of(LinearDiscriminant.recipe(), ROWS, LABELS, EssentialRows.LEAVE_OUT);
    int row = 5;
    double[] weights = new double[n];
    Arrays.fill(weights, 1);
    weights[row] = 0;
    double[] expected = new double[MANY];
    double[] x = new double[FEATURES];
    ROWS.row(row, x);
    LinearDiscriminant.fit(ROWS, LABELS.withWeights(weights)).scorer().logPosterior(x, expected);
    assertArrayEquals(expected, results.logPosterior(row), 1e-9);
  }

  /// The scatter within classes, whose rows are about means 10⁸ deviations apart.
  @Test
  void classesFarApartCostTheSharedScatterNoDigits() {
    for (double apart : new double[] {1, 1e4, 1e8, 1e12}) {
      int k = 40;
      int d = 3;
      int each = 9;
      SplittableRandom random = new SplittableRandom(4);
      double[][] means = new double[k][];
      Arrays.setAll(means, c -> random.doubles(d, -apart, apart).toArray());
      double[][] rows = new double[k * each][d];
      for (int i = 0; i < rows.length; i++) {
        for (int j = 0; j < d; j++) {
          rows[i][j] = means[i % k][j] + random.nextDouble(-1, 1);
        }
      }
      double[][] actual =
          GaussianStatistics.pooled(Features.unnamed(d), Classes.unnamed(k))
              .add(NumericColumns.fromRows(rows), labels(rows.length, k))
              .as(GaussianStatistics.class)
              .summary()
              .withinScatter();
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          double expected = exactScatter(rows, k, i, j);
          assertEquals(expected, actual[i][j], 1e-14 * actual[i][i], "classes " + apart + " apart");
        }
      }
    }
  }

  private static double exactScatter(double[][] rows, int k, int i, int j) {
    BigDecimal scatter = BigDecimal.ZERO;
    for (int c = 0; c < k; c++) {
      BigDecimal count = BigDecimal.ZERO;
      BigDecimal first = BigDecimal.ZERO;
      BigDecimal second = BigDecimal.ZERO;
      BigDecimal products = BigDecimal.ZERO;
      for (int row = c; row < rows.length; row += k) {
        BigDecimal x = new BigDecimal(rows[row][i]);
        BigDecimal y = new BigDecimal(rows[row][j]);
        count = count.add(BigDecimal.ONE);
        first = first.add(x);
        second = second.add(y);
        products = products.add(x.multiply(y));
      }
      scatter =
          scatter.add(products.subtract(first.multiply(second).divide(count, new MathContext(80))));
    }
    return scatter.doubleValue();
  }

  private static NumericColumns rows(SplittableRandom random, int n, int d) {
    double[][] rows = new double[n][];
    Arrays.setAll(rows, i -> random.doubles(d, -1, 1).toArray());
    return NumericColumns.fromRows(rows);
  }

  private static Labels labels(int n, int k) {
    int[] labels = new int[n];
    Arrays.setAll(labels, i -> i % k);
    return Labels.ofIndices(labels, k);
  }
}
