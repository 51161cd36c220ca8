package org.lanewise.inference;

import static java.lang.Double.NaN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.score.Results;
import org.lanewise.score.Temperature;
import org.lanewise.textbook.Allocation;
import org.lanewise.transform.Transform;
import org.lanewise.validation.Folds;
import org.lanewise.validation.IdenticalRows;

class RelativeMahalanobisTest {

  /// Rows of classes whose means are random, and as many new ones.
  private record Sample(double[][] rows, int[] classes) {

    static Sample of(int k, int perClass, int d, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] means = means(k, d);
      double[][] rows = new double[k * perClass][d];
      int[] classes = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        classes[i] = i % k;
        for (int j = 0; j < d; j++) {
          rows[i][j] = means[i % k][j] + random.nextGaussian() * (1 + j % 3);
        }
      }
      return new Sample(rows, classes);
    }

    static double[][] means(int k, int d) {
      SplittableRandom random = new SplittableRandom(99);
      double[][] means = new double[k][d];
      for (double[] mean : means) {
        Arrays.setAll(mean, _ -> 3 * random.nextGaussian());
      }
      return means;
    }

    NumericColumns columns() {
      return NumericColumns.fromRows(rows);
    }

    Labels labels(int k) {
      return Labels.ofIndices(classes, k);
    }
  }

  private static Recipe<LinearDiscriminant> recipe(double shrinkage) {
    return LinearDiscriminant.recipe(
        DiscriminantOptions.DEFAULT.withShrinkage(
            shrinkage == 0 ? Shrinkage.none() : Shrinkage.fixed(shrinkage)));
  }

  /// x′A⁻¹x by elimination.
  private static double quadratic(double[][] matrix, double[] x) {
    int d = x.length;
    double[][] a = Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
    double[] b = x.clone();
    for (int p = 0; p < d; p++) {
      for (int i = p + 1; i < d; i++) {
        double factor = a[i][p] / a[p][p];
        for (int j = p; j < d; j++) {
          a[i][j] -= factor * a[p][j];
        }
        b[i] -= factor * b[p];
      }
    }
    double sum = 0;
    for (int p = 0; p < d; p++) {
      sum += b[p] * b[p] / a[p][p];
    }
    return sum;
  }

  private static double[][] shrunk(double[][] scatter, double n, double intensity) {
    int d = scatter.length;
    double trace = IntStream.range(0, d).mapToDouble(j -> scatter[j][j] / n).sum();
    double[][] covariance = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        covariance[i][j] =
            (1 - intensity) * scatter[i][j] / n + (i == j ? intensity * trace / d : 0);
      }
    }
    return covariance;
  }

  private static double[] mean(double[][] rows, int[] classes, int c) {
    double[] mean = new double[rows[0].length];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      if (c < 0 || classes[i] == c) {
        count++;
        for (int j = 0; j < mean.length; j++) {
          mean[j] += rows[i][j];
        }
      }
    }
    int of = count;
    Arrays.setAll(mean, j -> mean[j] / of);
    return mean;
  }

  private static double[] difference(double[] a, double[] b) {
    double[] difference = new double[a.length];
    Arrays.setAll(difference, j -> a[j] - b[j]);
    return difference;
  }

  /// R(x) from the definition.
  private static double textbook(Sample of, int k, double intensity, double[] x) {
    int d = x.length;
    double[][] within = new double[d][d];
    double[][] total = new double[d][d];
    double[][] means = new double[k][];
    Arrays.setAll(means, c -> mean(of.rows, of.classes, c));
    double[] all = mean(of.rows, of.classes, -1);
    for (int r = 0; r < of.rows.length; r++) {
      double[] own = difference(of.rows[r], means[of.classes[r]]);
      double[] about = difference(of.rows[r], all);
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          within[i][j] += own[i] * own[j];
          total[i][j] += about[i] * about[j];
        }
      }
    }
    double[][] shared = shrunk(within, of.rows.length, intensity);
    double least = Double.POSITIVE_INFINITY;
    for (double[] mean : means) {
      least = Math.min(least, quadratic(shared, difference(x, mean)));
    }
    return least - quadratic(shrunk(total, of.rows.length, intensity), difference(x, all));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.2})
  void distancesAreThoseOfTheTextbook(double intensity) {
    Sample sample = Sample.of(4, 15, 5, 1);
    RelativeMahalanobis known =
        RelativeMahalanobis.of(recipe(intensity), sample.columns(), sample.labels(4));
    Sample others = Sample.of(4, 3, 5, 2);
    double[] batch = new double[others.rows.length];
    known.distances(others.columns(), batch);
    for (int i = 0; i < batch.length; i++) {
      double expected = textbook(sample, 4, intensity, others.rows[i]);
      assertEquals(expected, batch[i], 1e-10 * (1 + Math.abs(expected)));
      assertEquals(batch[i], known.distance(others.rows[i]));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3})
  void ranksAreThoseOfRefitsWithoutEachRow(double intensity) {
    Sample sample = Sample.of(3, 9, 4, 3);
    NumericColumns rows = sample.columns();
    RelativeMahalanobis known = RelativeMahalanobis.of(recipe(intensity), rows, sample.labels(3));
    LinearDiscriminant model = (LinearDiscriminant) known.model();
    double constant = known.reference().background().logDeterminant(0) - model.logDeterminant(0);
    double[] expected = new double[sample.rows.length];
    for (int out = 0; out < expected.length; out++) {
      int without = out;
      int[] rest = IntStream.range(0, expected.length).filter(i -> i != without).toArray();
      double[][] others =
          Arrays.stream(rest).mapToObj(i -> sample.rows[i]).toArray(double[][]::new);
      RelativeMahalanobis left =
          RelativeMahalanobis.of(
              recipe(intensity), NumericColumns.fromRows(others), sample.labels(3).select(rest));
      double determinants =
          left.reference().background().logDeterminant(0)
              - ((LinearDiscriminant) left.model()).logDeterminant(0);
      expected[out] = -0.5 * left.distance(sample.rows[out]) + 0.5 * (determinants - constant);
    }
    Arrays.sort(expected);
    assertArrayEquals(expected, known.reference().ranks().logDensities(0), 1e-8);
  }

  private static double[] shares(RelativeMahalanobis known, NumericColumns rows) {
    double[] pValues = new double[rows.rowCount()];
    known.pValues(rows, pValues);
    return new double[] {
      100.0 * Arrays.stream(pValues).filter(p -> p <= 0.01).count() / pValues.length,
      100.0 * Arrays.stream(pValues).filter(p -> p <= 0.05).count() / pValues.length
    };
  }

  @Test
  @Tag("once")
  void theShareOfKnownRowsThatIsRejectedIsTheOneAskedForOfManyRows() {
    Sample sample = Sample.of(10, 10_000, 6, 5);
    RelativeMahalanobis known =
        RelativeMahalanobis.of(recipe(0.01), sample.columns(), sample.labels(10));
    double[] shares = shares(known, Sample.of(10, 10_000, 6, 6).columns());
    assertEquals(1, shares[0], 0.5);
    assertEquals(5, shares[1], 0.5);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 30, 120})
  @Tag("once")
  void theShareOfKnownRowsThatIsRejectedIsTheOneAskedForOfFewRows(int d) {
    Sample sample = Sample.of(30, 20, d, 7);
    RelativeMahalanobis known =
        RelativeMahalanobis.of(recipe(0.05), sample.columns(), sample.labels(30));
    double[] shares = shares(known, Sample.of(30, 200, d, 8).columns());
    assertEquals(1, shares[0], 2);
    assertEquals(5, shares[1], 2);
  }

  @Test
  void fewerRowsThanFeaturesAndClassesOfOneRowAreTested() {
    Sample sample = Sample.of(12, 2, 60, 9);
    int[] classes = sample.classes.clone();
    classes[23] = 12;
    RelativeMahalanobis known =
        RelativeMahalanobis.of(recipe(0.5), sample.columns(), Labels.ofIndices(classes, 13));
    // Class 11 has lost a row to class 12: neither has a rank.
    assertEquals(22, known.reference().ranks().logDensities(0).length);
    double[] far = new double[60];
    Arrays.fill(far, 1e3);
    assertEquals(-1, known.predict(far, 0.05));
    assertTrue(known.pValue(sample.rows[0]) > 0.05);
    int[] alone = IntStream.range(0, 24).toArray();
    assertEquals(
        "each class has only one row, so no row can be left out; a class with two or more is"
            + " expected",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    RelativeMahalanobis.of(
                        LinearDiscriminant.recipe(
                            DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ridge(1))),
                        sample.columns(),
                        Labels.ofIndices(alone, 24)))
            .getMessage());
  }

  @Test
  void aFileKeepsTheTestWithAndWithoutATransform() throws IOException {
    Sample sample = Sample.of(3, 40, 7, 10);
    Recipe<TransformedClassifier> transformed =
        TransformedClassifier.recipe(
            Transform.unitLength().then(Transform.randomFeatures(11, 2)), recipe(0.1));
    for (RelativeMahalanobis known :
        Stream.concat(recipes().stream(), Stream.of(recipe(0.1), transformed))
            .map(recipe -> RelativeMahalanobis.of(recipe, sample.columns(), sample.labels(3)))
            .toList()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ModelFile(CalibratedClassifier.of(known.model(), Temperature.of(2)))
          .withReference(known.reference())
          .write(bytes);
      ModelFile read = ModelFile.read(new ByteArrayInputStream(bytes.toByteArray()));
      RelativeMahalanobis again = of(read.model(), read.reference().orElseThrow());
      double[] expected = new double[120];
      double[] found = new double[120];
      known.pValues(sample.columns(), expected);
      again.pValues(sample.columns(), found);
      assertArrayEquals(expected, found);
      ByteArrayOutputStream twice = new ByteArrayOutputStream();
      read.write(twice);
      assertArrayEquals(bytes.toByteArray(), twice.toByteArray());
    }
  }

  @SuppressWarnings("unchecked")
  private static RelativeMahalanobis of(
      Classifier<?, ?> model, RelativeMahalanobis.Reference reference) {
    return RelativeMahalanobis.of((Classifier<double[], NumericColumns>) model, reference);
  }

  @Test
  void aRowAllocatesNothing() {
    Sample sample = Sample.of(5, 30, 9, 11);
    Sample wide = Sample.of(5, 30, 70, 11);
    Recipe<TransformedClassifier> unit =
        TransformedClassifier.recipe(Transform.unitLength(), recipe(0.1));
    for (RelativeMahalanobis known :
        new RelativeMahalanobis[] {
          RelativeMahalanobis.of(recipe(0.1), sample.columns(), sample.labels(5)),
          RelativeMahalanobis.of(unit, sample.columns(), sample.labels(5)),
          RelativeMahalanobis.of(GaussianNaiveBayes.recipe(), sample.columns(), sample.labels(5)),
          RelativeMahalanobis.of(recipe(0.1), wide.columns(), wide.labels(5))
        }) {
      double[] row = known.model().featureCount() == 9 ? sample.rows[3] : wide.rows[3];
      double[] p = new double[1];
      Results results = Results.none().withLabels(new int[1]);
      assertEquals(
          0,
          Allocation.least(() -> {
            for (int i = 0; i < 50; i++) {
              known.predict(row, 0.05);
              known.score(row, results, p);
            }
          }));
      assertEquals(known.pValue(row), p[0]);
    }
  }

  @Test
  void aRowWhoseDistancesOverflowIsRefusedAloneAndInABatch() {
    Sample sample = Sample.of(3, 20, 4, 31);
    double[] scale = new double[4];
    Arrays.fill(scale, 1e-160);
    Recipe<TransformedClassifier> scaled =
        TransformedClassifier.recipe(Transform.standardization(new double[4], scale), recipe(0.1));
    double[][] tiny = Arrays.stream(sample.rows).map(double[]::clone).toArray(double[][]::new);
    for (double[] row : tiny) {
      Arrays.setAll(row, j -> row[j] * 1e-160);
    }
    RelativeMahalanobis known =
        RelativeMahalanobis.of(scaled, NumericColumns.fromRows(tiny), sample.labels(3));
    double[] far = {1, 1, 1, 1};
    String sentence =
        " is so far from all means that its distances are out of the range of doubles; values"
            + " nearer to those of the training data are expected";
    assertEquals(
        "the row" + sentence,
        assertThrows(BadDataException.class, () -> known.distance(far)).getMessage());
    assertThrows(BadDataException.class, () -> known.pValue(far));
    NumericColumns rows = NumericColumns.fromRows(tiny[0], far);
    assertEquals(
        "row 1" + sentence,
        assertThrows(BadDataException.class, () -> known.pValues(rows, new double[2]))
            .getMessage());
  }

  /// Recipes whose rows are left out in closed form, and others.
  private static List<Recipe<? extends Classifier<double[], NumericColumns>>> recipes() {
    DiscriminantOptions options = DiscriminantOptions.DEFAULT;
    DiscriminantOptions shrunk = options.withShrinkage(Shrinkage.fixed(0.2));
    return List.of(
        QuadraticDiscriminant.recipe(shrunk),
        QuadraticDiscriminant.recipe(options.withShrinkage(Shrinkage.oracleApproximating())),
        RegularizedDiscriminant.recipe(new RegularizedOptions(Priors.empirical(), 0.3, 0.1, false)),
        GaussianNaiveBayes.recipe(),
        TransformedClassifier.recipe(Transform.unitLength(), QuadraticDiscriminant.recipe(shrunk)),
        LinearDiscriminant.recipe(shrunk.withPooledByPriors(true)),
        LinearDiscriminant.recipe(options.withShrinkage(Shrinkage.ledoitWolfAsScikitLearn())),
        LinearDiscriminant.recipe(
            options.withShrinkage(Shrinkage.towardsVariances(0.1, 0.2, 0.4))));
  }

  private static GaussianClassifier normal(RelativeMahalanobis known) {
    return (GaussianClassifier)
        (known.model() instanceof TransformedClassifier transformed
            ? transformed.model()
            : known.model());
  }

  private static double determinants(RelativeMahalanobis known) {
    GaussianClassifier model = normal(known);
    return known.reference().background().logDeterminant(0)
        - IntStream.range(0, model.classCount())
            .mapToDouble(model::logDeterminant)
            .average()
            .orElseThrow();
  }

  @Test
  void everyModelWithNormalClassesIsTestedByTheLikelihoodRatioOfItsNearestClassAndOfAllRows() {
    Sample sample = Sample.of(3, 30, 5, 21);
    double[][] others = Sample.of(3, 5, 5, 22).rows;
    for (Recipe<? extends Classifier<double[], NumericColumns>> recipe : recipes()) {
      RelativeMahalanobis known =
          RelativeMahalanobis.of(recipe, sample.columns(), sample.labels(3));
      double[] batch = new double[others.length];
      known.distances(NumericColumns.fromRows(others), batch);
      for (int i = 0; i < others.length; i++) {
        double[] values =
            known.model() instanceof TransformedClassifier transformed
                ? transformed.transform().of(others[i])
                : others[i];
        double[] densities = new double[3];
        double[] ofAll = new double[1];
        normal(known).logClassDensity(values, densities);
        known.reference().background().logClassDensity(values, ofAll);
        double ratio = Arrays.stream(densities).max().orElseThrow() - ofAll[0];
        double expected = -2 * ratio + determinants(known);
        assertEquals(expected, batch[i], 1e-10 * (1 + Math.abs(expected)), recipe.toString());
        assertEquals(batch[i], known.distance(others[i]));
        int label = known.pValue(others[i]) <= 0.1 ? -1 : known.model().predict(others[i]);
        assertEquals(label, known.predict(others[i], 0.1));
        assertEquals(label, known.predict(others[i], known.model().predict(others[i]), 0.1));
      }
    }
  }

  @Test
  void theBackgroundIsTheSameRecipeOfOneClass() {
    Sample sample = Sample.of(3, 30, 5, 23);
    for (Recipe<? extends Classifier<double[], NumericColumns>> recipe : recipes().subList(0, 4)) {
      GaussianClassifier expected =
          (GaussianClassifier) recipe.fit(sample.columns(), Labels.ofIndices(new int[90], 1));
      GaussianClassifier found =
          RelativeMahalanobis.of(recipe, sample.columns(), sample.labels(3))
              .reference()
              .background();
      assertEquals(expected.isDiagonal(), found.isDiagonal());
      for (int j = 0; j < 5; j++) {
        assertArrayEquals(expected.covariance(0)[j], found.covariance(0)[j], 1e-12);
        assertEquals(expected.mean(0)[j], found.mean(0)[j], 1e-12);
      }
    }
  }

  @Test
  void ranksOfEveryModelAreThoseOfFitsWithoutTheRow() {
    Sample sample = Sample.of(3, 14, 4, 25);
    for (Recipe<? extends Classifier<double[], NumericColumns>> recipe : recipes()) {
      RelativeMahalanobis known =
          RelativeMahalanobis.of(recipe, sample.columns(), sample.labels(3));
      boolean closed = recipes().indexOf(recipe) < 5;
      Folds folds = Folds.stratified(sample.labels(3), closed ? 2 : 10, 1);
      List<int[]> leftOut =
          closed
              ? IntStream.range(0, 42).mapToObj(i -> new int[] {i}).toList()
              : IntStream.range(0, 10).mapToObj(folds::testRows).toList();
      // The intensity of a closed form is held.
      boolean held = recipe.toString().contains("ORACLE");
      double[] expected = new double[42];
      for (int[] out : leftOut) {
        int[] rest =
            IntStream.range(0, 42)
                .filter(i -> IntStream.of(out).noneMatch(row -> row == i))
                .toArray();
        RelativeMahalanobis left =
            RelativeMahalanobis.of(
                recipe,
                NumericColumns.fromRows(
                    IntStream.of(rest).mapToObj(i -> sample.rows[i]).toArray(double[][]::new)),
                sample.labels(3).select(rest));
        for (int row : out) {
          expected[row] =
              -0.5 * left.distance(sample.rows[row])
                  + 0.5 * (determinants(left) - determinants(known));
        }
      }
      Arrays.sort(expected);
      double[] found = known.reference().ranks().logDensities(0);
      assertEquals(42, found.length);
      if (!held) {
        assertArrayEquals(expected, found, 1e-8, recipe.toString());
      }
    }
  }

  @Test
  void foldsLeaveOutTheOnlyRowOfAClass() {
    Sample sample = Sample.of(3, 14, 4, 27);
    int[] classes = sample.classes.clone();
    classes[41] = 3;
    RelativeMahalanobis known =
        RelativeMahalanobis.of(
            LinearDiscriminant.recipe(
                DiscriminantOptions.DEFAULT
                    .withPooledByPriors(true)
                    .withShrinkage(Shrinkage.fixed(0.1))
                    .withPriors(Priors.fixed(0.2, 0.2, 0.3, 0.3))),
            sample.columns(),
            Labels.ofIndices(classes, 4));
    assertEquals(41, known.reference().ranks().logDensities(0).length);
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1e4, false", "-3e5, true"})
  void theProductOfOneTriangleGivesTheDistancesOfBothNormals(double origin, boolean equal) {
    for (int d : new int[] {65, 72, 101}) {
      Sample sample = Sample.of(9, 30, d, 41);
      for (double[] row : sample.rows) {
        Arrays.setAll(row, j -> row[j] + origin);
      }
      double[] priors = new double[9];
      Arrays.setAll(priors, c -> equal ? 1 / 9.0 : (c + 1) / 45.0);
      DiscriminantOptions options =
          DiscriminantOptions.DEFAULT
              .withShrinkage(Shrinkage.fixed(0.05))
              .withPriors(Priors.fixed(priors));
      RelativeMahalanobis known =
          RelativeMahalanobis.of(
              LinearDiscriminant.recipe(options), sample.columns(), sample.labels(9));
      Sample others = Sample.of(9, 20, d, 43);
      for (int i = 0; i < others.rows.length; i++) {
        double[] row = others.rows[i];
        double between = i % 3 == 0 ? 0.4 : 1;
        Arrays.setAll(row, j -> between * row[j] + origin);
      }
      double[] batch = new double[others.rows.length];
      known.distances(others.columns(), batch);
      double[] squared = new double[9];
      double[] ofAll = new double[1];
      for (int i = 0; i < batch.length; i++) {
        normal(known).squaredMahalanobis(others.rows[i], squared);
        known.reference().background().squaredMahalanobis(others.rows[i], ofAll);
        double nearest = Arrays.stream(squared).min().orElseThrow();
        assertEquals(nearest - ofAll[0], batch[i], 1e-9 * nearest);
        assertEquals(batch[i], known.distance(others.rows[i]));
        for (double alpha : new double[] {0.01, 0.05, 0.5}) {
          assertEquals(
              known.pValue(others.rows[i]) <= alpha ? -1 : known.model().predict(others.rows[i]),
              known.predict(others.rows[i], alpha));
          assertEquals(
              known.predict(others.rows[i], alpha),
              known.predict(others.rows[i], known.model().predict(others.rows[i]), alpha));
        }
      }
      for (double value : new double[] {NaN, Double.POSITIVE_INFINITY}) {
        double[] broken = others.rows[0].clone();
        broken[3] = value;
        assertThrows(IllegalArgumentException.class, () -> known.predict(broken, 0, 0.5));
      }
      assertThrows(IllegalArgumentException.class, () -> known.predict(new double[3], 0, 0.5));
      assertThrows(IndexOutOfBoundsException.class, () -> known.predict(others.rows[0], 9, 0.5));
    }
  }

  @Test
  @Tag("once")
  void aTestIsWarmedUpInTheTimeThatIsGiven() {
    Sample sample = Sample.of(6, 30, 70, 51);
    RelativeMahalanobis known =
        RelativeMahalanobis.of(recipe(0.1), sample.columns(), sample.labels(6));
    assertTrue(known.warmUp(Duration.ofMinutes(5)));
    assertFalse(known.warmUp(Duration.ZERO));
  }

  @Test
  void modelsOfOtherWidthsAreRefused() {
    Sample sample = Sample.of(3, 20, 3, 12);
    RelativeMahalanobis known =
        RelativeMahalanobis.of(recipe(0), sample.columns(), sample.labels(3));
    assertEquals(
        "the background has 3 features; 4 are expected, as in the model",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    RelativeMahalanobis.of(
                        LinearDiscriminant.fit(Sample.of(3, 20, 4, 1).columns(), sample.labels(3)),
                        known.reference()))
            .getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> known.pValue(new double[] {1, Double.NaN, 2}));
    assertThrows(IllegalArgumentException.class, () -> known.pValue(new double[2]));
    NumericColumns partial = NumericColumns.fromRows(sample.rows[0], new double[] {1, NaN, 2});
    assertEquals(
        "feature 1 of row 1 is missing, and rows are ranked among complete ones; a value is"
            + " expected",
        assertThrows(BadDataException.class, () -> known.pValues(partial, new double[2]))
            .getMessage());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 50})
  @Tag("once")
  void copiesOfTrainingRowsDoNotChangeTheShareOfKnownRowsThatIsRejected(int times) {
    double[] shares = new double[2];
    int repetitions = 30;
    for (int repetition = 0; repetition < repetitions; repetition++) {
      Sample once = Sample.of(3, 24, 8, 1000 + repetition);
      int[] copied = IntStream.range(0, 72 * times).map(i -> i % 72).toArray();
      NumericColumns rows =
          NumericColumns.fromRows(
              IntStream.of(copied).mapToObj(i -> once.rows[i]).toArray(double[][]::new));
      Labels labels = once.labels(3).select(copied);
      NumericColumns fresh = Sample.of(3, 200, 8, 5000 + repetition).columns();
      double[] p = new double[600];
      IdenticalRows identical = IdenticalRows.of(rows, labels);
      RelativeMahalanobis.of(recipe(0), rows, labels).pValues(fresh, p);
      shares[0] += Arrays.stream(p).filter(value -> value <= 0.05).count() / 600.0;
      RelativeMahalanobis.of(recipe(0), rows, labels, identical).pValues(fresh, p);
      shares[1] += Arrays.stream(p).filter(value -> value <= 0.05).count() / 600.0;
    }
    // Of 72 different rows, at most 3 of 73 are that far out.
    assertEquals(3 / 73.0, shares[0] / repetitions, 0.012);
    assertTrue(times == 1 || shares[1] > 2 * shares[0], Arrays.toString(shares));
  }

  @Test
  void copiesHaveTheRanksOfTheirRowsAlone() {
    Sample once = Sample.of(2, 20, 3, 8);
    Labels labels = once.labels(2);
    RelativeMahalanobis single = RelativeMahalanobis.of(recipe(0.1), once.columns(), labels);
    int[] twice = IntStream.range(0, 80).map(i -> i / 2).toArray();
    RelativeMahalanobis both =
        RelativeMahalanobis.of(
            recipe(0.1),
            NumericColumns.fromRows(
                IntStream.of(twice).mapToObj(i -> once.rows[i]).toArray(double[][]::new)),
            labels.select(twice));
    double[] expected = new double[40];
    double[] found = new double[40];
    single.pValues(once.columns(), expected);
    both.pValues(once.columns(), found);
    assertArrayEquals(expected, found, 1e-12);
  }
}
