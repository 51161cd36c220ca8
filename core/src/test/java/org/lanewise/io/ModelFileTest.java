package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRows;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
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
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;

/// Models come back from a file as they were.
@Tag("once")
class ModelFileTest {

  @Property(seed = "20261101", tries = 40)
  void gaussianModelsReadScoreWithTheSameBits(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 21) int featureCount,
      @ForAll @IntRange(min = 1, max = 6) int classCount)
      throws IOException {
    Random random = new Random(seed);
    int rowCount = classCount * (featureCount + 3);
    double[][] rows = new double[rowCount][featureCount];
    int[] labels = new int[rowCount];
    for (int i = 0; i < rowCount; i++) {
      labels[i] = i % classCount;
      for (int j = 0; j < featureCount; j++) {
        rows[i][j] = Math.scalb(1e6 + labels[i] + random.nextGaussian(), j % 9 * 20 - 80);
      }
    }
    NumericColumns data = NumericColumns.fromRows(rows);
    GaussianStatistics statistics =
        GaussianStatistics.of(data, Labels.ofIndices(labels, classCount));
    assertSameScores(GaussianNaiveBayes.recipe().fit(statistics), GaussianNaiveBayes.class, data);
    GaussianBayesOptions pooled = GaussianBayesOptions.DEFAULT.withPooledVariances(true);
    assertSameScores(
        GaussianNaiveBayes.recipe(pooled).fit(statistics), GaussianNaiveBayes.class, data);
    assertSameScores(LinearDiscriminant.recipe().fit(statistics), LinearDiscriminant.class, data);
    assertSameScores(
        QuadraticDiscriminant.recipe().fit(statistics), QuadraticDiscriminant.class, data);
    for (double gamma : new double[] {0, 0.25}) {
      assertSameScores(
          RegularizedDiscriminant.recipe(
                  RegularizedOptions.DEFAULT.withLambda(random.nextDouble()).withGamma(gamma))
              .fit(statistics),
          RegularizedDiscriminant.class,
          data);
    }
  }

  @Property(seed = "20261107", tries = 40)
  void countModelsReadScoreWithTheSameBits(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int featureCount,
      @ForAll @IntRange(min = 1, max = 6) int classCount,
      @ForAll boolean weighted)
      throws IOException {
    Random random = new Random(seed);
    int rowCount = 60;
    double[][] rows = new double[rowCount][featureCount];
    int[] labels = new int[rowCount];
    for (int i = 0; i < rowCount; i++) {
      labels[i] = i % classCount;
      for (int j = 0; j < featureCount; j++) {
        rows[i][j] = (j + labels[i]) % 3 == 0 ? 0 : random.nextInt(6) * (weighted ? 0.3 : 1);
      }
    }
    NumericColumns data = NumericColumns.fromRows(rows);
    CountStatistics statistics = CountStatistics.of(data, Labels.ofIndices(labels, classCount));
    int[][] indices = {IntStream.range(0, featureCount).filter(j -> j % 3 == 0).toArray()};
    SparseRows sparse = SparseRows.fromRows(indices, featureCount);
    double[] alphas = random.doubles(featureCount).toArray();
    alphas[0] = 0;
    for (Smoothing smoothing :
        List.of(Smoothing.none(), Smoothing.perFeature(alphas), Smoothing.of(0.3))) {
      MultinomialNaiveBayes multinomial =
          MultinomialNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), smoothing))
              .fit(statistics);
      assertSameScores(
          multinomial.scorer(RowFormat.SPARSE),
          assertSameScores(multinomial, MultinomialNaiveBayes.class, data).scorer(RowFormat.SPARSE),
          sparse);
      PoissonNaiveBayes poisson =
          PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), smoothing))
              .fit(statistics);
      assertSameScores(
          poisson.scorer(RowFormat.SPARSE),
          assertSameScores(poisson, PoissonNaiveBayes.class, data).scorer(RowFormat.SPARSE),
          sparse);
      for (boolean normalized : new boolean[] {false, true}) {
        ComplementNaiveBayes complement =
            ComplementNaiveBayes.recipe(new ComplementOptions(smoothing, normalized))
                .fit(statistics);
        ComplementNaiveBayes read = assertSameScores(complement, ComplementNaiveBayes.class, data);
        assertEquals(normalized, read.describe().options().get("normalized"));
        assertSameScores(
            complement.scorer(RowFormat.SPARSE), read.scorer(RowFormat.SPARSE), sparse);
      }
    }
    PoissonNaiveBayes shifted =
        PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.empirical(), Smoothing.pseudoData()))
            .fit(statistics);
    assertSameScores(shifted, PoissonNaiveBayes.class, data);
  }

  @Property(seed = "20261108", tries = 40)
  void categoricalModelsReadScoreWithTheSameBits(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int featureCount,
      @ForAll @IntRange(min = 1, max = 6) int classCount,
      @ForAll boolean weighted)
      throws IOException {
    Random random = new Random(seed);
    int rowCount = 60;
    List<CategoryDictionary> known =
        IntStream.range(0, featureCount)
            .mapToObj(j -> dictionary(random.nextInt(5), random.nextBoolean()))
            .toList();
    CategoryColumns data = categories(known, 0, rowCount, random);
    Labels labels = Labels.ofIndices(random.ints(rowCount, 0, classCount).toArray(), classCount);
    CategoryStatistics statistics =
        new CategoryStatistics(Features.unnamed(known.size()), known, Classes.unnamed(classCount));
    if (weighted) {
      statistics.add(data, labels.withWeights(random.doubles(rowCount).toArray()));
    } else {
      statistics.add(data, labels);
    }
    CategoryColumns unseen = categories(known, 2, rowCount, random);
    double[] alphas = random.doubles(featureCount).toArray();
    alphas[0] = 0;
    for (Smoothing smoothing :
        List.of(Smoothing.none(), Smoothing.perFeature(alphas), Smoothing.of(0.3))) {
      CategoricalNaiveBayes model =
          CategoricalNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), smoothing))
              .fit(statistics);
      CategoricalNaiveBayes read = assertSameScores(model, CategoricalNaiveBayes.class, data);
      assertEquals(known, read.dictionaries());
      assertArrayEquals(model.alphas(), read.alphas());
      for (UnseenCategory policy : List.of(UnseenCategory.IGNORE, UnseenCategory.SMOOTHED)) {
        assertSameScores(
            model.scorer(RowFormat.CODES.withUnseen(policy)),
            read.scorer(RowFormat.CODES.withUnseen(policy)),
            unseen);
      }
    }
  }

  /// Fewer numbers than classes times features, which is not what a file may be too short for.
  @Test
  void categoricalModelMayHaveNoCategoryAtAll() throws IOException {
    int d = 200;
    int k = 300;
    List<CategoryDictionary> none =
        IntStream.range(0, d).mapToObj(j -> CategoryDictionary.ofSize(0)).toList();
    double[] priors = IntStream.range(0, k).mapToDouble(c -> 1.0 / k).toArray();
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.of(
            Features.unnamed(d),
            Classes.unnamed(priors.length),
            priors,
            none,
            new double[k][0],
            new double[d]);
    assertSameScores(model, CategoricalNaiveBayes.class, categories(none, 0, 3, new Random(9)));
  }

  private static CategoryDictionary dictionary(int size, boolean named) {
    return named
        ? CategoryDictionary.of(IntStream.range(0, size).mapToObj(v -> "ä" + v).toList())
        : CategoryDictionary.ofSize(size);
  }

  /// Rows of the known categories, `more` beyond them, and missing values.
  private static CategoryColumns categories(
      List<CategoryDictionary> known, int more, int rowCount, Random random) {
    int[][] columns = new int[known.size()][];
    for (int j = 0; j < columns.length; j++) {
      int size = known.get(j).size() + more;
      columns[j] = IntStream.range(0, rowCount).map(i -> random.nextInt(size + 1) - 1).toArray();
    }
    return CategoryColumns.withMissing(-1, known, columns);
  }

  @Property(seed = "20261102", tries = 60)
  void bernoulliModelsReadScoreWithTheSameBits(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 130) int featureCount,
      @ForAll @IntRange(min = 1, max = 6) int classCount)
      throws IOException {
    Random random = new Random(seed);
    int rowCount = 70;
    boolean[][] columns = new boolean[featureCount][rowCount];
    for (boolean[] column : columns) {
      for (int i = 0; i < rowCount; i++) {
        column[i] = random.nextInt(4) == 0;
      }
    }
    int[] labels = IntStream.range(0, rowCount).map(i -> random.nextInt(classCount)).toArray();
    double[] weights = random.doubles(rowCount).toArray();
    BitColumns data = BitColumns.copyOfColumns(columns);
    BernoulliStatistics statistics =
        new BernoulliStatistics(Features.unnamed(featureCount), Classes.unnamed(classCount))
            .add(data, Labels.ofIndices(labels, classCount).withWeights(weights))
            .as(BernoulliStatistics.class);
    for (Smoothing smoothing : List.of(Smoothing.none(), Smoothing.of(0.3))) {
      BernoulliNaiveBayes model =
          BernoulliNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), smoothing))
              .fit(statistics);
      BernoulliNaiveBayes read = assertSameScores(model, BernoulliNaiveBayes.class, data);
      int[][] set = {IntStream.range(0, featureCount).filter(j -> j % 3 == 0).toArray()};
      assertSameScores(
          model.scorer(RowFormat.SPARSE),
          read.scorer(RowFormat.SPARSE),
          SparseRows.fromRows(set, featureCount));
      assertSameScores(
          model.scorer(RowFormat.CODES),
          read.scorer(RowFormat.CODES),
          categories(
              Collections.nCopies(featureCount, CategoryDictionary.BINARY), 0, rowCount, random));
    }
  }

  @Test
  void bernoulliModelKeepsAClassOfPriorZero() throws IOException {
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.of(
            Features.unnamed(2),
            Classes.unnamed(2),
            new double[] {0, 1},
            new double[][] {{0, 1}, {3, 4}},
            new double[][] {{2, 0}, {3, 0}});
    assertSameScores(
        model,
        BernoulliNaiveBayes.class,
        BitColumns.copyOfColumns(
            new boolean[] {false, true, false, true}, new boolean[] {false, false, true, true}));
  }

  @Test
  void namesAndNotesComeBackAsTheyWere() throws IOException {
    for (ModelFile file : SmallModels.all().values()) {
      ModelFile read = read(SmallModels.bytes(file));
      assertEquals(file.model().classes(), read.model().classes());
      assertEquals(file.model().features(), read.model().features());
      assertEquals(file.notes(), read.notes());
      assertArrayEquals(SmallModels.bytes(file), SmallModels.bytes(read));
    }
  }

  @Test
  void matricesLieColumnByColumnWhateverThePanelsInMemory() throws IOException {
    int d = 11;
    Random random = new Random(5);
    double[][] rows = new double[40][d];
    for (double[] row : rows) {
      for (int j = 0; j < d; j++) {
        row[j] = random.nextGaussian();
      }
    }
    LinearDiscriminant model =
        LinearDiscriminant.recipe()
            .fit(
                GaussianStatistics.of(
                    NumericColumns.fromRows(rows), Labels.ofIndices(new int[rows.length], 1)));
    byte[] bytes = SmallModels.bytes(new ModelFile(model));
    ByteBuffer content = SmallModels.littleEndian(bytes);
    content.position(SmallModels.contentOf("covarian", bytes));
    double[][] covariance = model.covariance();
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        assertEquals(covariance[i][j], content.getDouble());
      }
    }
    assertEquals(bytes.length - 4, content.position());
  }

  @Test
  void aFileLongerThanAReadBlockComesBack() throws IOException {
    int d = 700;
    double[] diagonal = new double[d];
    double[][] variances = new double[300][];
    double[][] means = new double[variances.length][];
    double[] priors = new double[variances.length];
    for (int c = 0; c < variances.length; c++) {
      variances[c] = new Random(c).doubles(d, 1, 2).toArray();
      means[c] = new Random(-c).doubles(d).toArray();
      priors[c] = 1.0 / priors.length;
    }
    List<String> names = IntStream.range(0, priors.length).mapToObj(c -> "class " + c).toList();
    List<String> features = IntStream.range(0, d).mapToObj(j -> "f".repeat(5000) + j).toList();
    GaussianNaiveBayes model =
        GaussianNaiveBayes.of(
            Features.of(features), Classes.of(names), priors, diagonal, means, variances);
    ModelFile file = new ModelFile(model);
    ModelFile read = read(SmallModels.bytes(file));
    assertEquals(features, read.model().features().names());
    GaussianNaiveBayes readModel = assertInstanceOf(GaussianNaiveBayes.class, read.model());
    for (int c = 0; c < priors.length; c++) {
      assertArrayEquals(variances[c], readModel.variances(c));
      assertArrayEquals(means[c], readModel.residualMean(c));
    }
  }

  @Test
  void refusesNamesThatDoNotFitTheModel() {
    Classes three = Classes.of("a", "b", "c");
    assertRefused("2 features and 2 classes", Features.of("x", "y"), Classes.of("a", "b"));
    assertRefused("1 features and 3 classes", Features.of("x"), three);
    assertEquals(
        "the class 'a' is given twice; distinct names are expected",
        assertThrows(IllegalArgumentException.class, () -> Classes.of("a", "b", "a")).getMessage());
  }

  @Test
  void refusesTextWithoutUtf8FormBeforeAnythingIsWritten() {
    ModelFile file = new ModelFile(named(Features.unnamed(2), Classes.of("a", "b", "\ud800")));
    assertThrows(IllegalArgumentException.class, () -> SmallModels.bytes(file));
  }

  private static LinearDiscriminant named(Features features, Classes classes) {
    LinearDiscriminant linear = SmallModels.linear();
    return LinearDiscriminant.of(
        features,
        classes,
        linear.priors(),
        linear.origin(0),
        new double[][] {linear.residualMean(0), linear.residualMean(1), linear.residualMean(2)},
        linear.covariance());
  }

  private static void assertRefused(String part, Features features, Classes classes) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> named(features, classes));
    assertTrue(e.getMessage().contains(part), e.getMessage());
  }

  private static ModelFile read(byte[] bytes) throws IOException {
    return ModelFile.read(new ByteArrayInputStream(bytes));
  }

  private static <B extends RowBatch, M extends Classifier<?, B>> M assertSameScores(
      M model, Class<M> type, B rows) throws IOException {
    byte[] bytes = SmallModels.bytes(new ModelFile(model));
    ModelFile file = read(bytes);
    M read = assertInstanceOf(type, file.model());
    assertArrayEquals(model.priors(), read.priors());
    assertArrayEquals(bytes, SmallModels.bytes(file));
    assertSameScores(model.scorer(), read.scorer(), rows);
    return read;
  }

  private static <B extends RowBatch> void assertSameScores(
      Scorer<?, B> expected, Scorer<?, B> actual, B rows) {
    int size = rows.rowCount() * expected.classCount();
    double[] expectedScores = new double[size];
    double[] scores = new double[size];
    expected.logJoint(rows, expectedScores);
    actual.logJoint(rows, scores);
    assertSameBits(expectedScores, scores);
    expected.logPosterior(rows, expectedScores);
    actual.logPosterior(rows, scores);
    assertSameBits(expectedScores, scores);
    int[] expectedLabels = new int[rows.rowCount()];
    int[] labels = new int[rows.rowCount()];
    expected.predict(rows, expectedLabels);
    actual.predict(rows, labels);
    assertArrayEquals(expectedLabels, labels);
  }

  private static void assertSameBits(double[] expected, double[] actual) {
    for (int i = 0; i < expected.length; i++) {
      assertEquals(Double.doubleToRawLongBits(expected[i]), Double.doubleToRawLongBits(actual[i]));
    }
  }
}
