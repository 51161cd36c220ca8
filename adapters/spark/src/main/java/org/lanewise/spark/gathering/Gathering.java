package org.lanewise.spark.gathering;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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
/// Every partition becomes bytes: one piece or, if each class has its own scatter and there are
/// many classes, pieces with some of the classes each. The parts of a piece are merged in groups of
/// [#GROUP] neighbours by partition index, each group in index order, then groups of groups, until
/// one is left: a tree that depends only on the number of partitions and is the same for each
/// piece. If all parts together are small, the driver merges them. Otherwise executors do, each
/// group of each piece separately, and the driver gets the merged pieces, some at a time. Classes
/// merge independently, so results are bit-identical wherever pieces are cut and merged: bits
/// depend on which rows are in which partition, and in which order, but not on the number of
/// executors or on which task ends first, runs twice or is retried.
public final class Gathering {

  /// The number of neighbours that are merged.
  public static final int GROUP = 16;

  /// Parts may take this fraction of the result size that the driver accepts for one job.
  private static final int SHARE = 4;

  /// The number of pieces in that fraction, and the largest size of a piece with more than one
  /// class.
  private static final int PIECES = 16;

  private static final long MAX_OF_PIECE = 16L << 20;

  private static final String MAX_RESULTS = "spark.driver.maxResultSize";

  private Gathering() {}

  /// The statistics of all rows.
  ///
  /// @param threshold the threshold of bits; NaN if they are 0 or 1
  /// @throws BadDataException if a row is refused, or there is none
  public static Statistics gather(
      Dataset<?> data, RowSchema schema, StatisticsKind kind, double threshold) {
    List<Column> columns = new ArrayList<>();
    columns.add(data.col(RowSchema.quoted(schema.features())));
    columns.add(data.col(RowSchema.quoted(schema.label())).cast("double"));
    if (schema.weight() != null) {
      columns.add(data.col(RowSchema.quoted(schema.weight())).cast("double"));
    }
    long most = most(data.sparkSession().sparkContext().conf());
    long pieceBytes = Math.clamp(most / PIECES, 1, MAX_OF_PIECE);
    // Rows in Spark's own form: as objects, they would cost more than their statistics.
    JavaPairRDD<Long, byte[]> parts =
        ((org.apache.spark.sql.classic.Dataset<?>) data.select(columns.toArray(Column[]::new)))
            .queryExecution()
            .toRdd()
            .toJavaRDD()
            .mapPartitionsWithIndex(
                new PartitionGathering(kind, threshold, schema, pieceBytes), false)
            .mapToPair(pair -> pair)
            // Rows are read once, wherever parts are merged.
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      int partitions = parts.getNumPartitions();
      List<Small> collected =
          parts.mapPartitions(new Small.Of(most / Math.max(1, partitions))).collect();
      Heading heading =
          collected.stream().map(Small::heading).reduce(Heading.empty(0), Heading::merge);
      heading.require(schema.features());
      if (collected.stream().allMatch(Small::isWhole)) {
        return Pieces.joined(merged(collected, partitions).values().iterator(), schema, heading);
      }
      int pieces = collected.stream().mapToInt(Small::pieces).max().orElseThrow();
      long largest = collected.stream().mapToLong(Small::largest).max().orElseThrow();
      Iterator<Tuple2<Long, byte[]>> all =
          merged(parts, partitions, pieces, Math.ceilDiv(pieces * largest, most)).toLocalIterator();
      return Pieces.joined(
          new Iterator<>() {
            @Override
            public boolean hasNext() {
              return all.hasNext();
            }

            @Override
            public Part next() {
              return Part.of(all.next()._2());
            }
          },
          schema,
          heading);
    } finally {
      parts.unpersist(false);
    }
  }

  /// Merges parts on the driver.
  private static Map<Long, Part> merged(List<Small> collected, int partitions) {
    NavigableMap<Long, byte[]> parts = new TreeMap<>();
    collected.forEach(small -> parts.putAll(small.parts()));
    Map<Long, Part> level = new TreeMap<>();
    // The first level merges parts as it reads them, so that not all exist twice.
    for (Map.Entry<Long, byte[]> part : parts.entrySet()) {
      level.merge(Keys.group(part.getKey()), Part.of(part.getValue()), Part::merge);
    }
    for (int count = groups(partitions); count > 1; count = groups(count)) {
      Map<Long, Part> next = new TreeMap<>();
      level.forEach((key, part) -> next.merge(Keys.group(key), part, Part::merge));
      level = next;
    }
    return level;
  }

  /// Merges parts on the executors.
  ///
  /// @param tasks the fewest tasks of the last level; the driver takes the result of each as a
  ///   whole
  private static JavaPairRDD<Long, byte[]> merged(
      JavaPairRDD<Long, byte[]> parts, int partitions, int pieces, long tasks) {
    JavaPairRDD<Long, byte[]> level = parts.filter(part -> Keys.piece(part._1()) >= 0);
    int parallelism = parts.context().defaultParallelism();
    int count = partitions;
    do {
      count = groups(count);
      long wanted = Math.max(parallelism, count == 1 ? tasks : 1);
      int most = (int) Math.min((long) pieces * count, Integer.MAX_VALUE);
      level =
          level
              .repartitionAndSortWithinPartitions(
                  new PiecePartitioner(pieces, count, (int) Math.min(wanted, most)))
              .mapPartitionsToPair(new Merging());
    } while (count > 1);
    return level;
  }

  private static long most(SparkConf conf) {
    long results = conf.getSizeAsBytes(MAX_RESULTS, "1g");
    // 0 means no limit.
    return (results > 0 ? results : Runtime.getRuntime().maxMemory()) / SHARE;
  }

  private static int groups(int count) {
    return (count + GROUP - 1) / GROUP;
  }
}
