package org.lanewise.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import org.lanewise.internal.store.Element;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.RowStore;
import org.lanewise.internal.store.SegmentStore;

/// Numeric features in memory segments, row by row or column by column, read in place: off-heap
/// memory, mapped files, buffers and tensors of other libraries, arrays of any number type.
///
/// **The layout** is the type of a value: `ValueLayout.JAVA_DOUBLE`, `JAVA_FLOAT`, `JAVA_LONG`,
/// `JAVA_INT`, `JAVA_SHORT` or `JAVA_BYTE` (signed), or [#FLOAT16] for half precision, in either
/// byte order (`JAVA_FLOAT.withOrder(ByteOrder.BIG_ENDIAN)`). Alignment does not matter: values may
/// begin at any byte. Every value v is read as `(double) v`, which is exact except for integers
/// beyond 2⁵³; these are rounded to the nearest double.
///
/// **Arrays** become segments with `MemorySegment.ofArray`.
///
/// Segments are borrowed: while they are in use, their values must not change, and they must remain
/// open and accessible to the threads that read them; otherwise reading throws an
/// [IllegalStateException] if a segment is closed or belongs to another thread. With several
/// workers, use a shared or automatic arena.
///
/// Columns of doubles are read without a copy; row-major values are transposed block by block on
/// every read, at about 1 ns each. If you read row-major values more than two or three times, use
/// [DoubleColumns#copyOf].
public final class SegmentColumns extends StoredNumbers {

  private static final String FLOAT16_NAME = "float16";

  /// The layout of half-precision floats (IEEE 754 binary16): shorts whose bits
  /// [Float#float16ToFloat(short)] widens, which is exact. The name of the layout, `float16`,
  /// distinguishes them from integers.
  public static final ValueLayout.OfShort FLOAT16 = ValueLayout.JAVA_SHORT.withName(FLOAT16_NAME);

  private SegmentColumns(NumericStore store, Features features) {
    super(store, features);
  }

  private SegmentColumns(NumericStore store) {
    this(store, Features.unnamed(store.columnCount()));
  }

  /// Borrows columns: row i of feature j is the i-th value of segment j.
  ///
  /// @param layout the type of a value
  /// @param columns one segment per feature, all of the same size, a value for each row
  /// @throws IllegalArgumentException if the layout is not that of a number, if there is no column,
  ///   if one is null or of another size, or if the size is not a multiple of the size of a value
  ///   or exceeds 2³¹ − 1 values
  public static SegmentColumns of(ValueLayout layout, MemorySegment... columns) {
    Element element = element(layout);
    Objects.requireNonNull(columns, "columns");
    int bytes = element.bytes();
    int rowCount =
        Shapes.rowCount(
            columns.length,
            feature -> columns[feature] == null ? -1 : rows(columns[feature], bytes, feature));
    return new SegmentColumns(
        new SegmentStore(
            element, isSwapped(layout), columns.clone(), rowCount, columns.length, 0, bytes, 0));
  }

  private static int rows(MemorySegment column, int bytes, int feature) {
    if (column.byteSize() % bytes != 0 || column.byteSize() / bytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "column %d has %d bytes; a multiple of %d for at most 2^31 - 1 rows is expected"
              .formatted(feature, column.byteSize(), bytes));
    }
    return (int) (column.byteSize() / bytes);
  }

  /// Borrows consecutive rows: feature j of row i is value `i·featureCount + j`.
  ///
  /// @param layout the type of a value
  /// @param segment begins with the values; it may be longer
  /// @param rowCount the number of rows n ≥ 0
  /// @param featureCount the number of features d ≥ 1
  /// @throws IllegalArgumentException as [#ofStrides]
  public static SegmentColumns ofRowMajor(
      ValueLayout layout, MemorySegment segment, int rowCount, int featureCount) {
    int bytes = element(layout).bytes();
    return ofStrides(
        layout, segment, rowCount, featureCount, 0, (long) featureCount * bytes, bytes);
  }

  /// Borrows an array of rows: feature j of row i is `values[i·featureCount + j]`.
  ///
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of it
  public static SegmentColumns ofRowMajor(double[] values, int featureCount) {
    Objects.requireNonNull(values, "values");
    int rowCount = Shapes.rowCountOfRowMajor(values.length, featureCount);
    return new SegmentColumns(RowStore.of(values, rowCount, featureCount));
  }

  /// Borrows an array of rows: feature j of row i is `values[i·featureCount + j]`.
  ///
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of it
  public static SegmentColumns ofRowMajor(float[] values, int featureCount) {
    Objects.requireNonNull(values, "values");
    int rowCount = Shapes.rowCountOfRowMajor(values.length, featureCount);
    return new SegmentColumns(RowStore.of(values, rowCount, featureCount));
  }

  /// Borrows an array of rows of half-precision floats, given as their bits: feature j of row i is
  /// `Float.float16ToFloat(values[i·featureCount + j])`.
  ///
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of it
  public static SegmentColumns ofRowMajorFloat16(short[] values, int featureCount) {
    Objects.requireNonNull(values, "values");
    int rowCount = Shapes.rowCountOfRowMajor(values.length, featureCount);
    return new SegmentColumns(RowStore.ofFloat16(values, rowCount, featureCount));
  }

  /// Borrows consecutive columns: feature j of row i is value `j·rowCount + i`.
  ///
  /// @param layout the type of a value
  /// @param segment begins with the values; it may be longer
  /// @param rowCount the number of rows n ≥ 0
  /// @param featureCount the number of features d ≥ 1
  /// @throws IllegalArgumentException as [#ofStrides]
  public static SegmentColumns ofColumnMajor(
      ValueLayout layout, MemorySegment segment, int rowCount, int featureCount) {
    int bytes = element(layout).bytes();
    return ofStrides(layout, segment, rowCount, featureCount, 0, bytes, (long) rowCount * bytes);
  }

  /// Borrows values at any strides: feature j of row i begins at byte `offset + i·rowStride +
  /// j·columnStride` of the segment. This reads in place, for example, a part of a table, every
  /// other row, rows with other fields in between, or rows in reverse order.
  ///
  /// @param layout the type of a value
  /// @param segment the memory of the values
  /// @param rowCount the number of rows n ≥ 0
  /// @param featureCount the number of features d ≥ 1
  /// @param offset where feature 0 of row 0 begins, in bytes
  /// @param rowStride bytes from one row to the next; may be negative or 0
  /// @param columnStride bytes from one feature to the next; may be negative or 0
  /// @throws IllegalArgumentException if the layout is not that of a number, if `rowCount` is
  ///   negative, if `featureCount` < 1, or if a value lies outside the segment
  public static SegmentColumns ofStrides(
      ValueLayout layout,
      MemorySegment segment,
      int rowCount,
      int featureCount,
      long offset,
      long rowStride,
      long columnStride) {
    Element element = element(layout);
    Objects.requireNonNull(segment, "segment");
    Shapes.requireRowCount(rowCount);
    Shapes.requireFeatureCount(featureCount);
    if (rowCount > 0) {
      requireInside(
          segment, element.bytes(), offset, rowCount, rowStride, featureCount, columnStride);
    }
    return new SegmentColumns(
        new SegmentStore(
            element,
            isSwapped(layout),
            new MemorySegment[] {segment},
            rowCount,
            featureCount,
            offset,
            rowStride,
            columnStride));
  }

  /// Rejects values outside the segment. If the corners are inside, all values are.
  private static void requireInside(
      MemorySegment segment,
      int bytes,
      long offset,
      int rowCount,
      long rowStride,
      int featureCount,
      long columnStride) {
    long least;
    long end;
    try {
      long rows = Math.multiplyExact(rowStride, rowCount - 1L);
      long columns = Math.multiplyExact(columnStride, featureCount - 1L);
      least = Math.addExact(offset, Math.addExact(Math.min(rows, 0), Math.min(columns, 0)));
      long largest = Math.addExact(Math.max(rows, 0), Math.max(columns, 0));
      end = Math.addExact(Math.addExact(offset, largest), bytes);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "%d rows at strides of %d bytes and %d features at strides of %d reach beyond 2^63 bytes; values inside the segment are expected"
              .formatted(rowCount, rowStride, featureCount, columnStride),
          e);
    }
    if (least < 0 || end > segment.byteSize()) {
      throw new IllegalArgumentException(
          "%d rows of %d features take bytes %d to %d of a segment of %d bytes; values inside the segment are expected"
              .formatted(rowCount, featureCount, least, end - 1, segment.byteSize()));
    }
  }

  private static Element element(ValueLayout layout) {
    Element element = Element.of(Objects.requireNonNull(layout, "layout"), FLOAT16_NAME);
    if (element == null) {
      throw new IllegalArgumentException(
          "the layout is that of %s; double, float, long, int, short or byte is expected"
              .formatted(layout.carrier().getSimpleName()));
    }
    return element;
  }

  private static boolean isSwapped(ValueLayout layout) {
    return layout.order() != ByteOrder.nativeOrder();
  }

  /// Returns these rows with names for their features.
  ///
  /// @throws IllegalArgumentException if there are not d names, or one is null or given twice
  public SegmentColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// Returns these rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public SegmentColumns withFeatures(Features features) {
    return new SegmentColumns(store, features);
  }

  @Override
  public SegmentColumns withValidity(BitColumns valid) {
    return new SegmentColumns(masked(valid), features());
  }
}
