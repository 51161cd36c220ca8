package org.lanewise.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.SparkConf;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.spark.gathering.Gathering;
import org.lanewise.spark.scoring.SharedModel;
import org.lanewise.statistics.GaussianStatistics;

/// Statistics of partitions are merged in one order, whatever order they are ready in.
class PartitioningTest {

  private static final int PARTITIONS = 19;

  private static final Samples SAMPLES = Samples.numbers(600, 5);

  /// The statistics of a partition, cut as Spark cuts a list.
  private static GaussianStatistics part(int partition) {
    int from = (int) ((long) partition * SAMPLES.rows().length / PARTITIONS);
    int to = (int) ((long) (partition + 1) * SAMPLES.rows().length / PARTITIONS);
    return GaussianStatistics.of(
        NumericColumns.fromRows(Arrays.copyOfRange(SAMPLES.rows(), from, to)),
        Labels.of(Arrays.copyOfRange(SAMPLES.classIndices(), from, to)));
  }

  /// Groups of sixteen neighbours, then groups of groups.
  private static GaussianStatistics merged() {
    List<GaussianStatistics> level = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      level.add(part(p));
    }
    while (level.size() > 1) {
      List<GaussianStatistics> next = new ArrayList<>();
      for (int i = 0; i < level.size(); i++) {
        if (i % Gathering.GROUP == 0) {
          next.add(level.get(i));
        } else {
          next.getLast().merge(level.get(i));
        }
      }
      level = next;
    }
    return level.getFirst();
  }

  private static Dataset<Row> rows() {
    return Session.rows(PARTITIONS, SAMPLES.vectors(Samples.Sort.DENSE), SAMPLES.labels());
  }

  /// Early partitions last long.
  private static final class Delay implements UDF1<Long, Long> {

    private static final long serialVersionUID = 1L;

    @Override
    public Long call(Long id) throws InterruptedException {
      if (id % 100 == 0) {
        Thread.sleep((600 - id) / 20);
      }
      return id;
    }
  }

  @Test
  void theOrderInWhichTasksEndChangesNoBit() {
    byte[] expected = SharedModel.bytes(QuadraticDiscriminant.recipe().fit(merged()));
    assertArrayEquals(expected, bytes(rows()));
    Dataset<Row> late =
        rows()
            .withColumn(
                "id", udf(new Delay(), DataTypes.LongType).asNondeterministic().apply(col("id")))
            .filter("id >= 0");
    assertArrayEquals(expected, bytes(late));
  }

  /// Rows of many classes, of which a partition has some.
  private static Dataset<Row> manyClasses(int partitions) {
    Samples samples = Samples.numbers(1200, 30);
    double[] labels = new double[1200];
    double[] weights = samples.weights();
    for (int i = 0; i < labels.length; i++) {
      labels[i] = i * 7 / 100 % 12 == 0 ? 3 : (i / 9 + i % 2) % 12;
      // One class is without weight in some partitions.
      weights[i] = labels[i] == 5 && i < 500 ? 0 : 0.5 + weights[i];
    }
    return Session.rows(partitions, samples.vectors(Samples.Sort.DENSE), labels, weights);
  }

  /// Each of twelve classes is a piece, and the parts of a partition are more than its share of
  /// what the driver takes where there are many.
  @ParameterizedTest
  @ValueSource(ints = {1, 19})
  void statisticsTooLargeForTheDriverAreMergedInPieces(int partitions) {
    Dataset<Row> rows = manyClasses(partitions);
    Dataset<Row> named =
        rows.withColumn(
            "label",
            col("label"),
            NominalAttribute.defaultAttr()
                .withValues("a,b,c,d,e,f,g,h,i,j,k,l,m,none".split(","))
                .toMetadata());
    QuadraticDiscriminantClassifier quadratic =
        new QuadraticDiscriminantClassifier().setShrinkage(0.5).setWeightCol("weight");
    assertSameInPieces("400k", quadratic, rows);
    assertSameInPieces("400k", quadratic, named);
    assertSameInPieces(
        "2m", new RegularizedDiscriminantClassifier().setLambda(0.5).setGamma(0.1), rows);
  }

  private static void assertSameInPieces(
      String mostResults, GenerativeClassifier<?> classifier, Dataset<Row> rows) {
    byte[] expected = SharedModel.bytes(classifier.fit(rows).classifier());
    assertArrayEquals(
        expected,
        withMostResults(mostResults, () -> SharedModel.bytes(classifier.fit(rows).classifier())));
  }

  @Test
  void aPieceIsOfOneClassWhereThatIsLarge() {
    Samples samples = Samples.numbers(600, 30);
    Dataset<Row> rows = Session.rows(8, samples.vectors(Samples.Sort.DENSE), samples.labels());
    byte[] expected = bytes(rows);
    assertArrayEquals(expected, withMostResults("48k", () -> bytes(rows)));
  }

  private static <T> T withMostResults(String bytes, Supplier<T> job) {
    SparkConf conf = Session.get().sparkContext().conf();
    String most = "spark.driver.maxResultSize";
    String before = conf.get(most, "1g");
    try {
      conf.set(most, bytes);
      return job.get();
    } finally {
      conf.set(most, before);
    }
  }

  private static byte[] bytes(Dataset<Row> rows) {
    return SharedModel.bytes(new QuadraticDiscriminantClassifier().fit(rows).classifier());
  }

  @Test
  void groupsAreGatheredInTheOrderOfPartitions() {
    Dataset<Row> groups =
        rows()
            .groupBy(col("id").mod(2).as("odd"))
            .agg(LanewiseFunctions.gaussianStatistics(col("features"), col("label")).as("s"));
    List<Row> collected = groups.collectAsList();
    assertEquals(2, collected.size());
    for (Row row : collected) {
      GaussianStatistics expected = null;
      for (int p = 0; p < PARTITIONS; p++) {
        GaussianStatistics part = group(p, (int) row.getLong(0));
        if (expected == null) {
          expected = part;
        } else {
          expected.merge(part);
        }
      }
      GaussianStatistics gathered = LanewiseFunctions.statistics(row.getAs("s"));
      assertEquals(expected.rowCount(), gathered.rowCount());
      assertArrayEquals(
          SharedModel.bytes(LinearDiscriminant.recipe().fit(expected)),
          SharedModel.bytes(LinearDiscriminant.recipe().fit(gathered)));
    }
  }

  private static GaussianStatistics group(int partition, int odd) {
    int from = (int) ((long) partition * SAMPLES.rows().length / PARTITIONS);
    int to = (int) ((long) (partition + 1) * SAMPLES.rows().length / PARTITIONS);
    List<double[]> rows = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (int i = from; i < to; i++) {
      if (i % 2 == odd) {
        rows.add(SAMPLES.rows()[i]);
        labels.add((int) SAMPLES.labels()[i]);
      }
    }
    return GaussianStatistics.of(
        NumericColumns.fromRows(rows.toArray(double[][]::new)),
        Labels.of(labels.stream().mapToInt(label -> label).toArray()));
  }

  /// Spark cuts files by the number of cores, here by what stands for it.
  @Test
  @Tag("sweep")
  void filesThatAreCutAlikeGiveTheSameBitsOnAnyNumberOfCores(@TempDir Path folder) {
    String file = folder.resolve("rows").toString();
    Session.rows(1, SAMPLES.vectors(Samples.Sort.DENSE), SAMPLES.labels())
        .repartition(12, col("id"))
        .sortWithinPartitions("id")
        .write()
        .parquet(file);
    RuntimeConfig conf = Session.get().conf();
    conf.set("spark.sql.files.openCostInBytes", "1");
    Set<Integer> cuts = new HashSet<>();
    Set<Integer> sameCuts = new HashSet<>();
    Set<String> sameModels = new HashSet<>();
    try {
      for (int cores = 1; cores <= 3; cores++) {
        conf.set("spark.sql.leafNodeDefaultParallelism", Integer.toString(cores));
        cuts.add(Session.get().read().parquet(file).javaRDD().getNumPartitions());
        conf.set("spark.sql.files.minPartitionNum", "5");
        Dataset<Row> rows = Session.get().read().parquet(file);
        sameCuts.add(rows.javaRDD().getNumPartitions());
        sameModels.add(
            Arrays.toString(
                SharedModel.bytes(new LinearDiscriminantClassifier().fit(rows).classifier())));
        conf.unset("spark.sql.files.minPartitionNum");
      }
    } finally {
      conf.unset("spark.sql.files.minPartitionNum");
      conf.unset("spark.sql.leafNodeDefaultParallelism");
      conf.unset("spark.sql.files.openCostInBytes");
    }
    assertEquals(3, cuts.size());
    assertEquals(1, sameCuts.size());
    assertEquals(1, sameModels.size());
  }
}
