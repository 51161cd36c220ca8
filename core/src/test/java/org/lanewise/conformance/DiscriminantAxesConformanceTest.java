package org.lanewise.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantAxes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.statistics.GaussianStatistics;

/// The discriminant axes of iris as R's `MASS::lda` and scikit-learn have them, but for their
/// signs.
class DiscriminantAxesConformanceTest {

  private final DataSet iris = DataSet.read(Path.of("..", "examples", "data", "iris.csv"));
  private final NumericColumns rows = iris.columns(i -> true);
  private final Labels labels = iris.labels(i -> true);
  private final GaussianStatistics statistics = GaussianStatistics.of(rows, labels);

  DiscriminantAxesConformanceTest() throws IOException {}

  private DiscriminantAxes axes(CovarianceDivisor divisor) {
    return LinearDiscriminant.fit(statistics, DiscriminantOptions.DEFAULT.withDivisor(divisor))
        .axes();
  }

  @Test
  void unbiasedAxesAreThoseOfMass() {
    DiscriminantAxes axes = axes(CovarianceDivisor.UNBIASED);
    assertEquals(2, axes.count());
    assertArrayEquals(
        new double[] {-.8293776423, -1.5344730677, 2.2012116556, 2.8104603088}, axes.axis(0), 1e-9);
    assertArrayEquals(
        new double[] {.0241021489, 2.1645212347, -.93192121, 2.839187853}, axes.axis(1), 1e-9);
    assertArrayEquals(new double[] {.991212605, .008787395}, axes.explainedVariance(), 1e-9);
    assertEquals(48.6426438023, Math.sqrt(150 * axes.variances()[0] / 2), 1e-9);
    assertEquals(4.579982711, Math.sqrt(150 * axes.variances()[1] / 2), 1e-9);
  }

  @Test
  void maximumLikelihoodAxesAreThoseOfScikitLearn() {
    DiscriminantAxes axes = axes(CovarianceDivisor.MAXIMUM_LIKELIHOOD);
    assertArrayEquals(
        new double[] {
          -0.8377979357297177, -1.5500518738840037, 2.2235595549637064, 2.8389936323408533
        },
        axes.axis(0),
        1e-12);
    assertArrayEquals(
        new double[] {
          0.024346847017233924, 2.186496632927517, -0.9413825816333391, 2.8680128341522217
        },
        axes.axis(1),
        1e-12);
    assertArrayEquals(
        new double[] {0.9912126049653671, 0.008787395034632777}, axes.explainedVariance(), 1e-14);
  }
}
