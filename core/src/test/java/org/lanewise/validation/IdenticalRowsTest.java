package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.ComplementOptions;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.Statistics;
import org.lanewise.textbook.RandomData;
import org.lanewise.transform.Transform;

@Tag("once")
class IdenticalRowsTest {

  private static final double NAN_WITH_OTHER_BITS = Double.longBitsToDouble(0x7ff8000000000123L);

  private static Labels labels(int... indices) {
    return Labels.ofIndices(indices, 3);
  }

  private static int[] firsts(IdenticalRows identical) {
    return IntStream.range(0, identical.rowCount()).map(identical::first).toArray();
  }

  private static void assertFirsts(RowBatch rows, Labels labels, int... expected) {
    assertArrayEquals(expected, firsts(IdenticalRows.of(rows, labels)));
  }

  @Test
  void numbersAreEqualByBitsWithOneZeroAndOneMissingValue() {
    double[] first = {1, 0.0, -0.0, Double.NaN, NAN_WITH_OTHER_BITS, 1, Math.nextUp(1.0)};
    double[] second = {5, 5, 5, 5, 5, 5, 5};
    NumericColumns rows = NumericColumns.of(first, second);
    Labels labels = labels(0, 0, 0, 0, 0, 0, 0);
    assertFirsts(rows, labels, 0, 1, 1, 3, 3, 0, 6);
    IdenticalRows identical = IdenticalRows.of(rows, labels);
    assertEquals(6, identical.count());
    assertEquals(4, identical.distinctCount());
    float[] floats = {1, 0, -0.0f, Float.NaN, Float.NaN, 1, Math.nextUp(1f)};
    assertFirsts(NumericColumns.of(floats, floats), labels, 0, 1, 1, 3, 3, 0, 6);
  }

  @Test
  void aRowOfAnotherClassIsNoCopyAndWeightsDoNotCount() {
    NumericColumns rows = NumericColumns.of(new double[] {7, 7, 7, 7});
    assertFirsts(rows, labels(0, 1, 0, 1).withWeights(1, 2, 3, 0), 0, 1, 0, 1);
  }

  @Test
  void codesBitsAndCountsAreEqualByValue() {
    Labels labels = labels(0, 0, 0, 0);
    assertFirsts(
        CategoryColumns.withMissing(-1, new int[] {1, -1, -1, 1}, new int[] {0, 0, 0, 1}),
        labels,
        0,
        1,
        1,
        3);
    boolean[][] wide = new boolean[70][4];
    wide[69] = new boolean[] {true, false, true, true};
    wide[0] = new boolean[] {false, false, false, true};
    assertFirsts(BitColumns.copyOfColumns(wide), labels, 0, 1, 0, 3);
    SparseRows counts =
        SparseRows.fromRows(
            List.of(
                SparseRow.of(new int[] {1, 4}, new double[] {2, 1}),
                SparseRow.of(new int[] {1, 2, 4}, new double[] {2, 0, 1}),
                SparseRow.of(new int[] {1, 4}, new double[] {1, 2}),
                SparseRow.of()),
            5);
    assertFirsts(counts, labels, 0, 0, 2, 3);
    assertFirsts(
        MixedColumns.of(
            NumericColumns.of(new double[] {1, 1, 1, 1}),
            counts,
            CategoryColumns.of(new int[] {1, 1, 1, 1})),
        labels,
        0,
        0,
        2,
        3);
  }

  @Test
  void entriesOfOneBlockAreNotThoseOfTheNext() {
    SparseRows left = SparseRows.fromRows(new int[][] {{1}, {}}, 3);
    SparseRows right = SparseRows.fromRows(new int[][] {{}, {1}}, 3);
    assertFirsts(MixedColumns.of(left, right), labels(0, 0), 0, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 63, 511, 513, 5_000})
  void groupsAreThoseOfAMapOfWholeRows(int n) {
    for (int d : new int[] {1, 3, 4, 5, 20}) {
      for (int values : new int[] {2, 5, 1_000_000}) {
        SplittableRandom random = new SplittableRandom(n + 31L * d + values);
        double[][] columns = new double[d][n];
        int[] classes = new int[n];
        for (int i = 0; i < n; i++) {
          classes[i] = random.nextInt(2);
          int copied = i > 0 && random.nextInt(4) == 0 ? random.nextInt(i) : -1;
          for (double[] column : columns) {
            column[i] = copied < 0 ? random.nextInt(values) / 7.0 : column[copied];
          }
        }
        Map<List<Double>, Integer> known = new HashMap<>();
        int[] expected = new int[n];
        int[] sizes = new int[n];
        for (int i = 0; i < n; i++) {
          int row = i;
          List<Double> key = new ArrayList<>(List.of((double) classes[i]));
          Arrays.stream(columns).forEach(column -> key.add(column[row]));
          expected[i] = known.computeIfAbsent(key, _ -> row);
          sizes[expected[i]]++;
        }
        IdenticalRows found =
            IdenticalRows.of(NumericColumns.of(columns), Labels.ofIndices(classes, 2));
        assertArrayEquals(expected, firsts(found));
        assertEquals(known.size(), found.distinctCount());
        assertEquals(Arrays.stream(sizes).filter(size -> size > 1).sum(), found.count());
      }
    }
  }

  // Leaving out.

  /// Rows of which some stand there twice, three times or once, and one also in another class.
  private static final int[] COPIED =
      IntStream.range(0, 130)
          .map(i -> i < 60 ? i : i < 100 ? i - 60 : i < 120 ? i - 100 : i == 120 ? 59 : i - 100)
          .toArray();

  private static final RandomData DATA = RandomData.of(5, 60, 4, 3, 2);

  private static Labels classes() {
    int[] classes = IntStream.of(COPIED).map(row -> DATA.labels[row]).toArray();
    classes[120] = (classes[120] + 1) % 3;
    return Labels.ofIndices(classes, 3);
  }

  private static double[][] columns(IntFunction<double[]> row) {
    double[][] columns = new double[row.apply(0).length][COPIED.length];
    for (int i = 0; i < COPIED.length; i++) {
      double[] values = row.apply(COPIED[i]);
      for (int j = 0; j < values.length; j++) {
        columns[j][i] = values[j];
      }
    }
    return columns;
  }

  private static NumericColumns numbers() {
    return NumericColumns.of(columns(row -> DATA.rows[row]));
  }

  /// Numbers, some of which are missing in every copy.
  private static NumericColumns withHoles() {
    return NumericColumns.of(
        columns(row -> {
          double[] values = DATA.rows[row].clone();
          values[row % 4] = row % 5 == 0 ? Double.NaN : values[row % 4];
          return values;
        }));
  }

  private static NumericColumns counts() {
    return NumericColumns.of(
        columns(row -> Arrays.stream(DATA.rows[row]).map(x -> Math.rint(Math.abs(x))).toArray()));
  }

  private static CategoryColumns categories() {
    return CategoryColumns.of(
        Arrays.stream(columns(row -> DATA.rows[row]))
            .map(column -> Arrays.stream(column).mapToInt(x -> x > 3 ? 2 : x > 1 ? 1 : 0).toArray())
            .toArray(int[][]::new));
  }

  private record Case(String name, Recipe<?> recipe, RowBatch rows, RowFormat<?, ?> format) {

    static Case of(String name, Recipe<?> recipe, RowBatch rows) {
      return new Case(name, recipe, rows, RowFormat.of(rows));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static DiscriminantOptions shrunk(Shrinkage shrinkage) {
    return DiscriminantOptions.DEFAULT.withShrinkage(shrinkage);
  }

  static Stream<Case> cases() {
    DiscriminantOptions unbiased =
        DiscriminantOptions.DEFAULT
            .withDivisor(CovarianceDivisor.UNBIASED)
            .withPriors(Priors.uniform());
    SparseRows sparse = SparseRows.copyOf(counts());
    BitColumns bits = BitColumns.copyOf(numbers(), 2);
    GaussianBayesOptions holes = GaussianBayesOptions.DEFAULT.withMissing(MissingValues.ALLOW);
    return Stream.of(
        Case.of("lda", LinearDiscriminant.recipe(), numbers()),
        Case.of("lda, unbiased, equal priors", LinearDiscriminant.recipe(unbiased), numbers()),
        Case.of("lda, shrunk", LinearDiscriminant.recipe(shrunk(Shrinkage.fixed(0.2))), numbers()),
        Case.of("lda, ridge", LinearDiscriminant.recipe(shrunk(Shrinkage.ridge(0.3))), numbers()),
        Case.of(
            "lda, Ledoit-Wolf",
            LinearDiscriminant.recipe(shrunk(Shrinkage.ledoitWolf())),
            numbers()),
        Case.of(
            "lda of signed roots",
            TransformedClassifier.recipe(Transform.signedPower(0.5), LinearDiscriminant.recipe()),
            numbers()),
        Case.of("qda", QuadraticDiscriminant.recipe(), numbers()),
        Case.of("qda, unbiased, equal priors", QuadraticDiscriminant.recipe(unbiased), numbers()),
        Case.of(
            "qda, shrunk", QuadraticDiscriminant.recipe(shrunk(Shrinkage.fixed(0.2))), numbers()),
        Case.of(
            "rda",
            RegularizedDiscriminant.recipe(
                RegularizedOptions.DEFAULT.withLambda(0.3).withGamma(0.2)),
            numbers()),
        Case.of("gaussian-nb", GaussianNaiveBayes.recipe(), numbers()),
        new Case(
            "gaussian-nb, missing",
            GaussianNaiveBayes.recipe(holes),
            withHoles(),
            RowFormat.NUMBERS_WITH_MISSING),
        Case.of("bernoulli-nb of bits", BernoulliNaiveBayes.recipe(), bits),
        Case.of("bernoulli-nb of words", BernoulliNaiveBayes.recipe(), sparse.binarize(0.5)),
        Case.of("categorical-nb", CategoricalNaiveBayes.recipe(), categories()),
        Case.of("multinomial-nb", MultinomialNaiveBayes.recipe(), sparse),
        Case.of("poisson-nb", PoissonNaiveBayes.recipe(), sparse),
        Case.of("complement-nb", ComplementNaiveBayes.recipe(), sparse),
        Case.of(
            "complement-nb, normalised",
            ComplementNaiveBayes.recipe(ComplementOptions.DEFAULT.withNormalized(true)),
            sparse),
        Case.of(
            "mixed-nb",
            MixedNaiveBayes.recipe(
                LinearDiscriminant.recipe(),
                CategoricalNaiveBayes.recipe(),
                MultinomialNaiveBayes.recipe()),
            MixedColumns.of(numbers(), categories(), sparse)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void leftOutTogetherIsARefitWithoutAllCopies(Case each) {
    assertRefits(each, classes());
    double[] weights = new double[COPIED.length];
    Arrays.setAll(weights, row -> row % 7 == 3 ? 0 : 1 + row % 3 / 2.0);
    assertRefits(each, classes().withWeights(weights));
  }

  private static <R, B extends RowBatch> void assertRefits(Case each, Labels labels) {
    // The rows are of the format of the case.
    @SuppressWarnings("unchecked")
    RowFormat<R, B> format = (RowFormat<R, B>) each.format;
    B rows = format.batches().cast(each.rows);
    IdenticalRows identical = IdenticalRows.of(rows, labels);
    assertTrue(identical.count() >= 100, each + ": " + identical);
    LeaveOneOut found =
        LeaveOneOut.of(each.recipe, rows, labels, EssentialRows.REFUSE, identical.together());
    assertEquals(identical.count(), found.copies());
    Statistics all = each.recipe.statistics(rows, labels.classes()).add(rows, labels);
    Recipe<?> held = each.recipe.chosen(all, rows, labels);
    double sum = 0;
    double total = 0;
    for (int i = 0; i < labels.rowCount(); i++) {
      double[] weights = new double[labels.rowCount()];
      for (int other = 0; other < weights.length; other++) {
        boolean copy = identical.first(other) == identical.first(i);
        weights[other] = copy ? 0 : labels.weight(other);
      }
      Classifier<?, ?> without = held.fit(rows, labels.withWeights(weights));
      Scorer<R, B> scorer = without.scorer(format);
      R row = format.row(rows, i);
      double[] expected = scorer.logJoint(row);
      for (int c = 0; c < expected.length; c++) {
        double close = 1e-9 * Math.max(1, Math.abs(expected[c]));
        assertEquals(expected[c], found.logJoint(i, c), close, each + ", row " + i);
      }
      double loss = -scorer.logPosterior(row)[labels.index(i)];
      assertEquals(loss, found.logLosses()[i], 1e-9 * Math.max(1, loss), each + ", row " + i);
      assertEquals(scorer.predict(row), found.predictions()[i], each + ", row " + i);
      sum += labels.weight(i) * loss;
      total += labels.weight(i);
    }
    assertEquals(sum / total, found.logLoss(), 1e-9, each.name);
  }

  @Test
  void rowsThatAllDifferGiveTheSameBitsTogetherAndApart() {
    NumericColumns rows = NumericColumns.fromRows(DATA.rows);
    Labels labels = Labels.ofIndices(DATA.labels, 3);
    IdenticalRows identical = IdenticalRows.of(rows, labels);
    assertEquals(0, identical.count());
    Recipe<?> recipe = QuadraticDiscriminant.recipe();
    LeaveOneOut apart = LeaveOneOut.of(recipe, rows, labels);
    LeaveOneOut together =
        LeaveOneOut.of(recipe, rows, labels, EssentialRows.REFUSE, identical.together());
    assertEquals(0, apart.copies());
    assertArrayEquals(apart.logJoints(), together.logJoints());
    assertArrayEquals(apart.logLosses(), together.logLosses());
  }

  @Test
  void noiseThatStandsThereTwiceIsPredictedByChanceOnceCopiesAreLeftOutTogether() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] rows = new double[120][12];
    int[] classes = new int[120];
    for (int i = 0; i < 60; i++) {
      Arrays.setAll(rows[i], _ -> random.nextGaussian());
      rows[i + 60] = rows[i];
      classes[i] = random.nextInt(2);
      classes[i + 60] = classes[i];
    }
    NumericColumns columns = NumericColumns.fromRows(rows);
    Labels labels = Labels.ofIndices(classes, 2);
    Recipe<?> recipe = QuadraticDiscriminant.recipe();
    LeaveOneOut apart = LeaveOneOut.of(recipe, columns, labels);
    assertEquals(120, apart.copies());
    assertTrue(apart.errorRate() < 0.3, apart.toString());
    LeaveOneOut together =
        LeaveOneOut.of(
            recipe,
            columns,
            labels,
            EssentialRows.REFUSE,
            IdenticalRows.of(columns, labels).together());
    assertTrue(together.errorRate() > 0.35, together.toString());
    // Of once the same rows nearly the same: only divisors differ.
    LeaveOneOut once =
        LeaveOneOut.of(
            recipe,
            NumericColumns.fromRows(Arrays.copyOf(rows, 60)),
            labels.select(IntStream.range(0, 60).toArray()));
    assertEquals(once.logLoss(), together.logLoss(), 1e-9);
  }

  @Test
  void aClassOfCopiesOfOneRowIsRefusedOrLeftOutAndCounted() {
    NumericColumns rows =
        NumericColumns.of(new double[] {1, 2, 4, 9, 9}, new double[] {3, 1, 2, 8, 8});
    Labels labels = labels(0, 0, 0, 1, 1);
    Labels two = Labels.ofIndices(labels.toArray(), 2);
    IdenticalRows identical = IdenticalRows.of(rows, two);
    Recipe<?> recipe = LinearDiscriminant.recipe(shrunk(Shrinkage.fixed(0.5)));
    LanewiseException e =
        assertThrows(
            LanewiseException.class,
            () -> LeaveOneOut.of(recipe, rows, two, EssentialRows.REFUSE, identical.together()));
    assertTrue(
        e.getMessage().startsWith("row 3 and its copies are the only rows of class 1"),
        e.getMessage());
    LeaveOneOut left =
        LeaveOneOut.of(recipe, rows, two, EssentialRows.LEAVE_OUT, identical.together());
    assertEquals(2, left.leftOut());
    assertEquals(-1, left.predictions()[4]);
    assertTrue(Double.isNaN(left.logLosses()[4]));
    assertEquals(0, LeaveOneOut.of(recipe, rows, two).leftOut());
  }

  @Test
  void otherNumbersOfRowsAreRefused() {
    IdenticalRows identical = IdenticalRows.of(numbers(), classes());
    NumericColumns rows = NumericColumns.fromRows(DATA.rows);
    Labels labels = Labels.ofIndices(DATA.labels, 3);
    String message =
        "identical rows are known of 130 rows; 60 are expected, as many as there are labels";
    assertEquals(
        message,
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    LeaveOneOut.of(
                        LinearDiscriminant.recipe(), rows, labels, EssentialRows.REFUSE, identical))
            .getMessage());
    assertEquals(
        message,
        assertThrows(
                IllegalArgumentException.class, () -> Folds.stratified(labels, 5, 1, identical))
            .getMessage());
    assertThrows(IndexOutOfBoundsException.class, () -> identical.first(130));
  }

  // Folds.

  @Test
  void foldsKeepIdenticalRowsTogetherAndClassesSpread() {
    Labels labels = classes();
    IdenticalRows identical = IdenticalRows.of(numbers(), labels);
    for (int count : new int[] {2, 5, 10}) {
      Folds folds = Folds.stratified(labels, count, 3, identical.together());
      int[] rowsTested = new int[COPIED.length];
      int fewest = Integer.MAX_VALUE;
      int most = 0;
      for (int fold = 0; fold < count; fold++) {
        int[] tested = folds.testRows(fold);
        Arrays.stream(tested).forEach(row -> rowsTested[row]++);
        assertEquals(0, identical.countSeen(folds.trainRows(fold), tested));
        fewest = Math.min(fewest, tested.length);
        most = Math.max(most, tested.length);
      }
      assertTrue(Arrays.stream(rowsTested).allMatch(times -> times == 1));
      assertTrue(most - fewest <= 12, fewest + " to " + most);
    }
    assertThrows(
        LanewiseException.class, () -> Folds.stratified(labels, 62, 3, identical.together()));
    assertEquals(61, Folds.stratified(labels, 61, 3, identical.together()).count());
  }

  @Test
  void foldsOfRowsThatAllDifferAreThoseWithoutIdenticalRows() {
    Labels labels = Labels.ofIndices(DATA.labels, 3);
    IdenticalRows identical = IdenticalRows.of(NumericColumns.fromRows(DATA.rows), labels);
    Folds plain = Folds.stratified(labels, 7, 5);
    Folds together = Folds.stratified(labels, 7, 5, identical.together());
    for (int fold = 0; fold < 7; fold++) {
      assertArrayEquals(plain.testRows(fold), together.testRows(fold));
    }
  }

  @Test
  void crossValidationAndChoiceCountRowsThatTheModelHasSeen() {
    NumericColumns rows = numbers();
    Labels labels = classes();
    IdenticalRows identical = IdenticalRows.of(rows, labels);
    Recipe<?> recipe = LinearDiscriminant.recipe();
    Folds apart = Folds.stratified(labels, 10, 1);
    CrossValidation seen = CrossValidation.of(recipe, rows, labels, apart);
    assertTrue(seen.copies() > 80, seen.copies() + " rows");
    Folds together = Folds.stratified(labels, 10, 1, identical.together());
    assertEquals(0, CrossValidation.of(recipe, rows, labels, together).copies());
    Choice<Recipe<?>> choice = Choice.among(List.of(recipe), rows, labels, EssentialRows.REFUSE);
    assertEquals(identical.count(), choice.path().getFirst().copies());
  }
}
