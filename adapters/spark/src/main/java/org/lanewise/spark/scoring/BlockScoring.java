package org.lanewise.spark.scoring;

import static org.apache.spark.sql.functions.col;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.lanewise.spark.rows.RowSchema;

/// Scores the rows of a partition in blocks, so that a large model is read once for many rows. Rows
/// pass as objects, which costs as much as small models would gain.
///
/// @param features the index of the column with the vector
/// @param fields the requested outputs, in the order of the columns appended to the row
public record BlockScoring(
    RowScoring scoring, boolean skipping, int features, int blockSize, String... fields)
    implements MapPartitionsFunction<Row, Row> {

  private static final long serialVersionUID = 1L;

  /// The most values of a block; larger ones gain nothing.
  private static final int MAX_VALUES = 1 << 20;

  /// A data set with the requested columns.
  ///
  /// @param skipping whether rows without scores are left out
  /// @param names the name of the column for each output
  /// @param prediction the metadata of the class indices
  public static Dataset<Row> transformed(
      Dataset<Row> data,
      RowScoring scoring,
      boolean skipping,
      int blockSize,
      Map<String, String> names,
      Metadata prediction) {
    StructType schema = data.schema();
    List<Column> columns = new ArrayList<>();
    for (StructField field : schema.fields()) {
      columns.add(named(field.name(), field.metadata()));
    }
    for (Map.Entry<String, String> name : names.entrySet()) {
      boolean isClass = name.getKey().equals(Scores.PREDICTION);
      schema =
          schema.add(name.getValue(), isClass ? DataTypes.DoubleType : SQLDataTypes.VectorType());
      columns.add(named(name.getValue(), isClass ? prediction : Metadata.empty()));
    }
    return data.mapPartitions(
            new BlockScoring(
                scoring,
                skipping,
                schema.fieldIndex(scoring.column()),
                blockSize,
                names.keySet().toArray(String[]::new)),
            Encoders.row(schema))
        // Conversion to row objects has lost it.
        .select(columns.toArray(Column[]::new));
  }

  private static Column named(String name, Metadata metadata) {
    return col(RowSchema.quoted(name)).as(name, metadata);
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    int d = scoring.featureCount();
    int size = Math.clamp(MAX_VALUES / d, 1, blockSize);
    List<Row> block = new ArrayList<>();
    return new Iterator<>() {

      private Iterator<Row> scored = block.iterator();

      @Override
      public boolean hasNext() {
        while (!scored.hasNext() && rows.hasNext()) {
          block.clear();
          do {
            block.add(rows.next());
          } while (block.size() < size && rows.hasNext());
          scored = scored(block, d).iterator();
        }
        return scored.hasNext();
      }

      @Override
      public Row next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return scored.next();
      }
    };
  }

  private List<Row> scored(List<Row> rows, int d) {
    double[] values = new double[rows.size() * d];
    boolean fit = true;
    for (int i = 0; i < rows.size(); i++) {
      Vector vector = rows.get(i).getAs(features);
      fit &= vector != null && vector.size() == d;
      if (fit) {
        double[] row = vector instanceof DenseVector dense ? dense.values() : vector.toArray();
        System.arraycopy(row, 0, values, i * d, d);
      }
    }
    RowScoring.Scored[] scored = fit ? scoring.score(values, rows.size()) : null;
    List<Row> out = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      // One row of the block is refused: score rows separately, so that the message names it.
      RowScoring.Scored answer =
          scored == null ? scoring.score(row.<Vector>getAs(features)) : scored[i];
      if (answer == null && skipping) {
        continue;
      }
      Object[] all = new Object[row.length() + fields.length];
      for (int column = 0; column < row.length(); column++) {
        all[column] = row.get(column);
      }
      for (int field = 0; field < fields.length; field++) {
        all[row.length() + field] = answer == null ? null : answer.external(fields[field]);
      }
      out.add(RowFactory.create(all));
    }
    return out;
  }
}
