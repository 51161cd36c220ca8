package org.lanewise.explanation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.ComplementOptions;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.score.Scorer;
import org.lanewise.textbook.RandomData;

/// Explanations against the posteriors that they explain, and against densities of single features.
@Tag("once")
class ExplainerTest {

  /// Relative to the sizes of the parts.
  private static final double ROUNDING = 1e-11;

  private static <R> void assertSums(
      Explainer<R> explainer, Scorer<R, ?> scorer, Iterable<R> rows) {
    for (R row : rows) {
      Explainer<R> about = explainer.about(rows.iterator().next());
      double[] logPosterior = scorer.logPosterior(row);
      int k = logPosterior.length;
      for (int c = 0; c < k; c++) {
        int a = (c + 1) % k;
        for (Explanation why :
            new Explanation[] {explainer.explain(row, c, a), about.explain(row, c, a)}) {
          double expected = logPosterior[c] - logPosterior[a];
          double size = Math.abs(why.prior()) + Math.abs(why.baseline());
          double sum = why.prior() + why.baseline();
          for (double part : why.contributions()) {
            sum += part;
            size += Math.abs(part);
          }
          // Of classes that are both impossible, where a third is not, posteriors say nothing.
          if (!Double.isNaN(expected)) {
            assertEquals(expected, why.logOdds(), tolerance(expected, size), why::toString);
          }
          if (Double.isFinite(size)) {
            assertEquals(sum, why.logOdds(), ROUNDING * size);
          }
        }
      }
      int[] best = scorer.top(row, 2);
      Explanation why = explainer.explain(row);
      assertEquals(best[0], why.label());
      assertEquals(best[1], why.against());
      assertTrue(why.logOdds() >= -1e-12);
    }
    for (double part :
        explainer
            .about(rows.iterator().next())
            .explain(rows.iterator().next(), 0, 1)
            .contributions()) {
      assertEquals(0, part);
    }
  }

  private static double tolerance(double expected, double size) {
    double largest = Math.abs(expected) + size;
    return ROUNDING * (1 + (Double.isFinite(largest) ? largest : 0));
  }

  private static Priors priors(int k) {
    double[] priors = IntStream.range(0, k).mapToDouble(c -> 1 + c).toArray();
    double sum = Arrays.stream(priors).sum();
    return Priors.fixed(Arrays.stream(priors).map(prior -> prior / sum).toArray());
  }

  private static GaussianClassifier[] normal(NumericColumns rows, Labels labels, Priors priors) {
    DiscriminantOptions options = DiscriminantOptions.DEFAULT.withPriors(priors);
    GaussianBayesOptions naive = GaussianBayesOptions.DEFAULT.withPriors(priors);
    return new GaussianClassifier[] {
      LinearDiscriminant.recipe(options).fit(rows, labels),
      QuadraticDiscriminant.recipe(options).fit(rows, labels),
      RegularizedDiscriminant.recipe(
              RegularizedOptions.DEFAULT.withPriors(priors).withLambda(0.3).withGamma(0.1))
          .fit(rows, labels),
      GaussianNaiveBayes.recipe(naive).fit(rows, labels),
      GaussianNaiveBayes.recipe(naive.withPooledVariances(true)).fit(rows, labels),
    };
  }

  @Property(seed = "602", tries = 40)
  void normalClassesSumToTheirLogOdds(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int d, @ForAll boolean far) {
    int k = 3;
    RandomData data = RandomData.of(seed, 30 * d + 60, d, k, far ? 1e6 : 0);
    for (GaussianClassifier model : normal(data.columns(), data.labels(), priors(k))) {
      assertSums(Explainer.of(model), model.scorer(), Arrays.asList(Arrays.copyOf(data.rows, 5)));
    }
  }

  @Property(seed = "603", tries = 40)
  void missingValuesContributeNothing(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int d) {
    RandomData data = RandomData.of(seed, 30 * d + 60, d, 3, 2);
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[6][];
    for (int i = 1; i < rows.length; i++) {
      rows[i] = data.rows[i].clone();
      for (int j = 0; j < d; j++) {
        rows[i][j] = i == 5 || random.nextInt(3) == 0 ? Double.NaN : rows[i][j];
      }
    }
    rows[0] = data.rows[0];
    for (GaussianClassifier model : normal(data.columns(), data.labels(), priors(3))) {
      Explainer<double[]> explainer = Explainer.of(model.in(RowFormat.NUMBERS_WITH_MISSING));
      assertSums(explainer, model.scorer(RowFormat.NUMBERS_WITH_MISSING), Arrays.asList(rows));
      for (double[] row : rows) {
        double[] parts = explainer.about(rows[1]).explain(row, 0, 1).contributions();
        for (int j = 0; j < d; j++) {
          assertTrue(!Double.isNaN(row[j]) || parts[j] == 0);
        }
      }
    }
  }

  @Property(seed = "604", tries = 40)
  void bitsSumToTheirLogOdds(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 140) int d, @ForAll boolean smooth) {
    SplittableRandom random = new SplittableRandom(seed);
    int k = 3;
    boolean[][] rows = new boolean[20][d];
    int[] labels = new int[rows.length];
    int[][] codes = new int[rows.length][d];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i % k;
      for (int j = 0; j < d; j++) {
        rows[i][j] = random.nextInt(5) <= (labels[i] + j) % 4;
        codes[i][j] = rows[i][j] ? 1 : 0;
      }
    }
    NaiveBayesOptions options =
        NaiveBayesOptions.DEFAULT
            .withSmoothing(smooth ? Smoothing.laplace() : Smoothing.none())
            .withPriors(priors(k));
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe(options)
            .fit(BitColumns.fromRows(rows), Labels.ofIndices(labels, k));
    assertSums(
        Explainer.of(model),
        model.scorer(),
        Arrays.stream(rows).limit(6).map(BitColumns::packRow).toList());
    assertSums(
        Explainer.of(model.in(RowFormat.SPARSE)),
        model.scorer(RowFormat.SPARSE),
        Arrays.stream(codes)
            .limit(6)
            .map(row -> SparseRow.of(IntStream.range(0, d).filter(j -> row[j] == 1).toArray()))
            .toList());
    codes[1][0] = CategoryColumns.MISSING;
    codes[4][d - 1] = CategoryColumns.MISSING;
    assertSums(
        Explainer.of(model.in(RowFormat.CODES)),
        model.scorer(RowFormat.CODES),
        Arrays.asList(codes).subList(0, 6));
  }

  @Property(seed = "605", tries = 40)
  void categoriesSumToTheirLogOdds(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int d, @ForAll boolean smooth) {
    SplittableRandom random = new SplittableRandom(seed);
    int[][] rows = new int[24][d];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i % 3;
      for (int j = 0; j < d; j++) {
        rows[i][j] = random.nextInt(9) == 0 ? CategoryColumns.MISSING : random.nextInt(4);
      }
    }
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe(
                NaiveBayesOptions.DEFAULT
                    .withSmoothing(smooth ? Smoothing.laplace() : Smoothing.none())
                    .withPriors(priors(3)))
            .fit(CategoryColumns.fromRows(rows), Labels.ofIndices(labels, 3));
    assertSums(Explainer.of(model), model.scorer(), Arrays.asList(rows).subList(0, 6));
    rows[1][0] = 9;
    for (UnseenCategory unseen :
        new UnseenCategory[] {UnseenCategory.IGNORE, UnseenCategory.SMOOTHED}) {
      assertSums(
          Explainer.of(model.in(RowFormat.CODES.withUnseen(unseen))),
          model.scorer(RowFormat.CODES.withUnseen(unseen)),
          Arrays.asList(rows).subList(0, 6));
    }
  }

  @Property(seed = "606", tries = 40)
  void countsSumToTheirLogOdds(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 30) int d, @ForAll boolean smooth) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[18][d];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i % 3;
      for (int j = 0; j < d; j++) {
        rows[i][j] = random.nextInt(2) == 0 ? 0 : random.nextInt(1 + (labels[i] + j) % 4);
      }
    }
    NumericColumns columns = NumericColumns.fromRows(rows);
    Labels classes = Labels.ofIndices(labels, 3);
    Smoothing smoothing = smooth ? Smoothing.laplace() : Smoothing.none();
    NaiveBayesOptions options =
        NaiveBayesOptions.DEFAULT.withSmoothing(smoothing).withPriors(priors(3));
    Iterable<double[]> some = Arrays.asList(rows).subList(0, 6);
    SparseRows sparse = SparseRows.copyOf(columns);
    Iterable<SparseRow> sparseRows =
        IntStream.range(0, 6)
            .mapToObj(i -> {
              SparseRow row = new SparseRow();
              sparse.row(i, row);
              return row;
            })
            .toList();
    MultinomialNaiveBayes multinomial = MultinomialNaiveBayes.recipe(options).fit(columns, classes);
    assertSums(Explainer.of(multinomial), multinomial.scorer(), some);
    assertSums(
        Explainer.of(multinomial.in(RowFormat.SPARSE)),
        multinomial.scorer(RowFormat.SPARSE),
        sparseRows);
    PoissonNaiveBayes poisson = PoissonNaiveBayes.recipe(options).fit(columns, classes);
    assertSums(Explainer.of(poisson), poisson.scorer(), some);
    assertSums(
        Explainer.of(poisson.in(RowFormat.SPARSE)), poisson.scorer(RowFormat.SPARSE), sparseRows);
    for (boolean normalized : new boolean[] {false, true}) {
      ComplementNaiveBayes complement =
          ComplementNaiveBayes.recipe(
                  ComplementOptions.DEFAULT.withSmoothing(smoothing).withNormalized(normalized))
              .fit(columns, classes);
      assertSums(Explainer.of(complement), complement.scorer(), some);
      assertSums(
          Explainer.of(complement.in(RowFormat.SPARSE)),
          complement.scorer(RowFormat.SPARSE),
          sparseRows);
    }
  }

  /// A feature of a quadratic discriminant counts by what the model of the features up to it knows
  /// more than the model of those before.
  @Property(seed = "607", tries = 40)
  void aFeatureOfAQuadraticDiscriminantAddsToThoseBeforeIt(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 8) int d) {
    RandomData data = RandomData.of(seed, 40 * d, d, 2, 0);
    QuadraticDiscriminant whole = QuadraticDiscriminant.fit(data.columns(), data.labels());
    double[] row = data.rows[3];
    double[] parts = Explainer.of(whole).explain(row, 0, 1).contributions();
    double before = 0;
    for (int count = 1; count <= d; count++) {
      int kept = count;
      QuadraticDiscriminant part =
          QuadraticDiscriminant.fit(
              NumericColumns.fromRows(
                  Arrays.stream(data.rows)
                      .map(each -> Arrays.copyOf(each, kept))
                      .toArray(double[][]::new)),
              data.labels());
      double[] densities = new double[2];
      part.logClassDensity(Arrays.copyOf(row, count), densities);
      double ratio = densities[0] - densities[1];
      assertEquals(ratio - before, parts[count - 1], 1e-9 * (1 + Math.abs(ratio)));
      before = ratio;
    }
  }

  /// x = (6, 1); means (4, 2) and (0, 0), variances 1 and 4, no covariance: 4·(6 − 2) = 16, and
  /// 2/4·(1 − 1) = 0.
  @Test
  void aLinearDiscriminantByHand() {
    LinearDiscriminant model =
        LinearDiscriminant.of(
            Features.unnamed(2),
            Classes.unnamed(2),
            new double[] {0.2, 0.8},
            new double[] {100, 0},
            new double[][] {{-96, 2}, {-100, 0}},
            new double[][] {{1, 0}, {0, 4}});
    Explanation why = Explainer.of(model).explain(new double[] {6, 1}, 0, 1);
    assertArrayEquals(new double[] {16, 0}, why.contributions(), 1e-12);
    assertEquals(Math.log(0.25), why.prior(), 1e-15);
    assertEquals(16 + Math.log(0.25), why.logOdds(), 1e-12);
    assertEquals(0, why.baseline());
    assertArrayEquals(new int[] {0, 1}, why.order());
    assertEquals(
        "0 against 1: log-odds 14.61370563888011 = prior -1.3862943611198906 + 0 16.0 + 1 0.0",
        why.toString());
    Explanation about = Explainer.of(model).about(new double[] {4, 2}).explain(new double[] {6, 1});
    assertArrayEquals(new double[] {8, -0.5}, about.contributions(), 1e-12);
    assertEquals(8 + 0.5, about.baseline(), 1e-12);
  }

  @Test
  void valuesThatAClassCannotHaveCountAsInTheLimit() {
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.of(
            Features.unnamed(2),
            Classes.unnamed(2),
            new double[] {0.5, 0.5},
            new double[][] {{0, 3}, {2, 0}},
            new double[][] {{4, 1}, {2, 4}});
    Explanation why = Explainer.of(model).explain(BitColumns.packRow(true, true), 0, 1);
    assertArrayEquals(
        new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}, why.contributions());
    // α/4 · 3/4 against 1/2 · α/4
    assertEquals(Math.log(1.5), why.logOdds(), 1e-14);
  }

  @Test
  void pairsThatDoNotExistAreRefused() {
    LinearDiscriminant one =
        LinearDiscriminant.of(
            Features.unnamed(1),
            Classes.unnamed(1),
            new double[] {1},
            new double[1],
            new double[1][1],
            new double[][] {{1}});
    assertEquals(
        "the model has one class, so there is no other to compare it with; two are expected",
        refusal(() -> Explainer.of(one).explain(new double[] {1})));
    LinearDiscriminant model =
        LinearDiscriminant.of(
            Features.unnamed(1),
            Classes.unnamed(3),
            new double[] {1, 0, 0},
            new double[1],
            new double[3][1],
            new double[][] {{1}});
    Explainer<double[]> explainer = Explainer.of(model);
    assertEquals(
        "class 1 was to be compared with itself; two classes are expected",
        refusal(() -> explainer.explain(new double[] {1}, 1, 1)));
    assertEquals(
        "class 1 and class 2 have prior 0, so their odds do not exist; one with a prior above 0 is"
            + " expected",
        refusal(() -> explainer.explain(new double[] {1}, 1, 2)));
    assertEquals(Double.POSITIVE_INFINITY, explainer.explain(new double[] {1}).logOdds());
    assertThrows(IndexOutOfBoundsException.class, () -> explainer.explain(new double[] {1}, 0, 3));
    assertEquals(
        "feature 0 of the row is NaN; a finite number is expected",
        refusal(() -> explainer.explain(new double[] {Double.NaN}, 0, 1)));
    assertEquals(
        "the array for the contributions has 0 elements; at least 1 are expected",
        refusal(() -> explainer.contributions(new double[] {1}, 0, 1, new double[0])));
  }

  private static String refusal(Runnable call) {
    return assertThrows(IllegalArgumentException.class, call::run).getMessage();
  }
}
