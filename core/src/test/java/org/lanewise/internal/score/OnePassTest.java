package org.lanewise.internal.score;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;
import org.lanewise.textbook.RandomData;
import org.lanewise.textbook.Trials;

/// Several results of one pass are the bits of the calls that give one.
class OnePassTest {

  private static <R, B extends RowBatch> void assertSame(
      String name, Scorer<R, B> single, Scorer<R, B> several, B rows) {
    int n = rows.rowCount();
    int k = single.classCount();
    int[] labels = new int[n];
    double[] best = new double[n];
    double[] margins = new double[n];
    double[] densities = new double[n];
    double[] joints = new double[n * k];
    double[] logPosteriors = new double[n * k];
    double[] posteriors = new double[n * k];
    several.score(
        rows,
        Results.none()
            .withLabels(labels)
            .withBestLogPosteriors(best)
            .withMargins(margins)
            .withLogDensities(densities)
            .withLogJoints(joints)
            .withLogPosteriors(logPosteriors)
            .withPosteriors(posteriors));
    assertArrayEquals(single.predict(rows), labels, name);
    assertArrayEquals(single.logDensity(rows), densities, name);
    double[] expected = new double[n * k];
    single.logJoint(rows, expected);
    assertArrayEquals(expected, joints, name);
    single.posterior(rows, expected);
    assertArrayEquals(expected, posteriors, name);
    single.logPosterior(rows, expected);
    assertArrayEquals(expected, logPosteriors, name);
    int[] top = new int[n * 2];
    single.top(rows, 2, top);
    for (int i = 0; i < n; i++) {
      assertEquals(expected[i * k + top[2 * i]], best[i], name);
      double second = expected[i * k + top[2 * i + 1]];
      assertEquals(best[i] - second, margins[i], 1e-12 * (1 + Math.abs(margins[i])), name);
    }
    // Without log joints, discriminants are enough.
    int[] others = new int[n];
    double[] otherMargins = new double[n];
    several.score(rows, Results.none().withLabels(others).withMargins(otherMargins));
    assertArrayEquals(labels, others, name);
    assertArrayEquals(margins, otherMargins, name);
    several.score(rows, Results.none());
  }

  private static <R, B extends RowBatch> void assertSame(Scoring<R, B> model) {
    Workers workers = new Workers(ForkJoinPool.commonPool(), 3);
    assertSame(model.name(), model.scorer(), model.scorer(), model.batch());
    assertSame(model.name(), model.scorer(), model.scorer().on(workers), model.batch());
    Scorer<R, B> tempered = model.scorer().withTemperature(Temperature.of(2.5));
    assertSame(model.name() + ", tempered", tempered, tempered.on(workers), model.batch());
  }

  private static <R, B extends RowBatch> void assertSameOfRows(
      String name, Scorer<R, B> scorer, B batch, List<R> rows) {
    int k = scorer.classCount();
    int n = Math.min(rows.size(), 40);
    int size = batch.rowCount();
    double[] best = new double[size];
    double[] margins = new double[size];
    scorer.score(batch, Results.none().withBestLogPosteriors(best).withMargins(margins));
    int[] label = new int[1];
    double[] number = {0};
    double[] joints = new double[k];
    double[] logPosteriors = new double[k];
    double[] posteriors = new double[k];
    for (int i = 0; i < n; i++) {
      R row = rows.get(i);
      Results of =
          Results.none()
              .withLabels(label)
              .withLogPosteriors(logPosteriors)
              .withPosteriors(posteriors);
      scorer.score(row, of);
      assertEquals(scorer.predict(row), label[0], name);
      assertArrayEquals(scorer.logPosterior(row), logPosteriors, name);
      assertArrayEquals(scorer.posterior(row), posteriors, name);
      double[] density = {0};
      double[] first = {0};
      double[] margin = {0};
      scorer.score(
          row,
          of.withLogJoints(joints)
              .withLogDensities(density)
              .withBestLogPosteriors(first)
              .withMargins(margin));
      assertEquals(scorer.predict(row), label[0], name);
      assertArrayEquals(scorer.logPosterior(row), logPosteriors, name);
      assertArrayEquals(scorer.posterior(row), posteriors, name);
      assertArrayEquals(scorer.logJoint(row), joints, name);
      assertEquals(scorer.logDensity(row), density[0], name);
      assertEquals(best[i], first[0], name);
      assertEquals(margins[i], margin[0], name);
      scorer.score(row, Results.none().withPosteriors(posteriors));
      assertArrayEquals(scorer.posterior(row), posteriors, name);
      scorer.score(row, Results.none().withLogPosteriors(logPosteriors).withMargins(number));
      assertArrayEquals(scorer.logPosterior(row), logPosteriors, name);
      assertEquals(margins[i], number[0], name);
    }
  }

  private static <R, B extends RowBatch> void assertSameOfRows(Scoring<R, B> model) {
    assertSameOfRows(model.name(), model.scorer(), model.batch(), model.rows());
    assertSameOfRows(
        model.name() + ", tempered",
        model.scorer().withTemperature(Temperature.of(2.5)),
        model.batch(),
        model.rows());
  }

  @Test
  void severalResultsOfARowAreTheBitsOfEach() {
    for (Scoring<?, ?> model : Scoring.of(9, 6, 3, 60)) {
      assertSameOfRows(model);
    }
    for (Scoring<?, ?> model : Scoring.of(10, 5, 40, 60)) {
      assertSameOfRows(model);
    }
    for (Scoring<?, ?> model : Scoring.derived(9, 6, 3, 60)) {
      assertSameOfRows(model);
    }
  }

  @Test
  void severalResultsAreTheBitsOfEach() {
    for (int n : Trials.some(2, 4100, 10, 1, 300)) {
      for (Scoring<?, ?> model : Scoring.of(7, 6, 3, n)) {
        assertSame(model);
      }
      for (Scoring<?, ?> model : Scoring.derived(7, 6, 3, n)) {
        assertSame(model);
        assertArrayEquals(model.ofRows(), model.ofBatch(), model.name());
      }
    }
    for (Scoring<?, ?> model : Scoring.of(8, 5, 40, 500)) {
      assertSame(model);
    }
  }

  @Test
  void distancesOfABatchAreTheBitsOfItsRows() {
    for (int d : new int[] {1, 5, 19}) {
      RandomData data = RandomData.of(3, 900, d, 3, 1e3);
      for (GaussianClassifier model :
          new GaussianClassifier[] {
            LinearDiscriminant.fit(data.columns(), data.labels()),
            QuadraticDiscriminant.fit(data.columns(), data.labels()),
            GaussianNaiveBayes.fit(data.columns(), data.labels()),
            GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPooledVariances(true))
                .fit(data.columns(), data.labels())
          }) {
        double[] distances = new double[data.rows.length * 3];
        double[] densities = new double[distances.length];
        model.squaredMahalanobis(data.columns(), distances);
        model.logClassDensity(data.columns(), densities);
        double[] row = new double[3];
        for (int i = 0; i < data.rows.length; i++) {
          model.squaredMahalanobis(data.rows[i], row);
          for (int c = 0; c < 3; c++) {
            assertEquals(row[c], distances[3 * i + c]);
          }
          model.logClassDensity(data.rows[i], row);
          for (int c = 0; c < 3; c++) {
            assertEquals(row[c], densities[3 * i + c]);
          }
        }
        double[][] rows = {data.rows[0], data.rows[1].clone()};
        rows[1][0] = Double.NaN;
        assertEquals(
            "row 1, feature 0 is NaN; a finite number is expected",
            assertThrows(
                    IllegalArgumentException.class,
                    () -> model.squaredMahalanobis(NumericColumns.fromRows(rows), new double[6]))
                .getMessage());
      }
    }
  }

  @Test
  void badRequestsAreRefusedBeforeAnythingIsWritten() {
    RandomData data = RandomData.of(3, 50, 2, 3, 0);
    int[] labels = new int[50];
    labels[0] = 77;
    Results results = Results.none().withLabels(labels).withLogJoints(new double[149]);
    assertEquals(
        "the array for the results has 149 elements; at least 150 are expected",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    LinearDiscriminant.fit(data.columns(), data.labels())
                        .scorer()
                        .score(data.columns(), results))
            .getMessage());
    assertEquals(77, labels[0]);
    ComplementNaiveBayes complement =
        ComplementNaiveBayes.of(
            Features.unnamed(2), Classes.unnamed(2), new double[][] {{1, 2}, {2, 1}}, false);
    assertThrows(
        UnsupportedOperationException.class,
        () ->
            complement
                .scorer()
                .score(data.columns(), Results.none().withLogDensities(new double[50])));
    assertThrows(
        UnsupportedOperationException.class,
        () ->
            complement
                .scorer()
                .score(data.rows[0], Results.none().withLogDensities(new double[1])));
    assertEquals(
        "the array for the results has 2 elements; at least 3 are expected",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    LinearDiscriminant.fit(data.columns(), data.labels())
                        .scorer()
                        .score(data.rows[0], results.withLogJoints(new double[2])))
            .getMessage());
    assertEquals(77, labels[0]);
  }
}
