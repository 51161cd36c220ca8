package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.explanation.Explainer;
import org.lanewise.explanation.Explanation;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.score.Scorer;
import org.lanewise.textbook.Allocation;
import org.lanewise.transform.Indicators;
import org.lanewise.transform.Transform;

/// Categories as indicators. Expected values are from scikit-learn 1.9.1:
/// `OneHotEncoder(drop=[...])` of the most frequent categories, then its discriminants.
class IndicatorClassifierTest {

  /// Age, colour, size and class.
  private static final String[][] TABLE =
      """
      30,red,s,yes
      60,red,s,no
      68,blue,m,no
      55,red,m,yes
      80,red,m,yes
      78,red,m,yes
      83,red,m,yes
      47,red,m,yes
      42,red,s,yes
      50,red,m,yes
      64,red,m,yes
      35,blue,m,yes
      55,red,s,yes
      44,red,m,no
      39,blue,m,no
      71,red,s,yes
      67,red,m,no
      44,red,m,yes
      25,red,s,no
      46,green,m,yes
      38,red,m,yes
      29,red,s,no
      50,red,m,yes
      55,green,m,yes
      51,red,s,no
      84,blue,s,yes
      74,green,m,no
      77,green,s,no
      79,green,s,no
      52,red,m,no
      63,green,s,yes
      65,blue,s,yes
      19,red,s,no
      30,green,s,yes
      51,green,m,no
      33,red,m,no
      42,red,s,yes
      60,red,m,yes
      64,red,m,yes
      56,red,m,yes
      """
          .lines()
          .map(line -> line.split(","))
          .toArray(String[][]::new);

  private static final MixedColumns ROWS = rows(Set.of(), TABLE);
  private static final Labels LABELS = Labels.of(column(3, TABLE));
  private static final Indicators INDICATORS = Indicators.of(ROWS);

  private static String[] column(int index, String[]... table) {
    return Arrays.stream(table).map(row -> row[index]).toArray(String[]::new);
  }

  private static MixedColumns rows(Collection<String> missing, String[]... table) {
    double[] ages = Arrays.stream(column(0, table)).mapToDouble(Double::parseDouble).toArray();
    return MixedColumns.of(
        NumericColumns.of(ages).withFeatures("age"),
        CategoryColumns.copyOfColumns(missing, column(1, table), column(2, table))
            .withFeatures("colour", "size"));
  }

  private static IndicatorClassifier fit(Recipe<? extends GaussianClassifier> recipe) {
    return IndicatorClassifier.of(INDICATORS, recipe.fit(INDICATORS.columns(ROWS), LABELS));
  }

  private static final IndicatorClassifier LINEAR = fit(LinearDiscriminant.recipe());

  private static void assertScikitLearn(IndicatorClassifier model, double... ofYes) {
    double[][] posteriors = model.scorer().posterior(ROWS);
    for (int row = 0; row < ofYes.length; row++) {
      assertEquals(ofYes[row], posteriors[row][1], 1e-12);
    }
  }

  @Test
  void linearDiscriminantsEqualScikitLearnsWithOneHotColumns() {
    assertScikitLearn(
        LINEAR,
        0.5310422392564672,
        0.6643772059319978,
        0.6758354262833544,
        0.7124831266747698,
        0.7978513703238839,
        0.7917792075590594);
    assertScikitLearn(
        fit(
            LinearDiscriminant.recipe(
                DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1)))),
        0.5309386272632083,
        0.6494923778968688,
        0.6809161729938579,
        0.6335450883142466,
        0.722761712720312,
        0.7161294221143871);
  }

  @Test
  void quadraticDiscriminantsEqualScikitLearnsWithOneHotColumns() {
    assertScikitLearn(
        fit(QuadraticDiscriminant.recipe()),
        0.2868906963787535,
        0.7063395185696166,
        0.42350527374494457,
        0.8376653619313266,
        0.9643809768838904,
        0.9591733734084497);
  }

  @Test
  void theMostFrequentCategoryIsLeftOutAndColumnsAreNamedByCategory() {
    assertEquals(
        List.of("age", "colour=blue", "colour=green", "size=s"), INDICATORS.outputs().names());
    assertEquals("Indicators[without colour=red, size=m]", INDICATORS.toString());
    assertArrayEquals(
        new int[] {0, 1, 1, 2}, IntStream.range(0, 4).map(INDICATORS::feature).toArray());
    assertEquals(
        "IndicatorClassifier[3 features, 2 classes: [no, yes], 19 free parameters,"
            + " LinearDiscriminant of 4 columns]",
        LINEAR.toString());
  }

  @Test
  void theCategoryLeftOutChangesNoPosterior() {
    Indicators others = Indicators.of(ROWS.features(), INDICATORS.dictionaries(), 0, 1);
    IndicatorClassifier model =
        IndicatorClassifier.of(
            others, LinearDiscriminant.recipe().fit(others.columns(ROWS), LABELS));

    double[][] expected = LINEAR.scorer().posterior(ROWS);
    double[][] found = model.scorer().posterior(ROWS);
    for (int row = 0; row < found.length; row++) {
      assertArrayEquals(expected[row], found[row], 1e-12);
    }
  }

  @Test
  void rowsAloneAndInBatchesGiveTheSameBitsAndAllocateNothing() {
    Scorer<Object[], MixedColumns> scorer = LINEAR.scorer();
    double[][] batch = scorer.logJoint(ROWS);
    double[] out = new double[2];
    for (int row = 0; row < ROWS.rowCount(); row++) {
      Object[] one = ROWS.row(row);
      scorer.logJoint(one, out);
      assertArrayEquals(batch[row], out);
      assertEquals(scorer.predict(ROWS)[row], scorer.predict(one));
      assertEquals(scorer.logDensity(ROWS)[row], scorer.logDensity(one));
    }
    Object[] row = ROWS.row(7);
    long bytes =
        Allocation.least(() -> {
          scorer.predict(row);
          scorer.posterior(row, out);
        });
    assertEquals(0, bytes);
  }

  @Test
  void unseenCategoriesAreRefusedOrIntegratedOut() {
    MixedColumns purple = rows(Set.of(), new String[] {"31", "purple", "s"});
    BadDataException refused =
        assertThrows(BadDataException.class, () -> LINEAR.scorer().predict(purple));
    assertEquals(
        "row 0, feature 'colour' has the unseen category 'purple'; one of [blue, green, red] is"
            + " expected",
        refused.getMessage());
    Object[] row = {new double[] {31}, new int[] {3, 1}};
    assertEquals(
        "feature 'colour' of the row has the unseen category '3'; one of [blue, green, red] is"
            + " expected",
        assertThrows(BadDataException.class, () -> LINEAR.predict(row)).getMessage());

    RowFormat<Object[], MixedColumns> ignored = RowFormat.BLOCKS.withUnseen(UnseenCategory.IGNORE);
    double[] expected =
        LINEAR
            .model()
            .scorer(RowFormat.NUMBERS_WITH_MISSING)
            .posterior(new double[] {31, Double.NaN, Double.NaN, 1});
    assertArrayEquals(expected, LINEAR.scorer(ignored).posterior(row));
    assertArrayEquals(expected, LINEAR.scorer(ignored).posterior(purple)[0]);
    assertThrows(
        IllegalArgumentException.class,
        () -> LINEAR.scorer(RowFormat.BLOCKS.withUnseen(UnseenCategory.SMOOTHED)));
  }

  @Test
  void missingValuesAreRefusedOrIntegratedOut() {
    MixedColumns without =
        rows(Set.of("?"), new String[] {"31", "?", "s"}, new String[] {"NaN", "red", "m"});
    assertEquals(
        "row 0, feature 'colour' is missing; one of [blue, green, red] is expected",
        assertThrows(BadDataException.class, () -> LINEAR.scorer().predict(without)).getMessage());
    MixedColumns age = rows(Set.of(), new String[] {"NaN", "red", "m"});
    String number = "feature 'age' %s NaN; a finite number is expected";
    assertEquals(
        "row 0, " + number.formatted("is"),
        assertThrows(BadDataException.class, () -> LINEAR.scorer().predict(age)).getMessage());
    assertEquals(
        number.formatted("of the row is"),
        assertThrows(BadDataException.class, () -> LINEAR.predict(age.row(0))).getMessage());

    Scorer<Object[], MixedColumns> scorer =
        LINEAR.scorer(RowFormat.BLOCKS.withMissing(MissingValues.ALLOW));
    double[][] posteriors = scorer.posterior(without);
    double nan = Double.NaN;
    Scorer<double[], NumericColumns> marginal =
        LINEAR.model().scorer(RowFormat.NUMBERS_WITH_MISSING);
    assertArrayEquals(marginal.posterior(new double[] {31, nan, nan, 1}), posteriors[0]);
    assertArrayEquals(marginal.posterior(new double[] {nan, 0, 0, 0}), posteriors[1]);
  }

  @Test
  void contributionsOfACategoryAreTheSumOfItsColumns() {
    Explanation why = Explainer.of(LINEAR).explain(ROWS.row(2), 1, 0);
    double[] columns = new double[4];
    INDICATORS.row(ROWS.row(2), RowFormat.BLOCKS, columns);
    Explanation ofColumns = Explainer.of(LINEAR.model()).explain(columns, 1, 0);

    assertEquals(ofColumns.contribution(0), why.contribution(0));
    assertEquals(ofColumns.contribution(1) + ofColumns.contribution(2), why.contribution(1));
    assertEquals(ofColumns.contribution(3), why.contribution(2));
    assertEquals(ofColumns.logOdds(), why.logOdds(), 1e-12);
  }

  @Test
  void aModelReadFromItsFileGivesTheSameBits() throws IOException {
    for (IndicatorClassifier model :
        List.of(
            LINEAR,
            fit(QuadraticDiscriminant.recipe()),
            fit(RegularizedDiscriminant.recipe(RegularizedOptions.DEFAULT)))) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ModelFile(model).write(bytes);
      IndicatorClassifier read =
          (IndicatorClassifier)
              ModelFile.read(new ByteArrayInputStream(bytes.toByteArray())).model();

      assertEquals(model.indicators(), read.indicators());
      assertArrayEquals(model.scorer().logJoint(ROWS), read.scorer().logJoint(ROWS));
    }
  }

  @Test
  void refusesAModelOfOtherColumns() {
    Indicators others = Indicators.of(ROWS.features(), INDICATORS.dictionaries(), 0, 0);

    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> IndicatorClassifier.of(others, LINEAR.model()))
            .getMessage()
            .startsWith("the model has 4 features [age, colour=blue, colour=green, size=s]; "));
  }

  @Test
  void refusesOtherBlocksAndDictionaries() {
    MixedColumns numbers = MixedColumns.of(ROWS.block(0));
    assertEquals(
        "the rows have blocks of [NumericColumns]; NumericColumns and CategoryColumns are expected,"
            + " or CategoryColumns alone",
        assertThrows(IllegalArgumentException.class, () -> Indicators.of(numbers)).getMessage());
    assertEquals(
        "feature 'size' has 2 categories and is to leave out code 2; one of its categories is"
            + " expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> Indicators.of(ROWS.features(), INDICATORS.dictionaries(), 0, 2))
            .getMessage());
    assertEquals(
        "the row has other blocks; double[1], int[2] is expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> LINEAR.predict(new Object[] {new double[] {1}, new int[] {0}}))
            .getMessage());
  }

  /// Columns are transformed, or scored by given coefficients.
  @Test
  void anyModelOfNumbersScoresTheColumns() {
    Transform standard = Transform.standardization(INDICATORS.columns(ROWS));
    TransformedClassifier transformed =
        TransformedClassifier.recipe(standard, LinearDiscriminant.recipe())
            .fit(INDICATORS.columns(ROWS), LABELS);
    LinearClassifier linear =
        LinearClassifier.of(
            INDICATORS.outputs(),
            LINEAR.classes(),
            new double[2],
            new double[][] {{0, 0, 0, 0}, {0.5, -3, 2, 1}});
    for (Classifier<double[], NumericColumns> inner : List.of(transformed, linear)) {
      IndicatorClassifier model = IndicatorClassifier.of(INDICATORS, inner);
      double[][] joints = model.scorer().logJoint(ROWS);
      double[][] expected = inner.scorer().logJoint(INDICATORS.columns(ROWS));
      CategoryColumns codes = (CategoryColumns) ROWS.block(1);
      for (int i = 0; i < joints.length; i++) {
        Object[] row = {
          new double[] {((NumericColumns) ROWS.block(0)).value(i, 0)},
          new int[] {codes.code(i, 0), codes.code(i, 1)}
        };
        assertArrayEquals(expected[i], joints[i]);
        assertArrayEquals(joints[i], model.scorer().logJoint(row));
      }
      assertEquals(List.of(RowFormat.BLOCKS), model.formats());
      assertThrows(
          IllegalArgumentException.class,
          () -> model.scorer(RowFormat.BLOCKS.withUnseen(UnseenCategory.IGNORE)));
    }
  }
}
