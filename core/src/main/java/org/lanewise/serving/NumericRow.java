package org.lanewise.serving;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.lanewise.data.Fact;
import org.lanewise.data.SparseRow;

/// A reusable row of numbers for scorers of `double[]`, which can be set from the forms in which
/// services receive rows:
///
/// ```java
/// NumericRow row = new NumericRow(scorer.featureCount());     // one for each thread
/// int label = scorer.predict(row.set(floats));
/// int next = scorer.predict(row.setDoubles(segment, offset));
/// ```
///
/// Every `set` method fills the same array with d numbers and returns it, without allocating.
/// Floats are widened exactly. The scorer rejects values that are not finite. If a segment or
/// buffer is too short, part of the row may already be overwritten. Not thread-safe.
public final class NumericRow {

  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private final double[] values;

  /// Creates a row of zeros.
  ///
  /// @param featureCount d ≥ 1
  /// @throws IllegalArgumentException if it is less than 1
  public NumericRow(int featureCount) {
    if (featureCount < 1) {
      throw new IllegalArgumentException(
          Fact.clause("the row is to have %d features; at least 1 is expected", featureCount)
              .toString());
    }
    values = new double[featureCount];
  }

  /// The current numbers, in the array that every `set` method returns.
  public double[] values() {
    return values;
  }

  /// Sets the row to floats.
  ///
  /// @throws IllegalArgumentException if the array does not have length d
  public double[] set(float[] row) {
    if (row.length != values.length) {
      throw new IllegalArgumentException(
          Fact.clause("the row has %d features; %d are expected", row.length, values.length)
              .toString());
    }
    return set(row, 0);
  }

  /// Sets the row to the d floats that start at index `from`.
  ///
  /// @throws IndexOutOfBoundsException if they are not in the array
  public double[] set(float[] rows, int from) {
    Objects.checkFromIndexSize(from, values.length, rows.length);
    double[] to = values;
    for (int j = 0; j < to.length; j++) {
      to[j] = rows[from + j];
    }
    return to;
  }

  /// Sets the row to the d half-precision floats that start at index `from`, given as their bits.
  ///
  /// @throws IndexOutOfBoundsException if they are not in the array
  public double[] setFloat16(short[] rows, int from) {
    Objects.checkFromIndexSize(from, values.length, rows.length);
    double[] to = values;
    for (int j = 0; j < to.length; j++) {
      to[j] = Float.float16ToFloat(rows[from + j]);
    }
    return to;
  }

  /// Sets the row to the d doubles that start at index `from`.
  ///
  /// @throws IndexOutOfBoundsException if they are not in the array
  public double[] set(double[] rows, int from) {
    Objects.checkFromIndexSize(from, values.length, rows.length);
    System.arraycopy(rows, from, values, 0, values.length);
    return values;
  }

  /// Sets the row to the d doubles at a byte offset of a segment, in native byte order; they need
  /// not be aligned.
  ///
  /// @param offset in bytes
  /// @throws IndexOutOfBoundsException if they are not in the segment
  /// @throws IllegalStateException if the segment is closed
  /// @throws WrongThreadException if the segment belongs to another thread
  public double[] setDoubles(MemorySegment segment, long offset) {
    MemorySegment.copy(segment, DOUBLE, offset, values, 0, values.length);
    return values;
  }

  /// Sets the row to the d floats at a byte offset of a segment, in native byte order; they need
  /// not be aligned.
  ///
  /// @param offset in bytes
  /// @throws IndexOutOfBoundsException if they are not in the segment
  /// @throws IllegalStateException if the segment is closed
  /// @throws WrongThreadException if the segment belongs to another thread
  public double[] setFloats(MemorySegment segment, long offset) {
    double[] to = values;
    for (int j = 0; j < to.length; j++) {
      to[j] = segment.get(FLOAT, offset + (long) j * Float.BYTES);
    }
    return to;
  }

  /// Sets the row to the d doubles at a byte index of a buffer, in the buffer's byte order; its
  /// position is ignored and does not change.
  ///
  /// @param index in bytes
  /// @throws IndexOutOfBoundsException if `index` is negative or the numbers extend beyond the
  ///   buffer's limit
  public double[] setDoubles(ByteBuffer buffer, int index) {
    double[] to = values;
    for (int j = 0; j < to.length; j++) {
      to[j] = buffer.getDouble(index + j * Double.BYTES);
    }
    return to;
  }

  /// Sets the row to the d floats at a byte index of a buffer, in the buffer's byte order; its
  /// position is ignored and does not change.
  ///
  /// @param index in bytes
  /// @throws IndexOutOfBoundsException if `index` is negative or the numbers extend beyond the
  ///   buffer's limit
  public double[] setFloats(ByteBuffer buffer, int index) {
    double[] to = values;
    for (int j = 0; j < to.length; j++) {
      to[j] = buffer.getFloat(index + j * Float.BYTES);
    }
    return to;
  }

  /// Sets the row to a sparse row: the given features to their values, or to 1 if it has none, and
  /// all others to 0. (Models of counts and bits have scorers for sparse rows:
  /// [org.lanewise.data.RowFormat#SPARSE].)
  ///
  /// @throws IllegalArgumentException if a feature is out of range or not above the previous one
  public double[] set(SparseRow row) {
    int[] indices = row.indices();
    int before = -1;
    for (int i = row.from(); i < row.to(); i++) {
      if (indices[i] <= before || indices[i] >= values.length) {
        throw new IllegalArgumentException(
            "the row has feature %d after %d; ascending features below %d are expected"
                .formatted(indices[i], before, values.length));
      }
      before = indices[i];
    }
    Arrays.fill(values, 0);
    for (int i = row.from(); i < row.to(); i++) {
      values[indices[i]] = row.values() == null ? 1 : row.values()[i];
    }
    return values;
  }
}
