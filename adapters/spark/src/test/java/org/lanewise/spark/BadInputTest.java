package org.lanewise.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.io.StatisticsFile;
import org.lanewise.statistics.GaussianStatistics;

/// Data and files that nothing can be learned from: one sentence, with column and row.
class BadInputTest {

  @TempDir Path folder;

  private static final int ROWS = 12;

  /// Twelve good rows in three partitions, of which one is replaced.
  private static Dataset<Row> with(int row, Vector vector, Double label, Double weight) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(
          i == row
              ? RowFactory.create((long) i, vector, label, weight)
              : RowFactory.create((long) i, good(i), (double) (i % 2), 1.0));
    }
    return Session.rows(3, rows, Session.SCHEMA);
  }

  private static Vector good(int i) {
    return Vectors.dense(i % 2 + Math.sin(i), Math.cos(3 * i));
  }

  private static void assertRefused(
      String sentence, GenerativeClassifier<?> classifier, Dataset<Row> rows) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> classifier.fit(rows));
    assertEquals(sentence, e.getMessage());
  }

  private static LinearDiscriminantClassifier lda() {
    return new LinearDiscriminantClassifier();
  }

  @Test
  void aVectorOfAnotherSizeIsNamedByItsRow() {
    assertRefused(
        "column 'features': the vector of row 2 of partition 1 has 3 values; 2 are expected",
        lda(),
        with(6, Vectors.dense(1, 2, 3), 0.0, 1.0));
    assertRefused(
        "column 'features': the vector of row 1 of partition 0 has 1 value; 2 are expected",
        lda(),
        with(1, Vectors.sparse(1, new int[0], new double[0]), 0.0, 1.0));
  }

  @Test
  void aPartitionOfOtherVectorsIsNamed() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(
          RowFactory.create(
              (long) i, i < 8 ? good(i) : Vectors.dense(1, 2, i), (double) (i % 2), 1.0));
    }
    assertRefused(
        "the vectors of partition 2 have 3 values; 2 are expected, as those of partition 0 have",
        lda(),
        Session.rows(3, rows, Session.SCHEMA));
  }

  @Test
  void nullsAreRefused() {
    assertRefused(
        "column 'features': row 3 of partition 0 holds null; a vector is expected",
        lda(),
        with(3, null, 0.0, 1.0));
    assertRefused(
        "column 'label': row 0 of partition 2 holds null; a class index is expected",
        lda(),
        with(8, good(1), null, 1.0));
    assertRefused(
        "column 'weight': row 1 of partition 2 holds null; a weight is expected",
        lda().setWeightCol("weight"),
        with(9, good(1), 0.0, null));
  }

  @Test
  void numbersThatAreNoneAreRefused() {
    assertRefused(
        "column 'features': row 1 of partition 1, feature 1 is NaN; a finite number is expected",
        lda(),
        with(5, Vectors.dense(1, Double.NaN), 0.0, 1.0));
    assertRefused(
        "column 'label': the label of row 0 of partition 1 is 0.5; a class index is expected, a"
            + " whole number from 0 to 16777215, such as a StringIndexer gives",
        lda(),
        with(4, good(1), 0.5, 1.0));
    assertRefused(
        "column 'label': the label of row 0 of partition 1 is -1.0; a class index is expected, a"
            + " whole number from 0 to 16777215, such as a StringIndexer gives",
        lda(),
        with(4, good(1), -1.0, 1.0));
    assertRefused(
        "column 'weight': the weight of row 3 of partition 2 is -2.0; a finite number of at least 0"
            + " is expected",
        lda().setWeightCol("weight"),
        with(11, good(1), 0.0, -2.0));
  }

  @Test
  void ofSeveralRefusalsTheFirstPartitionSpeaks() {
    Dataset<Row> rows =
        with(5, good(1), 7.5, 1.0)
            .withColumn("label", functions.expr("case when id = 9 then -3d else label end"));
    assertRefused(
        "column 'label': the label of row 1 of partition 1 is 7.5; a class index is expected, a"
            + " whole number from 0 to 16777215, such as a StringIndexer gives",
        lda(),
        rows);
  }

  @Test
  void classesHaveToBeSeveralAndWithoutGaps() {
    Dataset<Row> rows = with(-1, null, null, null);
    assertRefused(
        "column 'label': all rows are of class 1; at least 2 classes are expected",
        lda(),
        rows.filter("label = 1"));
    assertRefused(
        "column 'label': no row is of class 1, and there is a class 3; the class indices 0 to k - 1"
            + " are expected, such as a StringIndexer gives",
        lda(),
        rows.withColumn("label", functions.expr("label * 3")));
    Dataset<Row> named =
        rows.withColumn(
            "label",
            functions.col("label"),
            NominalAttribute.defaultAttr().withValues(new String[] {"no"}).toMetadata());
    assertRefused(
        "column 'label': the label of row 1 of partition 0 is 1.0; 0 to 0 is expected, the indices"
            + " of the classes [no] in the column's metadata",
        lda(),
        named);
  }

  @Test
  void emptyPartitionsAreNothingAndEmptyDataIsRefused() {
    Dataset<Row> rows = with(-1, null, null, null);
    assertEquals(2, lda().fit(rows.filter("id > 3 and id < 9")).numClasses());
    assertRefused(
        "column 'features': the data set has no rows; rows to learn from are expected",
        lda(),
        rows.filter("id < 0"));
  }

  @Test
  void valuesOfEveryKindAreChecked() {
    assertRefused(
        "column 'features': row 1 of partition 1, feature 0 is 0.5; 0 or 1 is expected, or"
            + " setBinaryThreshold",
        new BernoulliNaiveBayesClassifier(),
        bits(5, Vectors.dense(0.5, 1)));
    assertRefused(
        "column 'features': row 1 of partition 1, feature 1 is 2.0; 0 or 1 is expected, or"
            + " setBinaryThreshold",
        new BernoulliNaiveBayesClassifier(),
        bits(5, Vectors.sparse(2, new int[] {1}, new double[] {2})));
    assertRefused(
        "column 'features': row 1 of partition 1, feature 1 is 1.5; the code of a category is"
            + " expected, a whole number from 0 to 1048575",
        new CategoricalNaiveBayesClassifier(),
        bits(5, Vectors.dense(0, 1.5)));
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> new MultinomialNaiveBayesClassifier().fit(bits(5, Vectors.dense(0, -1))))
            .getMessage()
            .startsWith("column 'features': row 1 of partition 1, feature 1 is -1.0; "));
  }

  private static Dataset<Row> bits(int row, Vector vector) {
    List<Vector> vectors = new ArrayList<>(Collections.nCopies(ROWS, Vectors.dense(0, 1)));
    vectors.set(row, vector);
    double[] labels = new double[ROWS];
    Arrays.setAll(labels, i -> i % 2);
    return Session.rows(3, vectors, labels);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void aModelRefusesRowsThatItCannotTake(int blockSize) {
    GenerativeClassificationModel model =
        lda().fit(with(-1, null, null, null)).setBlockSize(blockSize);
    assertSaid(
        "column 'features': a vector is null; 2 values are expected",
        () -> model.transform(with(5, null, 0.0, 1.0)).collectAsList());
    assertSaid(
        "column 'features': a vector has 3 values; 2 are expected by the model; the vector is"
            + " [1.0,2.0,3.0]",
        () -> model.transform(with(5, Vectors.dense(1, 2, 3), 0.0, 1.0)).collectAsList());
    assertSaid(
        "feature 1",
        () -> model.transform(with(5, Vectors.dense(1, Double.NaN), 0.0, 1.0)).collectAsList());
    assertSaid(
        "blockSize is 0; a whole number from 1 to 65536 is expected", () -> model.setBlockSize(0));
  }

  private static void assertSaid(String part, org.junit.jupiter.api.function.Executable job) {
    Throwable e = assertThrows(Exception.class, job);
    StringBuilder all = new StringBuilder();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      all.append(cause.getMessage()).append('\n');
    }
    assertTrue(all.toString().contains(part), all.toString());
  }

  private static Dataset<Row> named(Dataset<Row> rows, String... classes) {
    return rows.withColumn(
        "label",
        functions.col("label"),
        NominalAttribute.defaultAttr().withValues(classes).toMetadata());
  }

  @Test
  void scattersThatNoRecordHoldsAreRefused() {
    Dataset<Row> rows =
        Session.rows(1, List.of(Vectors.zeros(30_000).toSparse()), new double[] {0});
    for (GenerativeClassifier<?> classifier :
        List.of(lda(), new QuadraticDiscriminantClassifier())) {
      assertRefused(
          "column 'features': the statistics of 30000 features take 3.6 GB in partition 0; less"
              + " than 2 GB is expected, which a record of Spark can hold",
          classifier,
          rows);
    }
  }

  @Test
  void oneClassOfSeveralNamesIsRefused() {
    assertRefused(
        "column 'label': all rows are of class 'yes'; at least 2 classes are expected",
        lda(),
        named(with(-1, null, null, null).filter("label = 1"), "no", "yes"));
  }

  @Test
  void aClassWithoutRowsIsNeverPredictedUnderEmpiricalPriors() {
    for (GenerativeClassifier<?> classifier :
        List.of(
            lda(),
            new QuadraticDiscriminantClassifier(),
            new RegularizedDiscriminantClassifier(),
            new GaussianNaiveBayesClassifier(),
            new BernoulliNaiveBayesClassifier().setBinaryThreshold(0),
            new MultinomialNaiveBayesClassifier(),
            new CategoricalNaiveBayesClassifier())) {
      boolean numbers =
          !(classifier instanceof MultinomialNaiveBayesClassifier
              || classifier instanceof CategoricalNaiveBayesClassifier);
      Dataset<Row> rows =
          named(
              numbers ? with(-1, null, null, null) : bits(5, Vectors.dense(1, 0)),
              "no",
              "yes",
              "rare");
      GenerativeClassificationModel model = classifier.fit(rows);
      assertEquals(3, model.numClasses());
      Row row = model.transform(rows).first();
      assertEquals(0, row.<Vector>getAs("probability").apply(2));
      assertTrue(row.<Double>getAs("prediction") < 2);
    }
    assertRefused(
        "column 'label': class 'rare' has no rows of positive weight, so it has no mean; at least"
            + " one row is expected, or a prior of 0",
        lda().setPriorType("uniform"),
        named(with(-1, null, null, null), "no", "yes", "rare"));
  }

  @Test
  void optionsAreCheckedBeforeRowsAre() {
    Dataset<Row> bad = named(with(3, null, 0.0, 1.0), "no", "yes");
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> lda().setShrinkage(2).fit(bad))
            .getMessage()
            .contains("from 0 to 1"));
    assertRefused(
        "3 priors were given; one for each of the 2 classes is expected",
        lda().setPriors(0.5, 0.25, 0.25),
        bad);
    assertRefused(
        "shrinkage is 0.5 where shrinkageType is oracleApproximating, which finds its own; no"
            + " shrinkage is expected",
        lda().setShrinkage(0.5).setShrinkageType("oracleApproximating"),
        bad);
  }

  @Test
  void featuresInAnotherOrderAreRefusedBeforeRowsAre() {
    Dataset<Row> rows =
        with(-1, null, null, null).selectExpr("label", "sin(id) + label as a", "cos(3 * id) as b");
    GenerativeClassificationModel model = lda().fit(assembled(rows, "a", "b"));
    assertEquals(ROWS, model.transform(assembled(rows, "a", "b")).count());
    assertEquals(
        "column 'features': feature 0 of the rows is 'b'; 'a' is expected, as in the model",
        assertThrows(
                IllegalArgumentException.class, () -> model.transform(assembled(rows, "b", "a")))
            .getMessage());
    assertEquals(
        "column 'features': the rows have 1 feature; 2 are expected, as in the model",
        assertThrows(IllegalArgumentException.class, () -> model.transform(assembled(rows, "a")))
            .getMessage());
  }

  private static Dataset<Row> assembled(Dataset<Row> rows, String... columns) {
    return new VectorAssembler().setInputCols(columns).setOutputCol("features").transform(rows);
  }

  @Test
  void aModelOfNothingOverwritesNothing() throws Exception {
    GenerativeClassificationModel model = lda().fit(with(-1, null, null, null));
    String path = folder.resolve("kept").toString();
    model.save(path);
    assertThrows(
        IllegalStateException.class,
        () -> new GenerativeClassificationModel().write().overwrite().save(path));
    assertEquals(2, GenerativeClassificationModel.load(path).numClasses());
  }

  @Test
  void optionsAreCheckedWhenTheyAreSet() {
    assertEquals(
        "divisor is 'ml'; one of maximumLikelihood, unbiased is expected",
        assertThrows(IllegalArgumentException.class, () -> lda().setDivisor("ml")).getMessage());
    assertEquals(
        "shrinkage is -1.0; a finite number of at least 0 is expected",
        assertThrows(IllegalArgumentException.class, () -> lda().setShrinkage(-1)).getMessage());
    assertEquals(
        "the column of weights 'w' is not there; the columns are id, features, label, weight",
        assertThrows(
                IllegalArgumentException.class,
                () -> lda().setWeightCol("w").fit(with(-1, null, null, null)))
            .getMessage());
  }

  @Test
  void filesOfAnotherKindAreRefused() throws Exception {
    GenerativeClassificationModel model = lda().fit(with(-1, null, null, null));
    String path = folder.resolve("model").toString();
    model.save(path);
    Path file = folder.resolve("model").resolve(GenerativeClassificationModel.FILE);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    StatisticsFile.write(new GaussianStatistics(Features.unnamed(2), Classes.unnamed(2)), file);
    assertSaid(file.toString(), () -> GenerativeClassificationModel.load(path));
    Files.writeString(file, "no model");
    assertSaid(file.toString(), () -> GenerativeClassificationModel.load(path));
    assertEquals(
        "this model was made without a classifier; one that was fitted or loaded is expected",
        assertThrows(
                IllegalStateException.class,
                () -> new GenerativeClassificationModel().transform(with(-1, null, null, null)))
            .getMessage());
  }
}
