package org.lanewise.spark;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Rows that arrive in files, in structured streaming.
class StreamingTest {

  private static final Samples SAMPLES = Samples.numbers(120, 3);

  @TempDir Path folder;

  private Dataset<Row> rows() {
    return Session.rows(2, SAMPLES.vectors(Samples.Sort.MIXED), SAMPLES.labels());
  }

  private String path(String name) {
    return folder.resolve(name).toUri().toString();
  }

  private void arrive(Dataset<Row> rows) {
    rows.write().mode("append").parquet(path("in"));
  }

  private Dataset<Row> stream() {
    return Session.get().readStream().schema(Session.SCHEMA).parquet(path("in"));
  }

  /// Labels what has arrived since the last call, with the model as it was saved.
  private void label(int blockSize) throws Exception {
    GenerativeClassificationModel model =
        GenerativeClassificationModel.load(path("model"))
            .setHandleInvalid("skip")
            .setBlockSize(blockSize);
    model
        .transform(stream())
        .select("id", "probability", "prediction")
        .writeStream()
        .option("checkpointLocation", path("checkpoint"))
        .trigger(Trigger.AvailableNow())
        .format("parquet")
        .start(path("out"))
        .awaitTermination();
  }

  private static List<Row> answers(Dataset<Row> labelled) {
    return labelled.select("id", "probability", "prediction").orderBy("id").collectAsList();
  }

  private List<Row> written() {
    return answers(Session.get().read().parquet(path("out")));
  }

  @Test
  void aStreamIsLabelledOnceAndGoesOnAtItsCheckpoint() throws Exception {
    Dataset<Row> rows = rows();
    GenerativeClassificationModel model = new QuadraticDiscriminantClassifier().fit(rows);
    model.save(path("model"));
    Dataset<Row> expected = model.transform(rows);

    arrive(rows.filter("id < 50"));
    label(1);
    assertEquals(answers(expected.filter("id < 50")), written());

    arrive(rows.filter("id >= 50"));
    label(32);
    assertEquals(answers(expected), written());

    label(32);
    assertEquals(answers(expected), written());
  }

  /// Up to rounding, because the rows of a partition arrive in several batches.
  @Test
  void modelsOfGroupsGrowWithAStream() throws Exception {
    Dataset<Row> rows = rows();
    arrive(rows.filter("id < 50"));
    gather();
    arrive(rows.filter("id >= 50"));
    gather();
    Map<Boolean, LinearDiscriminant> grown = models(Session.get().read().parquet(path("out")));
    Map<Boolean, LinearDiscriminant> expected = models(byGroup(rows));
    assertEquals(expected.keySet(), grown.keySet());
    for (Map.Entry<Boolean, LinearDiscriminant> group : expected.entrySet()) {
      for (double[] row : SAMPLES.rows()) {
        assertArrayEquals(
            group.getValue().scorer().posterior(row),
            grown.get(group.getKey()).scorer().posterior(row),
            1e-12);
      }
    }
  }

  private static Dataset<Row> byGroup(Dataset<Row> rows) {
    return rows.groupBy(col("id").mod(2).equalTo(0).as("even"))
        .agg(LanewiseFunctions.gaussianStatistics(col("features"), col("label")).as("statistics"));
  }

  private static Map<Boolean, LinearDiscriminant> models(Dataset<Row> groups) {
    return groups.collectAsList().stream()
        .collect(
            Collectors.toMap(
                row -> row.getBoolean(0),
                row ->
                    LinearDiscriminant.recipe()
                        .fit(LanewiseFunctions.statistics(row.getAs("statistics")))));
  }

  private void gather() throws Exception {
    byGroup(stream())
        .writeStream()
        .outputMode(OutputMode.Complete())
        .option("checkpointLocation", path("checkpoint"))
        .trigger(Trigger.AvailableNow())
        .foreachBatch(
            (VoidFunction2<Dataset<Row>, Long>)
                (batch, id) -> batch.write().mode("overwrite").parquet(path("out")))
        .start()
        .awaitTermination();
  }
}
