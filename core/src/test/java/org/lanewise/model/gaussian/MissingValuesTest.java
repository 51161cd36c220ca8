package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;
import org.lanewise.textbook.Textbook;

/// Rows of which some values were not seen, scored by Gaussian models: the others are integrated
/// out.
class MissingValuesTest {

  private static final GaussianBayesOptions POOLED =
      GaussianBayesOptions.DEFAULT.withPooledVariances(true);

  private static final List<Function<GaussianStatistics, GaussianClassifier>> FITS =
      List.of(
          LinearDiscriminant.recipe()::fit,
          QuadraticDiscriminant.recipe()::fit,
          statistics ->
              RegularizedDiscriminant.recipe(
                      RegularizedOptions.DEFAULT.withLambda(0.4).withBlendedScatters(true))
                  .fit(statistics),
          statistics ->
              GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0))
                  .fit(statistics),
          statistics -> GaussianNaiveBayes.recipe(POOLED.withVarianceSmoothing(0)).fit(statistics));

  private static GaussianStatistics statistics(RandomData data) {
    return GaussianStatistics.of(data.columns(), data.labels());
  }

  private static RandomData data(long seed, int d, int k) {
    return RandomData.of(seed, k * (3 * d + 12), d, k, 1e3).unweighted();
  }

  /// The rows with a share of their values taken out.
  private static double[][] punched(double[][] rows, double share, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] holes = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      holes[i] = rows[i].clone();
      for (int j = 0; j < holes[i].length; j++) {
        if (random.nextDouble() < share) {
          holes[i][j] = Double.NaN;
        }
      }
    }
    return holes;
  }

  private static int[] seen(double[] row) {
    return IntStream.range(0, row.length).filter(j -> !Double.isNaN(row[j])).toArray();
  }

  /// log π + log N(x_o; μ_o, Σ_oo) in 60 digits, from the parameters of the model.
  private static double[] textbook(GaussianClassifier model, double[] row) {
    int[] seen = seen(row);
    double[] joints = new double[model.classCount()];
    for (int c = 0; c < joints.length; c++) {
      double[][] covariance = model.covariance(c);
      BigDecimal[] mean = new BigDecimal[seen.length];
      BigDecimal[][] part = Textbook.zeros(seen.length);
      double[] x = new double[seen.length];
      for (int a = 0; a < seen.length; a++) {
        x[a] = row[seen[a]];
        mean[a] =
            new BigDecimal(model.origin(0)[seen[a]])
                .add(new BigDecimal(model.residualMean(c)[seen[a]]));
        for (int b = 0; b < seen.length; b++) {
          part[a][b] = new BigDecimal(covariance[seen[a]][seen[b]]);
        }
      }
      joints[c] =
          seen.length == 0
              ? Math.log(model.priors()[c])
              : Textbook.logJoint(x, mean, part, model.priors()[c]);
    }
    return joints;
  }

  private static void assertClose(double[] expected, double[] actual) {
    double scale = Arrays.stream(expected).map(Math::abs).max().orElse(1);
    assertArrayEquals(expected, actual, 1e-12 * Math.max(1, scale));
  }

  @Property(seed = "1301", tries = 40)
  void logJointsAreThoseOfTheTextbookForWhatWasSeen(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 9) int d,
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll @IntRange(min = 1, max = 9) int tenths) {
    RandomData data = data(seed, d, k);
    GaussianStatistics statistics = statistics(data);
    double[][] rows = punched(Arrays.copyOf(data.rows, 12), tenths / 10.0, seed);
    for (Function<GaussianStatistics, GaussianClassifier> fit : FITS) {
      GaussianClassifier model = fit.apply(statistics);
      Scorer<double[], NumericColumns> scorer = model.scorer(RowFormat.NUMBERS_WITH_MISSING);
      for (double[] row : rows) {
        double[] expected = textbook(model, row);
        assertClose(expected, scorer.logJoint(row));
        double logDensity = Textbook.logSumExp(expected);
        assertEquals(logDensity, scorer.logDensity(row), 1e-12 * (1 + Math.abs(logDensity)));
        double[] posteriors = scorer.logPosterior(row);
        for (int c = 0; c < k; c++) {
          double magnitude = 1 + Math.abs(expected[c]) + Math.abs(logDensity);
          assertEquals(expected[c] - logDensity, posteriors[c], 1e-12 * magnitude);
        }
      }
    }
  }

  @Property(seed = "1302", tries = 20)
  void aFeatureThatNoRowHasIsAsIfTheModelLackedIt(
      @ForAll int seed,
      @ForAll @IntRange(min = 2, max = 12) int d,
      @ForAll @IntRange(min = 1, max = 4) int k) {
    RandomData data = data(seed, d, k);
    GaussianStatistics statistics = statistics(data);
    int missing = Math.floorMod(seed, d);
    int[] others = IntStream.range(0, d).filter(j -> j != missing).toArray();
    for (Function<GaussianStatistics, GaussianClassifier> fit : FITS) {
      Scorer<double[], NumericColumns> all =
          fit.apply(statistics).scorer(RowFormat.NUMBERS_WITH_MISSING);
      Scorer<double[], NumericColumns> without = fit.apply(statistics.select(others)).scorer();
      for (double[] row : Arrays.copyOf(data.rows, 10)) {
        double[] part = IntStream.of(others).mapToDouble(j -> row[j]).toArray();
        double[] holes = row.clone();
        holes[missing] = Double.NaN;
        assertClose(without.logJoint(part), all.logJoint(holes));
      }
    }
  }

  @Property(seed = "1303", tries = 15)
  void anyMixOfRowsInAnyOrderHasTheBitsOfRowsAlone(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 24) int d,
      @ForAll @IntRange(min = 1, max = 10) int k,
      @ForAll @IntRange(max = 4) int share) {
    RandomData data = data(7L * d + k, d, k);
    GaussianStatistics statistics = statistics(data);
    int n = 400;
    double[][] rows =
        punched(
            RandomData.of(seed, n, d, 1, 1e3).rows,
            new double[] {0, 0.001, 0.02, 0.2, 0.9}[share],
            seed);
    int[] order = IntStream.range(0, n).map(i -> (i * 7 + 3) % n).toArray();
    for (Function<GaussianStatistics, GaussianClassifier> fit : FITS) {
      GaussianClassifier model = fit.apply(statistics);
      Scorer<double[], NumericColumns> scorer = model.scorer(RowFormat.NUMBERS_WITH_MISSING);
      double[][] joints = scorer.logJoint(NumericColumns.fromRows(rows));
      int[] labels = scorer.predict(NumericColumns.fromRows(rows));
      double[][] shuffled =
          scorer.logJoint(
              NumericColumns.fromRows(
                  IntStream.of(order).mapToObj(i -> rows[i]).toArray(double[][]::new)));
      for (int i = 0; i < n; i++) {
        assertArrayEquals(scorer.logJoint(rows[i]), joints[i]);
        assertEquals(scorer.predict(rows[i]), labels[i]);
        assertArrayEquals(joints[order[i]], shuffled[i]);
        if (seen(rows[i]).length == d) {
          assertArrayEquals(model.scorer().logJoint(rows[i]), joints[i]);
          assertEquals(model.scorer().predict(rows[i]), labels[i]);
        }
      }
    }
  }

  @Test
  void aRowOfWhichNothingWasSeenHasThePriors() {
    RandomData data = data(5, 3, 3);
    GaussianStatistics statistics = statistics(data);
    double[] nothing = {Double.NaN, Double.NaN, Double.NaN};
    for (Function<GaussianStatistics, GaussianClassifier> fit : FITS) {
      GaussianClassifier model = fit.apply(statistics);
      double[] logPriors = Arrays.stream(model.priors()).map(StrictMath::log).toArray();
      assertArrayEquals(logPriors, model.scorer(RowFormat.NUMBERS_WITH_MISSING).logJoint(nothing));
      assertArrayEquals(
          model.priors(), model.scorer(RowFormat.NUMBERS_WITH_MISSING).posterior(nothing), 1e-15);
    }
  }

  @Test
  void classesOfPriorZeroStayImpossible() {
    RandomData data = data(6, 4, 2);
    GaussianStatistics statistics = statistics(data);
    double[] row = data.rows[3].clone();
    row[1] = Double.NaN;
    Priors priors = Priors.fixed(0, 1);
    for (GaussianClassifier model :
        List.of(
            LinearDiscriminant.recipe(DiscriminantOptions.DEFAULT.withPriors(priors))
                .fit(statistics),
            QuadraticDiscriminant.recipe(DiscriminantOptions.DEFAULT.withPriors(priors))
                .fit(statistics),
            GaussianNaiveBayes.recipe(POOLED.withPriors(priors)).fit(statistics),
            GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPriors(priors))
                .fit(statistics))) {
      Scorer<double[], NumericColumns> scorer = model.scorer(RowFormat.NUMBERS_WITH_MISSING);
      assertArrayEquals(new double[] {0, 1}, scorer.posterior(row));
      assertEquals(Double.NEGATIVE_INFINITY, scorer.logJoint(row)[0]);
      assertEquals(textbook(model, row)[1], scorer.logJoint(row)[1], 1e-11);
      assertEquals(1, scorer.predict(row));
    }
  }

  /// Features of scales from 1e-140 to 1e140: no square of a factor's column may overflow.
  @Test
  void featuresOfAnyScaleHaveTheirMarginals() {
    RandomData data = RandomData.of(12, 90, 6, 2, 0).unweighted();
    double[] scales = {1e-140, 1e140, 1, 1e100, 1e-100, 1e-3};
    double[][] scaled = new double[data.rows.length][6];
    for (int i = 0; i < scaled.length; i++) {
      for (int j = 0; j < 6; j++) {
        scaled[i][j] = data.rows[i][j] * scales[j];
      }
    }
    RandomData other = data.with(scaled, data.labels, data.weights);
    for (Function<GaussianStatistics, GaussianClassifier> fit : FITS) {
      Scorer<double[], NumericColumns> plain =
          fit.apply(statistics(data)).scorer(RowFormat.NUMBERS_WITH_MISSING);
      Scorer<double[], NumericColumns> far =
          fit.apply(statistics(other)).scorer(RowFormat.NUMBERS_WITH_MISSING);
      for (int i = 0; i < 20; i++) {
        double[] row = data.rows[i].clone();
        double[] scaledRow = scaled[i].clone();
        double shift = 0;
        for (int j = 0; j < 6; j++) {
          if ((i >> j % 5 & 1) != 0) {
            row[j] = Double.NaN;
            scaledRow[j] = Double.NaN;
          } else {
            shift += Math.log(scales[j]);
          }
        }
        double[] expected = plain.logJoint(row);
        double[] found = far.logJoint(scaledRow);
        for (int c = 0; c < 2; c++) {
          assertEquals(expected[c] - shift, found[c], 1e-9);
        }
      }
    }
  }

  @Test
  void nanIsRefusedWhereItIsNotAllowedAndInfinitiesAlways() {
    RandomData data = data(8, 2, 2);
    for (Function<GaussianStatistics, GaussianClassifier> fit : FITS) {
      GaussianClassifier model = fit.apply(statistics(data));
      assertSame(model.scorer(), model.scorer(RowFormat.NUMBERS.withMissing(MissingValues.REFUSE)));
      assertSame(
          model.scorer(RowFormat.NUMBERS_WITH_MISSING),
          model.scorer(RowFormat.NUMBERS_WITH_MISSING));
      refused(
          "feature 1 of the row is NaN; a finite number is expected",
          () -> model.scorer().predict(new double[] {0, Double.NaN}));
      for (double infinity : new double[] {1 / 0.0, -1 / 0.0}) {
        double[] row = {Double.NaN, infinity};
        Scorer<double[], NumericColumns> scorer = model.scorer(RowFormat.NUMBERS_WITH_MISSING);
        String said =
            "feature 1 of the row is %s; a finite number is expected, or NaN where it was not seen"
                .formatted(infinity);
        refused(said, () -> scorer.predict(row));
        refused(said, () -> scorer.logDensity(row));
        refused(
            "row 1, feature 1 is " + infinity + "; a finite number is expected",
            () -> scorer.predict(NumericColumns.fromRows(data.rows[0], row)));
      }
    }
  }

  private static void refused(String part, Runnable action) {
    String message = assertThrows(IllegalArgumentException.class, action::run).getMessage();
    assertEquals(part, message);
  }
}
