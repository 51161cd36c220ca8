package org.lanewise.internal.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;

/// A scorer warms itself up on a row of its own making.
@Tag("once")
class WarmUpTest {

  private static final int ROWS = 60;
  private static final int FEATURES = 5;

  private static Stream<Scorer<?, ?>> scorers() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] columns = new double[FEATURES][ROWS];
    int[][] codes = new int[FEATURES][ROWS];
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i % 3;
      for (int j = 0; j < FEATURES; j++) {
        codes[j][i] = random.nextInt(3);
        columns[j][i] = 1e6 + codes[j][i] + random.nextDouble();
      }
    }
    Labels classes = Labels.ofIndices(labels, 3);
    NumericColumns numbers = NumericColumns.of(columns);
    SparseRows counts = SparseRows.copyOf(numbers);
    return Stream.of(
        LinearDiscriminant.fit(numbers, classes).scorer(),
        LinearDiscriminant.fit(numbers, classes).scorer().on(Workers.CALLER),
        QuadraticDiscriminant.fit(numbers, classes).scorer(),
        GaussianNaiveBayes.fit(numbers, classes).scorer(),
        BernoulliNaiveBayes.fit(BitColumns.copyOf(numbers, 1e6 + 1.5), classes).scorer(),
        CategoricalNaiveBayes.fit(CategoryColumns.of(codes), classes).scorer(),
        MultinomialNaiveBayes.fit(numbers, classes).scorer(),
        ComplementNaiveBayes.fit(numbers, classes).scorer(),
        MultinomialNaiveBayes.fit(counts, classes).scorer(RowFormat.SPARSE));
  }

  @ParameterizedTest
  @MethodSource("scorers")
  void everyScorerCanBeWarmedUp(Scorer<?, ?> scorer) {
    assertTrue(scorer.warmUp(Duration.ofSeconds(20)));
    assertEquals(Kernels.name(), scorer.kernels());
  }

  @ParameterizedTest
  @MethodSource("scorers")
  void itEndsWhenItsTimeIsOver(Scorer<?, ?> scorer) {
    assertEquals(false, scorer.warmUp(Duration.ZERO));
  }
}
