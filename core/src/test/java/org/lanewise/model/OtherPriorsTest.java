package org.lanewise.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.textbook.RandomData;

/// Other priors for a fitted model, and those of rows without labels.
class OtherPriorsTest {

  private static final RandomData DATA = RandomData.of(11, 150, 4, 3, 2);
  private static final Labels LABELS = DATA.labels().withWeights(DATA.weights);
  private static final Priors OTHERS = Priors.fixed(0.7, 0.3, 0);

  private static <R, B extends RowBatch> void assertAsFitted(
      B rows, Function<Priors, ? extends Classifier<R, B>> fit) {
    Classifier<R, B> refit = fit.apply(OTHERS);
    Classifier<R, B> reweighted = fit.apply(Priors.empirical()).withPriors(OTHERS);
    assertEquals(refit.getClass(), reweighted.getClass());
    assertArrayEquals(refit.priors(), reweighted.priors());
    assertBits(refit.scorer().logJoint(rows), reweighted.scorer().logJoint(rows));
    assertBits(refit.scorer().posterior(rows), reweighted.scorer().posterior(rows));
    assertArrayEquals(refit.scorer().predict(rows), reweighted.scorer().predict(rows));
  }

  private static void assertBits(double[][] expected, double[][] found) {
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], found[i]);
    }
  }

  @Test
  void aModelWithOtherPriorsIsTheOneFittedWithThem() {
    NumericColumns rows = DATA.columns();
    DiscriminantOptions shrunk =
        DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.oracleApproximating());
    assertAsFitted(rows, p -> LinearDiscriminant.recipe(shrunk.withPriors(p)).fit(rows, LABELS));
    assertAsFitted(rows, p -> QuadraticDiscriminant.recipe(shrunk.withPriors(p)).fit(rows, LABELS));
    RegularizedOptions regularized = RegularizedOptions.DEFAULT.withLambda(0.4).withGamma(0.1);
    assertAsFitted(
        rows, p -> RegularizedDiscriminant.recipe(regularized.withPriors(p)).fit(rows, LABELS));
    assertAsFitted(
        rows,
        p ->
            GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPriors(p))
                .fit(rows, LABELS));
    for (Smoothing smoothing : new Smoothing[] {Smoothing.laplace(), Smoothing.none()}) {
      NaiveBayesOptions options = NaiveBayesOptions.DEFAULT.withSmoothing(smoothing);
      BitColumns bits = bits();
      assertAsFitted(
          bits, p -> BernoulliNaiveBayes.recipe(options.withPriors(p)).fit(bits, LABELS));
      CategoryColumns codes = codes();
      assertAsFitted(
          codes, p -> CategoricalNaiveBayes.recipe(options.withPriors(p)).fit(codes, LABELS));
      NumericColumns counts = counts();
      assertAsFitted(
          counts, p -> MultinomialNaiveBayes.recipe(options.withPriors(p)).fit(counts, LABELS));
      assertAsFitted(
          counts, p -> PoissonNaiveBayes.recipe(options.withPriors(p)).fit(counts, LABELS));
    }
  }

  private static NumericColumns counts() {
    SplittableRandom random = new SplittableRandom(3);
    double[][] rows = new double[DATA.rows.length][5];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < 5; j++) {
        rows[i][j] = random.nextInt(2 + (j + DATA.labels[i]) % 3);
      }
    }
    return NumericColumns.fromRows(rows);
  }

  private static BitColumns bits() {
    long[] rows = new long[DATA.rows.length];
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = random.nextLong(128) & random.nextLong(1, 128);
    }
    return BitColumns.fromPackedRows(rows, 7);
  }

  private static CategoryColumns codes() {
    SplittableRandom random = new SplittableRandom(5);
    byte[][] columns = new byte[3][DATA.rows.length];
    for (byte[] column : columns) {
      for (int i = 0; i < column.length; i++) {
        column[i] = (byte) random.nextInt(4);
      }
    }
    return CategoryColumns.of(columns);
  }

  private static void assertRefused(Runnable work, String words) {
    String message = assertThrows(IllegalArgumentException.class, work::run).getMessage();
    assertTrue(message.contains(words), message);
  }

  @Test
  void priorsThatCannotTakeThePlaceOfThoseOfAModelAreRefused() {
    LinearDiscriminant model = LinearDiscriminant.fit(DATA.columns(), LABELS);
    assertRefused(() -> model.withPriors(Priors.empirical()), "empirical priors were given");
    assertRefused(() -> model.withPriors(Priors.laplace()), "Laplace priors were given");
    assertRefused(() -> model.withPriors(Priors.fixed(0.5, 0.5)), "2 priors were given; one for");
    assertRefused(
        () -> model.withPriors(OTHERS).withPriors(Priors.uniform()),
        "class 2 has prior 0 in the model, which may know no row of it, and 0.3333333333333333 was"
            + " given; 0 is expected");
    assertRefused(
        () -> model.withPriors(Priors.fixed(Map.of("a", 1.0))),
        "no prior was given for the class '0'");
    assertThrows(
        UnsupportedOperationException.class,
        () -> ComplementNaiveBayes.fit(counts(), LABELS).withPriors(Priors.uniform()));
  }

  /// Rows of two normal classes in the proportion 1 to 9, under a model that learned 1 to 1.
  @Test
  void thePriorsOfRowsWithoutLabelsAreFound() {
    double[] means = {0, 2};
    QuadraticDiscriminant model =
        QuadraticDiscriminant.of(
            Features.unnamed(1),
            Classes.unnamed(2),
            new double[] {0.5, 0.5},
            new double[1],
            new double[][] {{means[0]}, {means[1]}},
            new double[][][] {{{1}}, {{1}}});
    SplittableRandom random = new SplittableRandom(9);
    double[] column = new double[20_000];
    int ofSecond = 0;
    for (int i = 0; i < column.length; i++) {
      int label = random.nextDouble() < 0.9 ? 1 : 0;
      ofSecond += label;
      column[i] = random.nextGaussian(means[label], 1);
    }
    NumericColumns rows = NumericColumns.of(column);
    ShiftedPriors shifted = ShiftedPriors.estimate(model, rows);
    assertTrue(shifted.hasConverged());
    assertEquals(1, shifted.priors()[0] + shifted.priors()[1], 1e-15);
    assertEquals((double) ofSecond / column.length, shifted.priors()[1], 0.01);
    Classifier<double[], NumericColumns> there = model.withPriors(Priors.fixed(shifted.priors()));
    assertEquals(
        Arrays.stream(there.scorer().logDensity(rows)).sum(), shifted.logLikelihood(), 1e-8);
    assertEquals(
        Arrays.stream(model.scorer().logDensity(rows)).sum(), shifted.logLikelihoodBefore(), 1e-8);
    // The maximum: no other priors are more likely.
    for (double step : new double[] {-1e-3, 1e-3}) {
      double first = shifted.priors()[0] + step;
      Classifier<double[], NumericColumns> beside =
          model.withPriors(Priors.fixed(first, 1 - first));
      assertTrue(Arrays.stream(beside.scorer().logDensity(rows)).sum() < shifted.logLikelihood());
    }
  }

  @Test
  void theFirstIterationAveragesPosteriorsAndEveryOneRaisesTheLikelihood() {
    LinearDiscriminant model = LinearDiscriminant.fit(DATA.columns(), LABELS);
    NumericColumns rows = DATA.columns(0, 40);
    double[] mean = new double[3];
    for (double[] posterior : model.scorer().posterior(rows)) {
      for (int c = 0; c < 3; c++) {
        mean[c] += posterior[c] / 40;
      }
    }
    ShiftedPriors once = ShiftedPriors.estimate(model.scorer(), model.priors(), rows, 1);
    assertArrayEquals(mean, once.priors(), 1e-14);
    assertEquals(1, once.iterations());
    assertFalse(once.hasConverged());
    double last = once.logLikelihoodBefore();
    for (int most = 1; most < 20; most++) {
      ShiftedPriors some = ShiftedPriors.estimate(model.scorer(), model.priors(), rows, most);
      assertTrue(some.logLikelihood() >= last - 1e-12);
      last = some.logLikelihood();
    }
  }

  @Test
  void posteriorsAloneGiveTheSamePriors() {
    LinearDiscriminant model = LinearDiscriminant.fit(DATA.columns(), LABELS);
    NumericColumns rows = DATA.columns(0, 40);
    ShiftedPriors whole = ShiftedPriors.estimate(model, rows);
    double[] posteriors = new double[40 * 3];
    model.scorer().posterior(rows, posteriors);
    double[] copy = posteriors.clone();
    ShiftedPriors parts =
        ShiftedPriors.ofPosteriors(
            model.priors(), posteriors, whole.logLikelihoodBefore(), ShiftedPriors.MAX_ITERATIONS);
    assertArrayEquals(copy, posteriors);
    assertArrayEquals(whole.priors(), parts.priors());
    assertEquals(whole.logLikelihood(), parts.logLikelihood());
    assertEquals(whole.iterations(), parts.iterations());
    assertRefused(
        () -> ShiftedPriors.ofPosteriors(model.priors(), new double[0], 0, 1),
        "there are no rows to estimate");
    assertRefused(
        () -> ShiftedPriors.ofPosteriors(model.priors(), new double[4], 0, 1),
        "there are 4 posteriors of 3 classes; one for each row and class is expected");
    double[] half = {0.5, 0.5, 0};
    assertRefused(
        () -> ShiftedPriors.ofPosteriors(half, new double[] {0.2, 0.8, 0, 1, Double.NaN, 0}, 0, 1),
        "the posterior of class 1 of row 1 is NaN; a number from 0 to 1 is expected");
    assertRefused(
        () -> ShiftedPriors.ofPosteriors(half, new double[] {-1, 2, 0}, 0, 1),
        "the posterior of class 0 of row 0 is -1.0; a number from 0 to 1 is expected");
    assertRefused(
        () -> ShiftedPriors.ofPosteriors(half, new double[] {0, 0, 1}, 0, 1),
        "row 0 has posteriors of classes with prior 0 only; one of another is expected");
  }

  @Test
  void aClassOfPriorZeroKeepsIt() {
    LinearDiscriminant model = LinearDiscriminant.fit(DATA.columns(), LABELS).withPriors(OTHERS);
    assertEquals(0, ShiftedPriors.estimate(model, DATA.columns()).priors()[2]);
  }

  @Test
  void badRequestsForPriorsAreRefused() {
    LinearDiscriminant model = LinearDiscriminant.fit(DATA.columns(), LABELS);
    assertRefused(
        () -> ShiftedPriors.estimate(model, DATA.columns(0, 0)), "there are no rows to estimate");
    assertRefused(
        () -> ShiftedPriors.estimate(model.scorer(), model.priors(), DATA.columns(), 0),
        "0 iterations at most were asked for");
    assertThrows(
        UnsupportedOperationException.class,
        () -> ShiftedPriors.estimate(ComplementNaiveBayes.fit(counts(), LABELS), counts()));
  }
}
