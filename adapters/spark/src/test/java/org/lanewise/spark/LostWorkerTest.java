package org.lanewise.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.spark.gathering.Gathering;
import org.lanewise.spark.scoring.SharedModel;
import org.lanewise.statistics.GaussianStatistics;

/// Two worker processes, of which one is killed in the middle of a fit and of a scoring: the bits
/// are those of the library without Spark, and no row is lost or doubled.
@Tag("sweep")
@Timeout(value = 100, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostWorkerTest {

  private static final int PARTITIONS = 34;
  private static final int ROWS_EACH = 100;
  private static final int FEATURES = 13;

  /// Long enough for some partitions to be done and most not to be when a worker is killed.
  private static final int MILLIS_EACH = 150;

  @TempDir static Path folder;

  private static Cluster cluster;
  private static SparkSession spark;
  private static Process[] workers;

  @BeforeAll
  @Timeout(300)
  static void start() throws Exception {
    cluster = new Cluster(Files.createDirectory(folder.resolve("cluster")));
    workers = new Process[] {cluster.worker("worker-1"), cluster.worker("worker-2")};
    spark =
        SparkSession.builder()
            .master(cluster.url())
            .appName("lost worker")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.executor.memory", "600m")
            .config("spark.executor.extraClassPath", Cluster.folders())
            .config("spark.executor.extraJavaOptions", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1")
            .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString())
            .config("spark.sql.codegen.wholeStage", "false")
            .getOrCreate();
    awaitExecutors(2);
  }

  @AfterAll
  static void stop() {
    if (spark != null) {
      spark.stop();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  /// The driver counts as one.
  private static void awaitExecutors(int count) throws InterruptedException {
    while (spark.sparkContext().statusTracker().getExecutorInfos().length < count + 1) {
      Thread.sleep(50);
    }
  }

  private static double[] values(long id) {
    double[] values = new double[FEATURES];
    for (int j = 0; j < FEATURES; j++) {
      values[j] = Math.sin(1 + id * 7919 % 10007 * (j + 1.25)) + id % 3 * j * 0.25;
    }
    return values;
  }

  /// The vector of a row; the first of a partition takes its time, and leaves a mark.
  private record Made(String marks) implements UDF1<Long, Vector> {

    @Override
    public Vector call(Long id) throws IOException, InterruptedException {
      if (id % ROWS_EACH == 0) {
        Thread.sleep(MILLIS_EACH);
        TaskContext task = TaskContext.get();
        Files.createFile(Path.of(marks, task.partitionId() + "-" + task.taskAttemptId()));
      }
      return Vectors.dense(values(id));
    }
  }

  private static Dataset<Row> rows(Path marks) {
    return spark
        .range(0, (long) PARTITIONS * ROWS_EACH, 1, PARTITIONS)
        .select(
            col("id"),
            udf(new Made(marks.toString()), SQLDataTypes.VectorType())
                .apply(col("id"))
                .as("features"),
            col("id").mod(3).cast("double").as("label"));
  }

  private static long count(Path marks) {
    try (Stream<Path> files = Files.list(marks)) {
      return files.count();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /// Kills a worker once a job has done some of its partitions.
  private static CompletableFuture<Long> killInTheMiddle(Path marks, Process worker) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        while (count(marks) < 8) {
          Thread.sleep(20);
        }
        Cluster.kill(worker);
        return count(marks);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  /// Statistics of partitions merged in groups, by the library alone.
  private static GaussianStatistics expected() {
    GaussianStatistics all = null;
    GaussianStatistics group = null;
    for (int p = 0; p < PARTITIONS; p++) {
      double[][] rows = new double[ROWS_EACH][];
      int[] labels = new int[ROWS_EACH];
      for (int i = 0; i < ROWS_EACH; i++) {
        rows[i] = values((long) p * ROWS_EACH + i);
        labels[i] = (p * ROWS_EACH + i) % 3;
      }
      GaussianStatistics part =
          GaussianStatistics.of(NumericColumns.fromRows(rows), Labels.of(labels));
      if (p % Gathering.GROUP == 0) {
        group = part;
      } else {
        group.merge(part);
      }
      if (p % Gathering.GROUP == Gathering.GROUP - 1 || p == PARTITIONS - 1) {
        if (all == null) {
          all = group;
        } else {
          all.merge(group);
        }
      }
    }
    return all;
  }

  @Test
  void aWorkerThatIsLostChangesNoBitAndNoRow() throws Exception {
    assertTrue(vectorModuleIsThere(), "executors have the module jdk.incubator.vector");
    Path fitMarks = Files.createDirectory(folder.resolve("fit"));
    CompletableFuture<Long> killed = killInTheMiddle(fitMarks, workers[0]);
    // Less than the parts take, so that each class is merged for itself, on the executors.
    spark.sparkContext().conf().set("spark.driver.maxResultSize", "200k");
    GenerativeClassificationModel model = new QuadraticDiscriminantClassifier().fit(rows(fitMarks));
    spark.sparkContext().conf().set("spark.driver.maxResultSize", "1g");
    assertTrue(killed.join() < PARTITIONS, "the fit had ended before the worker was killed");
    QuadraticDiscriminant expected = QuadraticDiscriminant.recipe().fit(expected());
    assertArrayEquals(SharedModel.bytes(expected), SharedModel.bytes(model.classifier()));

    cluster.worker("worker-3");
    awaitExecutors(2);
    Path scoreMarks = Files.createDirectory(folder.resolve("score"));
    killed = killInTheMiddle(scoreMarks, workers[1]);
    String out = folder.resolve("labelled").toString();
    model
        .transform(rows(scoreMarks))
        .select("id", "prediction", "probability")
        .write()
        .parquet(out);
    assertTrue(killed.join() < PARTITIONS, "the scoring had ended before the worker was killed");
    List<Row> labelled = spark.read().parquet(out).collectAsList();
    BitSet seen = new BitSet();
    for (Row row : labelled) {
      int id = (int) row.getLong(0);
      assertTrue(!seen.get(id), "row " + id + " twice");
      seen.set(id);
      assertEquals(expected.scorer().predict(values(id)), row.getDouble(1));
      assertArrayEquals(
          expected.scorer().posterior(values(id)), row.<Vector>getAs(2).toArray(), "row " + id);
    }
    assertEquals(PARTITIONS * ROWS_EACH, seen.cardinality(), "rows");
  }

  private static final class HasVectorModule implements UDF1<Long, Boolean> {

    private static final long serialVersionUID = 1L;

    @Override
    public Boolean call(Long id) {
      return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    }
  }

  private static boolean vectorModuleIsThere() {
    return spark
        .range(0, 2, 1, 2)
        .select(udf(new HasVectorModule(), DataTypes.BooleanType).apply(col("id")))
        .collectAsList()
        .stream()
        .allMatch(row -> row.getBoolean(0));
  }
}
