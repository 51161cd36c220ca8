package org.lanewise.report.figure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;

class PlaneTest {

  private static final int ROWS = 300;

  /// Three classes of five features on very different scales.
  private static NumericColumns rows(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[ROWS][5];
    for (int i = 0; i < ROWS; i++) {
      double common = random.nextGaussian();
      for (int j = 0; j < 5; j++) {
        rows[i][j] =
            Math.pow(10, j - 2) * (common + random.nextGaussian() + (j == i % 3 ? 2 : 0))
                + 1000 * j;
      }
    }
    return NumericColumns.fromRows(rows);
  }

  private static Labels labels() {
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i % 3;
    }
    return Labels.of(labels);
  }

  @Test
  void ofThreeClassesWhatIsDecidedOnTheAxesIsWhatTheLinearDiscriminantPredicts() {
    LinearDiscriminant model = LinearDiscriminant.fit(rows(1), labels());
    Plane plane = Plane.best(NormalClasses.of(model).orElseThrow()).orElseThrow();
    NumericColumns others = rows(2);
    int[] predicted = model.scorer().predict(others);
    for (int row = 0; row < ROWS; row++) {
      double[] place = plane.place(others, row);
      int best = 0;
      for (int c = 1; c < 3; c++) {
        best =
            plane.score(c, place[0], place[1]) > plane.score(best, place[0], place[1]) ? c : best;
      }
      assertEquals(predicted[row], best);
    }
    // The classes have unit covariance on the axes.
    assertArrayEquals(new double[] {1, 0, 1}, plane.covariance(0), 1e-9);
  }

  @Test
  void theAxesAreThoseOfTheModel() {
    LinearDiscriminant model = LinearDiscriminant.fit(rows(1), labels());
    Plane plane = Plane.best(NormalClasses.of(model).orElseThrow()).orElseThrow();
    double[] coordinates = new double[2];
    double[] row = new double[5];
    rows(1).row(7, row);
    model.axes().transform(row, coordinates);
    assertArrayEquals(coordinates, plane.place(rows(1), 7), 1e-6);
    assertTrue(plane.xName().startsWith("discriminant axis 1 ("), plane.xName());
  }

  @Test
  void ofTwoFeaturesThePlaneHasTheirMeansAndCovariances() {
    QuadraticDiscriminant model = QuadraticDiscriminant.fit(rows(1), labels());
    Plane plane = Plane.ofFeatures(NormalClasses.of(model).orElseThrow(), 3, 1);
    double[][] covariance = model.covariance(2);
    assertArrayEquals(
        new double[] {covariance[3][3], covariance[3][1], covariance[1][1]},
        plane.covariance(2),
        1e-9 * covariance[3][3]);
    assertEquals(model.mean(2)[3], plane.mean(2)[0]);
    assertEquals(model.mean(2)[1], plane.mean(2)[1]);
  }

  @Test
  void ofTwoClassesTheSecondAxisIsUncorrelatedWithTheFirst() {
    Labels two = Labels.of(IntStream.range(0, ROWS).map(i -> i % 2).toArray());
    LinearDiscriminant model = LinearDiscriminant.fit(rows(1), two);
    Plane plane = Plane.best(NormalClasses.of(model).orElseThrow()).orElseThrow();
    assertArrayEquals(new double[] {1, 0, 1}, plane.covariance(0), 1e-9);
    assertEquals("widest direction uncorrelated with axis 1", plane.yName());
  }

  @Test
  void featuresWithoutVarianceOrManyLeaveAPlane() {
    double[][] rows = new double[60][100];
    SplittableRandom random = new SplittableRandom(4);
    int[] labels = new int[60];
    for (int i = 0; i < 60; i++) {
      labels[i] = i % 2;
      for (int j = 0; j < 100; j++) {
        rows[i][j] = j == 0 ? 1 : random.nextGaussian() + (j < 5 ? labels[i] : 0);
      }
    }
    GaussianNaiveBayes model =
        GaussianNaiveBayes.fit(NumericColumns.fromRows(rows), Labels.of(labels));
    Plane plane = Plane.best(NormalClasses.of(model).orElseThrow()).orElseThrow();
    assertTrue(plane.note().contains("the 64 of 100 features that separate most"), plane.note());
    assertTrue(Double.isFinite(plane.score(0, 1, 1)));
  }

  @Test
  void theSecondAxisOfTwoClassesIsTheWidestOfTheUncorrelatedOnes() {
    double[][] r = {{1, 0.8, 0.1}, {0.8, 1, -0.3}, {0.1, -0.3, 1}};
    LinearDiscriminant model =
        LinearDiscriminant.of(
            Features.unnamed(3),
            Classes.unnamed(2),
            new double[] {0.5, 0.5},
            new double[3],
            new double[][] {{0, 0, 0}, {1, 0, 0.5}},
            r);
    Plane plane = Plane.best(NormalClasses.of(model).orElseThrow()).orElseThrow();
    NumericColumns units =
        NumericColumns.fromRows(new double[][] {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    double[][] axes = new double[2][3];
    for (int j = 0; j < 3; j++) {
      for (int axis = 0; axis < 2; axis++) {
        axes[axis][j] = plane.place(units, j + 1)[axis] - plane.place(units, 0)[axis];
      }
    }
    // All directions v with aᵀRv = 0 are in the plane of two vectors at right angles to Ra.
    double[] ra = times(r, axes[0]);
    double[] u = cross(ra, new double[] {1, 2, 3});
    double[] w = cross(ra, u);
    double widest = 0;
    for (int i = 0; i < 3600; i++) {
      double[] v = new double[3];
      for (int j = 0; j < 3; j++) {
        v[j] =
            Math.cos(i * Math.PI / 3600) * u[j] / Math.sqrt(dot(u, u))
                + Math.sin(i * Math.PI / 3600) * w[j] / Math.sqrt(dot(w, w));
      }
      widest = Math.max(widest, dot(v, times(r, v)));
    }
    double[] second = axes[1];
    assertEquals(0, dot(second, ra), 1e-9);
    assertEquals(widest, dot(second, times(r, second)) / dot(second, second), 1e-5);
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  private static double[] times(double[][] matrix, double[] v) {
    return new double[] {dot(matrix[0], v), dot(matrix[1], v), dot(matrix[2], v)};
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  @Test
  void whereThereAreNoDiscriminantAxesThePlaneSaysSo() {
    LinearDiscriminant same =
        LinearDiscriminant.of(
            Features.unnamed(2),
            Classes.unnamed(2),
            new double[] {0.5, 0.5},
            new double[2],
            new double[2][2],
            new double[][] {{1, 0}, {0, 1}});
    Plane plane = Plane.best(NormalClasses.of(same).orElseThrow()).orElseThrow();
    assertEquals(
        "The axes are the two features that separate most, because there are no discriminant axes.",
        plane.note());
  }
}
