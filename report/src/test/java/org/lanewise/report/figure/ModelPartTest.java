package org.lanewise.report.figure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.mixed.MixedNaiveBayes;

class ModelPartTest {

  private static final int ROWS = 400;

  /// Of 20 rows one is of class 1.
  private static Labels rare() {
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i % 20 == 0 ? 1 : 0;
    }
    return Labels.of(labels);
  }

  private static DoubleColumns rows(int d) {
    SplittableRandom random = new SplittableRandom(d);
    double[][] rows = new double[ROWS][d];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < d; j++) {
        rows[i][j] = random.nextGaussian() + (i % 20 == 0 ? 1 + j : 0);
      }
    }
    return DoubleColumns.fromRows(rows);
  }

  @Test
  void aBlockHasTheClassPriorsOfTheWhole() {
    DoubleColumns numbers = rows(2);
    BitColumns bits = BitColumns.copyOf(rows(3), 0.5);
    double[] ofBits = Separation.all(BernoulliNaiveBayes.fit(bits, rare())).getFirst().values();
    double[] ofNumbers =
        Separation.all(GaussianNaiveBayes.fit(numbers, rare())).getFirst().values();
    Separation bitsLast = ofLast(MixedNaiveBayes.fit(MixedColumns.of(numbers, bits), rare()));
    assertArrayEquals(ofBits, bitsLast.values(), 1e-12);
    assertEquals(List.of("feature 2", "feature 3", "feature 4"), bitsLast.names());

    MixedNaiveBayes numbersLast =
        MixedNaiveBayes.of(
            new double[] {0.95, 0.05},
            List.of(
                BernoulliNaiveBayes.fit(bits, rare()), GaussianNaiveBayes.fit(numbers, rare())));
    assertArrayEquals(ofNumbers, ofLast(numbersLast).values(), 1e-12);
    ModelView view = ModelView.of(numbersLast, List.of("4", "3"));
    assertArrayEquals(new double[] {0.95, 0.05}, view.normal().orElseThrow().priors());
    assertEquals("feature 4", view.plane().orElseThrow().xName());
  }

  private static Separation ofLast(MixedNaiveBayes model) {
    return Separation.of(ModelPart.of(model).getLast()).orElseThrow();
  }
}
