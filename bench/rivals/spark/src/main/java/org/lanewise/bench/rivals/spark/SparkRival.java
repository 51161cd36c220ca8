package org.lanewise.bench.rivals.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.classification.NaiveBayes;
import org.apache.spark.ml.classification.NaiveBayesModel;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.lanewise.bench.rival.Rival;
import org.lanewise.bench.rival.RivalRows;

/// Spark MLlib's NaiveBayes in this process, one thread, on rows that it has cached in one
/// partition.
public final class SparkRival implements Rival {

  private static final String LABEL = "label";
  private static final String FEATURES = "features";

  /// Public for the service loader.
  public SparkRival() {}

  @Override
  public String version() {
    return "4.1.0, local[1]";
  }

  @Override
  public Task prepare(String model, RivalRows rows) {
    return switch (rows) {
      case RivalRows.Normal normal when model.equals("gaussian-nb") -> {
        List<Vector> vectors = Arrays.stream(normal.rows()).map(Vectors::dense).toList();
        yield new Fitted("gaussian", vectors, normal.labels(), List.of());
      }
      case RivalRows.Words words ->
          new Fitted(
              "multinomial",
              vectors(words.train(), words.shape().featureCount()),
              words.labels(),
              vectors(words.test(), words.shape().featureCount()));
      default -> throw new IllegalArgumentException("Spark is not asked for " + model);
    };
  }

  private static List<Vector> vectors(RivalRows.Documents documents, int featureCount) {
    List<Vector> vectors = new ArrayList<>();
    for (int i = 0; i < documents.count(); i++) {
      int from = documents.starts()[i];
      int to = documents.starts()[i + 1];
      vectors.add(
          Vectors.sparse(
              featureCount,
              Arrays.copyOfRange(documents.indices(), from, to),
              Arrays.copyOfRange(documents.values(), from, to)));
    }
    return vectors;
  }

  private static final class Fitted implements Task {

    private final SparkSession session;
    private final NaiveBayes trainer;
    private final Dataset<Row> train;
    private final Dataset<Row> test;
    private NaiveBayesModel model;

    /// @param others to be labelled; without any, the rows are
    private Fitted(String type, List<Vector> rows, int[] labels, List<Vector> others) {
      session =
          SparkSession.builder()
              .master("local[1]")
              .appName("bench")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "localhost")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.sql.warehouse.dir", "target/spark-warehouse")
              .getOrCreate();
      session.sparkContext().setLogLevel("WARN");
      trainer = new NaiveBayes().setModelType(type).setLabelCol(LABEL).setFeaturesCol(FEATURES);
      train = cached(rows, labels);
      test = others.isEmpty() ? train : cached(others, new int[others.size()]);
    }

    private Dataset<Row> cached(List<Vector> rows, int[] labels) {
      List<Row> all = new ArrayList<>();
      for (int i = 0; i < labels.length; i++) {
        all.add(RowFactory.create((double) labels[i], rows.get(i)));
      }
      StructType schema =
          new StructType(
              new StructField[] {
                new StructField(LABEL, DataTypes.DoubleType, false, Metadata.empty()),
                new StructField(FEATURES, SQLDataTypes.VectorType(), false, Metadata.empty())
              });
      // Cut off from the list, which each task would carry along.
      Dataset<Row> data =
          session.createDataFrame(all, schema).coalesce(1).localCheckpoint().cache();
      data.count();
      return data;
    }

    @Override
    public Object fit() {
      model = trainer.fit(train);
      return model;
    }

    @Override
    public int[] predict() {
      return model.transform(test).select("prediction").collectAsList().stream()
          .mapToInt(row -> (int) row.getDouble(0))
          .toArray();
    }

    @Override
    public void close() {
      session.stop();
    }
  }
}
