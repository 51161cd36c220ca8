package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.validation.Sets;

/// The laws of missing values on sets that are known. Holes by one rule: a cell is missing where
/// the next number of `SplittableRandom(13)`, row by row, is below 0.1.
class MissingValuesOfSetsTest {

  private static final Map<String, Function<GaussianStatistics, GaussianClassifier>> FITS =
      new LinkedHashMap<>();

  static {
    FITS.put("lda", LinearDiscriminant::fit);
    FITS.put("qda", QuadraticDiscriminant::fit);
    FITS.put(
        "rda",
        statistics ->
            RegularizedDiscriminant.fit(
                statistics,
                RegularizedOptions.DEFAULT
                    .withLambda(0.4)
                    .withBlend(RegularizedDiscriminant.Blend.SCATTERS)));
    GaussianBayesOptions plain = GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0);
    FITS.put("gaussian-nb", statistics -> GaussianNaiveBayes.fit(statistics, plain));
    FITS.put(
        "gaussian-nb, pooled",
        statistics ->
            GaussianNaiveBayes.fit(
                statistics, plain.withVariances(GaussianBayesOptions.Variances.POOLED)));
  }

  private static List<Sets.Numbers> sets() {
    List<Sets.Numbers> sets =
        new ArrayList<>(List.of(Sets.iris(), Sets.wine(), Sets.banknote(), Sets.breastCancer()));
    // In the digits and the words of some class a feature never varies.
    Sets.large().stream().filter(set -> set.name().equals("magic04")).forEach(sets::add);
    return sets;
  }

  private static double[][] punched(double[][] rows) {
    SplittableRandom random = new SplittableRandom(13);
    double[][] holes = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      holes[i] = rows[i].clone();
      for (int j = 0; j < holes[i].length; j++) {
        holes[i][j] = random.nextDouble() < 0.1 ? Double.NaN : holes[i][j];
      }
    }
    return holes;
  }

  private static void assertClose(double[] expected, double[] actual) {
    // Breast cancer's covariances have conditions of 1e11 and more.
    double scale = Arrays.stream(expected).map(Math::abs).max().orElse(1);
    assertArrayEquals(expected, actual, 1e-7 * Math.max(1, scale));
  }

  @TestFactory
  Stream<DynamicTest> whatIsMissingIsAsIfTheModelLackedIt() {
    return sets().stream()
        .flatMap(set ->
            FITS.entrySet().stream()
                .map(fit ->
                    dynamicTest(
                        set.name() + ", " + fit.getKey(), () -> laws(set, fit.getValue()))));
  }

  private static void laws(Sets.Numbers set, Function<GaussianStatistics, GaussianClassifier> fit) {
    int d = set.rows()[0].length;
    GaussianStatistics statistics =
        GaussianStatistics.of(DoubleColumns.fromRows(set.rows()), set.labels());
    GaussianClassifier model = fit.apply(statistics);
    Scorer<double[], NumericColumns> scorer = model.scorer(MissingValues.ALLOW);
    double[][] holes = punched(set.rows());
    double[][] joints = scorer.logJoint(DoubleColumns.fromRows(holes));
    // A few patterns of each set, each with a model of its own.
    for (int i = 0; i < holes.length; i += 1 + holes.length / 12) {
      double[] row = holes[i];
      int[] seen = IntStream.range(0, d).filter(j -> !Double.isNaN(row[j])).toArray();
      assertArrayEquals(joints[i], scorer.logJoint(row));
      assertClose(
          fit.apply(statistics.select(seen))
              .scorer()
              .logJoint(IntStream.of(seen).mapToDouble(j -> row[j]).toArray()),
          joints[i]);
    }
    double[] nothing = new double[d];
    Arrays.fill(nothing, Double.NaN);
    assertArrayEquals(
        Arrays.stream(model.priors()).map(StrictMath::log).toArray(),
        scorer.logJoint(nothing),
        1e-12);
  }

  @TestFactory
  Stream<DynamicTest> theOrderOfTheRowsChangesNoBitOfWhatIsExpected() {
    return sets().stream()
        // Expectation takes seconds there.
        .filter(set -> set.rows().length <= 1500 && set.rows()[0].length <= 13)
        .map(set -> dynamicTest(set.name(), () -> orders(set)));
  }

  private static void orders(Sets.Numbers set) {
    double[][] holes = punched(set.rows());
    int n = holes.length;
    int[] order = IntStream.range(0, n).map(i -> (int) ((i * 7919L + 5) % n)).toArray();
    assertEquals(n, IntStream.of(order).distinct().count());
    Labels mixed = set.labels().select(order);
    double[][] rows = IntStream.of(order).mapToObj(i -> holes[i]).toArray(double[][]::new);
    double[][] expected =
        joints(ExpectationMaximization.shared(DoubleColumns.fromRows(holes), set.labels()), holes);
    double[][] found =
        joints(ExpectationMaximization.shared(DoubleColumns.fromRows(rows), mixed), holes);
    for (int i = 0; i < n; i++) {
      assertArrayEquals(expected[i], found[i]);
    }
    // Of variances in batches of another order the sums round differently, and no more.
    VarianceStatistics seen =
        VarianceStatistics.of(DoubleColumns.fromRows(holes), set.labels(), MissingValues.ALLOW);
    GaussianNaiveBayes naive = GaussianNaiveBayes.fit(seen);
    for (int j = 0; j < holes[0].length; j++) {
      int feature = j;
      double sum = 0;
      double count = 0;
      for (int i = 0; i < n; i++) {
        if (set.labels().index(i) == 0 && !Double.isNaN(holes[i][feature])) {
          sum += holes[i][feature];
          count++;
        }
      }
      assertEquals(sum / count, naive.mean(0)[feature], 1e-12 * Math.max(1, Math.abs(sum / count)));
    }
  }

  private static double[][] joints(ExpectationMaximization em, double[][] holes) {
    return LinearDiscriminant.fit(em.statistics())
        .scorer(MissingValues.ALLOW)
        .logJoint(DoubleColumns.fromRows(holes));
  }
}
