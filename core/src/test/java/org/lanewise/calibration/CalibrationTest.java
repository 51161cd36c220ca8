package org.lanewise.calibration;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.calibration.Reliability.Bin;
import org.lanewise.data.Labels;

/// Scores of posteriors, by hand and by their definitions.
@Tag("once")
class CalibrationTest {

  private static double[][] logs(double[][] posteriors) {
    double[][] logs = new double[posteriors.length][];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = new double[posteriors[i].length];
      for (int c = 0; c < logs[i].length; c++) {
        logs[i][c] = Math.log(posteriors[i][c]);
      }
    }
    return logs;
  }

  private static final double[][] POSTERIORS = {
    {0.9, 0.1}, {0.8, 0.2}, {0.3, 0.7}, {0.45, 0.55}, {0.62, 0.38}
  };
  private static final Labels LABELS = Labels.ofIndices(new int[] {0, 1, 1, 0, 0}, 2);

  @Test
  void scoresByHand() {
    Calibration calibration = Calibration.of(logs(POSTERIORS), LABELS);
    assertEquals(
        -(Math.log(0.9) + Math.log(0.2) + Math.log(0.7) + Math.log(0.45) + Math.log(0.62)) / 5,
        calibration.logLoss(),
        1e-15);
    // Twice (p − y)².
    assertEquals(2 * (0.01 + 0.64 + 0.09 + 0.3025 + 0.1444) / 5, calibration.brierScore(), 1e-15);
    assertEquals(0.4, calibration.errorRate(), 1e-15);
    assertEquals(5, calibration.weight());
    Reliability table = calibration.reliability(5);
    assertEquals(3, table.bins().size());
    assertBin(new Bin(0.4, 0.6, 1, 0.55, 0), table.bins().get(0));
    assertBin(new Bin(0.6, 0.8, 2, 0.66, 1), table.bins().get(1));
    assertBin(new Bin(0.8, 1, 2, 0.85, 0.5), table.bins().get(2));
    assertEquals((0.55 + 2 * 0.34 + 2 * 0.35) / 5, table.expectedError(), 1e-15);
    assertEquals(0.55, table.maximumError(), 1e-15);
  }

  private static void assertBin(Bin expected, Bin found) {
    assertArrayEquals(
        new double[] {
          expected.from(),
          expected.to(),
          expected.weight(),
          expected.predicted(),
          expected.observed()
        },
        new double[] {
          found.from(), found.to(), found.weight(), found.predicted(), found.observed()
        },
        1e-12,
        found::toString);
  }

  @Test
  void theTableOfOneClassIsOfItsProbability() {
    Calibration calibration = Calibration.ofClass(1, 2);
    calibration.add(logs(POSTERIORS), LABELS);
    Reliability table = calibration.reliability(2);
    assertBin(new Bin(0, 0.5, 3, 0.68 / 3, 1.0 / 3), table.bins().get(0));
    assertBin(new Bin(0.5, 1, 2, 1.25 / 2, 0.5), table.bins().get(1));
  }

  @Test
  void binsOfEqualCountKeepEqualProbabilitiesTogether() {
    double[][] posteriors = {{0.9, 0.1}, {0.7, 0.3}, {0.7, 0.3}, {0.7, 0.3}, {0.6, 0.4}, {1, 0}};
    Labels labels = Labels.ofIndices(new int[] {0, 0, 1, 0, 1, 0}, 2);
    Reliability table = Calibration.of(logs(posteriors), labels).reliabilityByCount(3);
    assertEquals(2, table.bins().size());
    assertBin(new Bin(0.6, 0.7, 4, 2.7 / 4, 0.5), table.bins().get(0));
    assertBin(new Bin(0.9, 1, 2, 0.95, 1), table.bins().get(1));
  }

  @Property(seed = "621", tries = 40)
  void scoresAreThoseOfTheirDefinitions(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 5) int k,
      @ForAll @IntRange(min = 1, max = 40) int m) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 60;
    double[][] scores = new double[n][k];
    int[] labels = new int[n];
    double[] weights = new double[n];
    double logLoss = 0;
    double brier = 0;
    double weight = 0;
    double[] binWeight = new double[m];
    double[] binPredicted = new double[m];
    double[] binRight = new double[m];
    for (int i = 0; i < n; i++) {
      labels[i] = random.nextInt(k);
      weights[i] = i == 0 ? 1 : random.nextInt(4);
      double sum = 0;
      for (int c = 0; c < k; c++) {
        scores[i][c] = 3 * random.nextGaussian();
        sum += Math.exp(scores[i][c]);
      }
      int best = 0;
      for (int c = 0; c < k; c++) {
        double p = Math.exp(scores[i][c]) / sum;
        brier += weights[i] * Math.pow(p - (labels[i] == c ? 1 : 0), 2);
        best = scores[i][c] > scores[i][best] ? c : best;
      }
      logLoss -= weights[i] * Math.log(Math.exp(scores[i][labels[i]]) / sum);
      weight += weights[i];
      double largest = Math.exp(scores[i][best]) / sum;
      int bin = Math.min(m - 1, (int) Math.floor(largest * m));
      binWeight[bin] += weights[i];
      binPredicted[bin] += weights[i] * largest;
      binRight[bin] += best == labels[i] ? weights[i] : 0;
    }
    Labels weighted = Labels.ofIndices(labels, k).withWeights(weights);
    Calibration calibration = Calibration.of(scores, weighted);
    assertEquals(logLoss / weight, calibration.logLoss(), 1e-13);
    assertEquals(brier / weight, calibration.brierScore(), 1e-13);
    double error = 0;
    for (int bin = 0; bin < m; bin++) {
      error += Math.abs(binRight[bin] - binPredicted[bin]) / weight;
    }
    assertEquals(error, calibration.reliability(m).expectedError(), 1e-13);
    double total = 0;
    for (Bin bin : calibration.reliabilityByCount(m).bins()) {
      total += bin.weight();
      assertTrue(bin.from() <= bin.predicted() + 1e-15 && bin.predicted() <= bin.to() + 1e-15);
    }
    assertEquals(weight, total, 1e-12);
  }

  @Test
  void rowsWithoutScoresAreLeftOutAndCounted() {
    double[][] scores = {{Double.NaN, Double.NaN}, {0, Double.NEGATIVE_INFINITY}};
    Calibration calibration = Calibration.of(scores, Labels.ofIndices(new int[] {0, 1}, 2));
    assertEquals(1, calibration.leftOut());
    assertEquals(1, calibration.rowCount());
    assertEquals(Double.POSITIVE_INFINITY, calibration.logLoss());
    assertEquals(2, calibration.brierScore());
  }

  @Test
  void badInputIsRefused() {
    assertEquals(
        "row 1 has the score Infinity in class 0; a finite number or -Infinity is expected, or NaN"
            + " in all classes of a row that is left out",
        refusal(
            new double[][] {{0, 1}, {Double.POSITIVE_INFINITY, 1}},
            Labels.ofIndices(new int[] {0, 1}, 2)));
    assertEquals(
        "there are scores of 1 row and labels of 2; as many are expected",
        refusal(new double[][] {{0, 1}}, Labels.ofIndices(new int[] {0, 1}, 2)));
    assertEquals(
        "row 0 has 1 scores; one for each of the 2 classes is expected",
        refusal(new double[][] {{0}, {0, 1}}, Labels.ofIndices(new int[] {0, 1}, 2)));
    assertEquals(
        "0 bins were asked for; 1 to 1000000 are expected",
        assertThrows(IllegalArgumentException.class, () -> Calibration.ofLargest(2).reliability(0))
            .getMessage());
    Calibration none = Calibration.ofLargest(2);
    assertEquals(
        "no row of a weight above 0 was given; at least one is expected",
        assertThrows(IllegalArgumentException.class, none::logLoss).getMessage());
    assertEquals("Calibration[no rows]", none.toString());
  }

  private static String refusal(double[][] scores, Labels labels) {
    return assertThrows(IllegalArgumentException.class, () -> Calibration.of(scores, labels))
        .getMessage();
  }
}
