package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Priors;
import org.lanewise.score.ChangingRow;

class ChangingRowTest {

  private static final int D = 9;

  private static GaussianClassifier linear() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] rows = new double[300][D];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i % 5;
      for (int j = 0; j < D; j++) {
        rows[i][j] = 1e4 + random.nextGaussian() + (j == labels[i] ? 1 : 0);
      }
    }
    NumericColumns columns = DoubleColumns.fromRows(rows);
    return LinearDiscriminant.fit(columns, Labels.of(labels));
  }

  @Test
  void theClassIsThatOfTheRowFromScratchAfterEveryChange() {
    GaussianClassifier model = linear();
    for (GaussianClassifier each :
        new GaussianClassifier[] {
          model, (GaussianClassifier) model.withPriors(Priors.fixed(0, 0.25, 0.25, 0.25, 0.25))
        }) {
      SplittableRandom random = new SplittableRandom(11);
      double[] row = model.mean(0);
      ChangingRow changing = each.changing(row);
      for (int i = 0; i < 20_000; i++) {
        int feature = random.nextInt(D);
        row[feature] = 1e4 + random.nextGaussian() * (i % 100 == 0 ? 1e9 : 1);
        changing.set(feature, row[feature]);
        assertEquals(row[feature], changing.value(feature));
        if (i % 3 > 0) {
          assertEquals(each.scorer().predict(row), changing.predict(), "change " + i);
        }
      }
      assertTrue(changing.recomputed() < 100, changing.recomputed() + " times from scratch");
    }
  }

  @Test
  void aTieIsSettledFromScratch() {
    LinearDiscriminant model =
        LinearDiscriminant.of(
            Features.unnamed(2),
            Classes.unnamed(2),
            new double[] {0.5, 0.5},
            new double[2],
            new double[][] {{-1, 0}, {1, 0}},
            new double[][] {{1, 0}, {0, 1}});
    ChangingRow row = model.changing(0.3, 0);
    assertEquals(1, row.predict());
    for (double x : new double[] {0, 0x1p-60, -0x1p-60, 1e-300, 0x1p-52, 0}) {
      row.set(0, x);
      row.set(1, 0.1);
      assertEquals(model.scorer().predict(new double[] {x, 0.1}), row.predict(), "at " + x);
    }
    assertTrue(row.recomputed() > 3);
  }

  @Test
  void aRowThatChangesWithoutEndIsScoredFromScratchNowAndThen() {
    // A class that leads by so much that no bound of rounding ever comes near.
    LinearDiscriminant model =
        LinearDiscriminant.of(
            Features.unnamed(2),
            Classes.unnamed(2),
            new double[] {0.5, 0.5},
            new double[2],
            new double[][] {{-5, -0x1p-30}, {5, 0x1p-30}},
            new double[][] {{1, 0}, {0, 1}});
    ChangingRow row = model.changing(5, 0);
    for (int i = 0; i < 1 << 21; i++) {
      row.set(1, i & 1);
    }
    assertEquals(1, row.predict());
    assertEquals(2, row.recomputed());
  }

  @Test
  void modelsThatAreNotAffineScoreFromScratch() {
    QuadraticDiscriminant model =
        QuadraticDiscriminant.of(
            Features.of("a"),
            Classes.unnamed(2),
            new double[] {0.5, 0.5},
            new double[1],
            new double[][] {{0}, {0}},
            new double[][][] {{{1}}, {{100}}});
    ChangingRow row = model.changing(0);
    assertEquals(0, row.predict());
    row.set(0, 20);
    assertEquals(1, row.predict());
    assertEquals(2, row.recomputed());
  }

  @Test
  void whatIsNotFiniteIsRefusedAndTheRowStays() {
    ChangingRow row = linear().changing(new double[D]);
    assertEquals(
        "feature 2 of the row is NaN; a finite number is expected",
        assertThrows(IllegalArgumentException.class, () -> row.set(2, Double.NaN)).getMessage());
    assertEquals(0, row.value(2));
    row.set(1, 1e308);
    row.set(1, -1e308);
    row.set(1, 0);
    assertEquals(linear().scorer().predict(new double[D]), row.predict());
    assertThrows(IndexOutOfBoundsException.class, () -> row.set(D, 1));
    assertThrows(IllegalArgumentException.class, () -> linear().changing(1, 2));
  }
}
