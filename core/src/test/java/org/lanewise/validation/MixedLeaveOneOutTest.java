package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRows;
import org.lanewise.data.UnseenCategory;
import org.lanewise.inference.Typicality;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Scorer;

/// Rows in blocks, left out one by one: what models that were fitted without each row say.
@Tag("once")
class MixedLeaveOneOutTest {

  private static final NaiveBayesOptions SMOOTH = NaiveBayesOptions.DEFAULT;

  /// Iris as numbers, bits, categories of which some are missing, and counts.
  private static MixedColumns rows(boolean sparse, boolean missing) {
    Sets.Numbers iris = Sets.iris();
    NumericColumns numbers = iris.columns();
    double[][] tenths = new double[2][iris.rows().length];
    boolean[][] bits = new boolean[2][iris.rows().length];
    for (int i = 0; i < iris.rows().length; i++) {
      for (int j = 0; j < 2; j++) {
        tenths[j][i] = Math.rint(3 * iris.rows()[i][j + 1]);
        bits[j][i] = iris.rows()[i][j] > 3.1 + 2.7 * (1 - j);
      }
    }
    NumericColumns counts = NumericColumns.of(tenths);
    BitColumns packed = BitColumns.copyOfColumns(bits);
    return MixedColumns.of(
        numbers, packed, iris.categories(missing), sparse ? SparseRows.copyOf(counts) : counts);
  }

  private static Recipe<MixedNaiveBayes> options(
      Priors priors, Recipe<?> numbers, Recipe<?> counts) {
    return MixedNaiveBayes.recipe(
            numbers,
            BernoulliNaiveBayes.recipe(SMOOTH),
            CategoricalNaiveBayes.recipe(SMOOTH),
            counts)
        .withPriors(priors);
  }

  private static List<Recipe<MixedNaiveBayes>> all() {
    DiscriminantOptions shrunk =
        DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.toIdentity(0.2));
    Recipe<?> poisson = PoissonNaiveBayes.recipe(SMOOTH);
    Recipe<?> multinomial =
        MultinomialNaiveBayes.recipe(SMOOTH.withSmoothing(Smoothing.pseudoData()));
    Priors fixed = Priors.fixed(0.2, 0.5, 0.3);
    return List.of(
        MixedNaiveBayes.recipe(
            GaussianNaiveBayes.recipe(),
            BernoulliNaiveBayes.recipe(SMOOTH),
            CategoricalNaiveBayes.recipe(SMOOTH),
            poisson),
        options(Priors.empirical(), LinearDiscriminant.recipe(), multinomial),
        options(fixed, LinearDiscriminant.recipe(shrunk.withPooledByPriors(true)), poisson),
        options(Priors.laplace(), QuadraticDiscriminant.recipe(shrunk), poisson),
        options(
            Priors.uniform(),
            RegularizedDiscriminant.recipe(RegularizedOptions.DEFAULT.withLambda(0.3)),
            MultinomialNaiveBayes.recipe(SMOOTH)),
        options(Priors.fixed(0.4, 0.6, 0), QuadraticDiscriminant.recipe(), poisson),
        MixedNaiveBayes.recipe(
            GaussianNaiveBayes.recipe(),
            BernoulliNaiveBayes.recipe(SMOOTH.withSmoothing(Smoothing.none())),
            CategoricalNaiveBayes.recipe(SMOOTH.withSmoothing(Smoothing.none())),
            poisson));
  }

  @Test
  void everyNumberIsThatOfAFitWithoutTheRow() {
    for (boolean weighted : new boolean[] {false, true}) {
      MixedColumns rows = rows(weighted, true);
      Labels labels = weighted ? Sets.iris().weighted() : Sets.iris().labels();
      for (Recipe<MixedNaiveBayes> options : all()) {
        assertRefits(rows, labels, options);
      }
    }
  }

  private static void assertRefits(
      MixedColumns rows, Labels labels, Recipe<MixedNaiveBayes> options) {
    LeaveOneOut found = LeaveOneOut.of(options, rows, labels, EssentialRows.REFUSE);
    for (int i = 0; i < labels.rowCount(); i += 11) {
      double[] weights = new double[labels.rowCount()];
      for (int other = 0; other < weights.length; other++) {
        weights[other] = other == i ? 0 : labels.weight(other);
      }
      Scorer<Object[], MixedColumns> without =
          options
              .fit(rows, labels.withWeights(weights))
              .scorer(
                  RowFormat.BLOCKS
                      .withMissing(MissingValues.REFUSE)
                      .withUnseen(UnseenCategory.REFUSE));
      double[] expected = without.logJoint(rows.row(i));
      for (int c = 0; c < expected.length; c++) {
        assertClose(expected[c], found.logJoint(i, c));
      }
      assertEquals(without.predict(rows.row(i)), found.predictions()[i]);
      double[] posterior = without.logPosterior(rows.row(i));
      assertClose(-posterior[labels.index(i)], found.logLosses()[i]);
      for (int c = 0; c < posterior.length; c++) {
        assertClose(Math.exp(posterior[c]), Math.exp(found.logPosterior(i)[c]));
      }
      assertClose(without.logDensity(rows.row(i)), found.logDensity(i));
    }
  }

  private static void assertClose(double expected, double found) {
    if (expected != found) {
      assertEquals(expected, found, 1e-9 * Math.max(1, Math.abs(expected)));
    }
  }

  @Test
  void whatCannotBeLeftOutIsRefusedOrCounted() {
    MixedColumns rows =
        MixedColumns.of(
            NumericColumns.of(new double[] {1, 2, 4, 3}),
            CategoryColumns.of(new byte[] {0, 1, 0, 1}));
    Labels labels = Labels.of("a", "a", "a", "b");
    GaussianBayesOptions pooled = GaussianBayesOptions.DEFAULT.withPooledVariances(true);
    Recipe<MixedNaiveBayes> options =
        MixedNaiveBayes.recipe(
            GaussianNaiveBayes.recipe(pooled), CategoricalNaiveBayes.recipe(SMOOTH));
    assertEquals(1, LeaveOneOut.of(options, rows, labels, EssentialRows.LEAVE_OUT).leftOut());
    LanewiseException refused =
        assertThrows(
            LanewiseException.class,
            () -> LeaveOneOut.of(options, rows, labels, EssentialRows.REFUSE));
    assertTrue(refused.getMessage().startsWith("row 3 is the only one of class "));
    MixedColumns holes =
        MixedColumns.of(
            CategoryColumns.of(new byte[] {0, 1, 0, 1}),
            NumericColumns.of(new double[] {1, 2, Double.NaN, 3}));
    refused =
        assertThrows(
            LanewiseException.class,
            () ->
                LeaveOneOut.of(
                    MixedNaiveBayes.recipe(
                        CategoricalNaiveBayes.recipe(SMOOTH), GaussianNaiveBayes.recipe(pooled)),
                    holes,
                    Labels.of("a", "a", "b", "b"),
                    EssentialRows.LEAVE_OUT));
    assertTrue(refused.getMessage().startsWith("row 2, feature 1 is NaN"), refused.getMessage());
  }

  /// A rank r of m rows gives (r + 1)/(m + 1); a row far from all is like none.
  @Test
  void rowsAreRankedAmongThoseOfTheirClass() {
    MixedColumns rows = rows(false, false);
    Labels labels = Sets.iris().labels();
    Recipe<MixedNaiveBayes> options = all().get(1);
    Typicality<Object[], MixedColumns> typicality = Typicality.of(options, rows, labels);
    LeaveOneOut leftOut =
        LeaveOneOut.of(
            options.withPriors(Priors.fixed(1.0 / 3, 1.0 / 3, 1.0 / 3)),
            rows,
            labels,
            EssentialRows.REFUSE);
    double[] joint = options.fit(rows, labels).scorer().logJoint(rows.row(60));
    double[] found = typicality.pValues(rows.row(60));
    for (int c = 0; c < 3; c++) {
      int notAbove = 0;
      for (int i = 0; i < labels.rowCount(); i++) {
        notAbove += labels.index(i) == c && leftOut.logJoint(i, c) <= joint[c] ? 1 : 0;
      }
      assertEquals((notAbove + 1) / 51.0, found[c], 1e-12);
    }
    Object[] far = rows.row(60);
    far[0] = new double[] {50, 50, 50, 50};
    assertTrue(Arrays.stream(typicality.pValues(far)).allMatch(p -> p < 0.02));
    assertTrue(typicality.ranks().isPresent());
  }
}
