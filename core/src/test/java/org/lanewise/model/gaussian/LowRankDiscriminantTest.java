package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Priors;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.textbook.RandomData;

class LowRankDiscriminantTest {

  private static final LowRankOptions OPTIONS =
      LowRankOptions.DEFAULT.withRank(2).withSubspace(4).withKappa(1.5);

  private static GaussianStatistics statistics(RandomData data) {
    return GaussianStatistics.of(data.columns(), data.labels());
  }

  private static double[] joints(GaussianClassifier model, double[] row) {
    double[] joints = new double[model.classCount()];
    model.scorer().logJoint(row, joints);
    return joints;
  }

  @Property(seed = "721", tries = 30)
  void rankZeroIsALinearDiscriminantBitForBit(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 20) int d,
      @ForAll @IntRange(min = 1, max = 12) int k) {
    RandomData data = RandomData.of(seed, 60 + 3 * k, d, k, 1e3);
    LinearDiscriminant linear =
        LinearDiscriminant.recipe(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1)))
            .fit(statistics(data));
    for (LowRankOptions options :
        new LowRankOptions[] {OPTIONS.withRank(0), OPTIONS.withKappa(0)}) {
      LowRankDiscriminant model = LowRankDiscriminant.recipe(options).fit(statistics(data));
      for (double[] row : data.rows) {
        assertArrayEquals(joints(linear, row), joints(model, row));
      }
      assertEquals(linear.freeParameters(), model.freeParameters());
    }
  }

  @Property(seed = "725", tries = 20)
  void modelsThatAreFittedTogetherAreThoseOfEach(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 12) int d,
      @ForAll @IntRange(min = 1, max = 9) int k) {
    RandomData data = RandomData.of(seed, k * (d + 20), d, k, 10);
    List<LowRankOptions> all = new ArrayList<>();
    for (int rank : new int[] {3, 0, 1}) {
      for (int subspace : new int[] {3, 2 * d, 5}) {
        for (double kappa : new double[] {0.1, 0, 3}) {
          all.add(OPTIONS.withRank(rank).withSubspace(Math.max(rank, subspace)).withKappa(kappa));
        }
      }
    }
    Iterator<LowRankDiscriminant> models =
        LowRankDiscriminant.fitEach(all, data.columns(), data.labels()).iterator();
    for (LowRankOptions options : all) {
      LowRankDiscriminant expected = LowRankDiscriminant.recipe(options).fit(statistics(data));
      LowRankDiscriminant found = models.next();
      assertEquals(expected.freeParameters(), found.freeParameters());
      for (double[] row : data.rows) {
        double[] joints = joints(expected, row);
        double size = Arrays.stream(joints).map(Math::abs).max().orElseThrow();
        assertArrayEquals(joints, joints(found, row), 1e-9 * (1 + size));
      }
    }
    for (LowRankOptions other :
        List.of(OPTIONS.withGamma(0.7), OPTIONS.withPriors(Priors.uniform()))) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              LowRankDiscriminant.fitEach(List.of(OPTIONS, other), data.columns(), data.labels()));
    }
  }

  /// Σ_c = (1−γ)(S + κ S_c) + γ tr(S)/d I.
  @Property(seed = "722", tries = 30)
  void fullRankIsTheDenseSum(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 20) int d,
      @ForAll @IntRange(min = 1, max = 9) int k) {
    RandomData data = RandomData.of(seed, k * (d + 20), d, k, 10);
    GaussianSummary summary = statistics(data).summary();
    double kappa = 0.7;
    double gamma = 0.2;
    double[][][] covariances = new double[k][d][d];
    double[][] within = summary.withinScatter();
    double n = summary.totalWeight();
    double trace = IntStream.range(0, d).mapToDouble(j -> within[j][j] / n).sum();
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          double sum = within[i][j] / n + kappa * summary.scatter(c, i, j) / summary.classWeight(c);
          covariances[c][i][j] = (1 - gamma) * sum + (i == j ? gamma * trace / d : 0);
        }
      }
    }
    LowRankDiscriminant model =
        LowRankDiscriminant.recipe(
                OPTIONS.withSubspace(d + 3).withRank(d + 3).withKappa(kappa).withGamma(gamma))
            .fit(statistics(data));
    assertMatches(model, covariances, data, 1e-9);
  }

  private static void assertMatches(
      LowRankDiscriminant model, double[][][] covariances, RandomData data, double tolerance) {
    int k = model.classCount();
    int d = model.featureCount();
    double[][] means = new double[k][];
    Arrays.setAll(means, model::residualMean);
    QuadraticDiscriminant dense =
        QuadraticDiscriminant.of(
            model.features(), model.classes(), model.priors(), model.origin(0), means, covariances);
    SplittableRandom random = new SplittableRandom(7);
    double[] expected = new double[k];
    double[] found = new double[k];
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < d; i++) {
        assertArrayEquals(
            covariances[c][i], model.covariance(c)[i], tolerance * covariances[c][i][i]);
        assertEquals(
            model.covariance(c)[i][i], model.variances(c)[i], 1e-12 * covariances[c][i][i]);
      }
      assertEquals(dense.logDeterminant(c), model.logDeterminant(c), tolerance * (d + 1));
    }
    for (double[] row : data.rows) {
      assertClose(joints(dense, row), joints(model, row), tolerance);
      dense.squaredMahalanobis(row, expected);
      model.squaredMahalanobis(row, found);
      assertClose(expected, found, tolerance);
      dense.logClassDensity(row, expected);
      model.logClassDensity(row, found);
      assertClose(expected, found, tolerance);
      double[] holes = row.clone();
      for (int j = 0; j < d; j++) {
        holes[j] = random.nextInt(3) == 0 ? Double.NaN : row[j];
      }
      dense.scorer(RowFormat.NUMBERS_WITH_MISSING).logJoint(holes, expected);
      model.scorer(RowFormat.NUMBERS_WITH_MISSING).logJoint(holes, found);
      assertClose(expected, found, tolerance);
      dense.scorer(RowFormat.NUMBERS_WITH_MISSING).logPosterior(holes, expected);
      model.scorer(RowFormat.NUMBERS_WITH_MISSING).logPosterior(holes, found);
      assertClose(expected, found, tolerance);
    }
  }

  private static void assertClose(double[] expected, double[] found, double tolerance) {
    for (int c = 0; c < expected.length; c++) {
      assertEquals(expected[c], found[c], tolerance * (1 + Math.abs(expected[c])));
    }
  }

  /// Any directions, not only those of a fit.
  @Property(seed = "723", tries = 30)
  void scoresAreThoseOfTheCovariances(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 18) int d,
      @ForAll @IntRange(min = 1, max = 10) int k,
      @ForAll @IntRange(min = 0, max = 9) int rank,
      @ForAll @IntRange(min = 1, max = 12) int dimensions) {
    RandomData data = RandomData.of(seed, 60 + 2 * d + k, d, k, 5);
    LinearDiscriminant linear = LinearDiscriminant.fit(data.columns(), data.labels());
    SplittableRandom random = new SplittableRandom(seed);
    double[][] means = new double[k][];
    Arrays.setAll(means, linear::residualMean);
    double[][] subspace = new double[dimensions][];
    Arrays.setAll(subspace, _ -> random.doubles(d, -1, 1).toArray());
    double[][][] loadings = new double[k][rank][];
    for (int c = 0; c < k; c++) {
      boolean none = random.nextInt(4) == 0;
      Arrays.setAll(
          loadings[c],
          _ -> none ? new double[dimensions] : random.doubles(dimensions, -1, 1).toArray());
    }
    LowRankDiscriminant model =
        LowRankDiscriminant.of(
            linear.features(),
            linear.classes(),
            linear.priors(),
            linear.origin(0),
            means,
            linear.covariance(),
            subspace,
            loadings);
    double[][][] covariances = new double[k][][];
    Arrays.setAll(covariances, model::covariance);
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          double sum = linear.covariance()[i][j];
          for (double[] loading : loadings[c]) {
            double first = 0;
            double second = 0;
            for (int m = 0; m < dimensions; m++) {
              first += loading[m] * subspace[m][i];
              second += loading[m] * subspace[m][j];
            }
            sum += first * second;
          }
          assertEquals(sum, covariances[c][i][j], 1e-12 * (1 + Math.abs(sum)));
        }
      }
    }
    assertMatches(model, covariances, data, 1e-9);
  }

  @Test
  void rowsReadAgainGiveTheDirectionsOfScatters() {
    RandomData data = RandomData.of(724, 200, 7, 4, 1e4);
    Labels labels = data.labels().withWeights(data.weights(0, data.rows.length));
    LowRankDiscriminant expected = LowRankDiscriminant.recipe(OPTIONS).fit(data.columns(), labels);
    GaussianStatistics pooled =
        GaussianStatistics.pooled(Features.unnamed(7), Classes.unnamed(4))
            .add(data.columns(), labels)
            .as(GaussianStatistics.class);
    LowRankDiscriminant found =
        LowRankDiscriminant.recipe(OPTIONS).chosen(pooled, data.columns(), labels).fit(pooled);
    for (double[] row : data.rows) {
      assertClose(joints(expected, row), joints(found, row), 1e-10);
    }
    assertEquals(
        "the statistics hold one scatter pooled over the classes; a scatter for each class, or the"
            + " rows for a second pass, are expected for the directions of classes",
        assertThrows(
                IllegalArgumentException.class,
                () -> LowRankDiscriminant.recipe(OPTIONS).fit(pooled))
            .getMessage());
  }

  @Test
  void aClassOfFewRowsUsesWhatItHas() {
    RandomData data = RandomData.of(725, 60, 6, 3, 0);
    int[] labels = data.labels().toArray();
    // One row of class 1 and two of class 2.
    for (int i = 0; i < labels.length; i++) {
      labels[i] = i == 5 ? 1 : i == 7 || i == 9 ? 2 : 0;
    }
    LowRankDiscriminant model =
        LowRankDiscriminant.recipe(OPTIONS.withRank(4).withSubspace(6))
            .fit(data.columns(), Labels.ofIndices(labels, 3));
    assertTrue(
        Arrays.stream(model.loadings(1)).flatMapToDouble(Arrays::stream).allMatch(v -> v == 0));
    assertEquals(
        1,
        Arrays.stream(model.loadings(2))
            .filter(row -> Arrays.stream(row).anyMatch(v -> v != 0))
            .count());
  }

  @Test
  void otherPriorsAndFewerClassesKeepTheDirections() {
    RandomData data = RandomData.of(726, 200, 7, 4, 10);
    Labels labels =
        Labels.of(
            Arrays.stream(data.labels().toArray()).mapToObj(c -> "c" + c).toArray(String[]::new));
    LowRankDiscriminant model = LowRankDiscriminant.recipe(OPTIONS).fit(data.columns(), labels);
    LowRankDiscriminant uniform = model.withPriors(Priors.uniform());
    LowRankDiscriminant fitted =
        LowRankDiscriminant.recipe(OPTIONS.withPriors(Priors.uniform()))
            .fit(data.columns(), labels);
    LowRankDiscriminant fewer = model.without(model.classes().names().get(1));
    double[] all = new double[4];
    double[] some = new double[3];
    for (double[] row : data.rows) {
      assertArrayEquals(joints(fitted, row), joints(uniform, row));
      model.squaredMahalanobis(row, all);
      fewer.squaredMahalanobis(row, some);
      assertClose(new double[] {all[0], all[2], all[3]}, some, 1e-11);
    }
  }

  /// A row far from all means: only the part along directions differs by the square of the row.
  @Test
  void farRowsKeepTheirDigits() {
    double[][] subspace = {{1, 0, 0}};
    LowRankDiscriminant model =
        LowRankDiscriminant.of(
            Features.unnamed(3),
            Classes.unnamed(2),
            new double[] {0.5, 0.5},
            new double[3],
            new double[][] {{0, 0, 0}, {0, 1, 0}},
            new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
            subspace,
            new double[][][] {{{1}}, {{1}}});
    double[] posterior = new double[2];
    model.scorer().logPosterior(new double[] {0, 0.5, 1e12}, posterior);
    assertArrayEquals(new double[] {-Math.log(2), -Math.log(2)}, posterior, 1e-15);
    model.scorer().logPosterior(new double[] {1e6, 0.5, 1e12}, posterior);
    assertArrayEquals(new double[] {-Math.log(2), -Math.log(2)}, posterior, 1e-15);
  }

  @Test
  void batchesHaveTheBitsOfRows() {
    for (int k : new int[] {2, 5, 9, 20}) {
      RandomData data = RandomData.of(k, 400, 13, k, 3);
      LowRankDiscriminant model =
          LowRankDiscriminant.recipe(OPTIONS.withRank(3)).fit(data.columns(), data.labels());
      NumericColumns rows = data.columns();
      double[] joints = new double[rows.rowCount() * k];
      double[] distances = new double[joints.length];
      double[] row = new double[k];
      model.scorer().logJoint(rows, joints);
      model.squaredMahalanobis(rows, distances);
      int[] labels = new int[rows.rowCount()];
      model.scorer().predict(rows, labels);
      for (int i = 0; i < rows.rowCount(); i++) {
        assertArrayEquals(
            joints(model, data.rows[i]), Arrays.copyOfRange(joints, i * k, (i + 1) * k));
        model.squaredMahalanobis(data.rows[i], row);
        assertArrayEquals(row, Arrays.copyOfRange(distances, i * k, (i + 1) * k));
        assertEquals(model.scorer().predict(data.rows[i]), labels[i]);
      }
    }
  }

  @Test
  void wrongOptionsAreRefused() {
    assertRefused(
        "the rank is -1; an integer of at least 0 is expected", () -> OPTIONS.withRank(-1));
    assertRefused(
        "the subspace has 1 dimensions for a rank of 2; at least as many are expected",
        () -> OPTIONS.withSubspace(1));
    assertRefused(
        "kappa is -1.0; a finite number of at least 0 is expected", () -> OPTIONS.withKappa(-1));
    assertRefused(
        "gamma is NaN; a number from 0 to 1 is expected", () -> OPTIONS.withGamma(Double.NaN));
  }

  private static void assertRefused(String message, Runnable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
