package org.lanewise.inference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lanewise.data.BadDataException;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.io.ModelFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.textbook.RandomData;

/// What rows are ranked among is kept in a file, and gives the same p-values.
@Tag("once")
class DensityRanksTest {

  private static final RandomData DATA = RandomData.of(6, 80, 3, 2, 10);
  private static final DiscriminantOptions SHRUNK =
      DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.2));

  private static Typicality<double[], NumericColumns> weighted() {
    return Typicality.of(
        QuadraticDiscriminant.recipe(SHRUNK),
        DATA.columns(),
        DATA.labels().withWeights(DATA.weights));
  }

  private static ModelFile writtenAndRead(ModelFile file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    file.write(bytes);
    return ModelFile.read(new ByteArrayInputStream(bytes.toByteArray()));
  }

  @Test
  void aModelFileKeepsRanks() throws IOException {
    Typicality<double[], NumericColumns> typicality = weighted();
    DensityRanks ranks = typicality.ranks().orElseThrow();
    QuadraticDiscriminant model =
        QuadraticDiscriminant.recipe(SHRUNK)
            .fit(DATA.columns(), DATA.labels().withWeights(DATA.weights));
    ModelFile read = writtenAndRead(new ModelFile(model).withRanks(ranks));
    assertEquals(Optional.of(ranks), read.ranks());
    assertEquals(ranks.hashCode(), read.ranks().get().hashCode());
    QuadraticDiscriminant found = read.model(QuadraticDiscriminant.class);
    double[][] expected = typicality.pValues(DATA.columns());
    double[][] kept =
        read.ranks().get().typicality(found.scorer(), found.priors()).pValues(DATA.columns());
    for (int row = 0; row < expected.length; row++) {
      assertArrayEquals(expected[row], kept[row], 1e-12);
    }
    assertEquals(Optional.empty(), writtenAndRead(new ModelFile(model)).ranks());
  }

  @Test
  void rowsThatLackValuesHaveNoRank() {
    GaussianNaiveBayes normal = GaussianNaiveBayes.fit(DATA.columns(), DATA.labels());
    Typicality<double[], NumericColumns> ranked =
        Typicality.drawn(normal, 1)
            .ranks()
            .orElseThrow()
            .typicality(normal.scorer(RowFormat.NUMBERS_WITH_MISSING), normal.priors());
    double[] row = DATA.rows[1].clone();
    assertArrayEquals(Typicality.drawn(normal, 1).pValues(row), ranked.pValues(row));
    row[2] = Double.NaN;
    assertEquals(
        "feature 2 of the row is missing, and rows are ranked among complete ones; a value is"
            + " expected",
        assertThrows(BadDataException.class, () -> ranked.pValues(row)).getMessage());
    assertEquals(
        "feature 2 of row 1 is missing, and rows are ranked among complete ones; a value is"
            + " expected",
        assertThrows(
                BadDataException.class,
                () -> ranked.pValues(NumericColumns.fromRows(DATA.rows[0], row)))
            .getMessage());
    CategoryColumns codes = CategoryColumns.of(new byte[][] {{0, 1, 0, 1}, {1, 0, 2, 2}});
    Typicality<int[], CategoryColumns> categories =
        Typicality.drawn(CategoricalNaiveBayes.fit(codes, Labels.of(0, 0, 1, 1)), 1);
    assertThrows(
        BadDataException.class, () -> categories.pValues(new int[] {0, CategoryColumns.MISSING}));
    assertThrows(
        BadDataException.class,
        () -> categories.pValues(CategoryColumns.withMissing(-1, new byte[] {0}, new byte[] {-1})));
  }

  @Test
  void rowsInBlocksThatLackValuesHaveNoRank() {
    NumericColumns numbers = NumericColumns.of(new double[] {1, 2, 4, 3, 5, 9});
    Labels labels = Labels.of(0, 0, 0, 1, 1, 1);
    MixedColumns complete =
        MixedColumns.of(numbers, CategoryColumns.of(new byte[] {0, 1, 0, 1, 0, 1}));
    MixedColumns lacking =
        MixedColumns.of(numbers, CategoryColumns.withMissing(-1, new byte[] {0, 1, 0, -1, 0, 1}));
    Typicality<Object[], MixedColumns> ranked =
        Typicality.of(MixedNaiveBayes.recipe(), complete, labels);
    String inBatch =
        "feature 1 of row 3 is missing, and rows are ranked among complete ones; a value is"
            + " expected";
    for (Executable refused :
        List.<Executable>of(
            () -> ranked.pValues(lacking),
            () -> Typicality.of(MixedNaiveBayes.recipe(), lacking, labels))) {
      assertEquals(inBatch, assertThrows(BadDataException.class, refused).getMessage());
    }
    assertEquals(
        "feature 0 of block 1 of the row is missing, and rows are ranked among complete ones; a"
            + " value is expected",
        assertThrows(BadDataException.class, () -> ranked.pValues(lacking.row(3))).getMessage());
    assertEquals(2, ranked.pValues(complete.row(3)).length);
  }

  @Test
  void aRowThatIsImpossibleWithoutItselfIsNamed() {
    MixedColumns rows = MixedColumns.of(CategoryColumns.of(new byte[] {0, 0, 1, 1, 1, 0}));
    Recipe<MixedNaiveBayes> options =
        MixedNaiveBayes.recipe(
            CategoricalNaiveBayes.recipe(NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(0))));
    assertEquals(
        "row 2 is impossible in class 0 by the other rows, so it has no rank among them; a"
            + " smoothing above 0 is expected",
        assertThrows(
                BadDataException.class,
                () -> Typicality.of(options, rows, Labels.of(0, 0, 0, 1, 1, 1)))
            .getMessage());
  }

  @Test
  void ranksDoNotDependOnThePriorsOfTheModel() {
    DensityRanks ranks = weighted().ranks().orElseThrow();
    QuadraticDiscriminant model =
        QuadraticDiscriminant.recipe(SHRUNK).fit(DATA.columns(), DATA.labels());
    Classifier<double[], NumericColumns> other = model.withPriors(Priors.fixed(0.9, 0.1));
    double[] row = DATA.rows[7];
    assertArrayEquals(
        ranks.typicality(model.scorer(), model.priors()).pValues(row),
        ranks.typicality(other.scorer(), other.priors()).pValues(row),
        1e-12);
  }

  @Test
  void aLawOfFKeepsNone() {
    assertEquals(
        Optional.empty(),
        Typicality.of(LinearDiscriminant.recipe(), DATA.columns(), DATA.labels()).ranks());
  }

  @Test
  void ofManyRowsEverySoManyAreKept() {
    int n = 25_003;
    double[][] densities = {new double[n]};
    double[][] weights = {new double[n]};
    SplittableRandom random = new SplittableRandom(5);
    Arrays.setAll(densities[0], i -> random.nextGaussian());
    Arrays.sort(densities[0]);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += random.nextDouble(0.5, 1.5);
      weights[0][i] = sum;
    }
    DensityRanks kept = DensityRanks.kept(densities, weights);
    assertEquals(DensityRanks.MAX_KEPT, kept.logDensities(0).length);
    assertEquals(sum, kept.weights(0)[DensityRanks.MAX_KEPT - 1]);
    for (int i = 0; i < n; i++) {
      double exact = (weights[0][i] + 1) / (sum + 1);
      double found = kept.pValue(0, densities[0][i]);
      assertTrue(found <= exact && found >= exact - 3 / sum, found + " for " + exact);
    }
    assertEquals(1 / (sum + 1), kept.pValue(0, -99));
    assertEquals(1, kept.pValue(0, 99));
  }

  @Test
  void refusesWhatAreNoRanks() {
    assertRefused("there are log densities of 0 classes", new double[0][], new double[0][]);
    assertRefused("class 0 has 0 log densities", new double[1][0], new double[1][0]);
    assertRefused("class 0 has 2 log densities and 1 weights", row(1, 2), row(1));
    assertRefused("number 1 of the log densities of class 0 is 1.0", row(2, 1), row(1, 2));
    assertRefused("number 0 of the log densities of class 0 is NaN", row(Double.NaN), row(1));
    assertRefused("number 0 of the log densities of class 0 is -Infinity", row(-1 / 0.0), row(1));
    assertRefused("number 0 of the weights of class 0 is 0.0", row(1), row(0));
    assertRefused("number 1 of the weights of class 0 is Infinity", row(1, 2), row(1, 1 / 0.0));
  }

  private static double[][] row(double... values) {
    return new double[][] {values};
  }

  private static void assertRefused(String message, double[][] densities, double[][] weights) {
    String found =
        assertThrows(IllegalArgumentException.class, () -> DensityRanks.of(densities, weights))
            .getMessage();
    assertTrue(found.startsWith(message), found);
  }

  @Test
  void ranksOfOtherClassesAreRefused() {
    QuadraticDiscriminant model =
        QuadraticDiscriminant.recipe(SHRUNK).fit(DATA.columns(), DATA.labels());
    DensityRanks one = DensityRanks.of(row(1), row(1));
    assertThrows(IllegalArgumentException.class, () -> new ModelFile(model).withRanks(one));
    assertThrows(
        IllegalArgumentException.class, () -> one.typicality(model.scorer(), model.priors()));
  }

  @Test
  void damagedRanksAreRefused() throws IOException {
    QuadraticDiscriminant model =
        QuadraticDiscriminant.recipe(SHRUNK).fit(DATA.columns(), DATA.labels());
    double[][] some = {{-3, -2, -1}, {-2}};
    double[][] sums = {{1, 2, 3}, {1}};
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ModelFile(model).withRanks(DensityRanks.of(some, sums)).write(bytes);
    byte[] file = bytes.toByteArray();
    for (int at = file.length - 120; at < file.length; at++) {
      byte[] damaged = file.clone();
      damaged[at] ^= 0x10;
      assertThrows(
          UnusableFileException.class, () -> ModelFile.read(new ByteArrayInputStream(damaged)));
    }
  }

  /// Rows come one after the other, whatever the slices.
  @Test
  void rowsAreTheSameHoweverManyAreDrawnAtOnce() {
    GaussianNaiveBayes normal = GaussianNaiveBayes.fit(DATA.columns(), DATA.labels());
    BernoulliNaiveBayes bits =
        BernoulliNaiveBayes.fit(BitColumns.copyOf(DATA.columns(), 0.5), DATA.labels());
    Labels labels = Labels.ofIndices(new int[] {0, 0, 1}, 2);
    CategoricalNaiveBayes codes =
        CategoricalNaiveBayes.fit(CategoryColumns.of(new byte[][] {{0, 1, 2}, {1, 0, 0}}), labels);
    PoissonNaiveBayes counts =
        PoissonNaiveBayes.fit(
            NumericColumns.fromRows(new double[][] {{1, 90}, {2, 50}, {0, 70}}), labels);
    RowSampler whole = new RowSampler(3);
    RowSampler slices = new RowSampler(3);
    NumericColumns normals = (NumericColumns) whole.rows(normal, 1, 70);
    NumericColumns first = (NumericColumns) slices.rows(normal, 1, 30);
    NumericColumns second = (NumericColumns) slices.rows(normal, 1, 40);
    BitColumns allBits = (BitColumns) whole.rows(bits, 0, 70);
    BitColumns firstBits = (BitColumns) slices.rows(bits, 0, 30);
    BitColumns secondBits = (BitColumns) slices.rows(bits, 0, 40);
    CategoryColumns allCodes = (CategoryColumns) whole.rows(codes, 0, 70);
    CategoryColumns firstCodes = (CategoryColumns) slices.rows(codes, 0, 30);
    CategoryColumns secondCodes = (CategoryColumns) slices.rows(codes, 0, 40);
    NumericColumns allCounts = (NumericColumns) whole.rows(counts, 0, 70);
    NumericColumns firstCounts = (NumericColumns) slices.rows(counts, 0, 30);
    NumericColumns secondCounts = (NumericColumns) slices.rows(counts, 0, 40);
    for (int i = 0; i < 70; i++) {
      int at = i < 30 ? i : i - 30;
      for (int j = 0; j < 2; j++) {
        assertEquals(normals.value(i, j), (i < 30 ? first : second).value(at, j));
        assertEquals(allBits.value(i, j), (i < 30 ? firstBits : secondBits).value(at, j));
        assertEquals(allCodes.code(i, j), (i < 30 ? firstCodes : secondCodes).code(at, j));
        assertEquals(allCounts.value(i, j), (i < 30 ? firstCounts : secondCounts).value(at, j));
      }
    }
  }
}
