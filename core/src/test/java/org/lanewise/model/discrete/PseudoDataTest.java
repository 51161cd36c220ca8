package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Priors;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;

/// Pseudo-data is the rows it names.
final class PseudoDataTest {

  private static final int D = 4;
  private static final int K = 3;

  private final double[][] x = CountNaiveBayesTest.rows(9, D, new Random(71));
  private final Labels labels = Labels.ofIndices(new int[] {0, 1, 2, 0, 0, 1, 2, 2, 0}, K);
  private final NumericColumns added =
      NumericColumns.fromRows(
          new double[] {1, 1, 1, 1},
          new double[D],
          new double[] {1, 1, 1, 1},
          new double[D],
          new double[] {1, 1, 1, 1},
          new double[D]);
  private final Labels addedLabels = Labels.ofIndices(new int[] {0, 0, 1, 1, 2, 2}, K);

  @Test
  void ofBitsIsARowOfOnesAndOneOfZerosInEachClass() {
    BitColumns rows = BitColumns.copyOf(NumericColumns.fromRows(x), 0);
    BernoulliStatistics statistics = BernoulliStatistics.of(rows, labels);
    BernoulliNaiveBayes pseudo =
        BernoulliNaiveBayes.recipe(
                new NaiveBayesOptions(Priors.empirical(), Smoothing.pseudoData()))
            .fit(statistics);
    double[] actual = new double[9 * K];
    double[] expected = new double[9 * K];
    pseudo.scorer().logJoint(rows, actual);
    for (int c = 0; c < K; c++) {
      double n = statistics.classWeight(c);
      assertEquals((n + 2) / (9 + 2 * K), pseudo.priors()[c]);
      for (int j = 0; j < D; j++) {
        assertEquals((statistics.count(c, j) + 1) / (n + 2), pseudo.probability(c, j));
      }
    }
    statistics.add(BitColumns.copyOf(added, 0), addedLabels);
    BernoulliNaiveBayes.recipe(new NaiveBayesOptions(Priors.empirical(), Smoothing.none()))
        .fit(statistics)
        .scorer()
        .logJoint(rows, expected);
    assertArrayEquals(expected, actual);
  }

  @Test
  void ofCountsIsARowOfOnesAndOneOfZerosInEachClass() {
    NumericColumns rows = NumericColumns.fromRows(x);
    CountStatistics statistics = CountStatistics.of(rows, labels);
    MultinomialNaiveBayes multinomial =
        MultinomialNaiveBayes.recipe(
                new NaiveBayesOptions(Priors.empirical(), Smoothing.pseudoData()))
            .fit(statistics);
    PoissonNaiveBayes poisson =
        PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.empirical(), Smoothing.pseudoData()))
            .fit(statistics);
    statistics.add(added, addedLabels);
    double[] actual = new double[9 * K];
    double[] expected = new double[9 * K];
    multinomial.scorer().logJoint(rows, actual);
    MultinomialNaiveBayes.recipe(new NaiveBayesOptions(Priors.empirical(), Smoothing.none()))
        .fit(statistics)
        .scorer()
        .logJoint(rows, expected);
    assertArrayEquals(expected, actual);
    poisson.scorer().logJoint(rows, actual);
    PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.empirical(), Smoothing.none()))
        .fit(statistics)
        .scorer()
        .logJoint(rows, expected);
    assertArrayEquals(expected, actual);
  }

  @Test
  void isRefusedWhereItMeansNothing() {
    CountStatistics counts = CountStatistics.of(added, addedLabels);
    CategoryStatistics categories =
        CategoryStatistics.of(CategoryColumns.of(new byte[6]), addedLabels);
    for (Runnable refused :
        List.<Runnable>of(
            () ->
                ComplementNaiveBayes.recipe(new ComplementOptions(Smoothing.pseudoData(), false))
                    .fit(counts),
            () ->
                CategoricalNaiveBayes.recipe(
                        new NaiveBayesOptions(Priors.empirical(), Smoothing.pseudoData()))
                    .fit(categories))) {
      String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
      assertTrue(message.contains("pseudo-data was given to"), message);
    }
    assertNotEquals(Smoothing.laplace(), Smoothing.pseudoData());
  }
}
