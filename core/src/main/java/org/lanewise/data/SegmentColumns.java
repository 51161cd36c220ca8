package org.lanewise.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;

/// Column-major features in memory segments: off-heap memory, mapped files, buffers of other
/// libraries.
///
/// Each column is a segment of consecutive `double` or `float` values in the given byte order, of
/// any alignment. The segments are borrowed: their arenas must stay open, and the values must not
/// change, while they are in use.
public final class SegmentColumns implements NumericColumns {

  private final MemorySegment[] columns;
  private final int rowCount;
  private final ValueLayout.OfDouble doubles;
  private final ValueLayout.OfFloat floats;
  private final Features features;

  private SegmentColumns(
      MemorySegment[] columns,
      int rowCount,
      ValueLayout.OfDouble doubles,
      ValueLayout.OfFloat floats) {
    this(columns, rowCount, doubles, floats, Features.unnamed(columns.length));
  }

  private SegmentColumns(
      MemorySegment[] columns,
      int rowCount,
      ValueLayout.OfDouble doubles,
      ValueLayout.OfFloat floats,
      Features features) {
    this.columns = columns;
    this.rowCount = rowCount;
    this.doubles = doubles;
    this.floats = floats;
    this.features = features;
  }

  /// Borrows columns of `double` values in native byte order.
  ///
  /// @param columns one segment per feature, all of the same size, 8 bytes a row
  /// @throws IllegalArgumentException if there is no column, one is null or of another size, or the
  ///   size is no multiple of 8 bytes or more than 2³¹ − 1 rows
  public static SegmentColumns ofDoubles(MemorySegment... columns) {
    return ofDoubles(ByteOrder.nativeOrder(), columns);
  }

  /// Borrows columns of `double` values in the given byte order.
  ///
  /// @throws IllegalArgumentException as [#ofDoubles(MemorySegment...)]
  public static SegmentColumns ofDoubles(ByteOrder order, MemorySegment... columns) {
    return new SegmentColumns(
        columns.clone(),
        rowCount(columns, Double.BYTES),
        ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(order),
        null);
  }

  /// Borrows columns of `float` values in native byte order.
  ///
  /// @param columns one segment per feature, all of the same size, 4 bytes a row
  /// @throws IllegalArgumentException if there is no column, one is null or of another size, or the
  ///   size is no multiple of 4 bytes or more than 2³¹ − 1 rows
  public static SegmentColumns ofFloats(MemorySegment... columns) {
    return ofFloats(ByteOrder.nativeOrder(), columns);
  }

  /// Borrows columns of `float` values in the given byte order.
  ///
  /// @throws IllegalArgumentException as [#ofFloats(MemorySegment...)]
  public static SegmentColumns ofFloats(ByteOrder order, MemorySegment... columns) {
    return new SegmentColumns(
        columns.clone(),
        rowCount(columns, Float.BYTES),
        null,
        ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(order));
  }

  private static int rowCount(MemorySegment[] columns, int bytes) {
    Objects.requireNonNull(columns, "columns");
    return ColumnShapes.rowCount(
        columns.length,
        feature -> {
          MemorySegment column = columns[feature];
          if (column == null) {
            return -1;
          }
          if (column.byteSize() % bytes != 0 || column.byteSize() / bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                "column %d has %d bytes; a multiple of %d for at most 2^31 - 1 rows is expected"
                    .formatted(feature, column.byteSize(), bytes));
          }
          return (int) (column.byteSize() / bytes);
        });
  }

  @Override
  public int rowCount() {
    return rowCount;
  }

  @Override
  public Features features() {
    return features;
  }

  /// These rows with names for their features.
  ///
  /// @throws IllegalArgumentException if there are not d names, or one is null or given twice
  public SegmentColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// These rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public SegmentColumns withFeatures(Features features) {
    return new SegmentColumns(
        columns, rowCount, doubles, floats, Names.requireCount(features, columns.length));
  }

  @Override
  public void copy(int feature, int firstRow, int count, double[] out, int offset) {
    MemorySegment column = columns[feature];
    if (doubles != null) {
      MemorySegment.copy(column, doubles, (long) firstRow * Double.BYTES, out, offset, count);
    } else {
      for (int i = 0; i < count; i++) {
        out[offset + i] = column.get(floats, (long) (firstRow + i) * Float.BYTES);
      }
    }
  }

  @Override
  public double value(int row, int feature) {
    return doubles != null
        ? columns[feature].get(doubles, (long) row * Double.BYTES)
        : columns[feature].get(floats, (long) row * Float.BYTES);
  }
}
