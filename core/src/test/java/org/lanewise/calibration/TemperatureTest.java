package org.lanewise.calibration;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Costs;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;
import org.lanewise.textbook.RandomData;

/// Temperatures against their definition, and scorers that use them.
class TemperatureTest {

  private static final RandomData DATA = RandomData.of(4, 300, 5, 3, 1);

  private static double logLoss(double[][] scores, Labels labels, double temperature) {
    double sum = 0;
    double weight = 0;
    for (int i = 0; i < scores.length; i++) {
      double[] row = scores[i].clone();
      Temperature.of(temperature).apply(row, 0, 1, row.length);
      double largest = Arrays.stream(row).max().orElseThrow();
      double total = 0;
      for (double score : row) {
        total += Math.exp(score - largest);
      }
      sum += labels.weight(i) * (largest - row[labels.index(i)] + Math.log(total));
      weight += labels.weight(i);
    }
    return sum / weight;
  }

  @Property(seed = "631", tries = 40)
  void noOtherTemperatureHasASmallerLogLoss(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 5) int k,
      @ForAll @IntRange(min = -8, max = 8) int scale) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 200;
    double[][] scores = new double[n][k];
    int[] labels = new int[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      labels[i] = random.nextInt(k);
      weights[i] = random.nextInt(1, 4);
      for (int c = 0; c < k; c++) {
        scores[i][c] = Math.scalb(random.nextGaussian() + (labels[i] == c ? 1 : 0), scale) - i;
      }
    }
    Labels weighted = Labels.ofIndices(labels, k).withWeights(weights);
    TemperatureScaling found = TemperatureScaling.fit(scores, weighted);
    double t = found.temperature().value();
    assertEquals(logLoss(scores, weighted, t), found.logLoss(), 1e-12);
    assertEquals(logLoss(scores, weighted, 1), found.logLossBefore(), 1e-9);
    for (double factor : new double[] {0.5, 0.99, 1.01, 2}) {
      assertTrue(logLoss(scores, weighted, t * factor) > found.logLoss());
    }
    // The slope is 0 to rounding: a step of 1e-6 changes the loss by its square.
    assertEquals(
        logLoss(scores, weighted, t * (1 - 1e-6)),
        logLoss(scores, weighted, t * (1 + 1e-6)),
        1e-12);
  }

  /// Two scores 1 apart, right in three rows of four: 1/T = log 3.
  @Test
  void aTemperatureByHand() {
    double[][] scores = {{1, 0}, {1, 0}, {1, 0}, {1, 0}, {Double.NaN, Double.NaN}};
    Labels labels = Labels.ofIndices(new int[] {0, 0, 1, 0, 0}, 2);
    TemperatureScaling found = TemperatureScaling.fit(scores, labels);
    assertEquals(1 / Math.log(3), found.temperature().value(), 1e-14);
    assertEquals(1, found.leftOut());
  }

  @Test
  void temperaturesThatDoNotExistAreRefused() {
    Labels labels = Labels.ofIndices(new int[] {0, 1}, 2);
    assertEquals(
        "the class of each of the 2 rows has its largest score, so the log loss falls without end"
            + " as the temperature goes to 0; expected at least one misclassified row",
        refusal(new double[][] {{1, 0}, {0, 1}}, labels));
    assertEquals(
        "the scores tell no more of the classes of the rows than chance, so the log loss falls as"
            + " the temperature grows; scores of a model that fits the rows are expected",
        refusal(new double[][] {{0, 1}, {1, 0}}, labels));
    assertEquals(
        "row 1 has probability 0 in its class, class 1, which no temperature changes; scores of a"
            + " model that allows it are expected",
        refusal(new double[][] {{1, 0}, {0, Double.NEGATIVE_INFINITY}}, labels));
    assertEquals(
        "no row has both scores and a weight above 0; at least one is expected",
        refusal(new double[][] {{Double.NaN, Double.NaN}, {0, 0}}, labels.withWeights(1, 0)));
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> Temperature.of(bad));
    }
  }

  private static String refusal(double[][] scores, Labels labels) {
    return assertThrows(
            IllegalArgumentException.class, () -> TemperatureScaling.fit(scores, labels))
        .getMessage();
  }

  @Test
  void posteriorsAreTemperedAndDensitiesAreNot() {
    NumericColumns rows = DATA.columns();
    for (double t : new double[] {0.3, 1, 2.5}) {
      Scorer<double[], NumericColumns> plain = GaussianNaiveBayes.fit(rows, DATA.labels()).scorer();
      Scorer<double[], NumericColumns> tempered = plain.withTemperature(Temperature.of(t));
      assertArrayEquals(plain.predict(rows), tempered.predict(rows));
      assertArrayEquals(plain.logDensity(rows), tempered.logDensity(rows));
      double[][] logPosteriors = tempered.logPosterior(rows);
      double[][] posteriors = tempered.posterior(rows);
      Workers workers = new Workers(ForkJoinPool.commonPool(), 2);
      assertArrayEquals(posteriors, tempered.on(workers).posterior(rows));
      double[][] joints = plain.logJoint(rows);
      assertArrayEquals(joints, tempered.logJoint(rows));
      for (int i = 0; i < joints.length; i++) {
        double sum = 0;
        for (double joint : joints[i]) {
          sum += Math.exp((joint - joints[i][0]) / t);
        }
        for (int c = 0; c < joints[i].length; c++) {
          double expected = Math.exp((joints[i][c] - joints[i][0]) / t) / sum;
          assertEquals(expected, posteriors[i][c], 1e-12);
          assertEquals(Math.exp(logPosteriors[i][c]), posteriors[i][c], 1e-14);
        }
        assertArrayEquals(posteriors[i], tempered.posterior(DATA.rows[i]));
        assertArrayEquals(logPosteriors[i], tempered.logPosterior(DATA.rows[i]));
        if (t == 1) {
          assertArrayEquals(plain.posterior(DATA.rows[i]), posteriors[i]);
        }
      }
      int[] plainTop = new int[2 * rows.rowCount()];
      int[] temperedTop = plainTop.clone();
      plain.top(rows, 2, plainTop);
      tempered.top(rows, 2, temperedTop);
      assertArrayEquals(plainTop, temperedTop);
      double[] costs = new double[3];
      tempered.withCosts(Costs.zeroOne(3)).expectedCosts(DATA.rows[7], costs);
      assertEquals(1 - posteriors[7][0], costs[0], 1e-15);
      assertArrayEquals(
          posteriors,
          plain
              .withTemperature(Temperature.of(9))
              .withTemperature(Temperature.of(t))
              .posterior(rows));
    }
  }

  @Test
  void otherPriorsChangeTemperedOddsByTheirOwn() {
    NumericColumns rows = DATA.columns();
    LinearDiscriminant model = LinearDiscriminant.fit(rows, DATA.labels());
    CalibratedClassifier<double[], NumericColumns> calibrated =
        CalibratedClassifier.of(model, Temperature.of(1.7));
    double[] others = {0.9, 0.1, 0};
    Classifier<double[], NumericColumns> there = calibrated.withPriors(Priors.fixed(others));
    assertArrayEquals(others, there.priors());
    double[] before = model.priors();
    double[][] posteriors = there.scorer().posterior(rows);
    int[] labels = there.scorer().predict(rows);
    for (int i = 0; i < posteriors.length; i++) {
      double[] old = calibrated.posterior(DATA.rows[i]);
      double odds = old[0] / old[1] * (0.9 / before[0]) / (0.1 / before[1]);
      assertEquals(odds / (1 + odds), posteriors[i][0], 1e-12);
      assertEquals(0, posteriors[i][2]);
      assertEquals(posteriors[i][0] >= posteriors[i][1] ? 0 : 1, labels[i]);
      assertEquals(labels[i], there.predict(DATA.rows[i]));
      assertEquals(labels[i], there.scorer().top(DATA.rows[i], 2)[0]);
    }
    // The way back is the model as it was.
    assertArrayEquals(
        calibrated.scorer().posterior(rows)[5],
        calibrated
            .withPriors(Priors.uniform())
            .withPriors(Priors.fixed(before))
            .scorer()
            .posterior(rows)[5]);
  }

  @Test
  void aModelFileKeepsTheTemperature(@TempDir Path folder) throws Exception {
    NumericColumns rows = DATA.columns();
    LinearDiscriminant model = LinearDiscriminant.fit(rows, DATA.labels());
    Classifier<double[], NumericColumns> calibrated =
        CalibratedClassifier.of(model, Temperature.of(1.7)).withPriors(Priors.uniform());
    Path path = folder.resolve("calibrated.model");
    ModelFile.write(calibrated, path);
    CalibratedClassifier<?, ?> read = ModelFile.read(path, CalibratedClassifier.class);
    assertEquals(1.7, read.temperature().value());
    assertArrayEquals(model.priors(), read.fittedPriors());
    @SuppressWarnings("unchecked")
    Scorer<double[], NumericColumns> scorer = (Scorer<double[], NumericColumns>) read.scorer();
    assertArrayEquals(calibrated.scorer().posterior(rows), scorer.posterior(rows));
    assertArrayEquals(calibrated.scorer().predict(rows), scorer.predict(rows));
    UnusableFileException refused =
        assertThrows(
            UnusableFileException.class, () -> ModelFile.read(path, LinearDiscriminant.class));
    assertTrue(
        refused
            .getMessage()
            .endsWith("holds a CalibratedClassifier; a LinearDiscriminant is expected"),
        refused::getMessage);
  }

  @Test
  void onlyAModelWithoutATemperatureTakesOne() {
    CalibratedClassifier<double[], NumericColumns> calibrated =
        CalibratedClassifier.of(
            LinearDiscriminant.fit(DATA.columns(), DATA.labels()), Temperature.of(2));
    assertThrows(
        IllegalArgumentException.class,
        () -> CalibratedClassifier.of(calibrated, Temperature.of(2)));
    Temperature shifted =
        Temperature.of(2).underPriors(new double[] {0.5, 0.5}, new double[] {0.9, 0.1});
    assertFalse(shifted.keepsOrder());
    assertEquals(
        "the temperature is under priors of 2 classes; 3 are expected, as in the model",
        assertThrows(
                IllegalArgumentException.class,
                () -> calibrated.model().scorer().withTemperature(shifted))
            .getMessage());
  }

  @Test
  void temperingOverflowsNowhere() {
    double[] scores = {-5.3e303, -4.8e303, Double.NEGATIVE_INFINITY};
    Temperature.of(1e-5).apply(scores, 0, 1, 3);
    assertEquals(0, scores[1]);
    assertTrue(scores[0] < -1e300, scores[0] + "");
    assertEquals(Double.NEGATIVE_INFINITY, scores[2]);
  }

  @Test
  void weightsThatOverflowAreRefused() {
    double[][] scores = {{0, 1}, {1, 0}, {0, 2}};
    Labels labels = Labels.ofIndices(new int[] {1, 0, 0}, 2).withWeights(1e308, 1e308, 1e308);
    String message =
        "the weights of the rows add up to more than a double holds; smaller ones are expected";
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> TemperatureScaling.fit(scores, labels))
            .getMessage());
    Calibration calibration = Calibration.ofLargest(2);
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> calibration.add(scores, labels))
            .getMessage());
  }

  /// A temperature is a unit: scores of another give that times it.
  @Test
  void scoresOfAnySizeHaveATemperature() {
    double[][] scores = {{0, -2}, {-1, 0}, {0, -3}, {-0.5, 0}, {0, -1}};
    Labels labels = Labels.ofIndices(new int[] {0, 1, 0, 0, 0}, 2);
    TemperatureScaling one = TemperatureScaling.fit(scores, labels);
    for (int exponent : new int[] {-300, -20, 90, 210, 900}) {
      double[][] scaled = new double[scores.length][2];
      for (int i = 0; i < scores.length; i++) {
        for (int c = 0; c < 2; c++) {
          scaled[i][c] = Math.scalb(scores[i][c], exponent);
        }
      }
      TemperatureScaling found = TemperatureScaling.fit(scaled, labels);
      assertEquals(
          one.temperature().value(),
          Math.scalb(found.temperature().value(), -exponent),
          1e-9 * one.temperature().value(),
          "2^" + exponent);
      assertEquals(one.logLoss(), found.logLoss(), 1e-12);
    }
  }
}
