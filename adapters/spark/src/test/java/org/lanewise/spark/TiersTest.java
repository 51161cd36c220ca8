package org.lanewise.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;

/// Fits and labels in both kernel tiers; [EstimatorsTest] does it for every model in one.
class TiersTest {

  @Test
  void theTierThatWasAskedForGivesTheBitsOfTheLibrary() {
    Samples samples = Samples.numbers(3000, 7);
    Dataset<Row> rows = Session.rows(1, samples.vectors(Samples.Sort.DENSE), samples.labels());
    NumericColumns columns = NumericColumns.fromRows(samples.rows());
    Scorer<double[], NumericColumns> expected =
        QuadraticDiscriminant.fit(columns, Labels.of(samples.classIndices())).scorer();
    assertTrue(
        expected.kernels().startsWith(System.getProperty("lanewise.expected.kernels")),
        expected.kernels());
    double[][] posteriors = expected.posterior(columns);
    int[] labels = expected.predict(columns);
    List<Row> labelled =
        new QuadraticDiscriminantClassifier()
            .fit(rows)
            .transform(rows)
            .select("id", "probability", "prediction")
            .collectAsList();
    assertEquals(labels.length, labelled.size());
    for (Row row : labelled) {
      int i = (int) row.getLong(0);
      assertArrayEquals(posteriors[i], row.<Vector>getAs(1).toArray());
      assertEquals(labels[i], row.getDouble(2));
    }
  }
}
