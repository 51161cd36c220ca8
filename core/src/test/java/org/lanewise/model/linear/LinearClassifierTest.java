package org.lanewise.model.linear;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.UnseenCategory;
import org.lanewise.explanation.Explainer;
import org.lanewise.explanation.Explanation;
import org.lanewise.model.Priors;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Scorer;
import org.lanewise.serving.ModelDifference;
import org.lanewise.transform.Transform;

class LinearClassifierTest {

  private static final LinearClassifier BINARY =
      LinearClassifier.of(
          Features.of("dose", "age"),
          Classes.of("no", "yes"),
          new double[] {0, -1.5},
          new double[][] {{0, 0}, {0.75, 0.03125}});

  private static LinearClassifier random(SplittableRandom random, int d, int k) {
    double[] intercepts = random.doubles(k, -5, 5).toArray();
    double[][] weights = new double[k][];
    Arrays.setAll(weights, _ -> random.doubles(d, -3, 3).toArray());
    return LinearClassifier.of(Features.unnamed(d), Classes.unnamed(k), intercepts, weights);
  }

  @Property(tries = 60)
  void scoresAreTheInterceptAndTheWeightedSumOfTheRow(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int d) {
    SplittableRandom random = new SplittableRandom(seed);
    int k = random.nextInt(1, 20);
    LinearClassifier model = random(random, d, k);
    double[] row = random.doubles(d, -100, 100).toArray();
    double[] scores = model.scorer().logJoint(row);
    for (int c = 0; c < k; c++) {
      BigDecimal sum = new BigDecimal(model.intercept(c));
      double size = Math.abs(model.intercept(c));
      double[] weights = model.weights(c);
      for (int j = 0; j < d; j++) {
        BigDecimal term = new BigDecimal(weights[j]).multiply(new BigDecimal(row[j]));
        sum = sum.add(term);
        size += Math.abs(term.doubleValue());
      }
      assertEquals(sum.doubleValue(), scores[c], (d + 2) * 0x1p-53 * size);
    }
  }

  @Property(tries = 60)
  void aBatchGivesTheBitsOfItsRowsInEachLayout(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int d) {
    SplittableRandom random = new SplittableRandom(seed);
    int k = random.nextInt(1, 100);
    LinearClassifier model = random(random, d, k);
    int n = random.nextInt(1, 400);
    float[][] floats = new float[d][n];
    double[][] rows = new double[n][d];
    SparseRow[] sparse = new SparseRow[n];
    for (int i = 0; i < n; i++) {
      int filled = 0;
      int[] indices = new int[d];
      double[] values = new double[d];
      for (int j = 0; j < d; j++) {
        if (random.nextInt(3) > 0) {
          floats[j][i] = (float) random.nextDouble(-9, 9);
          rows[i][j] = floats[j][i];
          indices[filled] = j;
          values[filled++] = rows[i][j];
        }
      }
      sparse[i] = SparseRow.of(Arrays.copyOf(indices, filled), Arrays.copyOf(values, filled));
    }
    Scorer<double[], NumericColumns> scorer = model.scorer();
    int[] labels = new int[n];
    double[][] joints = new double[n][];
    double[][] posteriors = new double[n][];
    for (int i = 0; i < n; i++) {
      labels[i] = scorer.predict(rows[i]);
      joints[i] = scorer.logJoint(rows[i]);
      posteriors[i] = scorer.posterior(rows[i]);
      Scorer<SparseRow, SparseRows> ofSparse = model.scorer(RowFormat.SPARSE);
      assertEquals(labels[i], ofSparse.predict(sparse[i]));
      assertArrayEquals(scorer.logJoint(rows[i]), ofSparse.logJoint(sparse[i]));
    }
    for (NumericColumns batch :
        new NumericColumns[] {NumericColumns.fromRows(rows), NumericColumns.of(floats)}) {
      assertArrayEquals(labels, scorer.predict(batch));
      assertArrayEquals(joints, scorer.logJoint(batch));
      assertArrayEquals(posteriors, scorer.posterior(batch));
    }
  }

  @Test
  void aBinaryLogisticRegressionHasItsProbabilities() {
    double[] row = {4, 32};
    assertEquals("yes", BINARY.label(row));
    assertEquals(1 / (1 + Math.exp(-2.5)), BINARY.posterior(row)[1], 1e-15);
    assertArrayEquals(new double[] {-1.5, 0.75, 0.03125}, BINARY.theta());
    assertArrayEquals(new double[] {0.5, 0.5}, BINARY.priors());
    assertEquals(3, BINARY.freeParameters());
  }

  @Test
  void largeInterceptsKeepTheirDifferences() {
    LinearClassifier model =
        LinearClassifier.of(
            Features.unnamed(1),
            Classes.unnamed(2),
            new double[] {-1e9, 0},
            new double[][] {{1}, {0}});
    assertEquals(1 / (1 + Math.exp(-1)), model.posterior(new double[] {1e9 + 1})[0], 1e-15);
  }

  @Test
  void anExplanationAddsTheTermsOfTheFeaturesToTheDifferenceOfTheIntercepts() {
    Explanation explanation = Explainer.of(BINARY).explain(new double[] {4, 32}, 1, 0);
    assertEquals(-1.5, explanation.prior());
    assertArrayEquals(new double[] {3, 1}, explanation.contributions());
    assertEquals(2.5, explanation.logOdds());
    Explanation sparse =
        Explainer.of(BINARY.in(RowFormat.SPARSE))
            .explain(SparseRow.of(new int[] {1}, new double[] {32}), 1, 0);
    assertEquals(-0.5, sparse.logOdds());
  }

  @Test
  void rowsAreTransformedBeforeTheyAreScored() {
    TransformedClassifier model =
        TransformedClassifier.of(BINARY.features(), Transform.unitLength(), BINARY);
    assertEquals(
        -1.5 + 0.75 * 0.6 + 0.03125 * 0.8, model.scorer().logJoint(new double[] {3, 4})[1]);
    Explanation explanation = Explainer.of(model).explain(new double[] {3, 4}, 1, 0);
    assertEquals(-1.5, explanation.prior());
    assertThrows(
        UnsupportedOperationException.class, () -> model.scorer().logDensity(new double[] {3, 4}));
  }

  @Test
  void twoTransformsDiffer() {
    LinearClassifier model = BINARY;
    ModelDifference difference =
        ModelDifference.of(
            TransformedClassifier.of(model.features(), Transform.centering(1, 2), model),
            TransformedClassifier.of(model.features(), Transform.centering(1, 3), model));
    assertEquals(
        List.of("step 1: mean"),
        difference.parameters().stream()
            .filter(parameter -> parameter.moved() > 0)
            .map(ModelDifference.Parameter::name)
            .toList());
    assertEquals(
        List.of("step 1: length"),
        ModelDifference.of(
                TransformedClassifier.of(model.features(), Transform.unitLength(), model), model)
            .parametersBefore());
  }

  @Test
  void thereIsNoDensityAndThereAreNoPriors() {
    double[] row = {1, 2};
    assertThrows(UnsupportedOperationException.class, () -> BINARY.scorer().logDensity(row));
    assertThrows(
        UnsupportedOperationException.class,
        () -> BINARY.scorer().logDensity(NumericColumns.fromRows(new double[][] {row})));
    assertThrows(UnsupportedOperationException.class, () -> BINARY.withPriors(Priors.uniform()));
    assertRefuses(
        "block 0 is a LinearClassifier, whose scores are no density p(x | c); a generative model is"
            + " expected",
        () -> MixedNaiveBayes.of(new double[] {0.5, 0.5}, List.of(BINARY)));
  }

  @Test
  void rowsThatCannotBeScoredAreRefused() {
    assertRefuses(
        "feature 1 of the row is NaN; a finite number is expected",
        () -> BINARY.predict(new double[] {1, Double.NaN}));
    assertRefuses(
        "the row, feature 1 is Infinity; a finite number is expected",
        () ->
            BINARY
                .scorer(RowFormat.SPARSE)
                .predict(SparseRow.of(new int[] {1}, new double[] {Double.POSITIVE_INFINITY})));
    assertRefuses(
        "the row has 1 feature; 2 are expected, as in the model",
        () -> BINARY.predict(new double[] {1}));
    LinearClassifier steep =
        LinearClassifier.of(
            Features.unnamed(1), Classes.unnamed(2), new double[2], new double[][] {{2}, {-2}});
    assertThrows(BadDataException.class, () -> steep.predict(new double[] {1e308}));
    assertThrows(
        IllegalArgumentException.class,
        () -> BINARY.scorer(RowFormat.CODES.withUnseen(UnseenCategory.IGNORE)));
  }

  @Test
  void coefficientsThatDoNotFitTogetherAreRefused() {
    Features two = Features.unnamed(2);
    Classes classes = Classes.unnamed(2);
    String expected = "; one of each is expected for each class, with a weight for each feature";
    assertRefuses(
        "1 intercepts and 2 rows of weights were given for 2 classes, the first row of 2 for 2"
            + " features"
            + expected,
        () -> LinearClassifier.of(two, classes, new double[1], new double[2][2]));
    assertRefuses(
        "2 intercepts and 2 rows of weights were given for 2 classes, the first row of 3 for 2"
            + " features"
            + expected,
        () -> LinearClassifier.of(two, classes, new double[2], new double[2][3]));
    assertRefuses(
        "1 weights were given for class 1; 2 are expected",
        () -> LinearClassifier.of(two, classes, new double[2], new double[][] {{1, 2}, {1}}));
    assertRefuses(
        "a weight of class 1 is NaN; a finite number is expected",
        () ->
            LinearClassifier.of(
                two, classes, new double[2], new double[][] {{1, 2}, {1, Double.NaN}}));
    assertRefuses(
        "the intercept of class 0 is Infinity; a finite number is expected",
        () ->
            LinearClassifier.of(
                two, classes, new double[] {Double.POSITIVE_INFINITY, 0}, new double[2][2]));
  }

  private static void assertRefuses(String message, Runnable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
