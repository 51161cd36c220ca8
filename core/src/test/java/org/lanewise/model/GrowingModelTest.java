package org.lanewise.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;

class GrowingModelTest {

  private static final DiscriminantOptions SHRUNK =
      DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1));
  private static final Recipe<LinearDiscriminant> LINEAR = LinearDiscriminant.recipe(SHRUNK);

  /// Rows of a class, the same for the same arguments.
  private static NumericColumns rows(int seed, int count, int d) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][d];
    for (double[] row : rows) {
      for (int j = 0; j < d; j++) {
        row[j] = 3 * ((seed + j) % 3) + random.nextGaussian();
      }
    }
    return NumericColumns.fromRows(rows);
  }

  private static Labels all(String label, int count, Classes classes) {
    int[] labels = new int[count];
    Arrays.fill(labels, classes.indexOf(label));
    return Labels.ofIndices(labels, classes);
  }

  private static Labels all(String label, int count) {
    return all(label, count, Classes.sorted(List.of(label)));
  }

  private static GaussianStatistics known(int d, int count, Classes classes, boolean pooled) {
    Features features = Features.unnamed(d);
    GaussianStatistics statistics =
        pooled
            ? GaussianStatistics.pooled(features, classes)
            : new GaussianStatistics(features, classes);
    int seed = 1;
    for (String label : List.of("card", "zip", "loan")) {
      statistics.add(
          rows(seed++, count, d),
          classes.indexOf(label) < 0 ? all(label, count) : all(label, count, classes));
    }
    return statistics;
  }

  private static void assertSameBits(LinearDiscriminant expected, Classifier<?, ?> other) {
    LinearDiscriminant actual = assertInstanceOf(LinearDiscriminant.class, other);
    assertEquals(expected.classes().names(), actual.classes().names());
    assertArrayEquals(expected.priors(), actual.priors());
    assertArrayEquals(expected.covariance(), actual.covariance());
    assertEquals(expected.logDeterminant(0), actual.logDeterminant(0));
    NumericColumns rows = rows(7, 20, expected.featureCount());
    assertArrayEquals(expected.scorer().logJoint(rows), actual.scorer().logJoint(rows));
    for (int c = 0; c < expected.classCount(); c++) {
      assertArrayEquals(expected.coefficients(c), actual.coefficients(c));
      assertEquals(expected.intercept(c), actual.intercept(c));
    }
  }

  /// The sizes of a class: few rows, and a range of the statistics that ends within the new rows.
  @Test
  void aClassThatComesLaterGivesTheBitsOfOneThatWasDeclared() {
    for (boolean pooled : List.of(false, true)) {
      for (int d : List.of(3, 40)) {
        for (int count : List.of(4, 2730)) {
          Classes natural = Classes.sorted(List.of("card", "loan", "refund", "zip"));
          Classes given = Classes.of("zip", "card", "loan", "refund");
          for (Classes declared : List.of(natural, given)) {
            Classes before =
                declared.areNatural()
                    ? Classes.sorted(List.of())
                    : Classes.of("zip", "card", "loan");
            NumericColumns fresh = rows(4, 5, d);
            GaussianStatistics later = known(d, count, before, pooled);
            GaussianStatistics whole = known(d, count, declared, pooled);
            Statistics merged = whole.empty().merge(whole).add(fresh, all("refund", 5, declared));
            GrowingModel<LinearDiscriminant> grown =
                GrowingModel.of(LINEAR, later).with("refund", fresh);
            assertSameBits(LINEAR.fit(merged), grown.model());
            assertSameBits(
                LINEAR.fit(whole.add(fresh, all("refund", 5, declared))),
                LINEAR.fit(later.opened().add(fresh, all("refund", 5))));
            assertSameBits(LINEAR.fit(grown.statistics()), grown.model());
          }
        }
      }
    }
  }

  @Test
  void anotherOrderOfTheRowsAgreesUpToRounding() {
    NumericColumns fresh = rows(4, 5, 6);
    GaussianStatistics first =
        new GaussianStatistics(6).add(fresh, all("refund", 5)).as(GaussianStatistics.class);
    LinearDiscriminant merged =
        LINEAR.fit(first.merge(known(6, 30, Classes.sorted(List.of()), false)));
    LinearDiscriminant grown =
        GrowingModel.of(LINEAR, known(6, 30, Classes.sorted(List.of()), false))
            .with("refund", fresh)
            .model();
    for (int c = 0; c < 4; c++) {
      assertArrayEquals(merged.coefficients(c), grown.coefficients(c), 1e-12);
    }
  }

  @Test
  void rowsAndLabelsGrowAsTheirStatisticsDo() {
    NumericColumns rows = rows(1, 60, 5);
    String[] names = new String[60];
    Arrays.setAll(names, i -> i % 2 == 0 ? "b" : "a");
    GrowingModel<LinearDiscriminant> grown =
        GrowingModel.of(
                LinearDiscriminant.recipe(
                    DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ledoitWolf())),
                rows,
                Labels.of(names))
            .with("c", rows(2, 5, 5));
    assertEquals(List.of("a", "b", "c"), grown.model().classes().names());
    assertSameBits(grown.recipe().fit(grown.statistics()), grown.model());
  }

  @Test
  void quadraticAndNaiveModelsGrowToo() {
    GaussianStatistics known = known(4, 30, Classes.sorted(List.of()), false);
    NumericColumns fresh = rows(4, 30, 4);
    assertEquals(
        4,
        GrowingModel.of(QuadraticDiscriminant.recipe(SHRUNK), known)
            .with("refund", fresh)
            .model()
            .classCount());
    Recipe<GaussianNaiveBayes> naive = GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT);
    GrowingModel<GaussianNaiveBayes> bayes =
        GrowingModel.of(naive, rows(1, 30, 4), all("card", 30)).with("zip", fresh);
    assertEquals(List.of("card", "zip"), bayes.model().classes().names());
    assertEquals(List.of("card"), bayes.without("zip").model().classes().names());
    assertEquals(List.of("card"), bayes.without("zip", fresh).model().classes().names());
    BitColumns bits = BitColumns.fromRows(new boolean[][] {{true}, {false}});
    GrowingModel<BernoulliNaiveBayes> discrete =
        GrowingModel.of(BernoulliNaiveBayes.recipe(), bits, Labels.of("yes", "no"));
    assertRefused(
        UnsupportedOperationException.class,
        "a BernoulliNaiveBayes cannot do without a class; a model of normal classes is expected, or"
            + " a fit to statistics without its rows",
        () -> discrete.without("no"));
  }

  /// The bits of a prior of 0 for the class that is removed.
  @Test
  void otherClassesKeepTheirParametersAndDivideThePrior() {
    GaussianStatistics known = known(4, 30, Classes.sorted(List.of()), false);
    known.add(rows(1, 15, 4), all("card", 15));
    for (Recipe<? extends GaussianClassifier> recipe :
        List.of(
            QuadraticDiscriminant.recipe(SHRUNK),
            RegularizedDiscriminant.recipe(
                RegularizedOptions.DEFAULT.withLambda(0.5).withGamma(0.25)),
            GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT),
            GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPooledVariances(true)))) {
      GaussianClassifier whole = recipe.fit(known);
      Classifier<double[], NumericColumns> fewer = whole.without("loan");
      double[] priors = whole.priors();
      double sum = priors[0] + priors[2];
      Classifier<double[], NumericColumns> none =
          whole.withPriors(Priors.fixed(priors[0] / sum, 0, priors[2] / sum));
      assertEquals(List.of("card", "zip"), fewer.classes().names());
      NumericColumns rows = rows(7, 20, 4);
      double[][] expected = none.scorer().logJoint(rows);
      double[][] actual = fewer.scorer().logJoint(rows);
      for (int row = 0; row < 20; row++) {
        assertEquals(expected[row][0], actual[row][0]);
        assertEquals(expected[row][2], actual[row][1]);
      }
      assertArrayEquals(whole.covariance(2), ((GaussianClassifier) fewer).covariance(1));
    }
  }

  @Test
  void aClassThatIsRemovedLeavesTheCovarianceAndItsRows() {
    GrowingModel<LinearDiscriminant> all =
        GrowingModel.of(LINEAR, known(4, 10, Classes.sorted(List.of()), true));
    GrowingModel<LinearDiscriminant> fewer = all.without("loan");
    LinearDiscriminant model = fewer.model();
    assertEquals(List.of("card", "zip"), model.classes().names());
    assertArrayEquals(all.model().covariance(), model.covariance());
    assertArrayEquals(all.model().coefficients(2), model.coefficients(1));
    assertArrayEquals(new double[] {0.5, 0.5}, model.priors());
    assertEquals(30, fewer.statistics().rowCount());
    // The odds of the others stay.
    double[] row = {1, 2, 3, 4};
    double[] before = all.model().posterior(row);
    double[] after = model.posterior(row);
    assertEquals(before[0] / before[2], after[0] / after[1], 1e-12 * after[0] / after[1]);
    // The next class does not bring it back, and its own rows do.
    GrowingModel<LinearDiscriminant> next = fewer.with("refund", rows(4, 5, 4));
    assertEquals(List.of("card", "refund", "zip"), next.model().classes().names());
    assertSameBits(next.model(), all.with("refund", rows(4, 5, 4)).model().without("loan"));
    assertSameBits(
        all.with("loan", rows(5, 2, 4)).model(), fewer.with("loan", rows(5, 2, 4)).model());
    assertEquals(3, all.model().classCount(), "unchanged");
  }

  @Test
  void aClassWhoseRowsAreTakenOutIsForgotten() {
    GrowingModel<LinearDiscriminant> all =
        GrowingModel.of(LINEAR, known(4, 10, Classes.sorted(List.of()), true));
    NumericColumns fresh = rows(4, 5, 4);
    GrowingModel<LinearDiscriminant> back = all.with("refund", fresh).without("refund", fresh);
    assertEquals(List.of("card", "loan", "zip"), back.model().classes().names());
    assertEquals(30, back.statistics().rowCount());
    assertArrayEquals(all.model().priors(), back.model().priors());
    for (int c = 0; c < 3; c++) {
      assertArrayEquals(all.model().coefficients(c), back.model().coefficients(c), 1e-10);
    }
    GrowingModel<LinearDiscriminant> some = all.without("zip", rows(2, 10, 4));
    assertEquals(List.of("card", "loan"), some.model().classes().names());
  }

  @Test
  void badRowsAndClassesAreRefusedInASentenceAndChangeNothing() {
    GrowingModel<LinearDiscriminant> grown =
        GrowingModel.of(LINEAR, known(3, 10, Classes.of("zip", "card", "loan"), true));
    LinearDiscriminant before = grown.model();
    assertRefused(
        IllegalArgumentException.class,
        "the rows have 4 features; 3 are expected",
        () -> grown.with("refund", rows(4, 5, 4)));
    double[] bad = {1, Double.NaN, 2};
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> grown.with("refund", NumericColumns.fromRows(bad, bad)))
            .getMessage()
            .contains("NaN"));
    assertRefused(
        IllegalArgumentException.class,
        "there is no class 'refund'; one of [zip, card, loan] is expected",
        () -> grown.without("refund"));
    assertRefused(
        IllegalArgumentException.class,
        "there is no class 'refund'; one of [zip, card, loan] is expected",
        () -> grown.without("refund", rows(4, 5, 3)));
    assertRefused(
        IllegalArgumentException.class,
        "there is no class 'zip'; one of [card, loan] is expected",
        () -> grown.without("zip").without("zip"));
    assertRefused(
        IllegalArgumentException.class,
        "there is no class but [loan]; at least one other class is expected to stay",
        () -> grown.without("zip").without("card").without("loan"));
    assertThrows(IllegalArgumentException.class, () -> grown.without("zip", rows(9, 11, 3)));
    assertRefused(
        IllegalStateException.class,
        "the classes 0 to 1 have no names; classes with names are expected, to be open for more",
        () ->
            GrowingModel.of(
                LINEAR, new GaussianStatistics(Features.unnamed(3), Classes.unnamed(2))));
    assertSameBits(before, grown.model());
    assertSameBits(before, LINEAR.fit(grown.statistics()));
  }

  @Test
  void statisticsThatAreGivenAndReturnedAreCopies() {
    GaussianStatistics given = known(3, 10, Classes.sorted(List.of()), true);
    GrowingModel<LinearDiscriminant> grown = GrowingModel.of(LINEAR, given);
    LinearDiscriminant before = grown.with("refund", rows(4, 5, 3)).model();
    given.add(rows(8, 9, 3), all("card", 9));
    grown.statistics().add(rows(8, 9, 3), all("card", 9));
    assertSameBits(before, grown.with("refund", rows(4, 5, 3)).model());
  }

  private static void assertRefused(
      Class<? extends Exception> kind, String message, Executable call) {
    assertEquals(message, assertThrows(kind, call).getMessage());
  }
}
