package org.lanewise.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Models as functions of columns.
class FunctionsTest {

  private static final LinearDiscriminant FITTED =
      LinearDiscriminant.fit(
          NumericColumns.fromRows(new double[][] {{1, 2}, {2, 1}, {3, 3}, {7, 8}, {8, 7}, {9, 9}}),
          Labels.of("low", "low", "low", "high", "high", "high"));

  private static final GenerativeClassificationModel MODEL =
      GenerativeClassificationModel.of(FITTED);

  @Test
  void labelAndProbabilityOfArraysAndVectors() {
    Samples samples = Samples.numbers(50, 2);
    Dataset<Row> rows = Session.rows(2, samples.vectors(Samples.Sort.MIXED), samples.labels());
    List<Row> answers =
        rows.select(
                col("id"),
                LanewiseFunctions.label(MODEL, col("features")),
                LanewiseFunctions.probability(MODEL, col("features"), "low"))
            .collectAsList();
    for (Row row : answers) {
      double[] values = samples.rows()[(int) row.getLong(0)];
      assertEquals(FITTED.scorer().label(values), row.getString(1));
      assertEquals(
          FITTED.scorer().posterior(values)[FITTED.classes().indexOf("low")], row.getDouble(2));
    }
  }

  @Test
  void sqlTakesARegisteredModel() {
    SparkSession spark = Session.get();
    LanewiseFunctions.register(spark, "size_of", MODEL);
    Row row =
        spark
            .sql(
                "select size_of(array(1.0d, 1.5d)), size_of_probability(array(8, 8), 'high'),"
                    + " size_of(null)")
            .first();
    assertEquals("low", row.getString(0));
    assertTrue(row.getDouble(1) > 0.9);
    assertNull(row.get(2));
  }

  @Test
  void aClassThatIsNotThereIsRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> LanewiseFunctions.probability(MODEL, array(lit(1.0)), "middle"));
    assertEquals("the model has no class 'middle'; its classes are [high, low]", e.getMessage());
  }

  @Test
  void aRefusalNamesTheColumnOrTheFunction() {
    SparkSession spark = Session.get();
    LanewiseFunctions.register(spark, "size_of", MODEL);
    Dataset<Row> one = spark.sql("select array(1.0d) as x");
    String sentence = ": a vector has 1 value; 2 are expected by the model";
    refuse("column 'x'" + sentence, one.select(LanewiseFunctions.label(MODEL, col("x"))));
    refuse(
        "column 'x'" + sentence, one.select(LanewiseFunctions.probability(MODEL, col("x"), "low")));
    refuse("size_of(features)" + sentence, one.selectExpr("size_of(x)"));
    refuse(
        "size_of_probability(features): the model has no class 'middle'; its classes are [high,"
            + " low]",
        spark.sql("select size_of_probability(array(1.0d, 2.0d), 'middle')"));
  }

  @Test
  void aNullInAnArrayIsAMissingValueWhereThatIsAllowed() {
    SparkSession spark = Session.get();
    LanewiseFunctions.register(spark, "strict_size", GenerativeClassificationModel.of(FITTED));
    LanewiseFunctions.register(
        spark, "open_size", GenerativeClassificationModel.of(FITTED).setMissing("ignore"));
    Row row = spark.sql("select open_size(array(1.0d, null)), open_size(array(9d, null))").first();
    assertEquals("low", row.getString(0));
    assertEquals("high", row.getString(1));
    refuse(
        "strict_size(features): element 1 of an array is null or no number; a number is expected",
        spark.sql("select strict_size(array(1.0d, null))"));
  }

  private static void refuse(String sentence, Dataset<Row> rows) {
    Throwable e = assertThrows(Exception.class, rows::collectAsList);
    while (e.getCause() != null && !(e instanceof IllegalArgumentException)) {
      e = e.getCause();
    }
    assertEquals(sentence, e.getMessage());
  }
}
