package org.lanewise.internal.score.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.DoubleDouble;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;

/// Distances of rows from classes that share a covariance, against ‖M((x − origin) − mean)‖² in
/// twice the digits.
class WhiteMeansTest {

  private static final double TOLERANCE = 1e-12;

  @Property(seed = "50", tries = 60)
  void distancesAreExactNearAndFarForClassesAnyDistanceApart(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 40) int d,
      @ForAll @IntRange(min = 1, max = 70) int k,
      @ForAll @IntRange(min = 0, max = 8) int apart,
      @ForAll @IntRange(min = -9, max = 8) int near) {
    Model model = new Model(new SplittableRandom(seed), d, k, Math.pow(10, apart));
    for (int c = 0; c < k; c += 3) {
      model.assertDistances(model.near(c, Math.pow(10, near)));
    }
  }

  @Example
  void distancesAreExactWhereClassesLieInTwoGroupsFarApart() {
    SplittableRandom random = new SplittableRandom(51);
    Model model = new Model(random, 24, 40, 1);
    for (int c = 0; c < 40; c++) {
      for (int j = 0; j < 24; j++) {
        model.means[c][j] += c % 2 == 0 ? 1e6 : -1e6;
      }
    }
    for (int c = 0; c < 40; c++) {
      model.assertDistances(model.near(c, 1));
    }
  }

  @Example
  void aRowThatIsTheMeanOfAClassIsAtDistanceZero() {
    Model model = new Model(new SplittableRandom(52), 19, 9, 1e5);
    Arrays.fill(model.origin, 0);
    for (int c = 0; c < 9; c++) {
      double[] out = model.distances(model.means[c]);
      assertEquals(0.0, out[c]);
    }
  }

  @Property(seed = "53", tries = 20)
  void rowsOfABatchHaveTheBitsOfRowsAlone(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 40) int d,
      @ForAll @IntRange(min = 1, max = 70) int k,
      @ForAll @IntRange(min = 1, max = 300) int n) {
    SplittableRandom random = new SplittableRandom(seed);
    Model model = new Model(random, d, k, 1e5);
    double[][] rows = new double[n][];
    Arrays.setAll(rows, i -> model.near(random.nextInt(k), i % 3 == 0 ? 1e5 : 1));
    double[] out = new double[n * k];
    model.scorer().squaredDistances(NumericColumns.fromRows(rows), out);
    for (int i = 0; i < n; i++) {
      assertArrayEquals(
          model.distances(rows[i]), Arrays.copyOfRange(out, i * k, (i + 1) * k), "row " + i);
    }
  }

  @Example
  void distancesBeyondTheRangeAreInfinite() {
    Model model = new Model(new SplittableRandom(54), 5, 8, 1);
    for (double distance : model.distances(new double[] {1e300, -1e300, 1e300, 0, 1e308})) {
      assertEquals(Double.POSITIVE_INFINITY, distance);
    }
  }

  /// Classes whose means are some distance apart, and the inverse of a factor.
  private static final class Model {

    private final SplittableRandom random;
    private final double[] origin;
    private final double[][] means;
    private final double[] factor;

    Model(SplittableRandom random, int d, int k, double apart) {
      this.random = random;
      origin = random.doubles(d, -100, 100).toArray();
      means = new double[k][];
      Arrays.setAll(means, c -> random.doubles(d, -apart, apart).toArray());
      factor = new double[PackedTriangle.size(d)];
      for (int j = 0; j < d; j++) {
        for (int i = 0; i < j; i++) {
          factor[PackedTriangle.index(i, j)] = random.nextDouble(-1, 1) / Math.sqrt(d);
        }
        factor[PackedTriangle.index(j, j)] = random.nextDouble(0.5, 2);
      }
    }

    double[] near(int c, double distance) {
      double[] row = new double[origin.length];
      Arrays.setAll(row, j -> origin[j] + means[c][j] + distance * random.nextDouble(-1, 1));
      return row;
    }

    LinearScorer scorer() {
      int k = means.length;
      Naming naming = new Naming(Features.unnamed(origin.length), Classes.unnamed(k));
      return new LinearScorer(
          naming,
          AffineScores.ofRows(new double[k], new double[k][origin.length]),
          new SharedCovariance(origin, means, () -> factor, new double[k]));
    }

    double[] distances(double[] row) {
      double[] out = new double[means.length];
      scorer().squaredDistances(row, out);
      return out;
    }

    void assertDistances(double[] row) {
      double[] actual = distances(row);
      for (int c = 0; c < actual.length; c++) {
        double expected = exact(row, means[c]);
        assertEquals(expected, actual[c], TOLERANCE * expected, "class " + c);
      }
    }

    private double exact(double[] row, double[] mean) {
      int d = origin.length;
      DoubleDouble[] x = new DoubleDouble[d];
      for (int j = 0; j < d; j++) {
        x[j] = DoubleDouble.sum(row[j], -origin[j]).minus(DoubleDouble.of(mean[j]));
      }
      DoubleDouble sum = DoubleDouble.ZERO;
      for (int i = 0; i < d; i++) {
        DoubleDouble z = DoubleDouble.ZERO;
        for (int j = 0; j <= i; j++) {
          z = z.plus(x[j].times(DoubleDouble.of(factor[PackedTriangle.index(j, i)])));
        }
        sum = sum.plus(z.times(z));
      }
      return sum.value();
    }
  }
}
