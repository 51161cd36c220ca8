package org.lanewise.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.ComplementOptions;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.LowRankOptions;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.textbook.RandomData;
import org.lanewise.transform.Indicators;

/// What theory says of every classifier, asked of every classifier: which changes of the data do
/// not matter, what posteriors are, and what form log-odds have.
class LawsOfAllModelsTest {

  /// Of log posteriors, relative to the largest number that took part.
  private static final double ROUNDING = 1e-10;

  private static final int CATEGORIES = 4;

  /// Rows, each with a class and a weight.
  private record Sample(double[][] rows, int[] labels, double[] weights, int classCount) {

    static Sample normal(long seed, int d, int k) {
      RandomData data = RandomData.of(seed, k * (6 * d + 12), d, k, 3);
      return new Sample(data.rows, data.labels, ones(data.rows.length), k);
    }

    /// Whole numbers from 0 to 3, other ones mostly in each class.
    static Sample counts(long seed, int d, int k) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] rows = new double[k * 12][d];
      int[] labels = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        labels[i] = i % k;
        for (int j = 0; j < d; j++) {
          rows[i][j] = random.nextInt(4) == 0 ? 0 : random.nextInt(2 + (labels[i] + j) % 3);
        }
      }
      return new Sample(rows, labels, ones(rows.length), k);
    }

    Sample select(int... order) {
      double[][] chosen = Arrays.stream(order).mapToObj(i -> rows[i]).toArray(double[][]::new);
      return new Sample(
          chosen,
          Arrays.stream(order).map(i -> labels[i]).toArray(),
          Arrays.stream(order).mapToDouble(i -> weights[i]).toArray(),
          classCount);
    }

    Sample part(int from, int to) {
      return select(IntStream.range(from, to).toArray());
    }

    Sample with(double[][] otherRows, int[] otherLabels) {
      return new Sample(otherRows, otherLabels, weights, classCount);
    }

    Sample weighted(double[] otherWeights) {
      return new Sample(rows, labels, otherWeights, classCount);
    }

    boolean isWeighted() {
      return Arrays.stream(weights).anyMatch(weight -> weight != 1);
    }

    int featureCount() {
      return rows[0].length;
    }

    Labels classes() {
      return Labels.ofIndices(labels, classCount);
    }

    NumericColumns numbers() {
      return NumericColumns.fromRows(rows);
    }
  }

  /// A kind of classifier: how it learns, and what one of its rows is.
  ///
  /// @param <S> its statistics
  /// @param <R> a row
  /// @param <B> a batch of rows
  private record Kind<S extends Statistics, R, B extends RowBatch>(
      String name,
      Function<Sample, S> empty,
      Function<Sample, RowBatch> batch,
      Function<S, Classifier<R, B>> fit,
      Function<double[], R> row) {

    private S gather(Sample sample) {
      S statistics = empty.apply(sample);
      Labels labels = sample.classes();
      statistics.add(
          batch.apply(sample), sample.isWeighted() ? labels.withWeights(sample.weights()) : labels);
      return statistics;
    }

    double[][] logPosteriors(Sample training, double[][] rows) {
      return score(gather(training), rows);
    }

    double[][] ofMerged(Sample first, Sample second, double[][] rows) {
      S merged = gather(first);
      merged.merge(gather(second));
      return score(merged, rows);
    }

    double[][] ofRest(Sample all, Sample leftOut, double[][] rows) {
      S rest = gather(all);
      rest.subtract(gather(leftOut));
      return score(rest, rows);
    }

    private double[][] score(S learned, double[][] rows) {
      Scorer<R, B> scorer = fit.apply(learned).scorer();
      double[][] out = new double[rows.length][scorer.classCount()];
      for (int i = 0; i < rows.length; i++) {
        scorer.logPosterior(row.apply(rows[i]), out[i]);
      }
      return out;
    }

    void assertPosteriorsAreProbabilities(Sample training, double[][] rows) {
      Scorer<R, B> scorer = fit.apply(gather(training)).scorer();
      int k = scorer.classCount();
      double[] posterior = new double[k];
      double[] logPosterior = new double[k];
      double[] logJoint = new double[k];
      for (double[] values : rows) {
        R x = row.apply(values);
        scorer.posterior(x, posterior);
        scorer.logPosterior(x, logPosterior);
        scorer.logJoint(x, logJoint);
        assertEquals(1, Arrays.stream(posterior).sum(), 1e-15 * (k + 4), name);
        int best = 0;
        for (int c = 0; c < k; c++) {
          assertTrue(logPosterior[c] <= 0, name);
          assertEquals(posterior[c], Math.exp(logPosterior[c]), 1e-13 * posterior[c], name);
          best = logJoint[c] > logJoint[best] ? c : best;
        }
        int label = scorer.predict(x);
        double magnitude = Math.max(1, Math.abs(logJoint[best]));
        assertEquals(logJoint[best], logJoint[label], 1e-13 * magnitude, name);
      }
    }
  }

  private static Kind<GaussianStatistics, double[], NumericColumns> normal(
      String name, Function<GaussianStatistics, Classifier<double[], NumericColumns>> fit) {
    return new Kind<>(
        name,
        sample ->
            new GaussianStatistics(
                Features.unnamed(sample.featureCount()), Classes.unnamed(sample.classCount())),
        Sample::numbers,
        fit,
        row -> row);
  }

  private static Kind<CountStatistics, double[], NumericColumns> counting(
      String name, Function<CountStatistics, Classifier<double[], NumericColumns>> fit) {
    return new Kind<>(
        name,
        sample ->
            new CountStatistics(
                Features.unnamed(sample.featureCount()), Classes.unnamed(sample.classCount())),
        Sample::numbers,
        fit,
        row -> row);
  }

  private static final List<Kind<?, ?, ?>> NORMAL =
      List.of(
          normal("linear", LinearDiscriminant.recipe()::fit),
          normal("quadratic", QuadraticDiscriminant.recipe()::fit),
          normal(
              "regularized",
              statistics ->
                  RegularizedDiscriminant.recipe(
                          RegularizedOptions.DEFAULT.withLambda(0.4).withGamma(0.2))
                      .fit(statistics)),
          normal(
              "low rank",
              statistics ->
                  LowRankDiscriminant.recipe(
                          LowRankOptions.DEFAULT.withRank(2).withSubspace(4).withKappa(1))
                      .fit(statistics)),
          normal("Gaussian Naive Bayes", GaussianNaiveBayes.recipe()::fit),
          normal(
              "Gaussian Naive Bayes of pooled variances",
              statistics ->
                  GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPooledVariances(true))
                      .fit(statistics)));

  private static final Kind<?, ?, ?> BERNOULLI =
      new Kind<>(
          "Bernoulli Naive Bayes",
          sample ->
              new BernoulliStatistics(
                  Features.unnamed(sample.featureCount()), Classes.unnamed(sample.classCount())),
          sample -> BitColumns.copyOf(sample.numbers(), 0),
          BernoulliNaiveBayes.recipe()::fit,
          LawsOfAllModelsTest::bits);

  private static final Kind<?, ?, ?> CATEGORICAL =
      new Kind<>(
          "categorical Naive Bayes",
          sample ->
              new CategoryStatistics(
                  Features.unnamed(sample.featureCount()),
                  categories(sample.featureCount()),
                  Classes.unnamed(sample.classCount())),
          sample -> CategoryColumns.of(categories(sample.featureCount()), codes(sample)),
          CategoricalNaiveBayes.recipe()::fit,
          LawsOfAllModelsTest::codes);

  private static final Kind<?, ?, ?> MULTINOMIAL =
      counting("multinomial Naive Bayes", MultinomialNaiveBayes.recipe()::fit);
  private static final Kind<?, ?, ?> COMPLEMENT =
      counting("complement Naive Bayes", ComplementNaiveBayes.recipe()::fit);
  private static final Kind<?, ?, ?> NORMALIZED_COMPLEMENT =
      counting(
          "normalized complement Naive Bayes",
          statistics ->
              ComplementNaiveBayes.recipe(new ComplementOptions(Smoothing.laplace(), true))
                  .fit(statistics));
  private static final Kind<?, ?, ?> POISSON =
      counting("Poisson Naive Bayes", PoissonNaiveBayes.recipe()::fit);

  /// Every feature as a bit, as a category and as a count.
  private static final Kind<?, ?, ?> MIXED =
      new Kind<>(
          "mixed Naive Bayes",
          sample -> {
            int d = sample.featureCount();
            int k = sample.classCount();
            return new MixedStatistics(
                new BernoulliStatistics(Features.unnamed(d), Classes.unnamed(k)),
                new CategoryStatistics(Features.unnamed(d), categories(d), Classes.unnamed(k)),
                new CountStatistics(Features.unnamed(d), Classes.unnamed(k)));
          },
          sample ->
              MixedColumns.of(
                  BitColumns.copyOf(sample.numbers(), 0),
                  CategoryColumns.of(categories(sample.featureCount()), codes(sample)),
                  sample.numbers()),
          MixedNaiveBayes.recipe()::fit,
          row -> new Object[] {bits(row), codes(row), row});

  /// Every feature as a number and as a category, by a regularised discriminant: no category of
  /// some features may occur, so their columns are 0.
  private static final Kind<?, ?, ?> INDICATORS =
      new Kind<>(
          "indicators",
          sample ->
              new GaussianStatistics(
                  indicators(sample.featureCount()).outputs(),
                  Classes.unnamed(sample.classCount())),
          sample ->
              indicators(sample.featureCount())
                  .columns(
                      MixedColumns.of(
                          sample.numbers(),
                          CategoryColumns.of(categories(sample.featureCount()), codes(sample)))),
          statistics ->
              IndicatorClassifier.of(
                  indicators(statistics.featureCount() / CATEGORIES),
                  RegularizedDiscriminant.recipe(
                          RegularizedOptions.DEFAULT.withLambda(0.4).withGamma(0.2))
                      .fit(statistics)),
          row -> new Object[] {row, codes(row)});

  private static List<CategoryDictionary> categories(int d) {
    return Collections.nCopies(d, CategoryDictionary.ofSize(CATEGORIES));
  }

  private static Indicators indicators(int d) {
    return Indicators.of(Features.unnamed(2 * d), categories(d), new int[d]);
  }

  private static final List<Kind<?, ?, ?>> DISCRETE =
      List.of(
          BERNOULLI,
          CATEGORICAL,
          MULTINOMIAL,
          COMPLEMENT,
          NORMALIZED_COMPLEMENT,
          POISSON,
          MIXED,
          INDICATORS);

  private static long[] bits(double[] row) {
    long[] words = new long[BitColumns.rowWords(row.length)];
    for (int j = 0; j < row.length; j++) {
      words[j / Long.SIZE] |= row[j] > 0 ? 1L << j : 0;
    }
    return words;
  }

  private static int[] codes(double[] row) {
    return Arrays.stream(row).mapToInt(value -> (int) value).toArray();
  }

  private static int[][] codes(Sample sample) {
    int[][] codes = new int[sample.featureCount()][sample.rows().length];
    for (int i = 0; i < sample.rows().length; i++) {
      for (int j = 0; j < codes.length; j++) {
        codes[j][i] = (int) sample.rows()[i][j];
      }
    }
    return codes;
  }

  /// A law, to be held by a kind of classifier that learned from a sample.
  private interface Law {
    void hold(Kind<?, ?, ?> kind, Sample sample);
  }

  private static void forAllKinds(int seed, int d, int k, Law law) {
    for (Kind<?, ?, ?> kind : NORMAL) {
      law.hold(kind, Sample.normal(seed, d, k));
    }
    for (Kind<?, ?, ?> kind : DISCRETE) {
      law.hold(kind, Sample.counts(seed, d, k));
    }
  }

  @Property(seed = "501", tries = 12)
  void orderOfRowsDoesNotMatter(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 9) int d,
      @ForAll @IntRange(min = 2, max = 5) int k) {
    forAllKinds(
        seed,
        d,
        k,
        (kind, sample) -> {
          int[] order = permutation(seed, sample.rows().length);
          assertClose(
              kind,
              kind.logPosteriors(sample, sample.rows()),
              kind.logPosteriors(sample.select(order), sample.rows()));
        });
  }

  @Property(seed = "502", tries = 12)
  void orderOfFeaturesDoesNotMatter(
      @ForAll int seed,
      @ForAll @IntRange(min = 2, max = 9) int d,
      @ForAll @IntRange(min = 2, max = 5) int k) {
    int[] order = permutation(seed, d);
    forAllKinds(
        seed,
        d,
        k,
        (kind, sample) -> {
          double[][] permuted = new double[sample.rows().length][];
          for (int i = 0; i < permuted.length; i++) {
            double[] row = sample.rows()[i];
            permuted[i] = Arrays.stream(order).mapToDouble(j -> row[j]).toArray();
          }
          assertClose(
              kind,
              kind.logPosteriors(sample, sample.rows()),
              kind.logPosteriors(sample.with(permuted, sample.labels()), permuted));
        });
  }

  @Property(seed = "503", tries = 12)
  void orderOfClassesDoesNotMatter(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll @IntRange(min = 2, max = 6) int k) {
    int[] order = permutation(seed, k);
    forAllKinds(
        seed,
        d,
        k,
        (kind, sample) -> {
          int[] renamed = Arrays.stream(sample.labels()).map(c -> order[c]).toArray();
          double[][] found = kind.logPosteriors(sample.with(sample.rows(), renamed), sample.rows());
          double[][] back = new double[found.length][k];
          for (int i = 0; i < found.length; i++) {
            for (int c = 0; c < k; c++) {
              back[i][c] = found[i][order[c]];
            }
          }
          assertClose(kind, kind.logPosteriors(sample, sample.rows()), back);
        });
  }

  @Property(seed = "504", tries = 12)
  void aWeightIsANumberOfDuplicates(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll @IntRange(min = 2, max = 4) int k) {
    forAllKinds(
        seed,
        d,
        k,
        (kind, sample) -> {
          int n = sample.rows().length;
          SplittableRandom random = new SplittableRandom(seed);
          // The second half may be absent.
          double[] weights =
              IntStream.range(0, n)
                  .mapToDouble(i -> i < n / 2 ? random.nextInt(1, 4) : random.nextInt(4))
                  .toArray();
          int[] copies =
              IntStream.range(0, n)
                  .flatMap(i -> IntStream.generate(() -> i).limit((long) weights[i]))
                  .toArray();
          assertClose(
              kind,
              kind.logPosteriors(sample.select(copies), sample.rows()),
              kind.logPosteriors(sample.weighted(weights), sample.rows()));
        });
  }

  @Property(seed = "505", tries = 12)
  void mergedPartsAreTheWholeAndSubtractedOnesAreGone(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll @IntRange(min = 2, max = 4) int k) {
    forAllKinds(
        seed,
        d,
        k,
        (kind, sample) -> {
          int n = sample.rows().length;
          Sample first = sample.part(0, 2 * n / 3);
          Sample second = sample.part(2 * n / 3, n);
          assertClose(
              kind,
              kind.logPosteriors(sample, sample.rows()),
              kind.ofMerged(first, second, sample.rows()));
          // Statistics refuse to subtract all rows in which an indicator varies.
          if (!kind.equals(INDICATORS)) {
            assertClose(
                kind,
                kind.logPosteriors(first, sample.rows()),
                kind.ofRest(sample, second, sample.rows()));
          }
        });
  }

  @Property(seed = "506", tries = 12)
  void posteriorsAreProbabilitiesOfWhichTheLargestIsPredicted(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 9) int d,
      @ForAll @IntRange(min = 1, max = 6) int k) {
    forAllKinds(
        seed,
        d,
        k,
        (kind, sample) -> {
          boolean complement = kind.equals(COMPLEMENT) || kind.equals(NORMALIZED_COMPLEMENT);
          // One class has no complement.
          if (k > 1 || !complement) {
            kind.assertPosteriorsAreProbabilities(sample, sample.rows());
          }
        });
  }

  /// log p(a | x) − log p(b | x) = θ_0 + θᵀx, and with two classes p(1 | x) = 1 / (1 + exp(−θᵀx)).
  @Property(seed = "507", tries = 12)
  void logOddsOfLinearModelsAreAffineInTheFeatures(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 9) int d,
      @ForAll @IntRange(min = 2, max = 4) int k) {
    assertAffine(NORMAL.getFirst(), Sample.normal(seed, d, k), 1);
    for (Kind<?, ?, ?> kind :
        List.of(MULTINOMIAL, COMPLEMENT, NORMALIZED_COMPLEMENT, POISSON, BERNOULLI)) {
      Sample sample = Sample.counts(seed, d, k);
      assertAffine(kind, sample, kind.equals(BERNOULLI) ? 1 : 2);
    }
  }

  private static void assertAffine(Kind<?, ?, ?> kind, Sample sample, int step) {
    int d = sample.featureCount();
    int k = sample.classCount();
    double[][] units = new double[d + 1][d];
    for (int j = 0; j < d; j++) {
      units[j + 1][j] = step;
    }
    double[][] atUnits = kind.logPosteriors(sample, units);
    double[][] found = kind.logPosteriors(sample, sample.rows());
    for (int i = 0; i < found.length; i++) {
      for (int c = 1; c < k; c++) {
        double constant = atUnits[0][c] - atUnits[0][0];
        double logOdds = constant;
        double magnitude = 1 + Math.abs(constant);
        for (int j = 0; j < d; j++) {
          double theta = (atUnits[j + 1][c] - atUnits[j + 1][0] - constant) / step;
          double x = sample.rows()[i][j];
          double term = theta * (kind.equals(BERNOULLI) ? Math.signum(x) : x);
          logOdds += term;
          magnitude += Math.abs(term) + Math.abs(atUnits[j + 1][c]) + Math.abs(atUnits[j + 1][0]);
        }
        assertEquals(logOdds, found[i][c] - found[i][0], 1e-12 * magnitude, kind.name());
        if (k == 2) {
          assertEquals(
              1 / (1 + Math.exp(-logOdds)), Math.exp(found[i][1]), 1e-12 * magnitude, kind.name());
        }
      }
    }
  }

  /// Equally many rows of each class, and a further feature that has the same values in each: with
  /// the same smoothing its factor is the same in every class.
  @Property(seed = "508", tries = 12)
  void aFeatureAlikeInAllClassesTellsNaiveBayesNothing(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll @IntRange(min = 2, max = 4) int k) {
    Sample sample = Sample.counts(seed, d, k);
    SplittableRandom random = new SplittableRandom(seed);
    double[] alike = random.ints(12, 0, CATEGORIES).mapToDouble(value -> value).toArray();
    double[][] more = new double[sample.rows().length][];
    for (int i = 0; i < more.length; i++) {
      more[i] = Arrays.copyOf(sample.rows()[i], d + 1);
      more[i][d] = alike[i / k];
    }
    for (Kind<?, ?, ?> kind : List.of(BERNOULLI, CATEGORICAL, POISSON)) {
      assertClose(
          kind,
          kind.logPosteriors(sample, sample.rows()),
          kind.logPosteriors(sample.with(more, sample.labels()), more));
    }
  }

  /// Where each row has as many of a new word as of all others together, the new word is half of
  /// the words of every class, and all others are halved.
  @Property(seed = "509", tries = 12)
  void aWordAlikeInAllClassesTellsMultinomialNaiveBayesNothing(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll @IntRange(min = 2, max = 4) int k) {
    Sample sample = Sample.counts(seed, d, k);
    // Every word in every class, as nothing is smoothed.
    for (int i = 0; i < k; i++) {
      Arrays.fill(sample.rows()[i], 1);
    }
    double[][] more = new double[sample.rows().length][];
    for (int i = 0; i < more.length; i++) {
      more[i] = Arrays.copyOf(sample.rows()[i], d + 1);
      more[i][d] = Arrays.stream(sample.rows()[i]).sum();
    }
    for (Kind<?, ?, ?> kind :
        List.of(
            counting(
                "multinomial Naive Bayes",
                statistics ->
                    MultinomialNaiveBayes.recipe(
                            new NaiveBayesOptions(Priors.empirical(), Smoothing.none()))
                        .fit(statistics)),
            counting(
                "complement Naive Bayes",
                statistics ->
                    ComplementNaiveBayes.recipe(new ComplementOptions(Smoothing.none(), false))
                        .fit(statistics)))) {
      assertClose(
          kind,
          kind.logPosteriors(sample, sample.rows()),
          kind.logPosteriors(sample.with(more, sample.labels()), more));
    }
  }

  /// Shrinking towards the unit matrix knows no scale of a single feature, but that of all of them.
  @Property(seed = "510", tries = 12)
  void scaleAndShiftDoNotMatterToRegularizedDiscriminants(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 8) int d,
      @ForAll @IntRange(min = 2, max = 4) int k) {
    SplittableRandom random = new SplittableRandom(seed);
    double common = random.nextDouble(0.1, 90);
    double[] scale = random.doubles(d, 0.1, 90).toArray();
    double[] shift = random.doubles(d, -50, 50).toArray();
    Sample sample = Sample.normal(seed, d, k);
    double lambda = random.nextDouble();
    for (double gamma : new double[] {0, 0.3}) {
      double[][] moved = new double[sample.rows().length][d];
      for (int i = 0; i < moved.length; i++) {
        for (int j = 0; j < d; j++) {
          moved[i][j] = sample.rows()[i][j] * (gamma == 0 ? scale[j] : common) + shift[j];
        }
      }
      Kind<?, ?, ?> kind =
          normal(
              "regularized " + gamma,
              statistics ->
                  RegularizedDiscriminant.recipe(
                          RegularizedOptions.DEFAULT.withLambda(lambda).withGamma(gamma))
                      .fit(statistics));
      assertClose(
          kind,
          kind.logPosteriors(sample, sample.rows()),
          kind.logPosteriors(sample.with(moved, sample.labels()), moved));
    }
  }

  private static void assertClose(Kind<?, ?, ?> kind, double[][] expected, double[][] found) {
    for (int i = 0; i < expected.length; i++) {
      double magnitude = Math.max(1, Arrays.stream(expected[i]).map(Math::abs).max().orElse(0));
      int row = i;
      assertArrayEquals(
          expected[i], found[i], ROUNDING * magnitude, () -> kind.name() + ", row " + row);
    }
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static int[] permutation(long seed, int n) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
