package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.statistics.VarianceSummary;

/// The laws of missing values on sets of measurements. Holes are punched row by row, each cell with
/// a probability of 8 %, by a `SplittableRandom` of seed 13; the last row loses all cells.
class MissingLawsOfSetsTest {

  /// Rows that are scored, spread over the set.
  private static final int SCORED = 60;

  /// Rows that a covariance is fitted to by expectation and maximisation.
  private static final int FITTED = 1000;

  /// Where the order is what counts, convergence does not.
  private static final ExpectationMaximization.Options FEW =
      new ExpectationMaximization.Options(0, 3);

  @TestFactory
  Stream<DynamicTest> missingValuesAreIntegratedOut() {
    List<Sets.Numbers> sets =
        new ArrayList<>(List.of(Sets.banknote(), Sets.iris(), Sets.wine(), Sets.breastCancer()));
    // Pixels of digits that are always blank leave no covariance.
    Sets.large().stream().filter(set -> !set.name().equals("digits")).forEach(sets::add);
    return sets.stream().map(set -> dynamicTest(set.name(), () -> check(set)));
  }

  private static double[][] punched(double[][] rows) {
    SplittableRandom random = new SplittableRandom(13);
    double[][] holes = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      holes[i] = rows[i].clone();
      for (int j = 0; j < holes[i].length; j++) {
        holes[i][j] = random.nextInt(100) < 8 ? Double.NaN : holes[i][j];
      }
    }
    Arrays.fill(holes[rows.length - 1], Double.NaN);
    return holes;
  }

  private static List<UnaryOperator<GaussianStatistics>> parts(int d) {
    int[] others = IntStream.range(0, d).filter(j -> j != d / 2).toArray();
    return List.of(UnaryOperator.identity(), statistics -> statistics.select(others));
  }

  private static void check(Sets.Numbers set) {
    double[][] holes = punched(set.rows());
    int step = Math.max(1, (holes.length - 1) / SCORED);
    double[][] rows =
        IntStream.range(0, SCORED)
            .map(i -> Math.min(holes.length - 1, i * step))
            .mapToObj(i -> holes[i])
            .toArray(double[][]::new);
    rows[SCORED - 1] = holes[holes.length - 1];
    GaussianStatistics statistics = GaussianStatistics.of(set.columns(), set.labels());
    List<List<GaussianClassifier>> models =
        parts(rows[0].length).stream().map(part -> models(part.apply(statistics))).toList();
    for (int m = 0; m < models.get(0).size(); m++) {
      checkScores(models.get(0).get(m), models.get(1).get(m), rows);
    }
    checkFits(set, holes, rows);
  }

  private static List<GaussianClassifier> models(GaussianStatistics statistics) {
    GaussianBayesOptions plain = GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0);
    return List.of(
        LinearDiscriminant.recipe().fit(statistics),
        QuadraticDiscriminant.recipe().fit(statistics),
        RegularizedDiscriminant.recipe(RegularizedOptions.DEFAULT.withLambda(0.3)).fit(statistics),
        GaussianNaiveBayes.recipe(plain).fit(statistics),
        GaussianNaiveBayes.recipe(plain.withPooledVariances(true)).fit(statistics));
  }

  /// A feature that is missing everywhere is as if the model lacked it; where all are, only priors
  /// are left; rows say the same in any order.
  private static void checkScores(
      GaussianClassifier model, GaussianClassifier without, double[][] rows) {
    Scorer<double[], NumericColumns> scorer = model.scorer(RowFormat.NUMBERS_WITH_MISSING);
    int lost = rows[0].length / 2;
    int[] others = IntStream.range(0, rows[0].length).filter(j -> j != lost).toArray();
    for (double[] row : rows) {
      double[] lacking = row.clone();
      lacking[lost] = Double.NaN;
      double[] expected =
          without
              .scorer(RowFormat.NUMBERS_WITH_MISSING)
              .logJoint(IntStream.of(others).mapToDouble(j -> row[j]).toArray());
      double[] found = scorer.logJoint(lacking);
      for (int c = 0; c < expected.length; c++) {
        assertEquals(expected[c], found[c], 1e-9 * (1 + Math.abs(expected[c])));
      }
    }
    double[] logPriors = Arrays.stream(model.priors()).map(StrictMath::log).toArray();
    assertArrayEquals(logPriors, scorer.logJoint(rows[rows.length - 1]));
    assertInAnyOrder(scorer, rows);
  }

  private static void assertInAnyOrder(Scorer<double[], NumericColumns> scorer, double[][] rows) {
    double[][] expected = scorer.logJoint(NumericColumns.fromRows(rows));
    int[] order = order(rows.length);
    double[][] found = scorer.logJoint(NumericColumns.fromRows(ordered(rows, order)));
    for (int i = 0; i < rows.length; i++) {
      assertArrayEquals(expected[order[i]], found[i]);
      assertArrayEquals(scorer.logJoint(rows[i]), expected[i]);
    }
  }

  private static int[] order(int count) {
    // Prime to the count, or some rows would come twice.
    int stride =
        IntStream.iterate(7, i -> i + 1).filter(i -> areCoprime(i, count)).findFirst().getAsInt();
    return IntStream.range(0, count).map(i -> i * stride % count).toArray();
  }

  private static boolean areCoprime(int a, int b) {
    return b == 0 ? a == 1 : areCoprime(b, a % b);
  }

  private static double[][] ordered(double[][] rows, int[] order) {
    return IntStream.of(order).mapToObj(i -> rows[i]).toArray(double[][]::new);
  }

  /// Covariances by expectation and maximisation have the same bits in any order of the rows, and
  /// the likelihood never falls; variances are those of the values that were seen.
  private static void checkFits(Sets.Numbers set, double[][] holes, double[][] rows) {
    int count = Math.min(FITTED, holes.length);
    int step = holes.length / count;
    int[] kept = IntStream.range(0, count).map(i -> i * step).toArray();
    double[][] fitted = ordered(holes, kept);
    Labels labels = set.labels().select(kept);
    int[] order = order(count);
    double[][] shuffled = ordered(fitted, order);
    Labels ofShuffled = labels.select(order);
    // In one class of spambase some words never occur, which leaves that class no covariance.
    boolean[] ways =
        set.name().equals("spambase") ? new boolean[] {true} : new boolean[] {true, false};
    for (boolean shared : ways) {
      ExpectationMaximization expected = maximized(fitted, labels, shared);
      ExpectationMaximization found = maximized(shuffled, ofShuffled, shared);
      assertArrayEquals(expected.logLikelihoods(), found.logLikelihoods());
      double[] likelihoods = expected.logLikelihoods();
      for (int i = 1; i < likelihoods.length; i++) {
        double error = 1e-9 * Math.abs(likelihoods[i]);
        assertTrue(likelihoods[i] >= likelihoods[i - 1] - error, () -> set.name());
      }
      double[][] joints =
          LinearDiscriminant.recipe()
              .fit(expected.statistics())
              .scorer(RowFormat.NUMBERS_WITH_MISSING)
              .logJoint(NumericColumns.fromRows(rows));
      double[][] others =
          LinearDiscriminant.recipe()
              .fit(found.statistics())
              .scorer(RowFormat.NUMBERS_WITH_MISSING)
              .logJoint(NumericColumns.fromRows(rows));
      int[] indices = found.statistics().classes().indicesIn(expected.statistics().classes());
      for (int i = 0; i < rows.length; i++) {
        for (int c = 0; c < indices.length; c++) {
          assertEquals(joints[i][indices[c]], others[i][c]);
        }
      }
    }
    checkVariances(fitted, labels);
  }

  private static ExpectationMaximization maximized(double[][] rows, Labels labels, boolean shared) {
    NumericColumns columns = NumericColumns.fromRows(rows);
    return shared
        ? ExpectationMaximization.shared(columns, labels, FEW, Workers.CALLER)
        : ExpectationMaximization.byClass(columns, labels, FEW, Workers.CALLER);
  }

  private static void checkVariances(double[][] rows, Labels labels) {
    VarianceStatistics all =
        new VarianceStatistics(NumericColumns.fromRows(rows).features(), labels.classes())
            .withMissing(MissingValues.ALLOW)
            .add(NumericColumns.fromRows(rows), labels)
            .as(VarianceStatistics.class);
    for (int j = 0; j < rows[0].length; j++) {
      int feature = j;
      int[] seen =
          IntStream.range(0, rows.length).filter(i -> !Double.isNaN(rows[i][feature])).toArray();
      double[][] column =
          IntStream.of(seen)
              .mapToObj(i -> new double[] {rows[i][feature]})
              .toArray(double[][]::new);
      NumericColumns alone = NumericColumns.fromRows(column);
      VarianceSummary expected =
          new VarianceStatistics(alone.features(), labels.classes())
              .add(alone, labels.select(seen))
              .as(VarianceStatistics.class)
              .summary();
      for (int c = 0; c < labels.classCount(); c++) {
        assertEquals(expected.sumsOfSquares(c)[0], all.summary().sumsOfSquares(c)[j]);
      }
    }
  }
}
