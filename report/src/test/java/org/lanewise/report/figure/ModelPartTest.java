package org.lanewise.report.figure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.transform.Indicators;

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

  private static NumericColumns rows(int d) {
    SplittableRandom random = new SplittableRandom(d);
    double[][] rows = new double[ROWS][d];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < d; j++) {
        rows[i][j] = random.nextGaussian() + (i % 20 == 0 ? 1 + j : 0);
      }
    }
    return NumericColumns.fromRows(rows);
  }

  @Test
  void aBlockHasTheClassPriorsOfTheWhole() {
    NumericColumns numbers = rows(2);
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

  /// Of rows 0, 20, 40 … class 1 has a category of its own most of the time; shares are counted
  /// from the rows.
  @Test
  void indicatorsAreColumnsAndSharesOfCategories() {
    int[] codes =
        IntStream.range(0, ROWS).map(i -> i % 20 == 0 && i % 60 > 0 ? 2 : i % 2).toArray();
    MixedColumns rows =
        MixedColumns.of(
            rows(1).withFeatures("width"),
            CategoryColumns.of(
                    List.of(CategoryDictionary.of(List.of("red", "blue", "green"))), codes)
                .withFeatures("colour"));
    Indicators indicators = Indicators.of(rows);
    IndicatorClassifier model =
        IndicatorClassifier.of(
            indicators, LinearDiscriminant.fit(indicators.columns(rows), rare()));
    List<ModelPart> parts = ModelPart.withShares(model);

    assertEquals(List.of("width", "colour=red", "colour=green"), parts.getFirst().names());
    assertEquals(List.of("colour"), parts.getLast().names());
    CategoricalNaiveBayes shares = (CategoricalNaiveBayes) parts.getLast().model();
    for (int c = 0; c < 2; c++) {
      int label = c;
      for (int v = 0; v < 3; v++) {
        int code = v;
        long ofClass = IntStream.range(0, ROWS).filter(i -> (i % 20 == 0 ? 1 : 0) == label).count();
        long both =
            IntStream.range(0, ROWS)
                .filter(i -> (i % 20 == 0 ? 1 : 0) == label && codes[i] == code)
                .count();
        assertEquals((double) both / ofClass, shares.probability(c, 0, v), 1e-12);
      }
    }
    ModelView view = ModelView.of(model, List.of());
    assertArrayEquals(new int[] {0}, view.densities());
    assertEquals(1, view.normal().orElseThrow().numbers(rows).value(20, 2));
  }

  private static Separation ofLast(MixedNaiveBayes model) {
    return Separation.of(ModelPart.of(model).getLast()).orElseThrow();
  }
}
