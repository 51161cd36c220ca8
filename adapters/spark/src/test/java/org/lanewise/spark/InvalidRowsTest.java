package org.lanewise.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.transform.Indicators;

/// Rows that a model cannot score, and missing values.
class InvalidRowsTest {

  private static final double NAN = Double.NaN;

  private static final NumericColumns NUMBERS =
      NumericColumns.fromRows(
              new double[][] {{1, 2}, {2, 1}, {3, 3}, {1, 4}, {7, 8}, {8, 7}, {9, 9}, {6, 9}})
          .withFeatures(Features.of("x3", "x4"));

  private static final Labels LABELS = Labels.of(0, 0, 0, 0, 1, 1, 1, 1);

  private static final QuadraticDiscriminant QDA = QuadraticDiscriminant.fit(NUMBERS, LABELS);

  /// Five rows in one partition; only the first and the last can be scored.
  private static final Dataset<Row> ROWS =
      Session.rows(
          1,
          Arrays.asList(
              Vectors.dense(2, 3),
              Vectors.dense(1, NAN),
              null,
              Vectors.dense(Double.POSITIVE_INFINITY, 1),
              Vectors.dense(1),
              Vectors.dense(7, 7)),
          new double[6]);

  private static GenerativeClassificationModel qda() {
    return GenerativeClassificationModel.of(QDA);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16})
  void rowsThatCannotBeScoredAreSkippedOrKeptWithoutScores(int blockSize) {
    List<Row> skipped =
        qda().setBlockSize(blockSize).setHandleInvalid("skip").transform(ROWS).collectAsList();
    assertEquals(List.of(0L, 5L), skipped.stream().map(row -> row.<Long>getAs("id")).toList());
    List<Row> kept =
        qda().setBlockSize(blockSize).setHandleInvalid("keep").transform(ROWS).collectAsList();
    assertEquals(6, kept.size());
    for (Row row : kept) {
      long id = row.<Long>getAs("id");
      for (String column : List.of("rawPrediction", "probability", "prediction")) {
        if (id == 0 || id == 5) {
          assertEquals(skipped.get(id == 0 ? 0 : 1).<Object>getAs(column), row.getAs(column));
        } else {
          assertNull(row.getAs(column), column);
        }
      }
    }
  }

  @Test
  void aLabelAloneIsSkippedAndKeptToo() {
    GenerativeClassificationModel model =
        qda().setRawPredictionCol("").setProbabilityCol("").setHandleInvalid("skip");
    assertEquals(
        List.of(0.0, 1.0),
        model.transform(ROWS).select("prediction").collectAsList().stream()
            .map(row -> row.get(0))
            .toList());
    assertEquals(
        4, model.setHandleInvalid("keep").transform(ROWS).filter("prediction is null").count());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void missingValuesAreLeftOutWhereTheModelAllowsThem(int blockSize) {
    double[] expected = new double[2];
    QDA.scorer(RowFormat.NUMBERS_WITH_MISSING).logPosterior(new double[] {1, NAN}, expected);
    List<Row> found =
        qda()
            .setBlockSize(blockSize)
            .setMissing("ignore")
            .setHandleInvalid("skip")
            .transform(ROWS)
            .collectAsList();
    assertEquals(List.of(0L, 1L, 5L), found.stream().map(row -> row.<Long>getAs("id")).toList());
    assertArrayEquals(expected, found.get(1).<Vector>getAs("rawPrediction").toArray());
  }

  @Test
  void bitsCategoriesAndBlocksMayMissValues() {
    BitColumns bits = BitColumns.copyOf(NUMBERS, 4);
    CategoryColumns categories =
        CategoryColumns.of(
            List.of(CategoryDictionary.of(List.of("a", "b"))),
            new int[][] {{0, 1, 0, 0, 1, 1, 1, 0}});
    BernoulliNaiveBayes bernoulli = BernoulliNaiveBayes.fit(bits, LABELS);
    CategoricalNaiveBayes categorical = CategoricalNaiveBayes.fit(categories, LABELS);
    MixedNaiveBayes mixed =
        MixedNaiveBayes.fit(
            MixedColumns.of(
                NumericColumns.of(new double[][] {{1, 2, 3, 4, 3, 4, 5, 6}}), categories),
            LABELS);
    double[] expected = new double[2];
    bernoulli
        .scorer(RowFormat.CODES)
        .logPosterior(new int[] {CategoryColumns.MISSING, 1}, expected);
    assertArrayEquals(expected, ignoring(bernoulli, NAN, 1));
    categorical.scorer().logPosterior(new int[] {CategoryColumns.MISSING}, expected);
    assertArrayEquals(expected, ignoring(categorical, NAN));
    mixed
        .scorer(RowFormat.BLOCKS.withMissing(MissingValues.ALLOW).withUnseen(UnseenCategory.REFUSE))
        .logPosterior(
            new Object[] {new double[] {NAN}, new int[] {CategoryColumns.MISSING}}, expected);
    assertArrayEquals(expected, ignoring(mixed, NAN, NAN));
    assertEquals(
        "missing is 'ignore', and a MultinomialNaiveBayes takes no missing values; 'error' is"
            + " expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> ignoring(MultinomialNaiveBayes.fit(NUMBERS, LABELS), NAN, 1))
            .getMessage());
  }

  @Test
  void aModelOfIndicatorsIsRefused() {
    Indicators indicators =
        Indicators.of(Features.of("x3", "x4"), List.of(CategoryDictionary.ofSize(2)), 0);
    IndicatorClassifier model =
        IndicatorClassifier.of(
            indicators, LinearDiscriminant.fit(NUMBERS.withFeatures("x3", "x4=1"), LABELS));
    assertEquals(
        "an IndicatorClassifier takes numbers and categories, which a vector does not tell apart; a"
            + " model of numbers is expected, such as a discriminant after OneHotEncoder",
        assertThrows(IllegalArgumentException.class, () -> ignoring(model, 1, 0)).getMessage());
  }

  private static double[] ignoring(Classifier<?, ?> model, double... values) {
    return GenerativeClassificationModel.of(model)
        .setMissing("ignore")
        .transform(Session.rows(1, List.of(Vectors.dense(values)), new double[1]))
        .select("rawPrediction")
        .first()
        .<Vector>getAs(0)
        .toArray();
  }

  @Test
  void refusalsNameFeaturesAndSetters() {
    refuse(
        "column 'features': feature 'x4' of the row is NaN; a finite number is expected, or"
            + " setMissing(\"ignore\"); the vector is [1.0,NaN]",
        QDA,
        1,
        NAN);
    refuse(
        "column 'features': feature 'x3' of the row is Infinity; a finite number is expected; the"
            + " vector is [Infinity,1.0]",
        QDA,
        Double.POSITIVE_INFINITY,
        1);
    refuse(
        "column 'features': feature 'x3' of the row is -1.0; a number from 0 to 2^500 is expected;"
            + " the vector is [-1.0,1.0]",
        MultinomialNaiveBayes.fit(NUMBERS, LABELS),
        -1,
        1);
    refuse(
        "column 'features': feature 'x4' is 3.0; 0 or 1 is expected, or setBinaryThreshold; the"
            + " vector is [1.0,3.0]",
        BernoulliNaiveBayes.fit(BitColumns.copyOf(NUMBERS, 4), LABELS),
        1,
        3);
    CategoricalNaiveBayes codes =
        CategoricalNaiveBayes.fit(
            CategoryColumns.of(new int[][] {{0, 1, 0, 0, 1, 1, 1, 0}})
                .withFeatures(Features.of("x3")),
            LABELS);
    refuse(
        "column 'features': feature 'x3' is 2.0; the code of a category of [0 to 1] is expected, a"
            + " whole number from 0 to 1, or setUnseen(\"ignore\") or setUnseen(\"smoothed\"); the"
            + " vector is [2.0]",
        codes,
        2);
    refuse(
        "column 'features': feature 'x3' is NaN; the code of a category of [0 to 1] is expected, a"
            + " whole number from 0 to 1, or setMissing(\"ignore\"); the vector is [NaN]",
        codes,
        NAN);
  }

  @Test
  void aRefusalOfOneVectorNamesTheFeatureToo() {
    Vector vector = Vectors.dense(1, NAN);
    GenerativeClassificationModel model = qda();
    for (Executable call :
        List.<Executable>of(
            () -> model.predict(vector),
            () -> model.predictRaw(vector),
            () -> model.predictProbability(vector))) {
      assertEquals(
          "feature 'x4' of the row is NaN; a finite number is expected, or setMissing(\"ignore\")",
          assertThrows(IllegalArgumentException.class, call).getMessage());
    }
  }

  private static void refuse(String sentence, Classifier<?, ?> model, double... values) {
    Dataset<Row> rows = Session.rows(1, List.of(Vectors.dense(values)), new double[1]);
    List<String> said = new ArrayList<>();
    Throwable e =
        assertThrows(
            Exception.class,
            () -> GenerativeClassificationModel.of(model).transform(rows).collectAsList());
    for (; e != null; e = e.getCause()) {
      said.add(e.getMessage());
    }
    assertTrue(said.contains(sentence), said.toString());
  }

  @Test
  void aFitThatFailsNamesFeatures() {
    Dataset<Row> rows =
        new VectorAssembler()
            .setInputCols(new String[] {"x3", "x4"})
            .setOutputCol("features")
            .transform(
                Session.rows(1, List.of(Vectors.dense(1), Vectors.dense(2)), new double[] {0, 1})
                    .drop("features")
                    .withColumn("x3", functions.lit(1.0))
                    .withColumn("x4", functions.col("label")));
    refuseFit(
        "column 'features': there are 2 rows in 2 classes for 2 features, so the pooled covariance"
            + " is singular: feature 'x3' is constant, feature 'x4' is constant within each class"
            + " and differs between them (condition number infinite); leave feature 'x3' out, take"
            + " more rows, or regularise, such as by shrinkage (setShrinkage)",
        new LinearDiscriminantClassifier(),
        rows);
    refuseFit(
        "column 'features': feature 'x3' has variance 0 in class 0, so it has no density there;"
            + " leave it out, or give a larger variance smoothing (setVarianceSmoothing)",
        new GaussianNaiveBayesClassifier().setVarianceSmoothing(0),
        rows);
  }

  private static void refuseFit(
      String sentence, GenerativeClassifier<?> classifier, Dataset<Row> rows) {
    assertEquals(
        sentence,
        assertThrows(IllegalArgumentException.class, () -> classifier.fit(rows)).getMessage());
  }
}
