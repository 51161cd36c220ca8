package org.lanewise.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// The session of all tests of a process, on two threads.
public final class Session {

  static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.LongType)
          .add("features", SQLDataTypes.VectorType())
          .add("label", DataTypes.DoubleType)
          .add("weight", DataTypes.DoubleType);

  private static SparkSession session;

  private Session() {}

  /// The session, which the first test makes.
  public static synchronized SparkSession get() {
    if (session == null) {
      session =
          SparkSession.builder()
              .master("local[2]")
              .appName("tests")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "localhost")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.sql.shuffle.partitions", "2")
              // Tests end before generated code would pay for being compiled.
              .config("spark.sql.codegen.wholeStage", "false")
              .config("spark.sql.warehouse.dir", "target/spark-warehouse")
              .getOrCreate();
    }
    return session;
  }

  /// Rows in as many partitions as are asked for, in their order.
  static Dataset<Row> rows(int partitions, List<? extends Vector> vectors, double[] labels) {
    return rows(partitions, vectors, labels, null);
  }

  static Dataset<Row> rows(
      int partitions, List<? extends Vector> vectors, double[] labels, double[] weights) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < labels.length; i++) {
      rows.add(
          RowFactory.create(
              (long) i, vectors.get(i), labels[i], weights == null ? 1.0 : weights[i]));
    }
    return rows(partitions, rows, SCHEMA);
  }

  static Dataset<Row> rows(int partitions, List<Row> rows, StructType schema) {
    SparkSession spark = get();
    return spark.createDataFrame(
        org.apache.spark.api.java.JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(rows, partitions),
        schema);
  }
}
