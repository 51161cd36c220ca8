package org.lanewise.data;

import static org.lanewise.internal.tier.Kernel.PACK_ABOVE;
import static org.lanewise.internal.tier.Kernel.PACK_BINARY;
import static org.lanewise.internal.tier.Kernel.PACK_BOOLEANS;
import static org.lanewise.internal.tier.Kernel.PACK_BYTES;
import static org.lanewise.internal.tier.Kernel.TRANSPOSE;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.lanewise.internal.store.BitStore;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Binary features, bit-packed by column: feature j of row i is bit `i mod 64` of word `i / 64` of
/// column j, lowest bit first, as in Arrow's boolean arrays.
///
/// Packed columns are borrowed: they are not copied and must not change while they are in use. A
/// column may have more words than its rows need; these words and the unused bits of the last word
/// are ignored.
///
/// **A packed row** holds one row's features: feature j is bit `j mod 64` of word `j / 64`. It has
/// [#rowWords(int)] words; the unused bits of the last word are ignored. [#packRow] creates one.
public final class BitColumns implements RowBatch {

  /// Rows packed by one call: C2 compiles many short calls sooner than a long one.
  private static final int CALL = 1 << 14;

  static {
    StoreAccess.give();
  }

  final BitStore store;
  private final Features features;

  private BitColumns(BitStore store, Features features) {
    this.store = store;
    this.features = Names.requireCount(features, store.columnCount());
  }

  private BitColumns(BitStore store) {
    this(store, Features.unnamed(store.columnCount()));
  }

  private BitColumns(long[][] columns, int rowCount) {
    this(new BitStore.Heap(columns, rowCount));
  }

  /// Borrows packed columns.
  ///
  /// @param columns one array per feature, each of at least `rowCount`/64 words, rounded up
  /// @param rowCount the number of rows n ≥ 0
  /// @throws IllegalArgumentException if there is no column, if one is null or too short, or if
  ///   `rowCount` is negative
  public static BitColumns of(long[][] columns, int rowCount) {
    requireColumns(columns, rowCount);
    for (int feature = 0; feature < columns.length; feature++) {
      if (columns[feature].length < BitStore.words(rowCount)) {
        throw new IllegalArgumentException(
            "column %d has %d words; at least %d are expected for %d rows"
                .formatted(feature, columns[feature].length, BitStore.words(rowCount), rowCount));
      }
    }
    return new BitColumns(columns.clone(), rowCount);
  }

  /// Borrows packed columns in memory on or off the heap, as in Arrow's boolean arrays: row i is
  /// bit `i mod 8` of byte `i / 8`. While they are in use, the segments must remain open and
  /// accessible to the threads that read them; otherwise reading throws an [IllegalStateException].
  ///
  /// @param columns one segment per feature, each of at least `rowCount`/8 bytes, rounded up
  /// @param rowCount the number of rows n ≥ 0
  /// @throws IllegalArgumentException if there is no column, if one is null or too short, or if
  ///   `rowCount` is negative
  public static BitColumns of(MemorySegment[] columns, int rowCount) {
    requireColumns(columns, rowCount);
    long bytes = (rowCount + 7L) / Byte.SIZE;
    for (int feature = 0; feature < columns.length; feature++) {
      if (columns[feature].byteSize() < bytes) {
        throw new IllegalArgumentException(
            "column %d has %d bytes; at least %d are expected for %d rows"
                .formatted(feature, columns[feature].byteSize(), bytes, rowCount));
      }
    }
    return new BitColumns(new BitStore.Memory(columns.clone(), rowCount));
  }

  /// Packs columns of booleans.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, or one is null or differs in length
  public static BitColumns copyOfColumns(boolean[]... columns) {
    int rowCount = Shapes.rowCount(columns);
    long[][] packed = new long[columns.length][BitStore.words(rowCount)];
    for (int feature = 0; feature < columns.length; feature++) {
      for (int first = 0; first < rowCount; first += CALL) {
        int count = Math.min(CALL, rowCount - first);
        Kernels.pack(PACK_BOOLEANS)
            .booleans(columns[feature], first, count, packed[feature], first >>> 6);
      }
    }
    return new BitColumns(packed, rowCount);
  }

  /// Packs columns of bytes, each 0 or 1.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, if one is null or differs in length,
  ///   or if a value is neither 0 nor 1
  public static BitColumns copyOfColumns(byte[]... columns) {
    int rowCount = Shapes.rowCount(columns);
    long[][] packed = new long[columns.length][BitStore.words(rowCount)];
    for (int feature = 0; feature < columns.length; feature++) {
      for (int first = 0; first < rowCount; first += CALL) {
        int count = Math.min(CALL, rowCount - first);
        if (!Kernels.pack(PACK_BYTES)
            .bytes(columns[feature], first, count, packed[feature], first >>> 6)) {
          int row = first;
          while (isBinary(columns[feature][row])) {
            row++;
          }
          throw notBinary(row, feature, Byte.toString(columns[feature][row]));
        }
      }
    }
    return new BitColumns(packed, rowCount);
  }

  /// Packs rows of booleans: `rows[i][j]` is feature j of row i.
  ///
  /// @throws IllegalArgumentException if there is no row, or a row is null, empty, or differs in
  ///   length from row 0
  public static BitColumns fromRows(boolean[]... rows) {
    int featureCount = Shapes.featureCount(rows);
    long[][] packed = new long[featureCount][BitStore.words(rows.length)];
    for (int row = 0; row < rows.length; row++) {
      for (int feature = 0; feature < featureCount; feature++) {
        packed[feature][row >>> 6] |= rows[row][feature] ? 1L << row : 0;
      }
    }
    return new BitColumns(packed, rows.length);
  }

  /// Packs rows created by [#packRow] into columns.
  ///
  /// @param rows row i begins at word `i·rowWords(featureCount)`
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of
  ///   [#rowWords(int)]
  public static BitColumns fromPackedRows(long[] rows, int featureCount) {
    Objects.requireNonNull(rows, "rows");
    Shapes.requireFeatureCount(featureCount);
    int rowWords = rowWords(featureCount);
    if (rows.length % rowWords != 0) {
      throw new IllegalArgumentException(
          "the array has %d words; a multiple of %d is expected, the words of a row of %d features"
              .formatted(rows.length, rowWords, featureCount));
    }
    int rowCount = rows.length / rowWords;
    long[][] packed = new long[featureCount][BitStore.words(rowCount)];
    long[] square = new long[Long.SIZE];
    for (int word = 0; word < BitStore.words(rowCount); word++) {
      for (int group = 0; group < rowWords; group++) {
        for (int i = 0; i < Long.SIZE; i++) {
          int row = word * Long.SIZE + i;
          square[i] = row < rowCount ? rows[row * rowWords + group] : 0;
        }
        Kernels.pack(TRANSPOSE).transpose(square);
        for (int i = 0; i < Math.min(Long.SIZE, featureCount - group * Long.SIZE); i++) {
          packed[group * Long.SIZE + i][word] = square[i];
        }
      }
    }
    return new BitColumns(packed, rowCount);
  }

  /// Packs numeric columns whose values are all 0 or 1, with their features.
  ///
  /// @throws IllegalArgumentException if a value is neither 0 nor 1 (0.5, 2, −1, NaN)
  public static BitColumns copyOf(NumericColumns columns) {
    return pack(columns, Double.NaN);
  }

  /// Packs numeric columns with their features: 1 if the value is greater than the threshold, else
  /// 0.
  ///
  /// @param threshold a finite number
  /// @throws IllegalArgumentException if the threshold or a value is not finite
  public static BitColumns copyOf(NumericColumns columns, double threshold) {
    Shapes.requireThreshold(threshold);
    return pack(columns, threshold);
  }

  /// Packs one row for a scorer: feature j is `features[j]`.
  public static long[] packRow(boolean... features) {
    long[] row = new long[rowWords(features.length)];
    for (int feature = 0; feature < features.length; feature++) {
      row[feature >>> 6] |= features[feature] ? 1L << feature : 0;
    }
    return row;
  }

  /// The number of words of a packed row of `featureCount` features.
  public static int rowWords(int featureCount) {
    return BitStore.words(featureCount);
  }

  @Override
  public int rowCount() {
    return store.rowCount();
  }

  @Override
  public Features features() {
    return features;
  }

  /// Returns these rows with names for their features.
  ///
  /// @throws IllegalArgumentException if there are not d names, or one is null or given twice
  public BitColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// Returns these rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public BitColumns withFeatures(Features features) {
    return new BitColumns(store, features);
  }

  /// Whether feature `feature` of row `row` is 1.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row or feature
  public boolean value(int row, int feature) {
    Objects.checkIndex(row, store.rowCount());
    return (store.raw(feature, row >>> 6) >>> row & 1) != 0;
  }

  /// Packs one row into `out[0 … rowWords − 1]`; its unused bits are 0.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row, or `out` is too short
  public void row(int row, long[] out) {
    Objects.checkIndex(row, store.rowCount());
    int featureCount = store.columnCount();
    int word = row >>> 6;
    for (int group = 0; group < rowWords(featureCount); group++) {
      int first = group * Long.SIZE;
      int count = Math.min(Long.SIZE, featureCount - first);
      long bits = 0;
      for (int i = 0; i < count; i++) {
        bits |= (store.raw(first + i, word) >>> row & 1) << i;
      }
      out[group] = bits;
    }
  }

  /// @param threshold NaN if values have to be 0 or 1
  private static BitColumns pack(NumericColumns columns, double threshold) {
    int rowCount = columns.rowCount();
    long[][] packed = new long[columns.featureCount()][BitStore.words(rowCount)];
    NumericBlock.forEach(
        Stores.of(columns),
        (block, column, width, first, count) -> {
          for (int l = 0; l < width; l++) {
            double[] values = block.column(l);
            long[] out = packed[column + l];
            boolean good =
                Double.isNaN(threshold)
                    ? Kernels.pack(PACK_BINARY)
                        .binary(values, block.offset(), count, out, first >>> 6)
                    : Kernels.pack(PACK_ABOVE)
                        .above(threshold, values, block.offset(), count, out, first >>> 6);
            if (!good) {
              throw unpackable(values, block.offset(), first, column + l, threshold);
            }
          }
        });
    return new BitColumns(packed, rowCount).withFeatures(columns.features());
  }

  private static IllegalArgumentException unpackable(
      double[] values, int offset, int first, int feature, double threshold) {
    int i = 0;
    if (Double.isNaN(threshold)) {
      while (values[offset + i] == 0 || values[offset + i] == 1) {
        i++;
      }
      return notBinary(first + i, feature, Double.toString(values[offset + i]));
    }
    while (Double.isFinite(values[offset + i])) {
      i++;
    }
    return new BadDataException(
        "%s, %s is %s; a finite number is expected",
        Fact.row(first + i), Fact.feature(feature), Fact.value(values[offset + i]));
  }

  private static boolean isBinary(byte value) {
    return (value & ~1) == 0;
  }

  private static IllegalArgumentException notBinary(int row, int feature, String value) {
    return new BadDataException(
        "%s, %s is %s; 0 or 1 is expected, or a threshold to make it one",
        Fact.row(row), Fact.feature(feature), Fact.value(value));
  }

  private static void requireColumns(Object[] columns, int rowCount) {
    Objects.requireNonNull(columns, "columns");
    Shapes.requireRowCount(rowCount);
    // Packed columns may be of any length.
    Shapes.rowCount(columns.length, feature -> columns[feature] == null ? -1 : rowCount);
  }
}
