package org.lanewise.score;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;

class ResultsOfARowTest {

  private static final int ROWS = 60;
  private static final NumericColumns NUMBERS = numbers();
  private static final Labels LABELS = Labels.of(labels());

  private static int[] labels() {
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i % 3;
    }
    return labels;
  }

  /// Small whole numbers, so that they are counts too.
  private static NumericColumns numbers() {
    SplittableRandom random = new SplittableRandom(7);
    double[][] rows = new double[ROWS][4];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < 4; j++) {
        rows[i][j] = random.nextInt(6) + (j == i % 3 ? 3 : 0);
      }
    }
    return NumericColumns.fromRows(rows);
  }

  private static <R, B extends RowBatch> void assertBitsOfSingleCalls(
      Classifier<R, B> model, List<R> rows, boolean hasDensity) {
    Scorer<R, B> scorer = model.scorer();
    int[] labels = new int[1];
    double[] logPosteriors = new double[1];
    double[] logDensities = new double[1];
    Results best = Results.none().withLabels(labels).withBestLogPosteriors(logPosteriors);
    Results results = hasDensity ? best.withLogDensities(logDensities) : best;
    for (R row : rows) {
      scorer.score(row, results);
      int label = scorer.predict(row);
      assertEquals(label, labels[0]);
      assertEquals(scorer.logPosterior(row)[label], logPosteriors[0], model.toString());
      if (hasDensity) {
        assertEquals(scorer.logDensity(row), logDensities[0], model.toString());
      }
    }
  }

  private static List<double[]> rows() {
    return IntStream.range(0, ROWS)
        .mapToObj(i -> {
          double[] row = new double[4];
          NUMBERS.row(i, row);
          return row;
        })
        .toList();
  }

  @Test
  void oneCallGivesTheBitsOfThoseThatGiveOneNumber() {
    for (Classifier<double[], NumericColumns> model :
        List.of(
            LinearDiscriminant.fit(NUMBERS, LABELS),
            QuadraticDiscriminant.fit(NUMBERS, LABELS),
            GaussianNaiveBayes.fit(NUMBERS, LABELS),
            PoissonNaiveBayes.fit(NUMBERS, LABELS))) {
      assertBitsOfSingleCalls(model, rows(), true);
      assertBitsOfSingleCalls(CalibratedClassifier.of(model, Temperature.of(3)), rows(), true);
    }
    assertBitsOfSingleCalls(
        LinearDiscriminant.fit(NUMBERS, LABELS).withPriors(Priors.fixed(0, 0.5, 0.5)),
        rows(),
        true);
    assertBitsOfSingleCalls(ComplementNaiveBayes.fit(NUMBERS, LABELS), rows(), false);
    MixedColumns mixed = MixedColumns.of(NUMBERS, NUMBERS);
    assertBitsOfSingleCalls(
        MixedNaiveBayes.fit(mixed, LABELS),
        IntStream.range(0, ROWS).mapToObj(mixed::row).toList(),
        true);
  }

  /// From six classes on a kernel takes the exponentials, here of classes near and far, and of one
  /// of prior 0.
  @Test
  void oneCallGivesTheBitsOfOthersForManyClassesToo() {
    int k = 11;
    int[] classes = new int[ROWS * 2];
    double[][] far = new double[classes.length][3];
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < classes.length; i++) {
      classes[i] = i % k;
      for (int j = 0; j < 3; j++) {
        far[i][j] = random.nextGaussian() + (i % k) * (j == 0 ? 0.4 : 9);
      }
    }
    NumericColumns columns = NumericColumns.fromRows(far);
    double[] priors = new double[k];
    Arrays.fill(priors, 1.0 / (k - 1));
    priors[4] = 0;
    for (Classifier<double[], NumericColumns> model :
        List.of(
            LinearDiscriminant.fit(columns, Labels.of(classes)),
            LinearDiscriminant.fit(columns, Labels.of(classes)).withPriors(Priors.fixed(priors)),
            QuadraticDiscriminant.fit(columns, Labels.of(classes)),
            GaussianNaiveBayes.fit(columns, Labels.of(classes)))) {
      List<double[]> rows = List.of(far);
      assertBitsOfSingleCalls(model, rows, true);
      assertBitsOfSingleCalls(CalibratedClassifier.of(model, Temperature.of(3)), rows, true);
      double[] ofBatch = model.scorer().posterior(columns)[5];
      assertArrayEquals(ofBatch, model.scorer().posterior(far[5]));
    }
  }

  @Test
  void temperedPosteriorsUnderOtherPriorsAreOfTheTemperedLabel() {
    Classifier<double[], NumericColumns> model =
        CalibratedClassifier.of(LinearDiscriminant.fit(NUMBERS, LABELS), Temperature.of(4))
            .withPriors(Priors.fixed(0.9, 0.05, 0.05));
    assertBitsOfSingleCalls(model, rows(), true);
  }
}
