package org.lanewise.spark.gathering;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.RowBatch;
import org.lanewise.spark.rows.LabelBlock;
import org.lanewise.spark.rows.Place;
import org.lanewise.spark.rows.RowReader;
import org.lanewise.spark.rows.RowSchema;
import org.lanewise.spark.rows.VectorBlock;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import scala.Tuple2;

/// Gathers the statistics of one partition, on an executor: converts rows of a vector, a label and
/// possibly a weight to bytes by their [Keys], a [Heading] and the pieces, each a [Part].
///
/// The classes of a piece depend only on their indices and the number of features, so they are the
/// same in all partitions.
final class PartitionGathering
    implements Function2<Integer, Iterator<InternalRow>, Iterator<Tuple2<Long, byte[]>>> {

  private static final long serialVersionUID = 1L;

  static final int FEATURES = 0;
  static final int LABEL = 1;
  static final int WEIGHT = 2;

  /// The largest array of bytes, minus the bytes of a file that are not numbers.
  private static final long MAX_BYTES = Integer.MAX_VALUE - (1L << 20);

  private final StatisticsKind kind;
  private final double threshold;
  private final RowSchema schema;

  private final long pieceBytes;

  /// @param threshold the threshold of bits; NaN if they are 0 or 1
  /// @param pieceBytes the approximate largest size of a piece with more than one class
  PartitionGathering(StatisticsKind kind, double threshold, RowSchema schema, long pieceBytes) {
    this.kind = kind;
    this.threshold = threshold;
    this.schema = schema;
    this.pieceBytes = pieceBytes;
  }

  @Override
  public Iterator<Tuple2<Long, byte[]>> call(Integer partition, Iterator<InternalRow> rows) {
    Heading heading;
    Stream<Tuple2<Long, byte[]>> pieces = Stream.empty();
    try {
      Statistics statistics = new Gatherer(partition).gather(rows);
      if (statistics == null) {
        heading = Heading.empty(partition);
      } else {
        heading = Heading.of(partition, statistics);
        pieces = pieces(partition, statistics);
      }
    } catch (Refusal e) {
      heading = Heading.refused(partition, e.getMessage());
    }
    return Stream.concat(
            Stream.of(new Tuple2<>(Keys.of(Keys.HEADING, partition), heading.bytes())), pieces)
        .iterator();
  }

  /// The pieces of statistics: a single one if that suffices for all possible classes.
  private Stream<Tuple2<Long, byte[]>> pieces(int partition, Statistics statistics) {
    int each = kind.classesOfPiece(statistics.featureCount(), pieceBytes);
    requireSize(partition, statistics.featureCount(), Math.min(each, statistics.classCount()));
    Classes classes = statistics.classes();
    // Classes that metadata does not name are identified by their indices.
    IntUnaryOperator pieceOf =
        c -> (schema.classNames() == null ? Integer.parseInt(classes.name(c)) : c) / each;
    int[] of = IntStream.range(0, classes.count()).map(pieceOf).toArray();
    if (of[0] == of[of.length - 1]) {
      return Stream.of(
          new Tuple2<>(Keys.of(of[0], partition), Part.of(partition, statistics).bytes()));
    }
    int[][] split = split(of, StatisticsKind.classWeights(statistics));
    Deque<GaussianStatistics> left =
        new ArrayDeque<>(((GaussianStatistics) statistics).split(split));
    return Stream.of(split)
        .map(piece ->
            new Tuple2<>(
                Keys.of(of[piece[0]], partition), Part.of(partition, left.remove()).bytes()));
  }

  /// The classes of each piece that has rows; at least one piece.
  ///
  /// @param of the piece of each class
  private static int[][] split(int[] of, double[] weights) {
    int[][] all =
        IntStream.of(of)
            .distinct()
            .mapToObj(piece -> IntStream.range(0, of.length).filter(c -> of[c] == piece).toArray())
            .toArray(int[][]::new);
    int[][] split =
        Stream.of(all)
            .filter(piece -> IntStream.of(piece).anyMatch(c -> weights[c] > 0))
            .toArray(int[][]::new);
    return split.length > 0 ? split : new int[][] {all[0]};
  }

  /// Refuses a piece that one record cannot hold.
  ///
  /// @param classCount the number of classes of the piece
  private void requireSize(int partition, int featureCount, int classCount) {
    long bytes = kind.bytesOfPiece(featureCount, classCount);
    if (bytes > MAX_BYTES) {
      throw new Refusal(
          schema.features(),
          String.format(
              Locale.ROOT,
              "the statistics of %d features%s take %.1f GB in partition %d; less than 2 GB is"
                  + " expected, which a record of Spark can hold",
              featureCount,
              classCount == 1 ? "" : " and %d classes".formatted(classCount),
              bytes / 1e9,
              partition));
    }
  }

  /// A refusal in the words of the data set.
  private static final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Refusal(String column, String sentence) {
      super("column '%s': %s".formatted(column, sentence), null, false, false);
    }
  }

  /// The work of one partition.
  private final class Gatherer {

    private final int partition;
    private final LabelBlock labels = new LabelBlock(schema);
    private VectorBlock block;
    private Features features;
    private Statistics statistics;

    /// The index in the partition of the block's first row.
    private long firstRow;

    Gatherer(int partition) {
      this.partition = partition;
    }

    /// Null if there are no rows.
    Statistics gather(Iterator<InternalRow> rows) {
      while (rows.hasNext()) {
        add(rows.next());
        if (block.isFull()) {
          flush();
        }
      }
      if (block != null && block.rowCount() > 0) {
        flush();
      }
      return statistics;
    }

    private void add(InternalRow row) {
      requireValue(row, FEATURES, schema.features(), "vector");
      requireValue(row, LABEL, schema.label(), "class index");
      double weight = 1;
      if (schema.weight() != null) {
        requireValue(row, WEIGHT, schema.weight(), "weight");
        weight = row.getDouble(WEIGHT);
      }
      if (block == null) {
        begin(row);
      }
      try {
        RowReader.add(row, FEATURES, block, place());
      } catch (LanewiseException e) {
        throw new Refusal(schema.features(), e.getMessage());
      }
      try {
        labels.add(row.getDouble(LABEL), weight);
      } catch (LanewiseException e) {
        throw refusal(schema.label(), e);
      }
    }

    private void requireValue(InternalRow row, int at, String column, String what) {
      if (row.isNullAt(at)) {
        BadDataException e =
            new BadDataException("%s holds null; a %s is expected", Fact.row(waiting()), what);
        throw refusal(column, e);
      }
    }

    private int waiting() {
      return block == null ? 0 : block.rowCount();
    }

    /// The position of the next row.
    private String place() {
      return Place.describe(partition, firstRow + waiting());
    }

    private void begin(InternalRow row) {
      int size = RowReader.size(row, FEATURES);
      if (schema.featureCount() >= 0 && size != schema.featureCount()) {
        throw new Refusal(
            schema.features(),
            RowReader.wrongSize(place(), size, schema.featureCount()).getMessage()
                + ", as the column's metadata says");
      }
      if (size == 0) {
        throw new Refusal(
            schema.features(),
            "the vector of %s has no values; at least 1 is expected".formatted(place()));
      }
      // Checked before memory is allocated for it.
      requireSize(partition, size, 1);
      features = schema.named(size);
      block = new VectorBlock(kind.rows(), threshold, schema, features);
    }

    private void flush() {
      Labels taken;
      try {
        taken = labels.take();
      } catch (LanewiseException e) {
        throw refusal(schema.weight(), e);
      }
      try {
        RowBatch batch = block.batch();
        if (statistics == null) {
          statistics = kind.empty(batch, taken.classes());
        }
        statistics.add(batch, taken);
      } catch (LanewiseException e) {
        throw refusal(schema.features(), e);
      }
      firstRow += block.rowCount();
      block.clear();
    }

    private Refusal refusal(String column, LanewiseException e) {
      Features named = features == null ? Features.unnamed(1) : features;
      return new Refusal(column, e.message(new Place(partition, firstRow, named)));
    }
  }
}
