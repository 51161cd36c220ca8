package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;

class DiscriminantAxesTest {

  private static LinearDiscriminant model(RandomData data) {
    return LinearDiscriminant.recipe().fit(GaussianStatistics.of(data.columns(), data.labels()));
  }

  private static double[] product(double[][] matrix, double[] v) {
    double[] product = new double[v.length];
    for (int i = 0; i < v.length; i++) {
      for (int j = 0; j < v.length; j++) {
        product[i] += matrix[i][j] * v[j];
      }
    }
    return product;
  }

  private static double inner(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  /// B a = λ Σ a and aᵀΣa = 1, more classes than features or fewer.
  @Property(seed = "741", tries = 60)
  void axesSolveTheGeneralizedEigenproblem(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 14) int d,
      @ForAll @IntRange(min = 1, max = 14) int k) {
    LinearDiscriminant model = model(RandomData.of(seed, 40 * k, d, k, 1e3));
    double[] priors = model.priors();
    double[] centre = new double[d];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        centre[j] += priors[c] * model.residualMean(c)[j];
      }
    }
    double[][] between = new double[d][d];
    double trace = 0;
    for (int c = 0; c < k; c++) {
      double[] mean = model.residualMean(c);
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          between[i][j] += priors[c] * (mean[i] - centre[i]) * (mean[j] - centre[j]);
        }
      }
    }
    DiscriminantAxes axes = model.axes();
    double[] variances = axes.variances();
    assertTrue(axes.count() <= Math.min(d, k - 1));
    for (int a = 0; a < axes.count(); a++) {
      double[] axis = axes.axis(a);
      double[] within = product(model.covariance(), axis);
      double[] image = product(between, axis);
      double size = Math.sqrt(inner(within, within));
      for (int j = 0; j < d; j++) {
        assertEquals(variances[a] * within[j], image[j], 1e-8 * size * variances[0]);
      }
      for (int b = 0; b < axes.count(); b++) {
        assertEquals(a == b ? 1 : 0, inner(within, axes.axis(b)), 1e-7);
      }
      assertTrue(a == 0 || variances[a] <= variances[a - 1]);
      trace += variances[a];
    }
    double[] shares = axes.explainedVariance();
    for (int a = 0; a < axes.count(); a++) {
      assertEquals(variances[a] / trace, shares[a], 1e-14);
    }
  }

  /// The distances of class means along the axes are their Mahalanobis distances.
  @Property(seed = "742", tries = 20)
  void theClassMeansKeepTheirDistances(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 10) int d,
      @ForAll @IntRange(min = 2, max = 8) int k) {
    LinearDiscriminant model = model(RandomData.of(seed, 40 * k, d, k, -1e6));
    DiscriminantAxes axes = model.axes();
    double[][] images = new double[k][axes.count()];
    for (int c = 0; c < k; c++) {
      axes.transform(model.mean(c), images[c]);
    }
    double[] squared = new double[k];
    for (int c = 0; c < k; c++) {
      model.squaredMahalanobis(model.mean(c), squared);
      for (int other = 0; other < k; other++) {
        double sum = 0;
        for (int a = 0; a < axes.count(); a++) {
          sum += Math.pow(images[c][a] - images[other][a], 2);
        }
        assertEquals(squared[other], sum, 1e-6 * (1 + squared[other]));
      }
    }
  }

  @Test
  void aBatchGivesTheBitsOfItsRows() {
    RandomData data = RandomData.of(31, 700, 11, 5, 1e7);
    DiscriminantAxes axes = model(data).axes();
    assertEquals(4, axes.count());
    double[] all = new double[700 * 4];
    axes.transform(data.columns(), all);
    double[] one = new double[4];
    for (int i = 0; i < 700; i++) {
      axes.transform(data.rows[i], one);
      for (int a = 0; a < 4; a++) {
        assertEquals(one[a], all[i * 4 + a]);
      }
    }
  }

  @Test
  void classesOfTheSameMeanOrOneClassHaveNoAxes() {
    assertEquals(0, model(RandomData.of(32, 50, 3, 1, 0)).axes().count());
    double[][] covariance = model(RandomData.of(32, 50, 3, 1, 0)).covariance();
    LinearDiscriminant same =
        LinearDiscriminant.of(
            Features.unnamed(3),
            Classes.unnamed(2),
            new double[] {0.5, 0.5},
            new double[3],
            new double[2][3],
            covariance);
    assertEquals(0, same.axes().count());
    assertArrayEquals(new double[0], same.axes().explainedVariance());
  }

  @Test
  void badRowsAreRefused() {
    DiscriminantAxes axes = model(RandomData.of(33, 50, 2, 2, 0)).axes();
    double[] out = new double[4];
    assertThrows(IllegalArgumentException.class, () -> axes.transform(new double[3], out));
    assertEquals(
        "feature 1 of the row is Infinity; a finite number is expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> axes.transform(new double[] {0, Double.POSITIVE_INFINITY}, out))
            .getMessage());
    assertEquals(
        "row 1, feature 0 is NaN; a finite number is expected",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    axes.transform(
                        NumericColumns.fromRows(new double[][] {{1, 2}, {Double.NaN, 2}}), out))
            .getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> axes.transform(new double[2], new double[0]));
  }
}
