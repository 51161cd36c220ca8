package org.lanewise.spark.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.NaiveBayes;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.spark.GaussianNaiveBayesClassifier;
import org.lanewise.spark.LinearDiscriminantClassifier;
import org.lanewise.spark.QuadraticDiscriminantClassifier;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;

/// Fits and labels the same cached rows with Lanewise and with MLlib, `local[2]`, and the same rows
/// in arrays with Lanewise on two threads. Arguments: rows, features, classes.
public final class SparkBenchmark {

  private static final int THREADS = 2;
  private static final int RUNS = 2;

  private final int features;
  private final int classes;

  private SparkBenchmark(int features, int classes) {
    this.features = features;
    this.classes = classes;
  }

  /// A row of made numbers, whose class moves them.
  private record Made(int features, int classes) implements UDF1<Long, Vector> {

    @Override
    public Vector call(Long id) {
      return Vectors.dense(values(id, features, classes));
    }
  }

  private static double[] values(long id, int features, int classes) {
    double[] values = new double[features];
    long state = id * 0x9E3779B97F4A7C15L + 1;
    for (int j = 0; j < features; j++) {
      double sum = 0;
      for (int i = 0; i < 3; i++) {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        sum += (state >>> 11) * 0x1p-53;
      }
      values[j] = sum + 0.2 * (id % classes) * (j % 3);
    }
    return values;
  }

  /// Rows, features, classes.
  public static void main(String[] arguments) {
    int rows = Integer.parseInt(arguments[0]);
    new SparkBenchmark(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])).run(rows);
  }

  private void run(int rows) {
    SparkSession spark =
        SparkSession.builder()
            .master("local[" + THREADS + "]")
            .appName("benchmark")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.warehouse.dir", "target/spark-warehouse")
            .getOrCreate();
    spark.sparkContext().setLogLevel("ERROR");
    Dataset<Row> data =
        spark
            .range(0, rows, 1, 8)
            .select(
                col("id"),
                col("id").mod(classes).cast("double").as("label"),
                udf(new Made(features, classes), SQLDataTypes.VectorType())
                    .apply(col("id"))
                    .as("features"))
            .cache();
    data.count();
    time("read all rows, nothing else", () -> null, nothing -> noop(data));
    spark("Lanewise LDA", new LinearDiscriminantClassifier(), data);
    spark("Lanewise Gaussian NB", new GaussianNaiveBayesClassifier(), data);
    spark("Lanewise QDA", new QuadraticDiscriminantClassifier(), data);
    spark("MLlib NaiveBayes, gaussian", new NaiveBayes().setModelType("gaussian"), data);
    spark("MLlib LogisticRegression", new LogisticRegression(), data);
    data.unpersist(true);
    spark.stop();

    NumericColumns columns = columns(rows);
    int[] indices = new int[rows];
    for (int i = 0; i < rows; i++) {
      indices[i] = i % classes;
    }
    Labels labels = Labels.ofIndices(indices, classes);
    try (ExecutorService executor = Executors.newFixedThreadPool(THREADS)) {
      Workers workers = new Workers(executor, THREADS);
      arrays(
          "arrays, LDA",
          () ->
              LinearDiscriminant.recipe()
                  .fit(
                      GaussianStatistics.pooled(
                              Features.unnamed(features), Classes.unnamed(classes))
                          .on(workers)
                          .add(columns, labels)),
          columns,
          workers);
      arrays(
          "arrays, Gaussian NB",
          () ->
              GaussianNaiveBayes.recipe()
                  .fit(
                      new VarianceStatistics(Features.unnamed(features), Classes.unnamed(classes))
                          .on(workers)
                          .add(columns, labels)),
          columns,
          workers);
      arrays(
          "arrays, QDA",
          () ->
              QuadraticDiscriminant.recipe()
                  .fit(
                      new GaussianStatistics(Features.unnamed(features), Classes.unnamed(classes))
                          .on(workers)
                          .add(columns, labels)),
          columns,
          workers);
    }
  }

  private NumericColumns columns(int rows) {
    double[][] columns = new double[features][rows];
    for (int i = 0; i < rows; i++) {
      double[] values = values(i, features, classes);
      for (int j = 0; j < features; j++) {
        columns[j][i] = values[j];
      }
    }
    return NumericColumns.of(columns);
  }

  private static void noop(Dataset<Row> data) {
    data.write().format("noop").mode("overwrite").save();
  }

  private static <M extends Model<M>> void spark(
      String name, Estimator<M> estimator, Dataset<Row> data) {
    time(name, () -> estimator.fit(data), model -> noop(model.transform(data)));
  }

  private void arrays(
      String name,
      Supplier<Classifier<double[], NumericColumns>> fit,
      NumericColumns columns,
      Workers workers) {
    int n = columns.rowCount();
    int[] labels = new int[n];
    double[] joints = new double[n * classes];
    double[] posteriors = new double[n * classes];
    time(
        name,
        fit,
        model -> {
          Scorer<double[], NumericColumns> scorer = model.scorer().on(workers);
          scorer.score(
              columns,
              Results.none().withLabels(labels).withLogJoints(joints).withPosteriors(posteriors));
        });
  }

  private static <T> void time(String name, Supplier<T> fit, java.util.function.Consumer<T> label) {
    for (int run = 1; run <= RUNS; run++) {
      long start = System.nanoTime();
      T model = fit.get();
      long fitted = System.nanoTime();
      label.accept(model);
      long end = System.nanoTime();
      System.out.printf(
          Locale.ROOT,
          "%-30s run %d: fit %6.2f s, label %6.2f s%n",
          name,
          run,
          (fitted - start) / 1e9,
          (end - fitted) / 1e9);
    }
  }
}
