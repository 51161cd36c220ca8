package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.transform.Transform;

/// Shrinkage on standardised columns, and rows with more features than there are rows.
class EquivalentRowsTest {

  private static final DiscriminantOptions UNBIASED =
      DiscriminantOptions.DEFAULT.withDivisor(CovarianceDivisor.UNBIASED);

  private static double[][] rows(int n, int d, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[n][d];
    for (int i = 0; i < n; i++) {
      double common = random.nextGaussian();
      for (int j = 0; j < d; j++) {
        double scale = Math.pow(10, j % 5 - 2);
        rows[i][j] = scale * (3 + common + random.nextGaussian() + (i % 3 == j % 3 ? 1.5 : 0));
      }
    }
    return rows;
  }

  private static Labels labels(int n) {
    return Labels.ofIndices(IntStream.range(0, n).map(i -> i % 3).toArray(), 3);
  }

  private static List<Shrinkage> shrinkages() {
    return List.of(
        Shrinkage.ridge(0.03),
        Shrinkage.fixed(0.2),
        Shrinkage.toIdentity(0.1),
        Shrinkage.oracleApproximating(),
        Shrinkage.oracleApproximatingAsScikitLearn());
  }

  /// Columns divided by their deviations within classes, computed naively.
  private static double[] scales(double[][] rows, Labels labels, double divisor) {
    int d = rows[0].length;
    double[][] means = new double[3][d];
    double[] counts = new double[3];
    for (int i = 0; i < rows.length; i++) {
      counts[labels.index(i)]++;
      for (int j = 0; j < d; j++) {
        means[labels.index(i)][j] += rows[i][j];
      }
    }
    double[] scales = new double[d];
    for (int i = 0; i < rows.length; i++) {
      int c = labels.index(i);
      for (int j = 0; j < d; j++) {
        double deviation = rows[i][j] - means[c][j] / counts[c];
        scales[j] += deviation * deviation / divisor;
      }
    }
    return Arrays.stream(scales).map(Math::sqrt).toArray();
  }

  private static double[][] divided(double[][] rows, double[] scales) {
    double[][] divided = new double[rows.length][scales.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < scales.length; j++) {
        divided[i][j] = rows[i][j] / scales[j];
      }
    }
    return divided;
  }

  private static void assertSame(double[] expected, double[] actual, double relative) {
    for (int c = 0; c < expected.length; c++) {
      assertEquals(expected[c], actual[c], relative * (1 + Math.abs(expected[c])));
    }
  }

  @Test
  void standardisedShrinkageIsThatOfColumnsInUnitsOfTheirDeviationsWithinClasses() {
    double[][] rows = rows(60, 7, 1);
    Labels labels = labels(60);
    double[] scales = scales(rows, labels, 57);
    double[][] divided = divided(rows, scales);
    double shift = Arrays.stream(scales).map(Math::log).sum();
    for (Shrinkage shrinkage : shrinkages()) {
      DiscriminantOptions plain = UNBIASED.withShrinkage(shrinkage);
      DiscriminantOptions standardized = UNBIASED.withShrinkage(shrinkage.standardized());
      for (List<Recipe<? extends GaussianClassifier>> pair :
          List.of(
              List.<Recipe<? extends GaussianClassifier>>of(
                  LinearDiscriminant.recipe(standardized), LinearDiscriminant.recipe(plain)),
              List.<Recipe<? extends GaussianClassifier>>of(
                  QuadraticDiscriminant.recipe(standardized),
                  QuadraticDiscriminant.recipe(plain)))) {
        GaussianClassifier model = pair.get(0).fit(NumericColumns.fromRows(rows), labels);
        GaussianClassifier other = pair.get(1).fit(NumericColumns.fromRows(divided), labels);
        for (int i = 0; i < rows.length; i++) {
          double[] expected = other.scorer().logJoint(divided[i]);
          assertSame(
              Arrays.stream(expected).map(joint -> joint - shift).toArray(),
              model.scorer().logJoint(rows[i]),
              1e-9);
        }
      }
    }
  }

  @Test
  void standardisedShrinkageIgnoresUnits() {
    double[][] rows = rows(45, 5, 2);
    double[] units = {1e6, 1, 1e-5, 3, 1};
    Labels labels = labels(45);
    DiscriminantOptions options =
        DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.3).standardized());
    for (Recipe<? extends GaussianClassifier> recipe :
        List.of(LinearDiscriminant.recipe(options), QuadraticDiscriminant.recipe(options))) {
      GaussianClassifier one = recipe.fit(NumericColumns.fromRows(rows), labels);
      double[][] changed = divided(rows, units);
      GaussianClassifier two = recipe.fit(NumericColumns.fromRows(changed), labels);
      for (int i = 0; i < rows.length; i++) {
        assertSame(one.scorer().logPosterior(rows[i]), two.scorer().logPosterior(changed[i]), 1e-9);
      }
    }
  }

  @Test
  void aFeatureThatDoesNotVaryIsRegularised() {
    double[][] rows = rows(30, 4, 3);
    for (double[] row : rows) {
      row[2] = 5;
    }
    DiscriminantOptions options =
        DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ridge(1e-4).standardized());
    LinearDiscriminant model =
        LinearDiscriminant.recipe(options).fit(NumericColumns.fromRows(rows), labels(30));
    assertEquals(1e-4, model.covariance()[2][2], 1e-12);
  }

  @Test
  void leaveOneOutOfStandardisedShrinkageHoldsTheScales() {
    double[][] rows = rows(48, 6, 4);
    Labels labels = labels(48);
    double[] scales = scales(rows, labels, 48);
    double[][] divided = divided(rows, scales);
    double shift = Arrays.stream(scales).map(Math::log).sum();
    for (Shrinkage shrinkage : List.of(Shrinkage.ridge(0.01), Shrinkage.fixed(0.2))) {
      for (boolean linear : new boolean[] {true, false}) {
        LeaveOneOut closed =
            LeaveOneOut.of(
                recipe(linear, shrinkage.standardized()), NumericColumns.fromRows(rows), labels);
        for (int i = 0; i < rows.length; i++) {
          double[] expected =
              without(i, recipe(linear, shrinkage), divided, labels).scorer().logJoint(divided[i]);
          for (int c = 0; c < 3; c++) {
            assertEquals(expected[c] - shift, closed.logJoint(i, c), 1e-8);
          }
        }
      }
    }
  }

  private static Recipe<? extends GaussianClassifier> recipe(boolean linear, Shrinkage shrinkage) {
    DiscriminantOptions options = DiscriminantOptions.DEFAULT.withShrinkage(shrinkage);
    return linear ? LinearDiscriminant.recipe(options) : QuadraticDiscriminant.recipe(options);
  }

  private static GaussianClassifier without(
      int row, Recipe<? extends GaussianClassifier> recipe, double[][] rows, Labels labels) {
    double[] weights =
        labels.weights() == null ? new double[rows.length] : labels.weights().clone();
    if (labels.weights() == null) {
      Arrays.fill(weights, 1);
    }
    weights[row] = 0;
    return recipe.fit(NumericColumns.fromRows(rows), labels.withWeights(weights));
  }

  @Test
  void moreFeaturesThanRowsGiveWhatRefitsGive() {
    int n = 24;
    double[][] rows = rows(n, 90, 5);
    for (boolean weighted : new boolean[] {false, true}) {
      Labels labels =
          weighted
              ? labels(n).withWeights(IntStream.range(0, n).mapToDouble(i -> 1 + i % 2).toArray())
              : labels(n);
      for (Shrinkage shrinkage :
          List.of(
              Shrinkage.fixed(0.5),
              Shrinkage.fixed(1e-3),
              Shrinkage.fixed(1),
              Shrinkage.ridge(20),
              Shrinkage.ridge(1e-2),
              Shrinkage.toIdentity(0.2))) {
        LeaveOneOut closed =
            LeaveOneOut.of(recipe(true, shrinkage), NumericColumns.fromRows(rows), labels);
        for (int i = 0; i < n; i++) {
          double[] expected =
              without(i, recipe(true, shrinkage), rows, labels).scorer().logJoint(rows[i]);
          for (int c = 0; c < 3; c++) {
            assertEquals(
                expected[c],
                closed.logJoint(i, c),
                1e-8 * Math.abs(expected[c]),
                () -> "" + shrinkage);
          }
        }
      }
    }
  }

  @Test
  void anIntensityChosenFromWideRowsIsThatOfTheModel() {
    int n = 30;
    NumericColumns rows = NumericColumns.fromRows(rows(n, 80, 6));
    double[] chosen =
        ((LinearDiscriminant) recipe(true, Shrinkage.oracleApproximating()).fit(rows, labels(n)))
            .shrinkageIntensities();
    LeaveOneOut fixed = LeaveOneOut.of(recipe(true, Shrinkage.fixed(chosen[0])), rows, labels(n));
    LeaveOneOut oas =
        LeaveOneOut.of(recipe(true, Shrinkage.oracleApproximating()), rows, labels(n));
    assertTrue(chosen[0] > 0 && chosen[0] < 1);
    for (int i = 0; i < n; i++) {
      assertSame(fixed.logJoints()[i], oas.logJoints()[i], 1e-10);
    }
  }

  @Test
  void coordinatesInTheSpanKeepDistances() {
    double[][] rows = rows(12, 70, 7);
    rows[5] = rows[4].clone();
    NumericColumns coordinates =
        Transform.toSpan(NumericColumns.fromRows(rows)).of(NumericColumns.fromRows(rows));
    assertEquals(10, coordinates.featureCount());
    for (int a = 0; a < rows.length; a++) {
      for (int b = 0; b < rows.length; b++) {
        double expected = 0;
        double actual = 0;
        for (int j = 0; j < 70; j++) {
          expected += Math.pow(rows[a][j] - rows[b][j], 2);
        }
        for (int j = 0; j < 10; j++) {
          actual += Math.pow(coordinates.value(a, j) - coordinates.value(b, j), 2);
        }
        assertEquals(expected, actual, 1e-10 * (1 + expected));
      }
    }
  }

  @Test
  void shrinkageThatReadsRowsAgainIsNotStandardised() {
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> Shrinkage.ledoitWolf().standardized());
    assertTrue(thrown.getMessage().contains("LEDOIT_WOLF does not act on standardised columns"));
  }
}
