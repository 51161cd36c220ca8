package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.Workers;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.validation.CrossValidation.Fold;

@Tag("once")
class ComparisonTest {

  private static final Sets.Numbers IRIS = Sets.iris();

  private static Folds inTurn(int rowCount) {
    return Folds.of(IntStream.range(0, rowCount).map(row -> row % 5).toArray());
  }

  private static void assertSpread(double mean, double error, CrossValidation.Spread spread) {
    assertEquals(mean, spread.mean(), 1e-9 * Math.max(1, mean));
    assertEquals(error, spread.standardError(), 1e-9);
  }

  /// The numbers are those of scikit-learn 1.9.1: for `m` in `GaussianNB()` and
  /// `LinearDiscriminantAnalysis(solver='lsqr')`, with `fold = np.arange(150) % 5`,
  ///
  /// ```
  /// for f in range(5):
  ///     t = fold == f; m.fit(x[~t], y[~t]); p = m.predict_proba(x[t])
  ///     o = m.classes_[None, :] == y[t][:, None]
  ///     v.append((-np.log(p[o]).mean(), (m.predict(x[t]) != y[t]).mean(), ((p - o)**2).sum(1).mean()))
  /// v = np.array(v); v.mean(0), v.std(0, ddof=1) / 5**.5
  /// ```
  @Test
  void meansAndStandardErrorsAreThoseOfScikitLearnAndNumpy() {
    Folds folds = inTurn(150);
    CrossValidation bayes =
        CrossValidation.of(GaussianNaiveBayes.recipe(), IRIS.columns(), IRIS.labels(), folds);
    assertSpread(0.14913456237037734, 0.02800823268184776, bayes.logLoss());
    assertSpread(0.04666666666666667, 0.00816496580927726, bayes.errorRate());
    assertSpread(0.07914449601852251, 0.009361156604669766, bayes.brierScore());
    CrossValidation linear =
        CrossValidation.of(LinearDiscriminant.recipe(), IRIS.columns(), IRIS.labels(), folds);
    assertSpread(0.0613854276846079, 0.021264872978246065, linear.logLoss());
    assertSpread(0.02, 0.01333333333333333, linear.errorRate());
    assertSpread(0.03813418891315083, 0.015307186552922642, linear.brierScore());
    assertEquals(
        LinearDiscriminant.recipe().fit(IRIS.columns(), IRIS.labels()).freeParameters(),
        linear.freeParameters());
  }

  /// Of the first 127 rows of iris, by numpy as above with `p = np.tile(q, (t.sum(), 1))`, where
  /// `q` are the shares of the classes in `y[~t]`.
  @Test
  void theSharesOfTheClassesAreABaseline() {
    int[] rows = IntStream.range(0, 127).toArray();
    CrossValidation shares =
        CrossValidation.ofClassShares(
            IRIS.labels().select(rows), IRIS.labels().select(rows), inTurn(127));
    assertSpread(1.0633719898890825, 0.004722145044907688, shares.logLoss());
    assertSpread(0.6061538461538463, 0.0037684457581279797, shares.errorRate());
    assertSpread(0.644889713563339, 0.0027683059898470463, shares.brierScore());
    assertEquals(2, shares.freeParameters());
  }

  @Test
  void testRowsMayHaveOtherWeightsInTheSharesOfTheClasses() {
    Labels labels = Labels.of("a", "b", "b", "a");
    Folds folds = Folds.of(0, 0, 1, 1);
    CrossValidation shares =
        CrossValidation.ofClassShares(labels.withWeights(1, 3, 3, 1), labels, folds);
    assertEquals(-Math.log(0.25 * 0.75) / 2, shares.logLoss().mean(), 1e-15);
    assertEquals(0.5, shares.errorRate().mean());
    assertThrows(
        IllegalArgumentException.class,
        () -> CrossValidation.ofClassShares(labels, Labels.of("b", "b", "b", "a"), folds));
  }

  /// Weights of 0 are rows that are not there, for fits as for figures.
  @Test
  void weightsCountInFitsAndFigures() {
    Labels weighted = IRIS.weighted();
    Folds folds = Folds.inTimeOrder(150, 2);
    CrossValidation result =
        CrossValidation.of(
            QuadraticDiscriminant.recipe(), mixed(IRIS), mixedLabels(weighted), folds);
    int[] training = folds.trainRows(1);
    double[][] rows = order(IRIS.rows());
    Labels labels = mixedLabels(weighted);
    NumericColumns past = NumericColumns.fromRows(Arrays.copyOf(rows, training.length));
    Scorer<double[], ?> scorer =
        QuadraticDiscriminant.recipe().fit(past, labels.select(training)).scorer(RowFormat.NUMBERS);
    double loss = 0;
    double weight = 0;
    for (int row : folds.testRows(1)) {
      loss -= labels.weight(row) * scorer.logPosterior(rows[row])[labels.index(row)];
      weight += labels.weight(row);
    }
    assertEquals(loss / weight, result.folds().get(1).logLoss(), 1e-9);
    assertEquals(weight, result.folds().get(1).weight());
  }

  /// Iris is sorted by class: here the classes take turns.
  private static double[][] order(double[][] rows) {
    return IntStream.range(0, 150).mapToObj(i -> rows[i % 3 * 50 + i / 3]).toArray(double[][]::new);
  }

  private static NumericColumns mixed(Sets.Numbers set) {
    return NumericColumns.fromRows(order(set.rows()));
  }

  private static Labels mixedLabels(Labels labels) {
    return labels.select(IntStream.range(0, 150).map(i -> i % 3 * 50 + i / 3).toArray());
  }

  @Test
  void aClassWithoutTrainingRowsHasAnInfiniteLogLoss() {
    int[] byClass = IntStream.range(0, 150).map(row -> row / 50).toArray();
    CrossValidation result =
        CrossValidation.of(
            LinearDiscriminant.recipe(), IRIS.columns(), IRIS.labels(), Folds.of(byClass));
    assertSpread(Double.POSITIVE_INFINITY, Double.NaN, result.logLoss());
    assertEquals(1, result.errorRate().mean());
    assertEquals(
        Double.POSITIVE_INFINITY,
        CrossValidation.ofClassShares(IRIS.labels(), IRIS.labels(), Folds.of(byClass))
            .logLoss()
            .mean());
  }

  @Test
  void repetitionsDoNotShrinkTheStandardError() {
    List<Fold> folds = List.of(new Fold(1, 1, 0, 0), new Fold(1, 3, 0, 0));
    List<Fold> twice = List.of(folds.get(0), folds.get(1), folds.get(0), folds.get(1));
    assertSpread(2, 1, new CrossValidation(folds, 1, 0, 0).logLoss());
    // s² = 4/3, of 2 folds that are independent.
    assertSpread(2, Math.sqrt(4 / 3.0 / 2), new CrossValidation(twice, 2, 0, 0).logLoss());
  }

  @Test
  void recipesAreRankedAndWhatIsRefusedComesLast() {
    Map<String, Recipe<?>> recipes = new LinkedHashMap<>();
    recipes.put("bits", BernoulliNaiveBayes.recipe());
    recipes.put("naive", GaussianNaiveBayes.recipe());
    recipes.put("linear", LinearDiscriminant.recipe());
    Comparison comparison =
        Comparison.of(recipes, IRIS.columns(), IRIS.labels(), inTurn(150), Workers.CALLER);
    assertEquals(
        List.of("linear", "naive", "bits"),
        comparison.ranked().stream().map(Comparison.Entry::name).toList());
    assertTrue(comparison.ranked().getLast().result().isEmpty());
    assertFalse(comparison.ranked().getLast().refusal().isEmpty());
    assertEquals("linear", comparison.best().orElseThrow().name());
    assertTrue(comparison.isBetterThanClassShares());
  }

  private static Comparison.Entry entry(String name, long parameters, double... losses) {
    return Comparison.Entry.of(
        name,
        new CrossValidation(
            Arrays.stream(losses).mapToObj(loss -> new Fold(1, loss, 0, 0)).toList(),
            1,
            parameters,
            0));
  }

  /// The best has mean 2 and standard error 1.
  @Test
  void theSimplestIsWithinOneStandardErrorOfTheBest() {
    CrossValidation shares = entry("shares", 1, 3.5, 2.5).result().orElseThrow();
    Comparison.Entry best = entry("best", 10, 1, 3);
    Comparison.Entry simple = entry("simple", 5, 3, 3);
    Comparison.Entry worse = entry("worse", 5, 3, 3.5);
    Comparison.Entry refused = Comparison.Entry.refused("refused", "why");
    Comparison comparison = new Comparison(List.of(refused, worse, simple, best), shares);
    assertEquals(List.of(best, simple, worse, refused), comparison.ranked());
    assertEquals(simple, comparison.simplest().orElseThrow());
    assertFalse(comparison.isBetterThanClassShares());
    Comparison alone = new Comparison(List.of(best, worse, refused), shares);
    assertEquals(best, alone.simplest().orElseThrow());
    Comparison none =
        new Comparison(List.of(refused, entry("infinite", 1, Double.POSITIVE_INFINITY)), shares);
    assertEquals("infinite", none.ranked().getFirst().name());
    assertTrue(none.best().isEmpty());
    assertTrue(none.simplest().isEmpty());
  }

  @Test
  void foldsOfOtherRowsAreRefused() {
    assertEquals(
        "there are 150 labels, and the folds are of 5 rows; one label for each row is expected",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    CrossValidation.of(
                        LinearDiscriminant.recipe(), IRIS.columns(), IRIS.labels(), inTurn(5)))
            .getMessage());
    assertEquals(
        "there are 0 folds in 1 partitions; at least one in each is expected",
        assertThrows(IllegalArgumentException.class, () -> new CrossValidation(List.of(), 1, 0, 0))
            .getMessage());
  }
}
