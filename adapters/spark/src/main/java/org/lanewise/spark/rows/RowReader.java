package org.lanewise.spark.rows;

import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.lanewise.data.BadDataException;

/// Vectors as Spark stores them in a row: `type` (0 sparse, 1 dense), `size`, `indices`, `values`,
/// as `VectorUDT` writes them.
public final class RowReader {

  /// The number of fields of a vector.
  public static final int FIELDS = 4;

  /// The field for the form of the vector.
  public static final int TYPE = 0;

  /// The field for the number of values of a sparse vector.
  public static final int SIZE = 1;

  /// The field for the indices of its stored values.
  public static final int INDICES = 2;

  /// The field for the values, or the stored values.
  public static final int VALUES = 3;

  /// The form of a vector with all its values.
  public static final byte DENSE = 1;

  private static final byte SPARSE = 0;

  private RowReader() {}

  /// The number of values of a vector, including those that are not stored.
  public static int size(InternalRow row, int column) {
    InternalRow vector = row.getStruct(column, FIELDS);
    return vector.getByte(TYPE) == SPARSE
        ? vector.getInt(SIZE)
        : vector.getArray(VALUES).numElements();
  }

  /// The vector as an object of spark.ml.
  public static Vector vector(InternalRow vector) {
    double[] values = vector.getArray(VALUES).toDoubleArray();
    return vector.getByte(TYPE) == SPARSE
        ? new SparseVector(vector.getInt(SIZE), vector.getArray(INDICES).toIntArray(), values)
        : new DenseVector(values);
  }

  /// Adds a vector to a block.
  ///
  /// @param place the name of the row in messages
  /// @throws BadDataException if it has another size than the vectors of the block
  public static void add(InternalRow row, int column, VectorBlock block, String place) {
    InternalRow vector = row.getStruct(column, FIELDS);
    ArrayData values = vector.getArray(VALUES);
    boolean sparse = vector.getByte(TYPE) == SPARSE;
    int size = sparse ? vector.getInt(SIZE) : values.numElements();
    if (size != block.featureCount()) {
      throw wrongSize(place, size, block.featureCount());
    }
    if (sparse) {
      block.add(vector.getArray(INDICES).toIntArray(), values.toDoubleArray());
    } else {
      block.add(values.toDoubleArray());
    }
  }

  /// The exception for a vector of another size.
  public static BadDataException wrongSize(String place, int size, int expected) {
    return new BadDataException(
        "the vector of %s has %s; %d are expected", place, values(size), expected);
  }

  private static String values(int size) {
    return size == 1 ? "1 value" : size + " values";
  }
}
