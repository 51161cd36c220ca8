package org.lanewise.data;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.lanewise.internal.kernel.Kernels;

/// Binary features, bit-packed by column: feature j of row i is bit `i mod 64` of word `i / 64` of
/// column j, lowest bit first, as Arrow lays booleans out in memory.
///
/// A column may have more words than its rows need; those and the unused bits of the last word may
/// hold anything and are never read as rows. Words that were given are borrowed: they are not
/// copied and must not change while they are in use.
///
/// **A packed row** holds one row's features: feature j is bit `j mod 64` of word `j / 64`. It has
/// [#rowWords(int)] words, and the unused bits of its last word are ignored wherever it is read.
public final class BitColumns implements Samples {

  private static final int BLOCK = 256;

  /// Rows that one call packs: many short calls are compiled well sooner than a long one.
  private static final int CALL = 1 << 14;

  private final BitStore columns;
  private final int rowCount;
  private final Features features;

  private BitColumns(BitStore columns, int rowCount, Features features) {
    this.columns = columns;
    this.rowCount = rowCount;
    this.features = features;
  }

  private BitColumns(BitStore columns, int rowCount) {
    this(columns, rowCount, Features.unnamed(columns.count()));
  }

  private BitColumns(long[][] columns, int rowCount) {
    this(new BitStore.Heap(columns), rowCount);
  }

  /// Borrows packed columns.
  ///
  /// @param columns one array per feature, each of at least `rowCount`/64 words, rounded up
  /// @param rowCount the number of rows n ≥ 0
  /// @throws IllegalArgumentException if there is no column, one is null or too short, or
  ///   `rowCount` is negative
  public static BitColumns ofWords(long[][] columns, int rowCount) {
    requireColumns(columns);
    requireRowCount(rowCount);
    for (int feature = 0; feature < columns.length; feature++) {
      requireColumn(columns[feature], feature);
      if (columns[feature].length < words(rowCount)) {
        throw new IllegalArgumentException(
            "column %d has %d words; at least %d are expected for %d rows"
                .formatted(feature, columns[feature].length, words(rowCount), rowCount));
      }
    }
    return new BitColumns(columns.clone(), rowCount);
  }

  /// Borrows packed columns of memory on or off the heap, as Arrow lays booleans out: row i is bit
  /// `i mod 8` of byte `i / 8`. The segments have to be alive, and accessible to the threads that
  /// use this, for as long as it is in use.
  ///
  /// @param columns one segment per feature, each of at least `rowCount`/8 bytes, rounded up
  /// @param rowCount the number of rows n ≥ 0
  /// @throws IllegalArgumentException if there is no column, one is null or too short, or
  ///   `rowCount` is negative
  public static BitColumns ofSegments(MemorySegment[] columns, int rowCount) {
    requireColumns(columns);
    requireRowCount(rowCount);
    long bytes = (rowCount + 7L) / Byte.SIZE;
    for (int feature = 0; feature < columns.length; feature++) {
      requireColumn(columns[feature], feature);
      if (columns[feature].byteSize() < bytes) {
        throw new IllegalArgumentException(
            "column %d has %d bytes; at least %d are expected for %d rows"
                .formatted(feature, columns[feature].byteSize(), bytes, rowCount));
      }
    }
    return new BitColumns(new BitStore.Memory(columns.clone()), rowCount);
  }

  /// Packs columns of booleans.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, or one is null or of another length
  public static BitColumns of(boolean[]... columns) {
    requireColumns(columns);
    for (int feature = 0; feature < columns.length; feature++) {
      requireColumn(columns[feature], feature);
      requireLength(columns[feature].length, columns[0].length, feature);
    }
    int rowCount = columns[0].length;
    long[][] packed = new long[columns.length][words(rowCount)];
    for (int feature = 0; feature < columns.length; feature++) {
      for (int first = 0; first < rowCount; first += CALL) {
        int count = Math.min(CALL, rowCount - first);
        Kernels.PACK.booleans(columns[feature], first, count, packed[feature], first >>> 6);
      }
    }
    return new BitColumns(packed, rowCount);
  }

  /// Packs columns of bytes, each 0 or 1.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, one is null or of another length, or a
  ///   value is neither 0 nor 1
  public static BitColumns of(byte[]... columns) {
    requireColumns(columns);
    for (int feature = 0; feature < columns.length; feature++) {
      requireColumn(columns[feature], feature);
      requireLength(columns[feature].length, columns[0].length, feature);
    }
    int rowCount = columns[0].length;
    long[][] packed = new long[columns.length][words(rowCount)];
    for (int feature = 0; feature < columns.length; feature++) {
      for (int first = 0; first < rowCount; first += CALL) {
        int count = Math.min(CALL, rowCount - first);
        if (!Kernels.PACK.bytes(columns[feature], first, count, packed[feature], first >>> 6)) {
          throw notBinary(columns[feature], first, feature);
        }
      }
    }
    return new BitColumns(packed, rowCount);
  }

  /// Packs numeric columns whose values are all 0 or 1.
  ///
  /// @throws IllegalArgumentException if a value is neither 0 nor 1 (0.5, 2, −1, NaN)
  public static BitColumns of(NumericColumns columns) {
    return pack(columns, Double.NaN);
  }

  /// Packs numeric columns as 1 where the value is greater than the threshold, else 0.
  ///
  /// @param threshold a finite number
  /// @throws IllegalArgumentException if the threshold or a value is not finite
  public static BitColumns of(NumericColumns columns, double threshold) {
    if (!Double.isFinite(threshold)) {
      throw new IllegalArgumentException(
          "the threshold is " + threshold + "; a finite number is expected");
    }
    return pack(columns, threshold);
  }

  /// Packs packed rows into columns.
  ///
  /// @param rows row i begins at word `i·rowWords(featureCount)`
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of
  ///   [#rowWords(int)]
  public static BitColumns ofRows(long[] rows, int featureCount) {
    Objects.requireNonNull(rows, "rows");
    if (featureCount < 1) {
      throw new IllegalArgumentException(
          "featureCount is " + featureCount + "; at least 1 is expected");
    }
    int rowWords = rowWords(featureCount);
    if (rows.length % rowWords != 0) {
      throw new IllegalArgumentException(
          "the array has %d words; a multiple of %d is expected, the words of a row of %d features"
              .formatted(rows.length, rowWords, featureCount));
    }
    int rowCount = rows.length / rowWords;
    long[][] packed = new long[featureCount][words(rowCount)];
    long[] square = new long[Long.SIZE];
    for (int word = 0; word < words(rowCount); word++) {
      for (int group = 0; group < rowWords; group++) {
        for (int i = 0; i < Long.SIZE; i++) {
          int row = word * Long.SIZE + i;
          square[i] = row < rowCount ? rows[row * rowWords + group] : 0;
        }
        Kernels.PACK.transpose(square);
        for (int i = 0; i < Math.min(Long.SIZE, featureCount - group * Long.SIZE); i++) {
          packed[group * Long.SIZE + i][word] = square[i];
        }
      }
    }
    return new BitColumns(packed, rowCount);
  }

  /// The number of words of a packed row of `featureCount` features.
  public static int rowWords(int featureCount) {
    return words(featureCount);
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
  public BitColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// These rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public BitColumns withFeatures(Features features) {
    return new BitColumns(columns, rowCount, Names.requireCount(features, columns.count()));
  }

  /// The number of words that hold the rows of a column.
  public int wordCount() {
    return words(rowCount);
  }

  /// Whether feature `feature` of row `row` is 1.
  public boolean value(int row, int feature) {
    Objects.checkIndex(row, rowCount);
    return (columns.word(feature, row >>> 6) >>> row & 1) != 0;
  }

  /// Packs one row into `out[0 … rowWords − 1]`; its unused bits are 0.
  public void row(int row, long[] out) {
    Objects.checkIndex(row, rowCount);
    int word = row >>> 6;
    for (int group = 0; group < rowWords(columns.count()); group++) {
      int first = group * Long.SIZE;
      int count = Math.min(Long.SIZE, columns.count() - first);
      long bits = 0;
      for (int i = 0; i < count; i++) {
        bits |= (columns.word(first + i, word) >>> row & 1) << i;
      }
      out[group] = bits;
    }
  }

  /// Counts set bits under masks: for j < `count` and c < classes, adds to `out[j·classes + c]` the
  /// bits that are set both in a word `firstWord + w` of column `feature + j` and in
  /// `mask[c·maskStride + w]`, over all w < words. Bits behind the last row count too, where a mask
  /// has them. Bounds are the caller's to keep.
  ///
  /// @param count 1 or 2
  /// @param scratch `words` words
  public void count(
      int feature,
      int count,
      int firstWord,
      int words,
      long[] mask,
      int maskStride,
      int classes,
      long[] scratch,
      long[] out) {
    if (columns instanceof BitStore.Heap heap) {
      long[] left = heap.columns()[feature];
      if (count == 2) {
        long[] right = heap.columns()[feature + 1];
        Kernels.COUNT.countTwo(left, right, firstWord, words, mask, maskStride, classes, out, 0);
      } else {
        Kernels.COUNT.count(left, firstWord, words, mask, maskStride, classes, out, 0);
      }
    } else {
      for (int j = 0; j < count; j++) {
        columns.copy(feature + j, firstWord, words, scratch, 0);
        Kernels.COUNT.count(scratch, 0, words, mask, maskStride, classes, out, j * classes);
      }
    }
  }

  /// Copies words `firstWord` to `firstWord + count − 1` of one column into `out`, beginning at
  /// `offset`; bits behind the last row are 0. Bounds are the caller's to keep.
  public void copy(int feature, int firstWord, int count, long[] out, int offset) {
    columns.copy(feature, firstWord, count, out, offset);
    if (firstWord + count == wordCount() && count > 0) {
      out[offset + count - 1] &= lastMask();
    }
  }

  /// Copies rows `64·word` to `64·word + 63` of every feature: `out[j]` is that word of column j.
  /// Bits behind the last row are 0. Bounds are the caller's to keep.
  public void copyWord(int word, long[] out) {
    long mask = word == wordCount() - 1 ? lastMask() : -1L;
    for (int feature = 0; feature < columns.count(); feature++) {
      out[feature] = columns.word(feature, word) & mask;
    }
  }

  /// Copies `count` words of every feature: `out[j·stride + w]` is word `firstWord + w` of column
  /// j. Bits behind the last row are 0. Bounds are the caller's to keep.
  public void copyBlock(int firstWord, int count, long[] out, int stride) {
    for (int feature = 0; feature < columns.count(); feature++) {
      copy(feature, firstWord, count, out, feature * stride);
    }
  }

  /// Packs rows `64·word` to `64·word + 63` by transposing: row i of them begins at
  /// `out[i·rowWords]`. All 64 are written, those behind the last row as zeros.
  ///
  /// @param square 64 words of scratch
  public void copyRows(int word, long[] square, long[] out) {
    int rowWords = rowWords(columns.count());
    long mask = word == wordCount() - 1 ? lastMask() : -1L;
    for (int group = 0; group < rowWords; group++) {
      int first = group * Long.SIZE;
      int count = Math.min(Long.SIZE, columns.count() - first);
      for (int i = 0; i < count; i++) {
        square[i] = columns.word(first + i, word) & mask;
      }
      for (int i = count; i < Long.SIZE; i++) {
        square[i] = 0;
      }
      Kernels.PACK.transpose(square);
      for (int i = 0; i < Long.SIZE; i++) {
        out[i * rowWords + group] = square[i];
      }
    }
  }

  private static BitColumns pack(NumericColumns columns, double threshold) {
    int rowCount = columns.rowCount();
    long[][] packed = new long[columns.featureCount()][words(rowCount)];
    double[] block = new double[BLOCK];
    for (int feature = 0; feature < packed.length; feature++) {
      for (int first = 0; first < rowCount; first += BLOCK) {
        int count = Math.min(BLOCK, rowCount - first);
        columns.copy(feature, first, count, block, 0);
        boolean good =
            Double.isNaN(threshold)
                ? Kernels.PACK.binary(block, 0, count, packed[feature], first >>> 6)
                : Kernels.PACK.above(threshold, block, 0, count, packed[feature], first >>> 6);
        if (!good) {
          throw Double.isNaN(threshold)
              ? notBinary(block, first, feature)
              : notFinite(block, first, feature);
        }
      }
    }
    return new BitColumns(packed, rowCount).withFeatures(columns.features());
  }

  private long lastMask() {
    return -1L >>> -rowCount;
  }

  private static int words(int bits) {
    return (int) ((bits + 63L) >>> 6);
  }

  private static IllegalArgumentException notBinary(byte[] column, int first, int feature) {
    int row = first;
    while ((column[row] & ~1) == 0) {
      row++;
    }
    return notBinary(row, feature, Byte.toString(column[row]));
  }

  private static IllegalArgumentException notBinary(double[] block, int first, int feature) {
    int i = 0;
    while (block[i] == 0 || block[i] == 1) {
      i++;
    }
    return notBinary(first + i, feature, Double.toString(block[i]));
  }

  private static IllegalArgumentException notFinite(double[] block, int first, int feature) {
    int i = 0;
    while (Double.isFinite(block[i])) {
      i++;
    }
    return new IllegalArgumentException(
        "row %d, feature %d is %s; a finite number is expected"
            .formatted(first + i, feature, block[i]));
  }

  private static IllegalArgumentException notBinary(int row, int feature, String value) {
    return new IllegalArgumentException(
        "row %d, feature %d is %s; 0 or 1 is expected, or a threshold to make it one"
            .formatted(row, feature, value));
  }

  private static void requireColumns(Object[] columns) {
    Objects.requireNonNull(columns, "columns");
    if (columns.length == 0) {
      throw new IllegalArgumentException("no columns were given; at least one feature is expected");
    }
  }

  private static void requireRowCount(int rowCount) {
    if (rowCount < 0) {
      throw new IllegalArgumentException("rowCount is " + rowCount + "; at least 0 is expected");
    }
  }

  private static void requireColumn(Object column, int feature) {
    if (column == null) {
      throw new IllegalArgumentException("column " + feature + " is null; an array is expected");
    }
  }

  private static void requireLength(int length, int expected, int feature) {
    if (length != expected) {
      throw new IllegalArgumentException(
          "column %d has %d rows; %d are expected, as in column 0"
              .formatted(feature, length, expected));
    }
  }
}
