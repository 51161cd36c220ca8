package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.ComplementOptions;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.score.Scorer;
import org.lanewise.textbook.RandomData;

/// Every number is that of a fit without the row, whatever the model and its options.
@Tag("once")
class LeaveOneOutTest {

  private static final double CLOSE = 1e-10;
  private static final EssentialRows REFUSE = EssentialRows.REFUSE;
  private static final EssentialRows LEAVE_OUT = EssentialRows.LEAVE_OUT;

  /// A set, and every how many rows one is fitted without.
  private record Sample(String name, NumericColumns rows, Labels labels, int every) {
    @Override
    public String toString() {
      return name;
    }

    double[] row(int index) {
      double[] row = new double[rows.featureCount()];
      rows.row(index, row);
      return row;
    }
  }

  static Stream<Sample> samples() {
    List<Sample> all = new ArrayList<>();
    add(all, Sets.iris(), 1);
    add(all, Sets.wine(), 1);
    add(all, Sets.breastCancer(), 19);
    add(all, Sets.banknote(), 37);
    for (Sets.Numbers large : Sets.large()) {
      // Features of digits are constant in some classes.
      if (!large.name().equals("digits")) {
        add(all, large, 401);
      }
    }
    RandomData made = RandomData.of(21, 60, 5, 3, 1e4);
    Labels weighted = made.labels().withWeights(made.weights);
    all.add(new Sample("made, far from 0", made.columns(), weighted, 1));
    // More rows and features than are sorted and rotated at once.
    RandomData many = RandomData.of(22, 2_500, 70, 3, 10);
    all.add(new Sample("made, many", many.columns(), many.labels(), 407));
    // A row that holds nearly all the weight of its class.
    double[] uneven = new double[60];
    Arrays.setAll(uneven, row -> row == 7 ? 1e4 : 1);
    all.add(new Sample("made, uneven", made.columns(), made.labels().withWeights(uneven), 1));
    return all.stream();
  }

  private static void add(List<Sample> all, Sets.Numbers set, int every) {
    all.add(new Sample(set.name(), set.columns(), set.labels(), every));
    all.add(new Sample(set.name() + ", weighted", set.columns(), set.weighted(), every));
  }

  private static <R> void assertRefits(
      String name,
      Labels labels,
      int every,
      LeaveOneOut found,
      IntFunction<R> row,
      Function<Labels, ? extends Scorer<R, ?>> fit) {
    for (int i = 0; i < labels.rowCount(); i += every) {
      double[] weights = new double[labels.rowCount()];
      for (int other = 0; other < weights.length; other++) {
        weights[other] = other == i ? 0 : labels.weight(other);
      }
      Labels others = labels.withWeights(weights);
      if (found.predictions()[i] < 0) {
        assertThrows(LanewiseException.class, () -> fit.apply(others), name + ", row " + i);
        continue;
      }
      Scorer<R, ?> without = fit.apply(others);
      double[] expected = without.logJoint(row.apply(i));
      for (int c = 0; c < expected.length; c++) {
        assertClose(expected[c], found.logJoint(i, c), name + ", row " + i + ", class " + c);
      }
      String where = name + ", row " + i;
      assertEquals(without.predict(row.apply(i)), found.predictions()[i], where);
      double loss = -without.logPosterior(row.apply(i))[labels.index(i)];
      assertClose(loss, found.logLosses()[i], where);
    }
  }

  private static void assertClose(double expected, double found, String where) {
    if (expected != found) {
      assertEquals(expected, found, CLOSE * Math.max(1, Math.abs(expected)), where);
    }
  }

  private static DiscriminantOptions shrunk(Shrinkage shrinkage) {
    return DiscriminantOptions.DEFAULT.withShrinkage(shrinkage);
  }

  private static void assertLinear(
      Sample sample, int every, DiscriminantOptions options, DiscriminantOptions held) {
    assertRefits(
        sample + ", " + options,
        sample.labels,
        every,
        LeaveOneOut.of(LinearDiscriminant.recipe(options), sample.rows, sample.labels, REFUSE),
        sample::row,
        labels -> LinearDiscriminant.recipe(held).fit(sample.rows, labels).scorer());
  }

  private static void assertQuadratic(Sample sample, DiscriminantOptions options) {
    assertRefits(
        sample + ", " + options,
        sample.labels,
        sample.every,
        LeaveOneOut.of(
            QuadraticDiscriminant.recipe(options), sample.rows, sample.labels, LEAVE_OUT),
        sample::row,
        labels -> QuadraticDiscriminant.recipe(options).fit(sample.rows, labels).scorer());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void linearDiscriminants(Sample sample) {
    DiscriminantOptions plain = DiscriminantOptions.DEFAULT;
    for (DiscriminantOptions options :
        List.of(
            plain,
            plain.withDivisor(CovarianceDivisor.UNBIASED).withPriors(Priors.laplace()),
            shrunk(Shrinkage.fixed(0.1)),
            shrunk(Shrinkage.fixed(1)).withPriors(Priors.uniform()),
            shrunk(Shrinkage.toIdentity(0.3)).withDivisor(CovarianceDivisor.UNBIASED),
            shrunk(Shrinkage.ridge(0.01)))) {
      assertLinear(sample, sample.every, options, options);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void linearDiscriminantsWithIntensitiesChosenFromAllRows(Sample sample) {
    for (DiscriminantOptions options :
        List.of(shrunk(Shrinkage.oracleApproximating()), shrunk(Shrinkage.ledoitWolf()))) {
      LinearDiscriminant all = LinearDiscriminant.recipe(options).fit(sample.rows, sample.labels);
      assertLinear(
          sample, sample.every, options, shrunk(Shrinkage.fixed(all.shrinkageIntensities()[0])));
    }
  }

  @Test
  void linearDiscriminantsThatHaveNoClosedForm() {
    Sample iris = samples().filter(sample -> sample.name.equals("iris, weighted")).findAny().get();
    DiscriminantOptions pooled = DiscriminantOptions.DEFAULT.withPooledByPriors(true);
    assertLinear(iris, 7, pooled, pooled);
    DiscriminantOptions towards = shrunk(Shrinkage.towardsVariances(0.1, 0.2, 0.3));
    assertLinear(iris, 7, towards, towards);
    DiscriminantOptions zero = pooled.withPriors(Priors.fixed(0.5, 0.5, 0));
    assertLinear(iris, 7, zero, zero);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void quadraticDiscriminants(Sample sample) {
    DiscriminantOptions plain = DiscriminantOptions.DEFAULT;
    for (DiscriminantOptions options :
        List.of(
            plain,
            plain.withDivisor(CovarianceDivisor.UNBIASED).withPriors(Priors.laplace()),
            shrunk(Shrinkage.fixed(0.1)),
            shrunk(Shrinkage.toIdentity(0.3)).withDivisor(CovarianceDivisor.UNBIASED),
            shrunk(Shrinkage.ridge(0.01)).withPriors(Priors.uniform()))) {
      assertQuadratic(sample, options);
    }
  }

  @Test
  void quadraticDiscriminantsHoldTheIntensityOfEachClass() {
    Sample sample = samples().filter(each -> each.name.equals("wine")).findAny().get();
    DiscriminantOptions options = shrunk(Shrinkage.oracleApproximating());
    double[] intensities =
        QuadraticDiscriminant.recipe(options)
            .fit(sample.rows, sample.labels)
            .shrinkageIntensities();
    LeaveOneOut found =
        LeaveOneOut.of(QuadraticDiscriminant.recipe(options), sample.rows, sample.labels, REFUSE);
    for (int c = 0; c < intensities.length; c++) {
      LeaveOneOut fixed =
          LeaveOneOut.of(
              QuadraticDiscriminant.recipe(shrunk(Shrinkage.fixed(intensities[c]))),
              sample.rows,
              sample.labels,
              REFUSE);
      for (int i = 0; i < found.rowCount(); i++) {
        assertEquals(fixed.logJoint(i, c), found.logJoint(i, c), 1e-10);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void regularizedDiscriminants(Sample sample) {
    RegularizedOptions plain = RegularizedOptions.DEFAULT;
    for (RegularizedOptions options :
        List.of(
            plain.withLambda(0.3).withGamma(0.2),
            plain.withLambda(1).withGamma(0.1).withPriors(Priors.uniform()),
            plain.withGamma(0.4),
            plain.withLambda(0.5).withBlendedScatters(true),
            plain.withLambda(0.1).withGamma(0.01).withBlendedScatters(true))) {
      assertRefits(
          sample + ", " + options,
          sample.labels,
          sample.every,
          LeaveOneOut.of(
              RegularizedDiscriminant.recipe(options), sample.rows, sample.labels, REFUSE),
          sample::row,
          labels -> RegularizedDiscriminant.recipe(options).fit(sample.rows, labels).scorer());
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void gaussianNaiveBayes(Sample sample) {
    GaussianBayesOptions plain = GaussianBayesOptions.DEFAULT;
    for (GaussianBayesOptions options :
        List.of(
            plain,
            plain.withVarianceSmoothing(0).withPriors(Priors.laplace()),
            plain.withPooledVariances(true),
            plain
                .withPooledVariances(true)
                .withVarianceSmoothing(1e-3)
                .withDivisor(CovarianceDivisor.UNBIASED),
            plain.withVarianceSmoothing(1e-3).withDivisor(CovarianceDivisor.UNBIASED))) {
      assertRefits(
          sample + ", " + options,
          sample.labels,
          sample.every,
          LeaveOneOut.of(GaussianNaiveBayes.recipe(options), sample.rows, sample.labels, LEAVE_OUT),
          sample::row,
          labels -> GaussianNaiveBayes.recipe(options).fit(sample.rows, labels).scorer());
    }
  }

  /// Constant features, which regularisation makes regular.
  @ParameterizedTest
  @MethodSource("digits")
  void digits(Sets.Numbers set) {
    NumericColumns rows = set.columns();
    Sample sample = new Sample(set.name(), rows, set.labels(), 199);
    DiscriminantOptions shrunk = shrunk(Shrinkage.fixed(0.05));
    assertLinear(sample, 199, shrunk, shrunk);
    assertQuadratic(sample, shrunk);
    RegularizedOptions regularized = RegularizedOptions.DEFAULT.withLambda(0.2).withGamma(0.1);
    assertRefits(
        "regularized",
        set.labels(),
        199,
        LeaveOneOut.of(RegularizedDiscriminant.recipe(regularized), rows, set.labels(), REFUSE),
        sample::row,
        labels -> RegularizedDiscriminant.recipe(regularized).fit(rows, labels).scorer());
    for (double smoothing : new double[] {1e-9, 1e-2}) {
      GaussianBayesOptions options = GaussianBayesOptions.DEFAULT.withVarianceSmoothing(smoothing);
      assertRefits(
          "Gaussian Naive Bayes",
          set.labels(),
          7,
          LeaveOneOut.of(GaussianNaiveBayes.recipe(options), rows, set.labels(), REFUSE),
          sample::row,
          labels -> GaussianNaiveBayes.recipe(options).fit(rows, labels).scorer());
    }
  }

  static Stream<Sets.Numbers> digits() {
    return Stream.concat(
        Stream.of(Sets.constantFeatures()),
        Sets.large().stream().filter(set -> set.name().equals("digits")));
  }

  private static List<NaiveBayesOptions> discreteOptions(int d) {
    double[] alphas = new double[d];
    Arrays.setAll(alphas, j -> 0.5 + j % 3);
    NaiveBayesOptions plain = NaiveBayesOptions.DEFAULT;
    return List.of(
        plain,
        plain.withSmoothing(Smoothing.of(0.01)).withPriors(Priors.uniform()),
        plain.withSmoothing(Smoothing.perFeature(alphas)).withPriors(Priors.laplace()),
        plain.withSmoothing(Smoothing.none()));
  }

  private static int[] codes(CategoryColumns rows, int index) {
    int[] row = new int[rows.featureCount()];
    rows.row(index, row);
    return row;
  }

  static Stream<Sets.Numbers> tables() {
    return Stream.of(Sets.iris(), Sets.wine());
  }

  @ParameterizedTest
  @MethodSource("tables")
  void categoricalNaiveBayes(Sets.Numbers set) {
    for (boolean missing : new boolean[] {false, true}) {
      CategoryColumns rows = set.categories(missing);
      for (Labels labels : List.of(set.labels(), set.weighted())) {
        for (NaiveBayesOptions options : discreteOptions(rows.featureCount())) {
          assertRefits(
              set.name() + ", " + options,
              labels,
              7,
              LeaveOneOut.of(CategoricalNaiveBayes.recipe(options), rows, labels, REFUSE),
              index -> codes(rows, index),
              given -> CategoricalNaiveBayes.recipe(options).fit(rows, given).scorer());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void bernoulliNaiveBayes(Sets.Numbers set) {
    BitColumns bits = bits(set.halves(false));
    CategoryColumns missing = set.halves(true);
    List<NaiveBayesOptions> all = new ArrayList<>(discreteOptions(bits.featureCount()));
    all.add(NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.pseudoData()));
    for (Labels labels : List.of(set.labels(), set.weighted())) {
      for (NaiveBayesOptions options : all) {
        assertRefits(
            set.name() + ", " + options,
            labels,
            7,
            LeaveOneOut.of(BernoulliNaiveBayes.recipe(options), bits, labels, REFUSE),
            index -> {
              long[] row = new long[BitColumns.rowWords(bits.featureCount())];
              bits.row(index, row);
              return row;
            },
            given -> BernoulliNaiveBayes.recipe(options).fit(bits, given).scorer());
        assertRefits(
            set.name() + ", missing, " + options,
            labels,
            7,
            LeaveOneOut.of(BernoulliNaiveBayes.recipe(options), missing, labels, REFUSE),
            index -> codes(missing, index),
            given ->
                BernoulliNaiveBayes.recipe(options).fit(missing, given).scorer(RowFormat.CODES));
      }
    }
  }

  private static BitColumns bits(CategoryColumns codes) {
    int words = BitColumns.rowWords(codes.featureCount());
    long[] packed = new long[codes.rowCount() * words];
    for (int i = 0; i < codes.rowCount(); i++) {
      for (int j = 0; j < codes.featureCount(); j++) {
        packed[i * words + j / 64] |= (long) codes.code(i, j) << j;
      }
    }
    return BitColumns.fromPackedRows(packed, codes.featureCount());
  }

  private static SparseRow sparse(SparseRows rows, int index) {
    SparseRow row = new SparseRow();
    rows.row(index, row);
    return row;
  }

  @Test
  void modelsOfWords() {
    Sets.Messages messages = Sets.messages(700);
    double[] weights = new double[700];
    Arrays.setAll(weights, i -> i % 9 == 4 ? 0 : (1 + i % 3) / 2.0);
    SparseRows counts = messages.counts();
    SparseRows presence = messages.presence();
    for (Labels labels : List.of(messages.labels(), messages.labels().withWeights(weights))) {
      NaiveBayesOptions lidstone =
          NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(0.3)).withPriors(Priors.laplace());
      NaiveBayesOptions pseudo = NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.pseudoData());
      for (NaiveBayesOptions options : List.of(NaiveBayesOptions.DEFAULT, lidstone, pseudo)) {
        assertRefits(
            "multinomial, " + options,
            labels,
            31,
            LeaveOneOut.of(MultinomialNaiveBayes.recipe(options), counts, labels, REFUSE),
            index -> sparse(counts, index),
            given ->
                MultinomialNaiveBayes.recipe(options).fit(counts, given).scorer(RowFormat.SPARSE));
        assertRefits(
            "poisson, " + options,
            labels,
            31,
            LeaveOneOut.of(PoissonNaiveBayes.recipe(options), counts, labels, REFUSE),
            index -> sparse(counts, index),
            given -> PoissonNaiveBayes.recipe(options).fit(counts, given).scorer(RowFormat.SPARSE));
        assertRefits(
            "bernoulli, " + options,
            labels,
            31,
            LeaveOneOut.of(BernoulliNaiveBayes.recipe(options), presence, labels, REFUSE),
            index -> sparse(presence, index),
            given ->
                BernoulliNaiveBayes.recipe(options).fit(presence, given).scorer(RowFormat.SPARSE));
      }
      for (boolean normalized : new boolean[] {false, true}) {
        ComplementOptions options = new ComplementOptions(Smoothing.of(0.5), normalized);
        assertRefits(
            "complement, " + options,
            labels,
            31,
            LeaveOneOut.of(ComplementNaiveBayes.recipe(options), counts, labels, REFUSE),
            index -> sparse(counts, index),
            given ->
                ComplementNaiveBayes.recipe(options).fit(counts, given).scorer(RowFormat.SPARSE));
      }
    }
  }

  @Test
  void modelsOfWordsWithoutSmoothing() {
    Sets.Messages messages = Sets.messages(60);
    NaiveBayesOptions options = NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.none());
    assertRefits(
        "multinomial, unsmoothed",
        messages.labels(),
        1,
        LeaveOneOut.of(
            MultinomialNaiveBayes.recipe(options), messages.counts(), messages.labels(), REFUSE),
        index -> sparse(messages.counts(), index),
        given ->
            MultinomialNaiveBayes.recipe(options)
                .fit(messages.counts(), given)
                .scorer(RowFormat.SPARSE));
  }

  /// Column 0 has large counts in many rows, column 2 only in row 3, which is nearly all of it.
  @Test
  void aRowThatHoldsNearlyAllOfACountIsLeftOutAsExactlyAsOthers() {
    int n = 40;
    double[][] columns = new double[3][n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      columns[0][i] = i * 7919 % 16000;
      columns[1][i] = i % 4;
      columns[2][i] = i == 3 ? 15841.5 : i % 3 == 0 ? 1e-3 : 0;
      weights[i] = i == 8 ? 1e7 : 1;
    }
    SparseRows rows = SparseRows.copyOf(NumericColumns.of(columns));
    Labels plain = Labels.ofIndices(IntStream.range(0, n).map(i -> i / 2 % 2).toArray(), 2);
    NaiveBayesOptions options = NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(1e-3));
    for (Labels labels : List.of(plain, plain.withWeights(weights))) {
      for (Recipe<?> recipe :
          List.of(
              MultinomialNaiveBayes.recipe(options),
              PoissonNaiveBayes.recipe(options),
              ComplementNaiveBayes.recipe(new ComplementOptions(Smoothing.of(1e-3), false)),
              ComplementNaiveBayes.recipe(new ComplementOptions(Smoothing.of(1e-3), true)))) {
        assertRefits(
            recipe.toString(),
            labels,
            1,
            LeaveOneOut.of(recipe, rows, labels, REFUSE),
            index -> sparse(rows, index),
            given -> recipe.fit(rows, given).scorer(RowFormat.SPARSE));
      }
    }
  }

  @Test
  void theLastRowOfAClassIsRefusedOrLeftOutAndCounted() {
    NumericColumns rows = NumericColumns.of(new double[] {1, 2, 4, 3, 7, 8, 9, 20});
    Labels labels = Labels.of("a", "a", "a", "a", "b", "b", "b", "c");
    DiscriminantOptions options = DiscriminantOptions.DEFAULT;
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> LeaveOneOut.of(LinearDiscriminant.recipe(options), rows, labels, REFUSE))
            .getMessage();
    assertTrue(message.startsWith("row 7 is the only one of class 'c', so without it"), message);
    LeaveOneOut found = LeaveOneOut.of(LinearDiscriminant.recipe(options), rows, labels, LEAVE_OUT);
    assertEquals(1, found.leftOut());
    assertEquals(-1, found.predictions()[7]);
    assertTrue(Double.isNaN(found.logJoint(7, 0)) && Double.isNaN(found.logLosses()[7]));
    assertTrue(found.logLoss() > 0 && found.errorRate() == found.errors() / 7);
  }

  @Test
  void aRowWithoutWhichACovarianceIsSingularIsRefusedOrLeftOut() {
    NumericColumns rows =
        NumericColumns.of(
            new double[] {0, 1, 2, 3, 4, 5, 6, 7}, new double[] {0, 1, 2, 5, 9, 1, 7, 3});
    Labels labels = Labels.of(0, 0, 0, 0, 1, 1, 1, 1);
    DiscriminantOptions options = DiscriminantOptions.DEFAULT;
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> LeaveOneOut.of(QuadraticDiscriminant.recipe(options), rows, labels, REFUSE))
            .getMessage();
    assertTrue(message.startsWith("without row 3 the model cannot be fitted ("), message);
    LeaveOneOut found =
        LeaveOneOut.of(QuadraticDiscriminant.recipe(options), rows, labels, LEAVE_OUT);
    assertEquals(1, found.leftOut());
    assertEquals(-1, found.predictions()[3]);
  }

  @Test
  void errorsAndLossesAreWeighted() {
    NumericColumns rows = NumericColumns.of(new double[] {0, 1, 2, 1.5, 1, 2, 3, 2.5});
    double[] weights = {1, 2, 1, 3, 1, 2, 0, 1};
    Labels labels = Labels.of(0, 0, 0, 0, 1, 1, 1, 1).withWeights(weights);
    LeaveOneOut found = LeaveOneOut.of(LinearDiscriminant.recipe(), rows, labels, REFUSE);
    double errors = 0;
    double loss = 0;
    for (int i = 0; i < weights.length; i++) {
      errors += found.predictions()[i] == labels.index(i) ? 0 : weights[i];
      loss += weights[i] * found.logLosses()[i];
    }
    assertEquals(errors, found.errors());
    assertEquals(errors / 11, found.errorRate());
    assertEquals(loss / 11, found.logLoss(), 1e-15);
    assertArrayEquals(
        found.logJoints()[2], new double[] {found.logJoint(2, 0), found.logJoint(2, 1)});
  }

  /// Two classes, moved and scaled by powers of 2, and a value in row 3.
  private static NumericColumns spread(double value, double first, double second) {
    SplittableRandom random = new SplittableRandom(50);
    double[][] columns = new double[2][24];
    for (int i = 0; i < 24; i++) {
      columns[0][i] = first * (random.nextGaussian() + i % 2);
      columns[1][i] = second * (random.nextGaussian() - i % 2);
    }
    columns[0][3] = value;
    return NumericColumns.of(columns);
  }

  private static void assertRefit(
      LeaveOneOut found,
      NumericColumns rows,
      int index,
      Function<Labels, Scorer<double[], NumericColumns>> fit) {
    double[] weights = new double[rows.rowCount()];
    Arrays.setAll(weights, i -> i == index ? 0 : 1);
    double[] row = new double[rows.featureCount()];
    rows.row(index, row);
    double[] expected = fit.apply(inTurns().withWeights(weights)).logJoint(row);
    for (int c = 0; c < expected.length; c++) {
      double close = 1e-12 * Math.max(1, Math.abs(expected[c]));
      assertEquals(expected[c], found.logJoint(index, c), close);
    }
  }

  private static Labels inTurns() {
    int[] classes = new int[24];
    Arrays.setAll(classes, i -> i % 2);
    return Labels.ofIndices(classes, 2);
  }

  /// The others are as they were without it, however much of the variance was its own.
  @ParameterizedTest
  @ValueSource(doubles = {-9999, 2147483647, 3.4e38, 9.96921e36})
  void aFillValueIsLeftOutWithAllItsTraces(double fill) {
    NumericColumns rows = spread(fill, 1, 1);
    GaussianBayesOptions naive = GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0);
    LeaveOneOut bayes = LeaveOneOut.of(GaussianNaiveBayes.recipe(naive), rows, inTurns(), REFUSE);
    assertRefit(
        bayes, rows, 3, given -> GaussianNaiveBayes.recipe(naive).fit(rows, given).scorer());
    for (double gamma : new double[] {0.5, 1}) {
      RegularizedOptions options = RegularizedOptions.DEFAULT.withLambda(0.25).withGamma(gamma);
      LeaveOneOut found =
          LeaveOneOut.of(RegularizedDiscriminant.recipe(options), rows, inTurns(), REFUSE);
      assertRefit(
          found,
          rows,
          3,
          given -> RegularizedDiscriminant.recipe(options).fit(rows, given).scorer());
      DiscriminantOptions shrunk =
          DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(gamma));
      assertRefit(
          LeaveOneOut.of(QuadraticDiscriminant.recipe(shrunk), rows, inTurns(), REFUSE),
          rows,
          3,
          given -> QuadraticDiscriminant.recipe(shrunk).fit(rows, given).scorer());
      assertRefit(
          LeaveOneOut.of(LinearDiscriminant.recipe(shrunk), rows, inTurns(), REFUSE),
          rows,
          3,
          given -> LinearDiscriminant.recipe(shrunk).fit(rows, given).scorer());
    }
  }

  @Test
  void productsOfSmallAndLargeVariancesStayInTheRangeOfDoubles() {
    for (double sign : new double[] {-1, 1}) {
      double first = StrictMath.pow(2, sign * 240);
      double second = StrictMath.pow(2, sign * 460);
      NumericColumns rows = spread(first, first, second);
      RegularizedOptions options = RegularizedOptions.DEFAULT.withLambda(1);
      assertRefit(
          LeaveOneOut.of(RegularizedDiscriminant.recipe(options), rows, inTurns(), REFUSE),
          rows,
          5,
          given -> RegularizedDiscriminant.recipe(options).fit(rows, given).scorer());
    }
  }

  /// Without an outlier little of a determinant is left, and constants are hundreds of nats.
  @Test
  void distancesOfOutliersLoseNoDigitsToConstants() {
    double unit = StrictMath.pow(2, 460);
    NumericColumns rows = spread(80 * unit, unit, unit);
    DiscriminantOptions options = DiscriminantOptions.DEFAULT;
    assertRefit(
        LeaveOneOut.of(QuadraticDiscriminant.recipe(options), rows, inTurns(), REFUSE),
        rows,
        3,
        given -> QuadraticDiscriminant.recipe(options).fit(rows, given).scorer());
  }
}
