package org.lanewise.spark.gathering;

import static org.apache.spark.sql.functions.udaf;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Aggregator;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.io.StatisticsFile;
import org.lanewise.spark.rows.Bytes;
import org.lanewise.spark.rows.LabelBlock;
import org.lanewise.spark.rows.RowReader;
import org.lanewise.spark.rows.RowSchema;
import org.lanewise.spark.rows.VectorBlock;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;

/// Gathers the statistics of a group of rows, a vector and a class index each, into the bytes of a
/// file of the library.
///
/// Statistics stay separate for each partition until the end, and are then merged in the order of
/// partitions: the bits do not depend on the order in which parts of a group arrive. Classes are
/// those with rows in the group.
public final class GroupStatistics extends Aggregator<Row, GroupStatistics.Parts, byte[]> {

  private static final long serialVersionUID = 1L;

  // Rows are added in small blocks, because a group may have few.
  private static final int BLOCK = 256;

  private static final RowSchema UNNAMED =
      new RowSchema("features", "label", null, null, -1, null, null);

  private final StatisticsKind kind;
  private final RowSchema schema;

  GroupStatistics(StatisticsKind kind, RowSchema schema) {
    this.kind = kind;
    this.schema = schema;
  }

  /// The means and scatters of groups, with the names of features and classes from the columns'
  /// metadata.
  ///
  /// @param features a column of vectors
  /// @param label a column of class indices
  public static Column scatters(Column features, Column label) {
    Encoder<Row> input =
        Encoders.row(
            new StructType()
                .add(UNNAMED.features(), SQLDataTypes.VectorType())
                .add(UNNAMED.label(), DataTypes.DoubleType));
    return NamedGroups.column(
        udaf(new GroupStatistics(StatisticsKind.SCATTERS, UNNAMED), input)
            .apply(features, label.cast(DataTypes.DoubleType)));
  }

  /// The same, with the names from the columns' metadata.
  GroupStatistics named(StructField features, StructField label) {
    return new GroupStatistics(
        kind,
        RowSchema.of(
            new StructType(new StructField[] {features, label}),
            features.name(),
            label.name(),
            null));
  }

  @Override
  public Parts zero() {
    return new Parts(kind, schema);
  }

  @Override
  public Parts reduce(Parts parts, Row row) {
    parts.add(TaskContext.getPartitionId(), row);
    return parts;
  }

  @Override
  public Parts merge(Parts parts, Parts others) {
    parts.take(others);
    return parts;
  }

  @Override
  public byte[] finish(Parts parts) {
    Statistics statistics = parts.merged();
    if (statistics == null) {
      return null;
    }
    // The metadata may name classes without rows in the group; these are not the group's.
    double[] weights = StatisticsKind.classWeights(statistics);
    int[] met = IntStream.range(0, weights.length).filter(c -> weights[c] > 0).toArray();
    if (met.length < weights.length) {
      statistics = ((GaussianStatistics) statistics).split(met).getFirst();
    }
    return Bytes.of(new StatisticsFile(statistics)::write);
  }

  @Override
  public Encoder<Parts> bufferEncoder() {
    return Encoders.javaSerialization(Parts.class);
  }

  @Override
  public Encoder<byte[]> outputEncoder() {
    return Encoders.BINARY();
  }

  /// The statistics of a group, by partition. Public for Spark's encoder.
  public static final class Parts implements Serializable {

    private static final long serialVersionUID = 1L;

    private final StatisticsKind kind;
    private final RowSchema schema;
    private transient TreeMap<Integer, Open> open = new TreeMap<>();

    Parts(StatisticsKind kind, RowSchema schema) {
      this.kind = kind;
      this.schema = schema;
    }

    void add(int partition, Row row) {
      if (row.isNullAt(0) || row.isNullAt(1)) {
        throw new BadDataException(
            "a %s is null in a group whose statistics are gathered; filter such rows first",
            row.isNullAt(0) ? "vector" : "label");
      }
      open.computeIfAbsent(partition, _ -> new Open(schema, null))
          .add(kind, row.getAs(0), row.getDouble(1));
    }

    void take(Parts others) {
      others.open.forEach((partition, other) -> {
        Open own = open.putIfAbsent(partition, other);
        if (own != null) {
          own.flush(kind);
          other.flush(kind);
          own.statistics.merge(other.statistics);
        }
      });
    }

    /// Null if there are no rows.
    Statistics merged() {
      Statistics merged = null;
      for (Open next : open.values()) {
        next.flush(kind);
        if (merged == null) {
          merged = next.statistics;
        } else {
          merged.merge(next.statistics);
        }
      }
      return merged;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(open.size());
      for (Map.Entry<Integer, Open> entry : open.entrySet()) {
        entry.getValue().flush(kind);
        out.writeObject(Part.of(entry.getKey(), entry.getValue().statistics).bytes());
      }
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      open = new TreeMap<>();
      for (int count = in.readInt(); count > 0; count--) {
        Part part = Part.of((byte[]) in.readObject());
        open.put(part.partition(), new Open(schema, part.statistics()));
      }
    }
  }

  /// The statistics of a group in one partition, and rows that wait to be added.
  private static final class Open {

    private final RowSchema schema;
    private final LabelBlock labels;
    private VectorBlock block;
    private Statistics statistics;

    /// @param statistics the statistics of previous rows, or null
    Open(RowSchema schema, Statistics statistics) {
      this.schema = schema;
      this.statistics = statistics;
      labels = new LabelBlock(schema);
    }

    void add(StatisticsKind kind, Vector vector, double label) {
      if (block == null) {
        block =
            new VectorBlock(
                kind.rows(), Double.NaN, schema, schema.named(Math.max(1, vector.size())));
      }
      if (vector.size() != block.featureCount()) {
        throw RowReader.wrongSize("a row of the group", vector.size(), block.featureCount());
      }
      if (vector instanceof SparseVector sparse) {
        block.add(sparse.indices(), sparse.values());
      } else {
        block.add(vector.toArray());
      }
      labels.add(label, 1);
      if (block.isFull() || block.rowCount() >= BLOCK) {
        flush(kind);
      }
    }

    void flush(StatisticsKind kind) {
      if (block == null || block.rowCount() == 0) {
        return;
      }
      RowBatch batch = block.batch();
      Labels taken = labels.take();
      if (statistics == null) {
        statistics = kind.empty(batch, taken.classes());
      }
      statistics.add(batch, taken);
      block.clear();
    }
  }
}
