package org.lanewise.internal.score.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;

/// Rows far from all classes: a true value or a refusal, never a silent 1/k or NaN.
class FarRowsTest {

  private static final double[] MAGNITUDES = {
    1e3, 1e100, 1e150, 1e154, 1e155, 1e160, 1e200, 1e300, 1e307, Double.MAX_VALUE
  };

  private static List<Classifier<double[], NumericColumns>> models(double scale, double offset) {
    Random random = new Random(7);
    double[][] rows = new double[60][3];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i % 2;
      for (int j = 0; j < 3; j++) {
        rows[i][j] = offset + scale * ((1 + labels[i]) * random.nextGaussian() + labels[i]);
      }
    }
    GaussianStatistics statistics =
        GaussianStatistics.of(NumericColumns.fromRows(rows), Labels.of(labels));
    return List.of(
        LinearDiscriminant.recipe().fit(statistics),
        QuadraticDiscriminant.recipe().fit(statistics),
        GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPooledVariances(true))
            .fit(statistics),
        GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0))
            .fit(statistics));
  }

  /// Class 1 has twice the deviation of class 0 in every feature: far out it wins in the models
  /// with a variance per class.
  @Test
  void isScoredTrulyOrRefusedAtEveryMagnitude() {
    for (double scale : new double[] {1e-140, 1, 1e100}) {
      for (double offset : new double[] {0, -1e4 * scale}) {
        for (Classifier<double[], NumericColumns> model : models(scale, offset)) {
          int scored = 0;
          for (double magnitude : MAGNITUDES) {
            if (magnitude < 1e3 * scale) {
              continue;
            }
            for (double[] direction : new double[][] {{1, 1, 1}, {1, 0, 0}, {-1, 1, 0.3}}) {
              double[] row = Arrays.stream(direction).map(x -> x * magnitude).toArray();
              scored += isScoredTruly(model, row) ? 1 : 0;
            }
          }
          assertTrue(scored >= 3, "rows scored: " + scored);
        }
      }
    }
  }

  /// Whether the row was scored, and not refused; alone and in batches, the same way.
  private static boolean isScoredTruly(Classifier<double[], NumericColumns> model, double[] row) {
    Scorer<double[], NumericColumns> scorer = model.scorer();
    double[] alone = new double[2];
    IllegalArgumentException refusal = null;
    try {
      scorer.logPosterior(row, alone);
    } catch (IllegalArgumentException e) {
      refusal = e;
      assertTrue(e.getMessage().startsWith("the row is so far from the means"), e.getMessage());
      assertThrows(IllegalArgumentException.class, () -> scorer.predict(row));
      assertThrows(IllegalArgumentException.class, () -> scorer.logJoint(row, new double[2]));
      assertThrows(IllegalArgumentException.class, () -> scorer.logDensity(row));
      assertThrows(IllegalArgumentException.class, () -> scorer.posterior(row, new double[2]));
    }
    for (int size : new int[] {3, 40, 300}) {
      double[][] rows = new double[size][];
      Arrays.fill(rows, row);
      rows[size - 1] = row;
      NumericColumns batch = NumericColumns.fromRows(rows);
      double[] out = new double[2 * size];
      int[] labels = new int[size];
      if (refusal == null) {
        scorer.logPosterior(batch, out);
        scorer.predict(batch, labels);
        for (int c = 0; c < 2; c++) {
          assertEquals(alone[c], out[2 * (size - 1) + c]);
        }
        assertEquals(scorer.predict(row), labels[size - 1]);
      } else {
        assertThrows(IllegalArgumentException.class, () -> scorer.logPosterior(batch, out));
        assertThrows(IllegalArgumentException.class, () -> scorer.predict(batch, labels));
      }
    }
    if (refusal == null) {
      assertEquals(0, Math.max(alone[0], alone[1]), 1e-12, "the better class is sure");
      boolean linear =
          model instanceof LinearDiscriminant
              || model instanceof GaussianNaiveBayes naive && naive.sharesCovariance();
      if (!linear) {
        assertEquals(1, scorer.predict(row));
      }
    }
    return refusal == null;
  }
}
