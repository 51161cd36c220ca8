package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.explanation.Explainer;
import org.lanewise.explanation.Explanation;
import org.lanewise.io.ModelFile;
import org.lanewise.io.StatisticsFile;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.textbook.Allocation;
import org.lanewise.transform.Transform;
import org.lanewise.validation.LeaveOneOut;

class TransformedClassifierTest {

  private static final int D = 9;
  private static final int ROWS = 9000;

  private static final NumericColumns COLUMNS;
  private static final Labels LABELS;

  static {
    SplittableRandom random = new SplittableRandom(11);
    double[][] columns = new double[D][ROWS];
    String[] classes = new String[ROWS];
    for (int i = 0; i < ROWS; i++) {
      int c = random.nextInt(3);
      classes[i] = "class " + c;
      for (int j = 0; j < D; j++) {
        columns[j][i] = random.nextGaussian(j % 3 == c ? 1 : 0.2, 0.5);
      }
    }
    COLUMNS = NumericColumns.of(columns).withFeatures(names());
    LABELS = Labels.of(classes);
  }

  private static String[] names() {
    return IntStream.range(0, D).mapToObj(j -> "x" + j).toArray(String[]::new);
  }

  static List<Recipe<TransformedClassifier>> recipes() {
    DiscriminantOptions shrunk = DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1));
    Transform unit = Transform.unitLength();
    return List.of(
        TransformedClassifier.recipe(unit, LinearDiscriminant.recipe(shrunk)),
        TransformedClassifier.recipe(
            unit.then(Transform.randomFeatures(21, 4)), LinearDiscriminant.recipe(shrunk)),
        TransformedClassifier.recipe(
            Transform.standardization(COLUMNS).then(unit), QuadraticDiscriminant.recipe(shrunk)),
        TransformedClassifier.recipe(Transform.signedPower(0.5), GaussianNaiveBayes.recipe()),
        TransformedClassifier.recipe(
            unit,
            LinearDiscriminant.recipe(
                DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ledoitWolf()))));
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void aModelIsThatOfTheTransformedRows(Recipe<TransformedClassifier> recipe) {
    TransformedOptions options = (TransformedOptions) recipe.options();
    TransformedClassifier model = recipe.fit(COLUMNS, LABELS);
    NumericColumns transformed = NumericColumns.copyOf(options.transform().of(COLUMNS));
    GaussianClassifier inner = options.recipe().fit(transformed, LABELS);
    double[][] expected = inner.scorer().logJoint(transformed);
    assertArrayEquals(expected, model.scorer().logJoint(COLUMNS));
    assertArrayEquals(inner.scorer().predict(transformed), model.scorer().predict(COLUMNS));
    double[] row = new double[D];
    for (int i = 0; i < 40; i++) {
      COLUMNS.row(i, row);
      assertArrayEquals(expected[i], model.scorer().logJoint(row));
      double[] density = new double[1];
      double[] posteriors = new double[3];
      int[] label = new int[1];
      model
          .scorer()
          .score(
              row,
              Results.none()
                  .withLabels(label)
                  .withLogDensities(density)
                  .withPosteriors(posteriors));
      assertEquals(model.scorer().logDensity(row), density[0]);
      assertEquals(model.predict(row), label[0]);
      assertArrayEquals(model.posterior(row), posteriors);
    }
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void workersAndBatchesChangeNoBit(Recipe<TransformedClassifier> recipe) {
    TransformedClassifier model = recipe.fit(COLUMNS, LABELS);
    try (ForkJoinPool pool = new ForkJoinPool(3)) {
      Workers workers = new Workers(pool, 3);
      TransformedClassifier parallel = recipe.fit(COLUMNS, LABELS, workers);
      assertArrayEquals(
          model.scorer().logPosterior(COLUMNS),
          parallel.scorer().on(workers).logPosterior(COLUMNS));
    }
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void aFileGivesTheSameBits(Recipe<TransformedClassifier> recipe) throws IOException {
    TransformedClassifier model = recipe.fit(COLUMNS, LABELS);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ModelFile(CalibratedClassifier.of(model, Temperature.of(1.5))).write(bytes);
    ModelFile read = ModelFile.read(new ByteArrayInputStream(bytes.toByteArray()));
    TransformedClassifier again =
        (TransformedClassifier) ((CalibratedClassifier<?, ?>) read.model()).model();
    assertEquals(model.transform(), again.transform());
    assertEquals(model.features(), again.features());
    assertArrayEquals(model.scorer().logJoint(COLUMNS), again.scorer().logJoint(COLUMNS));
    ByteArrayOutputStream twice = new ByteArrayOutputStream();
    read.write(twice);
    assertArrayEquals(bytes.toByteArray(), twice.toByteArray());
  }

  @Test
  void statisticsGoThroughAFileAndServeOtherPriors() throws IOException {
    Recipe<TransformedClassifier> recipe = recipes().getFirst();
    Statistics statistics = recipe.statistics(COLUMNS, LABELS.classes()).add(COLUMNS, LABELS);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new StatisticsFile(statistics).write(bytes);
    Statistics read =
        StatisticsFile.read(new ByteArrayInputStream(bytes.toByteArray())).statistics();
    TransformedClassifier direct = recipe.withPriors(Priors.uniform()).fit(COLUMNS, LABELS);
    assertArrayEquals(
        direct.scorer().logJoint(COLUMNS),
        recipe.withPriors(Priors.uniform()).fit(read).scorer().logJoint(COLUMNS));
    assertArrayEquals(
        direct.scorer().logJoint(COLUMNS),
        recipe.fit(read).withPriors(Priors.uniform()).scorer().logJoint(COLUMNS));
  }

  @Test
  void statisticsOfOtherTransformsAreRefused() {
    Statistics unit = statistics(Transform.unitLength());
    Statistics power = statistics(Transform.signedPower(0.5));
    assertEquals(
        "the other statistics have the transform 'power=0.5'; the same transform is expected,"
            + " here 'unit'",
        assertThrows(IllegalArgumentException.class, () -> unit.merge(power)).getMessage());
    assertEquals(
        "the other statistics have a transform with other parameters; the same transform is"
            + " expected, here 'center'",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    statistics(Transform.centering(new double[D]))
                        .subtract(statistics(Transform.centering(COLUMNS))))
            .getMessage());
    assertEquals(
        "the statistics are of rows after the transform 'power=0.5'; 'unit' is expected, with the"
            + " same parameters",
        assertThrows(IllegalArgumentException.class, () -> recipes().getFirst().fit(power))
            .getMessage());
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> unit.merge(new GaussianStatistics(D).add(COLUMNS, LABELS)))
            .getMessage()
            .contains("TransformedStatistics are expected"));
    assertEquals(ROWS, unit.rowCount());
  }

  private static TransformedStatistics statistics(Transform transform) {
    return new TransformedStatistics(
            COLUMNS.features(),
            transform,
            new GaussianStatistics(Features.of(names()), LABELS.classes()))
        .add(COLUMNS, LABELS)
        .as(TransformedStatistics.class);
  }

  @Test
  void leaveOneOutHoldsTheTransform() {
    int[] some = IntStream.range(0, 60).toArray();
    double[][] rows = new double[60][D];
    for (int i : some) {
      COLUMNS.row(i, rows[i]);
    }
    NumericColumns few = NumericColumns.fromRows(rows);
    Labels labels = LABELS.select(some);
    Recipe<TransformedClassifier> recipe = recipes().get(2);
    LeaveOneOut left = LeaveOneOut.of(recipe, few, labels);
    for (int out : new int[] {0, 17, 59}) {
      int[] rest = IntStream.range(0, 60).filter(i -> i != out).toArray();
      double[][] others = Arrays.stream(rest).mapToObj(i -> rows[i]).toArray(double[][]::new);
      TransformedClassifier without =
          recipe.fit(NumericColumns.fromRows(others), labels.select(rest));
      double[] expected = without.scorer().logJoint(rows[out]);
      for (int c = 0; c < 3; c++) {
        assertEquals(expected[c], left.logJoint(out, c), 1e-9 * Math.abs(expected[c]));
      }
    }
  }

  @Test
  void contributionsAreThoseOfTheTransformedValues() {
    TransformedClassifier model = recipes().getFirst().fit(COLUMNS, LABELS);
    double[] row = new double[D];
    COLUMNS.row(5, row);
    Explanation explanation = Explainer.of(model).explain(row);
    double sum = explanation.prior() + Arrays.stream(explanation.contributions()).sum();
    double[] joint = model.scorer().logJoint(row);
    assertEquals(
        joint[explanation.label()] - joint[explanation.against()], sum, 1e-10 * Math.abs(sum));
    assertArrayEquals(
        Explainer.of(model.model()).explain(model.transform().of(row)).contributions(),
        explanation.contributions());
    TransformedClassifier mixing = recipes().get(1).fit(COLUMNS, LABELS);
    assertEquals(
        "the transform 'unit,random=21:seed=4' mixes the features, so the log-odds are no sum over"
            + " them",
        assertThrows(UnsupportedOperationException.class, () -> Explainer.of(mixing)).getMessage());
  }

  @Test
  void rowsAndBatchesAllocateNothing() {
    for (int r : new int[] {0, 1}) {
      TransformedClassifier model = recipes().get(r).fit(COLUMNS, LABELS);
      Scorer<double[], NumericColumns> scorer = model.scorer();
      double[] row = new double[D];
      COLUMNS.row(3, row);
      double[] out = new double[3];
      int[] labels = new int[ROWS];
      Results results =
          Results.none().withLabels(new int[1]).withPosteriors(out).withLogDensities(new double[1]);
      assertEquals(
          0,
          Allocation.least(() -> {
            for (int i = 0; i < 100; i++) {
              scorer.predict(row);
              scorer.posterior(row, out);
              scorer.score(row, results);
            }
          }));
      // A view of the batch and no more.
      long ofBatch =
          Allocation.least(
              1_000,
              () -> {
                long before = Allocation.ofThread();
                scorer.predict(COLUMNS, labels);
                return Allocation.ofThread() - before;
              });
      assertTrue(ofBatch <= 1_000, ofBatch + " bytes");
    }
  }

  @Test
  void rowsAreRefusedInTermsOfTheirOwnFeatures() {
    TransformedClassifier model = recipes().get(1).fit(COLUMNS, LABELS);
    double[] row = new double[D];
    COLUMNS.row(0, row);
    row[4] = Double.NaN;
    assertEquals(
        "feature 'x4' of the row is NaN; a finite number is expected",
        assertThrows(IllegalArgumentException.class, () -> model.predict(row)).getMessage());
    assertEquals(
        "row 0, feature 'x4' is NaN; a finite number is expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> model.scorer().predict(NumericColumns.fromRows(row)))
            .getMessage());
    assertEquals(
        "the row has 2 features; 9 are expected, as in the model",
        assertThrows(IllegalArgumentException.class, () -> model.predict(new double[2]))
            .getMessage());
    Statistics statistics = recipes().get(1).statistics(COLUMNS, LABELS.classes());
    statistics.add(COLUMNS, LABELS);
    assertThrows(
        IllegalArgumentException.class,
        () -> statistics.add(NumericColumns.fromRows(row), LABELS.select(0)));
    assertEquals(ROWS, statistics.rowCount());
  }
}
