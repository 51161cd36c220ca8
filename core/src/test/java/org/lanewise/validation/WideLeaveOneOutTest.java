package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;

/// Leave-one-out of shrunk pooled covariances of many features, which has no eigenvectors.
@Tag("once")
class WideLeaveOneOutTest {

  private static final double CLOSE = 1e-9;

  private record Made(NumericColumns rows, double[][] values, Labels labels) {}

  /// @param spread the standard deviation of the class means
  /// @param outlier the factor of row 5
  private static Made made(
      int d, int k, int n, double origin, double spread, double outlier, boolean weighted) {
    Random random = new Random(31L * d + k);
    double[][] means = new double[k][d];
    for (double[] mean : means) {
      Arrays.setAll(mean, _ -> spread * random.nextGaussian());
    }
    double[][] rows = new double[n][d];
    int[] labels = new int[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      int label = i % k;
      double factor = i == 5 ? outlier : 1;
      labels[i] = label;
      weights[i] = weighted && i % 7 == 3 ? 0.5 + i % 3 : 1;
      Arrays.setAll(
          rows[i], j -> origin + means[label][j] + factor * (1 + j % 4) * random.nextGaussian());
    }
    return new Made(
        NumericColumns.fromRows(rows), rows, Labels.ofIndices(labels, k).withWeights(weights));
  }

  @ParameterizedTest
  @CsvSource({
    "65, 1, 900, 0, 1, 1, false",
    "66, 3, 700, 1e6, 1, 1, true",
    "72, 40, 600, 0, 2, 1, true",
    "97, 4, 300, 0, 1, 1, false",
    "120, 3, 500, -1e6, 30, 12, true",
    "80, 2, 90, 0, 1, 1, false",
    "70, 2, 2000, 5, 1, 200, false"
  })
  void equalsFitsWithoutEachRow(
      int d, int k, int n, double origin, double spread, double outlier, boolean weighted) {
    Made made = made(d, k, n, origin, spread, outlier, weighted);
    for (Shrinkage shrinkage :
        new Shrinkage[] {
          Shrinkage.fixed(0.1),
          Shrinkage.fixed(0.9),
          Shrinkage.ridge(0.05),
          Shrinkage.toIdentity(0.2),
          Shrinkage.oracleApproximating()
        }) {
      DiscriminantOptions options = DiscriminantOptions.DEFAULT.withShrinkage(shrinkage);
      LeaveOneOut found =
          LeaveOneOut.of(
              LinearDiscriminant.recipe(options), made.rows, made.labels, EssentialRows.REFUSE);
      double[] fitted =
          LinearDiscriminant.recipe(options).fit(made.rows, made.labels).shrinkageIntensities();
      DiscriminantOptions held =
          shrinkage.kind() == Shrinkage.Kind.ORACLE_APPROXIMATING
              ? options.withShrinkage(Shrinkage.fixed(fitted[0]))
              : options;
      for (int row = 5; row < n; row += n / 8) {
        double[] weights = new double[n];
        Arrays.setAll(weights, made.labels::weight);
        weights[row] = 0;
        double[] expected =
            LinearDiscriminant.recipe(held)
                .fit(made.rows, made.labels.withWeights(weights))
                .scorer()
                .logJoint(made.values[row]);
        for (int c = 0; c < k; c++) {
          assertEquals(
              expected[c],
              found.logJoint(row, c),
              CLOSE * Math.max(1, Math.abs(expected[c])),
              shrinkage + ", row " + row + ", class " + c);
        }
      }
    }
  }
}
