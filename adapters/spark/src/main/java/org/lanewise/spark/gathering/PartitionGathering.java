package org.lanewise.spark.gathering;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.lanewise.data.BadDataException;
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
import org.lanewise.statistics.Statistics;
import scala.Tuple2;

/// Gathers the statistics of one partition, on an executor: rows of a vector, a label and perhaps a
/// weight to one pair of the partition's index and bytes.
final class PartitionGathering
    implements Function2<Integer, Iterator<InternalRow>, Iterator<Tuple2<Integer, byte[]>>> {

  private static final long serialVersionUID = 1L;

  static final int FEATURES = 0;
  static final int LABEL = 1;
  static final int WEIGHT = 2;

  private final StatisticsKind kind;
  private final double threshold;
  private final RowSchema schema;

  /// @param threshold what bits are compared with; NaN where they are 0 or 1
  PartitionGathering(StatisticsKind kind, double threshold, RowSchema schema) {
    this.kind = kind;
    this.threshold = threshold;
    this.schema = schema;
  }

  @Override
  public Iterator<Tuple2<Integer, byte[]>> call(Integer partition, Iterator<InternalRow> rows) {
    Part part;
    try {
      part = new Gatherer(partition).gather(rows);
    } catch (Refusal e) {
      part = Part.refused(partition, e.getMessage());
    }
    return List.of(new Tuple2<>(partition, part.bytes())).iterator();
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

    /// The row of the partition that is the first of the block.
    private long firstRow;

    Gatherer(int partition) {
      this.partition = partition;
    }

    Part gather(Iterator<InternalRow> rows) {
      while (rows.hasNext()) {
        add(rows.next());
        if (block.isFull()) {
          flush();
        }
      }
      if (block != null && block.rowCount() > 0) {
        flush();
      }
      return statistics == null ? Part.empty(partition) : Part.of(partition, statistics);
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
            new BadDataException(
                "%s holds null; a %s is expected", Fact.row(waiting()), what);
        throw refusal(column, e);
      }
    }

    private int waiting() {
      return block == null ? 0 : block.rowCount();
    }

    /// The row that is read next.
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
        StatisticsKind.add(statistics, batch, taken);
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
