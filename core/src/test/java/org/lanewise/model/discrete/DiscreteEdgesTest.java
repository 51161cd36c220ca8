package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Priors;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;

/// Edges of the discrete models, each of which a mutant once passed unseen.
class DiscreteEdgesTest {

  private static final double LOG_10 = 2.302585092994046;

  @Test
  void theLogarithmOfAShareNearOneKeepsItsDigits() {
    // log(1 − r) = −r − r²/2 …, r = 1 / (10¹⁵ + 1)
    assertEquals(-1e-15, Shares.log(1e15, 1), 1e-29);
    assertEquals(-1e-15, Shares.ofTotal(1e15, 1e15 + 1), 1e-29);
  }

  @Test
  void theLogarithmOfAShareBelowTheRangeOfDoublesIsFinite() {
    assertEquals(-400 * LOG_10, Shares.log(1e-200, 1e200), 1e-11);
    // A share of 10⁻³¹⁵ is a double, but one of few digits.
    assertEquals(-315 * LOG_10, Shares.log(1e-100, 1e215), 1e-11);
    assertEquals(Double.NEGATIVE_INFINITY, Shares.log(0, 3));
    assertEquals(0, Shares.log(3, 0), Double.MIN_VALUE);
    assertEquals(Math.log(0.5), Shares.log(0, 0));
    assertEquals(Math.log(0.5), Shares.log(7, 7), 1e-16);
  }

  @Test
  void logOddsKeepTheirDigitsNearEvenAndOutsideTheRangeOfDoubles() {
    assertEquals(1e-15, Shares.logOdds(1e15 + 1, 1e15), 1e-29);
    assertEquals(-1e-15, Shares.logOdds(1e15, 1e15 + 1), 1e-29);
    assertEquals(-400 * LOG_10, Shares.logOdds(1e-200, 1e200), 1e-11);
    assertEquals(400 * LOG_10, Shares.logOdds(1e200, 1e-200), 1e-11);
    assertEquals(-315 * LOG_10, Shares.logOdds(1e-100, 1e215), 1e-11);
    assertEquals(Double.NEGATIVE_INFINITY, Shares.logOdds(0, 2));
    assertEquals(Double.POSITIVE_INFINITY, Shares.logOdds(2, 0));
    assertEquals(0, Shares.logOdds(0, 0));
  }

  @Test
  void aSumKeepsWhatALargeTermHides() {
    for (double[] terms :
        List.of(
            new double[] {1, 1e100, 1, -1e100},
            new double[] {1e100, 1, -1e100, 1},
            new double[] {1, 1, -1e100, 1e100})) {
      CompensatedSum sum = new CompensatedSum();
      for (double term : terms) {
        sum.add(term);
      }
      assertEquals(2, sum.value());
    }
  }

  @Test
  void smoothingOfMoreFeaturesThanThereAreIsRefused() {
    Smoothing three = Smoothing.perFeature(1, 1, 1);
    Priors priors = Priors.empirical();
    Labels labels = Labels.ofIndices(new int[] {0, 1}, 2);
    NumericColumns columns = NumericColumns.fromRows(new double[][] {{1, 0}, {0, 1}});
    CountStatistics counts = CountStatistics.of(columns, labels);
    BernoulliStatistics bits = BernoulliStatistics.of(BitColumns.copyOf(columns), labels);
    CategoryStatistics categories =
        CategoryStatistics.of(CategoryColumns.copyOfBinary(columns), labels);
    for (Runnable fit :
        List.<Runnable>of(
            () -> MultinomialNaiveBayes.recipe(new NaiveBayesOptions(priors, three)).fit(counts),
            () -> ComplementNaiveBayes.recipe(new ComplementOptions(three, false)).fit(counts),
            () -> PoissonNaiveBayes.recipe(new NaiveBayesOptions(priors, three)).fit(counts),
            () -> BernoulliNaiveBayes.recipe(new NaiveBayesOptions(priors, three)).fit(bits),
            () ->
                CategoricalNaiveBayes.recipe(new NaiveBayesOptions(priors, three))
                    .fit(categories))) {
      String message = assertThrows(IllegalArgumentException.class, fit::run).getMessage();
      assertTrue(message.contains("3") && message.contains("2"), message);
    }
  }

  /// Of a rate α / n_c in each class only n_c is left, as α goes to 0: ½ against ⅓.
  @Test
  void aWordOfNoClassIsAsLikelyAsTheClassIsSmall() {
    NumericColumns columns =
        NumericColumns.fromRows(new double[][] {{1, 0}, {1, 0}, {1, 0}, {1, 0}, {1, 0}});
    Labels labels = Labels.ofIndices(new int[] {0, 0, 1, 1, 1}, 2);
    double[] posterior = new double[2];
    PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.uniform(), Smoothing.none()))
        .fit(CountStatistics.of(columns, labels))
        .scorer()
        .posterior(new double[] {1, 1}, posterior);
    assertEquals(0.6, posterior[0], 1e-15);
    BernoulliNaiveBayes bernoulli =
        BernoulliNaiveBayes.recipe(new NaiveBayesOptions(Priors.uniform(), Smoothing.none()))
            .fit(BernoulliStatistics.of(BitColumns.copyOf(columns), labels));
    bernoulli.scorer().posterior(new long[] {0b11}, posterior);
    assertEquals(0.6, posterior[0], 1e-15);
    bernoulli.scorer(RowFormat.CODES).posterior(new int[] {CategoryColumns.MISSING, 1}, posterior);
    assertEquals(0.6, posterior[0], 1e-15);
  }
}
