package org.lanewise.spark.gathering;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.storage.StorageLevel;
import org.lanewise.data.BadDataException;
import org.lanewise.spark.rows.RowSchema;
import org.lanewise.statistics.Statistics;
import scala.Tuple2;

/// Gathers the statistics of a data set in one pass.
///
/// Every partition becomes a pair of its index and bytes. Pairs are merged in groups of [#GROUP]
/// neighbours by their index, each group in the order of the index, then groups of groups, until
/// there is one: a tree that the number of partitions alone determines. The levels run on the
/// executors until a single group is left, which the driver merges, or an executor too where its
/// parts are many bytes: the driver then gets one. So the bits depend on which
/// rows are in which partition, and in which order, and on nothing else: neither on how many
/// executors there are, nor on which task ends first, runs twice or is run again.
public final class Gathering {

  /// How many neighbours merge.
  public static final int GROUP = 16;

  /// The share of what a driver takes of one job that parts may be.
  private static final int SHARE = 4;

  private static final String MOST_RESULTS = "spark.driver.maxResultSize";

  private Gathering() {}

  /// The statistics of all rows.
  ///
  /// @param threshold what bits are compared with; NaN where they are 0 or 1
  /// @throws BadDataException if a row is refused, or there is none
  public static Statistics gather(
      Dataset<?> data, RowSchema schema, StatisticsKind kind, double threshold) {
    List<Column> columns = new ArrayList<>();
    columns.add(data.col(RowSchema.quoted(schema.features())));
    columns.add(data.col(RowSchema.quoted(schema.label())).cast("double"));
    if (schema.weight() != null) {
      columns.add(data.col(RowSchema.quoted(schema.weight())).cast("double"));
    }
    // Rows as Spark keeps them: as objects they would cost more than their statistics.
    JavaPairRDD<Integer, byte[]> parts =
        ((org.apache.spark.sql.classic.Dataset<?>) data.select(columns.toArray(Column[]::new)))
            .queryExecution()
            .toRdd()
            .toJavaRDD()
            .mapPartitionsWithIndex(new PartitionGathering(kind, threshold, schema), false)
            .mapToPair(pair -> pair);
    for (int count = parts.getNumPartitions(); count > GROUP; count = groups(count)) {
      parts = merged(parts, groups(count));
    }
    return Part.of(merge(collected(parts))).require(schema.features());
  }

  /// Merges groups of neighbours on the executors.
  private static JavaPairRDD<Integer, byte[]> merged(
      JavaPairRDD<Integer, byte[]> parts, int groups) {
    return parts
        .mapToPair(pair -> new Tuple2<>(pair._1() / GROUP, pair))
        .groupByKey(new HashPartitioner(groups))
        .mapValues(Gathering::merge);
  }

  /// The parts of a single group, or what they merge to.
  private static List<Tuple2<Integer, byte[]>> collected(JavaPairRDD<Integer, byte[]> parts) {
    if (parts.getNumPartitions() < 2) {
      return parts.collect();
    }
    // Made once, for their sizes and for what comes then.
    JavaPairRDD<Integer, byte[]> kept = parts.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      long bytes = kept.map(pair -> (long) pair._2().length).fold(0L, Long::sum);
      return (bytes > most(kept.context().getConf()) ? merged(kept, 1) : kept).collect();
    } finally {
      kept.unpersist(false);
    }
  }

  private static long most(SparkConf conf) {
    long results = conf.getSizeAsBytes(MOST_RESULTS, "1g");
    // 0 says that there is no limit.
    return (results > 0 ? results : Runtime.getRuntime().maxMemory()) / SHARE;
  }

  private static int groups(int count) {
    return (count + GROUP - 1) / GROUP;
  }

  /// The bytes of parts that are merged in the order of their indices.
  private static byte[] merge(Iterable<Tuple2<Integer, byte[]>> pairs) {
    List<Tuple2<Integer, byte[]>> ordered = new ArrayList<>();
    pairs.forEach(ordered::add);
    ordered.sort(Comparator.comparing(Tuple2::_1));
    Part merged = Part.empty(0);
    for (Tuple2<Integer, byte[]> pair : ordered) {
      merged = merged.merge(Part.of(pair._2()));
    }
    return merged.bytes();
  }
}
