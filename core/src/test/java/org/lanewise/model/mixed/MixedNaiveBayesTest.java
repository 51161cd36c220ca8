package org.lanewise.model.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BadDataException;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRows;
import org.lanewise.data.UnseenCategory;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
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
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.VarianceStatistics;

class MixedNaiveBayesTest {

  private static final NaiveBayesOptions SMOOTH = NaiveBayesOptions.DEFAULT;
  private static final NaiveBayesOptions ROUGH =
      NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.none());

  /// Rows of k classes: numbers, bits, categories, and counts as columns and as sparse rows.
  private record Sample(
      NumericColumns numbers,
      BitColumns bits,
      CategoryColumns categories,
      NumericColumns counts,
      Labels labels) {

    static Sample of(long seed, int n, int d, int k) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] numbers = new double[n][d];
      boolean[][] bits = new boolean[n][d];
      int[][] codes = new int[n][d];
      double[][] counts = new double[n][d];
      int[] labels = new int[n];
      for (int i = 0; i < n; i++) {
        int c = i % k;
        labels[i] = c;
        for (int j = 0; j < d; j++) {
          numbers[i][j] = 100 * j + (c + j) % 3 + random.nextGaussian() * (1 + c);
          bits[i][j] = random.nextInt(8) < 1 + (c + j) % 5;
          codes[i][j] = (random.nextInt(3) + c * random.nextInt(2)) % 4;
          counts[i][j] = random.nextInt(1 + (3 * c + j) % 5);
        }
      }
      return new Sample(
          NumericColumns.fromRows(numbers),
          BitColumns.fromRows(bits),
          CategoryColumns.fromRows(codes).atLeast(4),
          NumericColumns.fromRows(counts),
          Labels.ofIndices(labels, k));
    }

    MixedColumns rows() {
      return MixedColumns.of(numbers, bits, categories, counts);
    }
  }

  /// Of one row under all classes, from the formula.
  private static double[] logJoint(MixedNaiveBayes model, MixedColumns rows, int row) {
    int k = model.classCount();
    double[] joint = new double[k];
    for (int c = 0; c < k; c++) {
      joint[c] = Math.log(model.priors()[c]);
      for (int b = 0; b < rows.blockCount(); b++) {
        joint[c] += logDensity(model.blocks().get(b), rows.block(b), row, c);
      }
    }
    return joint;
  }

  private static double logDensity(Classifier<?, ?> block, RowBatch rows, int row, int c) {
    double sum = 0;
    for (int j = 0; j < block.featureCount(); j++) {
      switch (block) {
        case GaussianNaiveBayes normal -> {
          double x = ((NumericColumns) rows).value(row, j) - normal.mean(c)[j];
          double variance = normal.variances(c)[j];
          sum -= x * x / (2 * variance) + Math.log(2 * Math.PI * variance) / 2;
        }
        case BernoulliNaiveBayes bits ->
            sum += bits.logProbabilities(((BitColumns) rows).value(row, j))[c][j];
        case CategoricalNaiveBayes categories ->
            sum += Math.log(categories.probability(c, j, ((CategoryColumns) rows).code(row, j)));
        case PoissonNaiveBayes counts -> {
          double x = ((NumericColumns) rows).value(row, j);
          double rate = counts.rate(c, j);
          sum += x * Math.log(rate) - rate;
          for (int i = 2; i <= x; i++) {
            sum -= Math.log(i);
          }
        }
        default -> throw new AssertionError();
      }
    }
    return sum;
  }

  @Property(seed = "2701", tries = 30)
  void aLogJointIsThatOfTheFormulaAndTheSumOfThoseOfTheBlocksLessThePriors(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int d,
      @ForAll @IntRange(min = 1, max = 5) int k) {
    Sample sample = Sample.of(seed, 60 * k, d, k);
    MixedColumns rows = sample.rows();
    Labels labels = sample.labels();
    Recipe<MixedNaiveBayes> options =
        MixedNaiveBayes.recipe(
            GaussianNaiveBayes.recipe(),
            BernoulliNaiveBayes.recipe(SMOOTH),
            CategoricalNaiveBayes.recipe(SMOOTH),
            PoissonNaiveBayes.recipe(SMOOTH));
    MixedNaiveBayes model = options.fit(rows, labels);
    double[][] found = model.scorer().logJoint(rows);
    double[][][] parts = {
      GaussianNaiveBayes.fit(sample.numbers(), labels).scorer().logJoint(sample.numbers()),
      BernoulliNaiveBayes.fit(sample.bits(), labels).scorer().logJoint(sample.bits()),
      CategoricalNaiveBayes.fit(sample.categories(), labels).scorer().logJoint(sample.categories()),
      PoissonNaiveBayes.fit(sample.counts(), labels).scorer().logJoint(sample.counts())
    };
    for (int i = 0; i < rows.rowCount(); i++) {
      double[] formula = logJoint(model, rows, i);
      for (int c = 0; c < k; c++) {
        double sum = -(parts.length - 1) * Math.log(model.priors()[c]);
        double largest = Math.abs(sum);
        for (double[][] part : parts) {
          sum += part[i][c];
          largest = Math.max(largest, Math.abs(part[i][c]));
        }
        assertEquals(formula[c], found[i][c], 1e-12 * Math.max(1, Math.abs(formula[c])));
        // The roundings of both sums, of each part in both, and of each prior.
        double bound = (4 * parts.length + 4 * d) * Math.ulp(parts.length * largest);
        assertEquals(sum, found[i][c], bound);
      }
    }
  }

  @Property(seed = "2702", tries = 20)
  void oneBlockHasTheBitsOfItsOwnModel(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 9) int d,
      @ForAll @IntRange(min = 2, max = 5) int k) {
    Sample sample = Sample.of(seed, 40 * k, d, k);
    Labels labels = sample.labels();
    DiscriminantOptions options = DiscriminantOptions.DEFAULT;
    assertSame(
        GaussianNaiveBayes.fit(sample.numbers(), labels),
        sample.numbers(),
        labels,
        GaussianNaiveBayes.recipe());
    assertSame(
        LinearDiscriminant.fit(sample.numbers(), labels),
        sample.numbers(),
        labels,
        LinearDiscriminant.recipe(options),
        1e-9);
    assertSame(
        QuadraticDiscriminant.fit(sample.numbers(), labels),
        sample.numbers(),
        labels,
        QuadraticDiscriminant.recipe(options));
    RegularizedOptions half = RegularizedOptions.DEFAULT.withLambda(0.5);
    assertSame(
        RegularizedDiscriminant.recipe(half).fit(sample.numbers(), labels),
        sample.numbers(),
        labels,
        RegularizedDiscriminant.recipe(half));
    for (NaiveBayesOptions smoothing : List.of(SMOOTH, ROUGH)) {
      assertSame(
          BernoulliNaiveBayes.recipe(smoothing).fit(sample.bits(), labels),
          sample.bits(),
          labels,
          BernoulliNaiveBayes.recipe(smoothing));
      assertSame(
          CategoricalNaiveBayes.recipe(smoothing).fit(sample.categories(), labels),
          sample.categories(),
          labels,
          CategoricalNaiveBayes.recipe(smoothing));
      assertSame(
          PoissonNaiveBayes.recipe(smoothing).fit(sample.counts(), labels),
          sample.counts(),
          labels,
          PoissonNaiveBayes.recipe(smoothing));
      assertSame(
          MultinomialNaiveBayes.recipe(smoothing).fit(sample.counts(), labels),
          sample.counts(),
          labels,
          MultinomialNaiveBayes.recipe(smoothing));
    }
  }

  private static <R, B extends RowBatch> void assertSame(
      Classifier<R, B> alone, B rows, Labels labels, Recipe<?> options) {
    assertSame(alone, rows, labels, options, 0);
  }

  private static <R, B extends RowBatch> void assertSame(
      Classifier<R, B> alone, B rows, Labels labels, Recipe<?> options, double delta) {
    MixedColumns batch = MixedColumns.of(rows);
    MixedNaiveBayes mixed = MixedNaiveBayes.recipe(options).fit(batch, labels);
    Scorer<Object[], MixedColumns> scorer = mixed.scorer();
    int n = rows.rowCount();
    assertEquals(alone.freeParameters(), mixed.freeParameters());
    assertArrayEquals(alone.scorer().predict(rows), scorer.predict(batch));
    double[][] joint = alone.scorer().logJoint(rows);
    double[][] posterior = alone.scorer().logPosterior(rows);
    for (int i = 0; i < n; i++) {
      Object[] row = batch.row(i);
      assertClose(joint[i], scorer.logJoint(row), delta);
      assertClose(posterior[i], scorer.logPosterior(row), delta);
      assertEquals(alone.scorer().predict(rows)[i], scorer.predict(row));
    }
    assertClose(joint[n - 1], scorer.logJoint(batch)[n - 1], delta);
    assertClose(alone.scorer().logDensity(rows), scorer.logDensity(batch), delta);
  }

  private static void assertClose(double[] expected, double[] found, double delta) {
    if (delta == 0) {
      assertArrayEquals(expected, found);
    } else {
      for (int c = 0; c < expected.length; c++) {
        assertEquals(expected[c], found[c], delta * Math.max(1, Math.abs(expected[c])));
      }
    }
  }

  /// So many classes need more scratch than a thread keeps, and 16 calls lie behind a thread's own.
  @Test
  void severalResultsOfThousandsOfClassesComeFromOnePass() {
    int k = 8000;
    double[] priors = new double[k];
    Arrays.fill(priors, 1.0 / k);
    double[][] means =
        IntStream.range(0, k).mapToObj(c -> new double[] {c}).toArray(double[][]::new);
    double[][] ones = new double[k][1];
    Arrays.stream(ones).forEach(variances -> variances[0] = 1);
    MixedNaiveBayes model =
        MixedNaiveBayes.of(
            priors,
            List.of(
                GaussianNaiveBayes.of(
                    Features.unnamed(1),
                    Classes.unnamed(priors.length),
                    priors,
                    new double[1],
                    means,
                    ones),
                GaussianNaiveBayes.of(
                    Features.unnamed(1),
                    Classes.unnamed(priors.length),
                    priors,
                    new double[1],
                    means,
                    ones)));
    MixedColumns few =
        MixedColumns.of(
            NumericColumns.fromRows(new double[][] {{0}, {77.4}, {7000}}),
            NumericColumns.fromRows(new double[][] {{4}, {77.2}, {6998}}));
    int[] labels = new int[3];
    double[] densities = new double[3];
    Results results = Results.none().withLabels(labels).withLogDensities(densities);
    for (int call = 0; call < 6; call++) {
      model.scorer().score(few, results);
    }
    assertArrayEquals(new int[] {2, 77, 6999}, labels);
    assertArrayEquals(model.scorer().logDensity(few), densities, 1e-12);
  }

  @Test
  void aRowOfTheBatchAloneAndSharedOutHasTheSameBits() {
    Sample sample = Sample.of(5, 5000, 4, 3);
    MixedColumns rows = sample.rows();
    for (NaiveBayesOptions smoothing : List.of(SMOOTH, ROUGH)) {
      MixedNaiveBayes model =
          MixedNaiveBayes.recipe(
                  QuadraticDiscriminant.recipe(),
                  BernoulliNaiveBayes.recipe(smoothing),
                  CategoricalNaiveBayes.recipe(smoothing),
                  MultinomialNaiveBayes.recipe(smoothing))
              .fit(rows, sample.labels());
      double[][] batch = model.scorer().logPosterior(rows);
      int[] labels = model.scorer().predict(rows);
      try (ForkJoinPool pool = new ForkJoinPool(3)) {
        Scorer<Object[], MixedColumns> shared = model.scorer().on(new Workers(pool, 3));
        assertArrayEquals(batch, shared.logPosterior(rows));
        assertArrayEquals(labels, shared.predict(rows));
      }
      for (int i = 0; i < rows.rowCount(); i += 7) {
        assertArrayEquals(batch[i], model.scorer().logPosterior(rows.row(i)));
        assertEquals(labels[i], model.predict(rows.row(i)));
      }
    }
  }

  @Test
  void impossibleFactorsAddUpAcrossBlocks() {
    // Class 0 never has bit 0, nor category 0; class 1 never category 1.
    BitColumns bits = BitColumns.fromRows(new boolean[][] {{false}, {false}, {true}, {false}});
    CategoryColumns codes = CategoryColumns.fromRows(new int[][] {{1}, {1}, {0}, {0}}).atLeast(2);
    MixedNaiveBayes model =
        MixedNaiveBayes.recipe(
                BernoulliNaiveBayes.recipe(ROUGH), CategoricalNaiveBayes.recipe(ROUGH))
            .fit(MixedColumns.of(bits, codes), Labels.of("a", "a", "b", "b"));
    // Two of class a, one of class b: class b alone.
    Object[] row = {new long[] {1}, new int[] {0}};
    assertArrayEquals(new double[] {0, 1}, model.posterior(row));
    assertEquals(Math.log(0.5) + Math.log(0.5), model.scorer().logDensity(row), 1e-15);
    // One of each: both, by their finite parts, which are 1/n_a · 1 and ½ · 1/n_b.
    row = new Object[] {new long[] {1}, new int[] {1}};
    assertArrayEquals(new double[] {2.0 / 3, 1.0 / 3}, model.posterior(row), 1e-15);
    assertEquals(0, model.predict(row));
    assertEquals(Double.NEGATIVE_INFINITY, model.scorer().logDensity(row));
    MixedColumns batch =
        MixedColumns.of(
            BitColumns.fromRows(new boolean[][] {{true}}),
            CategoryColumns.of(codes.dictionaries(), new int[] {1}));
    assertArrayEquals(model.posterior(row), model.scorer().posterior(batch)[0]);
  }

  @Test
  void aClassOfPriorZeroStaysOutHoweverImpossibleTheOthersAre() {
    Sample sample = Sample.of(3, 60, 2, 3);
    Classifier<Object[], MixedColumns> model =
        MixedNaiveBayes.recipe(GaussianNaiveBayes.recipe(), BernoulliNaiveBayes.recipe(ROUGH))
            .fit(MixedColumns.of(sample.numbers(), sample.bits()), sample.labels())
            .withPriors(Priors.fixed(0.5, 0, 0.5));
    for (double[] posterior :
        model.scorer().posterior(MixedColumns.of(sample.numbers(), sample.bits()))) {
      assertEquals(0, posterior[1]);
      assertEquals(1, Arrays.stream(posterior).sum(), 1e-14);
    }
  }

  @Test
  void missingValuesAreLeftOutInEveryBlock() {
    Sample sample = Sample.of(9, 90, 3, 3);
    Labels labels = sample.labels();
    double[][] bits = new double[90][3];
    for (int i = 0; i < 90; i++) {
      for (int j = 0; j < 3; j++) {
        bits[i][j] = (i + j) % 4 == 0 ? Double.NaN : sample.bits().value(i, j) ? 1 : 0;
      }
    }
    double[][] numbers = new double[90][3];
    for (int i = 0; i < 90; i++) {
      sample.numbers().row(i, numbers[i]);
      numbers[i][i % 3] = i % 5 == 0 ? Double.NaN : numbers[i][i % 3];
    }
    MixedColumns rows =
        MixedColumns.of(
            NumericColumns.fromRows(numbers),
            CategoryColumns.copyOfBinary(NumericColumns.fromRows(bits)));
    Recipe<MixedNaiveBayes> options =
        MixedNaiveBayes.recipe(
            GaussianNaiveBayes.recipe(
                GaussianBayesOptions.DEFAULT.withMissing(MissingValues.ALLOW)),
            BernoulliNaiveBayes.recipe(SMOOTH));
    MixedNaiveBayes model = options.fit(rows, labels);
    GaussianNaiveBayes normal =
        GaussianNaiveBayes.recipe()
            .fit(
                VarianceStatistics.of(
                    NumericColumns.fromRows(numbers), labels, MissingValues.ALLOW));
    BernoulliNaiveBayes bernoulli =
        BernoulliNaiveBayes.fit((CategoryColumns) rows.block(1), labels);
    double[][] found =
        model
            .scorer(
                RowFormat.BLOCKS.withMissing(MissingValues.ALLOW).withUnseen(UnseenCategory.REFUSE))
            .logJoint(rows);
    for (int i = 0; i < 90; i++) {
      Object[] row = rows.row(i);
      double[] first = normal.scorer(RowFormat.NUMBERS_WITH_MISSING).logJoint((double[]) row[0]);
      double[] second = bernoulli.scorer(RowFormat.CODES).logJoint((int[]) row[1]);
      for (int c = 0; c < 3; c++) {
        assertEquals(first[c] + second[c] - Math.log(1.0 / 3), found[i][c], 1e-12);
      }
    }
    BadDataException refused =
        assertThrows(BadDataException.class, () -> model.scorer().predict(rows));
    assertEquals("row 0, feature 0 is NaN; a finite number is expected", refused.getMessage());
    // Nothing seen gives the priors.
    Object[] nothing = {
      new double[] {Double.NaN, Double.NaN, Double.NaN},
      new int[] {CategoryColumns.MISSING, CategoryColumns.MISSING, CategoryColumns.MISSING}
    };
    assertArrayEquals(
        model.priors(),
        model
            .scorer(
                RowFormat.BLOCKS.withMissing(MissingValues.ALLOW).withUnseen(UnseenCategory.REFUSE))
            .posterior(nothing),
        1e-15);
  }

  @Test
  void sparseRowsAndColumnsOfTheSameCountsAndBitsScoreAlike() {
    Sample sample = Sample.of(4, 80, 5, 2);
    MixedColumns dense = MixedColumns.of(sample.counts(), sample.bits());
    int[][] set =
        IntStream.range(0, 80)
            .mapToObj(i -> IntStream.range(0, 5).filter(j -> sample.bits().value(i, j)).toArray())
            .toArray(int[][]::new);
    MixedColumns sparse =
        MixedColumns.of(SparseRows.copyOf(sample.counts()), SparseRows.fromRows(set, 5));
    Recipe<MixedNaiveBayes> options =
        MixedNaiveBayes.recipe(
            PoissonNaiveBayes.recipe(SMOOTH), BernoulliNaiveBayes.recipe(SMOOTH));
    MixedNaiveBayes model = options.fit(dense, sample.labels());
    assertArrayEquals(
        model.scorer().logJoint(dense),
        options.fit(sparse, sample.labels()).scorer().logJoint(sparse));
  }

  @Test
  void aShrinkageIsChosenFromTheRowsOfItsBlock() {
    Sample sample = Sample.of(6, 80, 4, 2);
    DiscriminantOptions options = DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ledoitWolf());
    MixedNaiveBayes model =
        MixedNaiveBayes.recipe(
                BernoulliNaiveBayes.recipe(SMOOTH), QuadraticDiscriminant.recipe(options))
            .fit(MixedColumns.of(sample.bits(), sample.numbers()), sample.labels());
    QuadraticDiscriminant alone =
        QuadraticDiscriminant.recipe(options).fit(sample.numbers(), sample.labels());
    QuadraticDiscriminant block = (QuadraticDiscriminant) model.blocks().get(1);
    assertArrayEquals(alone.covariance(1), block.covariance(1));
    // One that is chosen class by class, of a covariance that they share.
    options = options.withShrinkage(Shrinkage.ledoitWolfAsScikitLearn());
    MixedNaiveBayes shared =
        MixedNaiveBayes.recipe(
                BernoulliNaiveBayes.recipe(SMOOTH), LinearDiscriminant.recipe(options))
            .fit(MixedColumns.of(sample.bits(), sample.numbers()), sample.labels());
    assertArrayEquals(
        LinearDiscriminant.recipe(options).fit(sample.numbers(), sample.labels()).covariance(),
        ((LinearDiscriminant) shared.blocks().get(1)).covariance());
  }

  @Test
  void refusalsNameTheFeatureOfTheWhole() {
    Sample sample = Sample.of(2, 40, 2, 2);
    MixedColumns rows =
        MixedColumns.of(
            sample.bits().withFeatures("wet", "cold"),
            sample.numbers().withFeatures("age", "height"));
    MixedNaiveBayes model = MixedNaiveBayes.fit(rows, sample.labels());
    BadDataException e =
        assertThrows(
            BadDataException.class,
            () -> model.predict(new Object[] {new long[1], new double[] {1, Double.NaN}}));
    assertEquals("feature 'height' of the row is NaN; a finite number is expected", e.getMessage());
    assertEquals(3, e.feature());
    MixedStatistics statistics = MixedStatistics.of(rows, sample.labels());
    double[][] bad = {{1, 2}, {3, Double.POSITIVE_INFINITY}};
    e =
        assertThrows(
            BadDataException.class,
            () ->
                statistics.add(
                    MixedColumns.of(
                        BitColumns.fromRows(new boolean[2][2]), NumericColumns.fromRows(bad)),
                    Labels.ofIndices(new int[] {0, 1}, 2)));
    assertEquals(3, e.feature());
    assertEquals(40, statistics.rowCount());
    assertEquals(40, statistics.block(0).rowCount());
    double[][] constant = {{1, 7}, {2, 7}, {3, 7}, {5, 7}};
    SingularCovarianceException singular =
        assertThrows(
            SingularCovarianceException.class,
            () ->
                MixedNaiveBayes.recipe(
                        BernoulliNaiveBayes.recipe(SMOOTH), LinearDiscriminant.recipe())
                    .fit(
                        MixedColumns.of(
                            BitColumns.fromRows(new boolean[4][3]),
                            NumericColumns.fromRows(constant)),
                        Labels.of("a", "a", "b", "b")));
    assertArrayEquals(new int[] {4}, singular.features());
    assertTrue(singular.getMessage().contains("feature 4"), singular.getMessage());
  }

  @Test
  void whatCannotBeABlockIsRefused() {
    Sample sample = Sample.of(2, 40, 2, 2);
    Labels labels = sample.labels();
    MixedColumns rows = sample.rows();
    double[] priors = {0.5, 0.5};
    ComplementNaiveBayes complement = ComplementNaiveBayes.fit(sample.counts(), labels);
    assertRefused(
        "block 0 is complement Naive Bayes, whose scores are no density p(x | c) that others could"
            + " be multiplied with; multinomial or Poisson Naive Bayes is expected for counts",
        () -> MixedNaiveBayes.of(priors, List.of(complement)));
    MixedNaiveBayes model = MixedNaiveBayes.fit(rows, labels);
    assertRefused(
        "block 0 is itself of blocks; a model of one kind is expected",
        () -> MixedNaiveBayes.of(priors, List.of(model)));
    assertRefused(
        "no blocks were given; at least one is expected",
        () -> MixedNaiveBayes.of(priors, List.of()));
    assertRefused(
        "options of 1 block were given; 4 are expected",
        () -> MixedNaiveBayes.recipe(BernoulliNaiveBayes.recipe(SMOOTH)).fit(rows, labels));
    assertRefused(
        "the row has 1 blocks; 4 are expected, as in the model",
        () -> model.predict(new Object[] {new double[2]}));
    assertRefused(
        "block 1: double[] was given; long[] (BitColumns) or int[] (CategoryColumns) or SparseRow"
            + " (SparseRows) is expected, as the model of this block takes",
        () ->
            model.predict(new Object[] {new double[2], new double[2], new int[2], new double[2]}));
    assertRefused(
        "the rows have blocks of [1, 2] features; blocks of [2, 1] are expected, as in the model",
        () -> {
          MixedNaiveBayes three =
              MixedNaiveBayes.fit(
                  MixedColumns.of(
                      sample.numbers(),
                      NumericColumns.of(
                          IntStream.range(0, 40)
                              .mapToDouble(i -> sample.numbers().value(i, 0))
                              .toArray())),
                  labels);
          three
              .scorer()
              .predict(
                  MixedColumns.of(
                      NumericColumns.of(new double[1]),
                      NumericColumns.of(new double[1], new double[1])));
        });
  }

  private static void assertRefused(String message, Runnable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }

  @Test
  void blocksOfABatchHaveToStandSideBySide() {
    NumericColumns two = NumericColumns.of(new double[2]);
    assertRefused(
        "block 1 has 3 rows; 2 are expected, as in block 0",
        () -> MixedColumns.of(two, NumericColumns.of(new double[3])));
    assertRefused(
        "block 0 is itself of blocks; columns of one kind are expected",
        () -> MixedColumns.of(MixedColumns.of(two)));
    assertRefused(
        "the features of block 1 have names; no names are expected, as in block 0",
        () -> MixedColumns.of(two, two.withFeatures("a")));
    assertRefused(
        "the feature 'a' is given twice; distinct names are expected",
        () -> MixedColumns.of(two.withFeatures("a"), two.withFeatures("a")));
    assertEquals(
        Features.of("a", "b"),
        MixedColumns.of(two.withFeatures("a"), two.withFeatures("b")).features());
  }

  @Test
  void statisticsOfTheSameRowsGatheredApartAreTakenTogether() {
    Sample sample = Sample.of(8, 50, 2, 2);
    Labels labels = sample.labels();
    MixedStatistics apart =
        new MixedStatistics(
            VarianceStatistics.of(sample.numbers(), labels),
            CategoryStatistics.of(sample.categories(), labels));
    MixedColumns rows = MixedColumns.of(sample.numbers(), sample.categories());
    assertArrayEquals(
        MixedNaiveBayes.fit(rows, labels).scorer().logJoint(rows),
        MixedNaiveBayes.recipe().fit(apart).scorer().logJoint(rows));
    assertRefused(
        "block 1 holds 49 rows; 50 are expected, those of block 0",
        () -> {
          int[] all = IntStream.range(0, 49).toArray();
          new MixedStatistics(
              VarianceStatistics.of(sample.numbers(), labels),
              VarianceStatistics.of(NumericColumns.of(new double[49]), labels.select(all)));
        });
    CategoryDictionary two = CategoryDictionary.ofSize(2);
    assertRefused(
        "block 1: the rows are NumericColumns; CategoryColumns are expected",
        () ->
            new MixedStatistics(new VarianceStatistics(1), new CategoryStatistics(List.of(two)))
                .add(
                    MixedColumns.of(
                        NumericColumns.of(new double[1]), NumericColumns.of(new double[1])),
                    Labels.of("a")));
  }
}
