package org.lanewise.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.lanewise.internal.store.DoubleStore;
import org.lanewise.internal.store.Element;
import org.lanewise.internal.store.FloatStore;
import org.lanewise.internal.store.MaskedStore;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.RowStore;
import org.lanewise.internal.store.SegmentStore;

/// Numeric features: each value is read as a `double`, in place, however it is stored. Results are
/// bit-identical to those of columns of doubles with the same values.
///
/// - Arrays of columns: [#of(double\[\]...)], [#of(float\[\]...)].
/// - Arrays of rows: [#ofRowMajor(double\[\], int)] and its overloads borrow a flat array;
///   [#fromRows(double\[\]...)] copies an array of rows.
/// - Memory segments, row by row, column by column or at any strides: off-heap memory, mapped
///   files, buffers and tensors of other libraries, arrays of any number type
///   (`MemorySegment.ofArray`).
///
/// **Arrays and segments are borrowed**: while they are in use, their values must not change.
/// Segments must remain open and accessible to the threads that read them; otherwise reading throws
/// an [IllegalStateException] if a segment is closed or belongs to another thread. With several
/// workers, use a shared or automatic arena.
///
/// **The layout** of a segment is the type of a value: `ValueLayout.JAVA_DOUBLE`, `JAVA_FLOAT`,
/// `JAVA_LONG`, `JAVA_INT`, `JAVA_SHORT` or `JAVA_BYTE` (signed), or [#FLOAT16] for half precision,
/// in either byte order (`JAVA_FLOAT.withOrder(ByteOrder.BIG_ENDIAN)`). Alignment does not matter:
/// values may begin at any byte. Every value v is read as `(double) v`, which is exact except for
/// integers beyond 2⁵³; these are rounded to the nearest double.
///
/// Columns of doubles are read without a copy; row-major values are transposed block by block on
/// every read, at about 1 ns each. If you read row-major values more than two or three times, use
/// [#copyOf].
public final class NumericColumns implements RowBatch {

  private static final String FLOAT16_NAME = "float16";

  /// The layout of half-precision floats (IEEE 754 binary16): shorts whose bits
  /// [Float#float16ToFloat(short)] widens, which is exact. The name of the layout, `float16`,
  /// distinguishes them from integers.
  public static final ValueLayout.OfShort FLOAT16 = ValueLayout.JAVA_SHORT.withName(FLOAT16_NAME);

  /// Rows copied before the next rows of neighbouring columns.
  private static final int COPIED = 512;

  static {
    StoreAccess.give();
  }

  final NumericStore store;
  private final Features features;

  NumericColumns(NumericStore store, Features features) {
    this.store = store;
    this.features = Names.requireCount(features, store.columnCount());
  }

  private NumericColumns(NumericStore store) {
    this(store, Features.unnamed(store.columnCount()));
  }

  /// Borrows columns: `columns[j][i]` is feature j of row i.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, or one is null or differs in length
  public static NumericColumns of(double[]... columns) {
    int rowCount = Shapes.rowCount(columns);
    return new NumericColumns(new DoubleStore(columns.clone(), rowCount));
  }

  /// Borrows columns of floats: `columns[j][i]` is feature j of row i.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, or one is null or differs in length
  public static NumericColumns of(float[]... columns) {
    int rowCount = Shapes.rowCount(columns);
    return new NumericColumns(new FloatStore(columns.clone(), rowCount));
  }

  /// Copies other columns with their features, widened to doubles. Use it if values that need
  /// conversion or gathering are read more than once.
  public static NumericColumns copyOf(NumericColumns columns) {
    NumericStore from = columns.store;
    double[][] copy = new double[from.columnCount()][from.rowCount()];
    int together = from.together();
    for (int column = 0; column < copy.length; column += together) {
      double[][] neighbours =
          Arrays.copyOfRange(copy, column, Math.min(column + together, copy.length));
      for (int first = 0; first < from.rowCount(); first += COPIED) {
        int count = Math.min(COPIED, from.rowCount() - first);
        from.fill(column, neighbours.length, first, count, neighbours, first);
      }
    }
    return new NumericColumns(new DoubleStore(copy, from.rowCount()), columns.features);
  }

  /// Copies rows into columns: `rows[i][j]` is feature j of row i.
  ///
  /// @throws IllegalArgumentException if there is no row, or a row is null, empty, or differs in
  ///   length from row 0
  public static NumericColumns fromRows(double[]... rows) {
    int featureCount = Shapes.featureCount(rows);
    double[][] columns = new double[featureCount][rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int feature = 0; feature < featureCount; feature++) {
        columns[feature][row] = rows[row][feature];
      }
    }
    return new NumericColumns(new DoubleStore(columns, rows.length));
  }

  /// Copies rows of floats into columns: `rows[i][j]` is feature j of row i.
  ///
  /// @throws IllegalArgumentException if there is no row, or a row is null, empty, or differs in
  ///   length from row 0
  public static NumericColumns fromRows(float[]... rows) {
    int featureCount = Shapes.featureCount(rows);
    float[][] columns = new float[featureCount][rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int feature = 0; feature < featureCount; feature++) {
        columns[feature][row] = rows[row][feature];
      }
    }
    return new NumericColumns(new FloatStore(columns, rows.length));
  }

  /// Borrows columns: row i of feature j is the i-th value of segment j.
  ///
  /// @param layout the type of a value
  /// @param columns one segment per feature, all of the same size, a value for each row
  /// @throws IllegalArgumentException if the layout is not that of a number, if there is no column,
  ///   if one is null or of another size, or if the size is not a multiple of the size of a value
  ///   or exceeds 2³¹ − 1 values
  public static NumericColumns of(ValueLayout layout, MemorySegment... columns) {
    Element element = element(layout);
    Objects.requireNonNull(columns, "columns");
    int bytes = element.bytes();
    int rowCount =
        Shapes.rowCount(
            columns.length,
            feature -> columns[feature] == null ? -1 : rows(columns[feature], bytes, feature));
    return new NumericColumns(
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
  public static NumericColumns ofRowMajor(
      ValueLayout layout, MemorySegment segment, int rowCount, int featureCount) {
    int bytes = element(layout).bytes();
    return ofStrides(
        layout, segment, rowCount, featureCount, 0, (long) featureCount * bytes, bytes);
  }

  /// Borrows an array of rows: feature j of row i is `values[i·featureCount + j]`.
  ///
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of it
  public static NumericColumns ofRowMajor(double[] values, int featureCount) {
    Objects.requireNonNull(values, "values");
    int rowCount = Shapes.rowCountOfRowMajor(values.length, featureCount);
    return new NumericColumns(RowStore.of(values, rowCount, featureCount));
  }

  /// Borrows an array of rows: feature j of row i is `values[i·featureCount + j]`.
  ///
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of it
  public static NumericColumns ofRowMajor(float[] values, int featureCount) {
    Objects.requireNonNull(values, "values");
    int rowCount = Shapes.rowCountOfRowMajor(values.length, featureCount);
    return new NumericColumns(RowStore.of(values, rowCount, featureCount));
  }

  /// Borrows an array of rows of half-precision floats, given as their bits: feature j of row i is
  /// `Float.float16ToFloat(values[i·featureCount + j])`.
  ///
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of it
  public static NumericColumns ofRowMajorFloat16(short[] values, int featureCount) {
    Objects.requireNonNull(values, "values");
    int rowCount = Shapes.rowCountOfRowMajor(values.length, featureCount);
    return new NumericColumns(RowStore.ofFloat16(values, rowCount, featureCount));
  }

  /// Borrows consecutive columns: feature j of row i is value `j·rowCount + i`.
  ///
  /// @param layout the type of a value
  /// @param segment begins with the values; it may be longer
  /// @param rowCount the number of rows n ≥ 0
  /// @param featureCount the number of features d ≥ 1
  /// @throws IllegalArgumentException as [#ofStrides]
  public static NumericColumns ofColumnMajor(
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
  public static NumericColumns ofStrides(
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
    return new NumericColumns(
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

  @Override
  public int rowCount() {
    return store.rowCount();
  }

  @Override
  public Features features() {
    return features;
  }

  /// Feature `feature` of row `row`.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row or feature
  public double value(int row, int feature) {
    Objects.checkIndex(row, store.rowCount());
    Objects.checkIndex(feature, store.columnCount());
    return store.value(row, feature);
  }

  /// Copies one row into `out[0 … d−1]`.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row, or `out` is too short
  public void row(int row, double[] out) {
    Objects.checkIndex(row, store.rowCount());
    Objects.checkFromIndexSize(0, store.columnCount(), out.length);
    store.rows(row, 1, out);
  }

  /// Returns these rows with names for their features.
  ///
  /// @throws IllegalArgumentException if there are not d names, or one is null or given twice
  public NumericColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// Returns these rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public NumericColumns withFeatures(Features features) {
    return new NumericColumns(store, features);
  }

  /// Returns these rows with a validity bitmap, as in Arrow: values whose bit is 0 are read as NaN.
  /// The reader of the rows decides how to treat NaN: [MissingValues].
  ///
  /// The values are then copied on every read. Rows and bitmap are borrowed.
  ///
  /// @param valid a bit for each value; its feature names are ignored
  /// @throws IllegalArgumentException if the numbers of rows or features of the bitmap differ
  public NumericColumns withValidity(BitColumns valid) {
    if (valid.rowCount() != rowCount() || valid.featureCount() != featureCount()) {
      throw new IllegalArgumentException(
          "there are validity bits for %d rows of %d features; %d rows of %d features are expected"
              .formatted(valid.rowCount(), valid.featureCount(), rowCount(), featureCount()));
    }
    return new NumericColumns(new MaskedStore(store, valid.store), features);
  }
}
