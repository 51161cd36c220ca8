package org.lanewise.explanation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Scorer;

/// Explanations of rows in blocks against those of each block's own model.
class MixedExplainerTest {

  private static final int N = 60;

  private static final int K = 3;

  private final SplittableRandom random = new SplittableRandom(7);
  private final Labels labels =
      Labels.ofIndices(IntStream.range(0, N).map(i -> i % K).toArray(), K);

  private MixedColumns rows() {
    double[][] numbers = new double[2][N];
    double[][] counts = new double[2][N];
    boolean[][] bits = new boolean[3][N];
    String[][] categories = new String[1][N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < 2; j++) {
        numbers[j][i] = i % K * (j + 1) + random.nextGaussian();
        counts[j][i] = random.nextInt(2 + i % K);
      }
      for (int j = 0; j < 3; j++) {
        // Of class 0 the first bit is never set.
        bits[j][i] = random.nextInt(4) < i % K + (j > 0 ? 1 : 0);
      }
      categories[0][i] = "abc".substring(random.nextInt(3)).substring(0, 1);
    }
    return MixedColumns.of(
        NumericColumns.of(numbers),
        BitColumns.copyOfColumns(bits),
        CategoryColumns.copyOfColumns(List.of(), categories),
        NumericColumns.of(counts));
  }

  private MixedNaiveBayes model(MixedColumns rows, Smoothing smoothing) {
    NaiveBayesOptions options = NaiveBayesOptions.DEFAULT.withSmoothing(smoothing);
    return MixedNaiveBayes.recipe(
            QuadraticDiscriminant.recipe(),
            BernoulliNaiveBayes.recipe(options),
            CategoricalNaiveBayes.recipe(options),
            PoissonNaiveBayes.recipe(options))
        .fit(rows, labels);
  }

  @Test
  void theyAreThoseOfTheBlocksBesideOneAnother() {
    MixedColumns rows = rows();
    MixedNaiveBayes model = model(rows, Smoothing.laplace());
    Explainer<Object[]> explainer = Explainer.of(model).about(rows.row(5));
    Explainer<double[]> numbers =
        Explainer.of((QuadraticDiscriminant) model.blocks().get(0))
            .about((double[]) rows.row(5)[0]);
    Explainer<long[]> bits =
        Explainer.of((BernoulliNaiveBayes) model.blocks().get(1)).about((long[]) rows.row(5)[1]);
    Explainer<int[]> categories =
        Explainer.of((CategoricalNaiveBayes) model.blocks().get(2)).about((int[]) rows.row(5)[2]);
    Explainer<double[]> counts =
        Explainer.of((PoissonNaiveBayes) model.blocks().get(3)).about((double[]) rows.row(5)[3]);
    for (int i = 0; i < N; i++) {
      Object[] row = rows.row(i);
      double[] parts = explainer.explain(row, 0, 2).contributions();
      assertArrayEquals(
          numbers.explain((double[]) row[0], 0, 2).contributions(),
          Arrays.copyOfRange(parts, 0, 2));
      assertArrayEquals(
          bits.explain((long[]) row[1], 0, 2).contributions(), Arrays.copyOfRange(parts, 2, 5));
      assertArrayEquals(
          categories.explain((int[]) row[2], 0, 2).contributions(),
          Arrays.copyOfRange(parts, 5, 6));
      assertArrayEquals(
          counts.explain((double[]) row[3], 0, 2).contributions(), Arrays.copyOfRange(parts, 6, 8));
    }
  }

  @Test
  void theirSumsAreTheLogOddsAlsoWhereFactorsAreZeroAndValuesMissing() {
    MixedColumns rows = rows();
    MixedNaiveBayes model = model(rows, Smoothing.none());
    Scorer<Object[], MixedColumns> scorer =
        model.scorer(
            RowFormat.BLOCKS.withMissing(MissingValues.ALLOW).withUnseen(UnseenCategory.IGNORE));
    Explainer<Object[]> explainer =
        Explainer.of(
            model.in(
                RowFormat.BLOCKS
                    .withMissing(MissingValues.ALLOW)
                    .withUnseen(UnseenCategory.IGNORE)));
    for (int i = 0; i < N; i++) {
      Object[] row = rows.row(i);
      if (i % 2 == 0) {
        ((double[]) row[0])[i / 2 % 2] = Double.NaN;
        ((int[]) row[2])[0] = CategoryColumns.MISSING;
      }
      double[] logPosterior = scorer.logPosterior(row);
      for (int c = 0; c < K; c++) {
        int a = (c + 1) % K;
        double expected = logPosterior[c] - logPosterior[a];
        if (!Double.isNaN(expected)) {
          assertEquals(expected, explainer.explain(row, c, a).logOdds(), 1e-11);
        }
      }
    }
  }

  @Test
  void aBaselineOfAnotherFormIsRefused() {
    MixedColumns rows = rows();
    Explainer<Object[]> explainer = Explainer.of(model(rows, Smoothing.laplace()));
    Object[] other = rows.row(0);
    other[1] = new int[] {0, 1, 1};
    Explainer<Object[]> about = explainer.about(other);
    assertEquals(
        "block 1 is int[] in one and long[] in the other of the row and the baseline; the same type"
            + " is expected in both",
        assertThrows(IllegalArgumentException.class, () -> about.explain(rows.row(1)))
            .getMessage());
  }
}
