package org.lanewise.data;

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

  private final long[][] columns;
  private final int rowCount;

  private BitColumns(long[][] columns, int rowCount) {
    this.columns = columns;
    this.rowCount = rowCount;
  }

  /// Borrows packed columns.
  ///
  /// @param columns one array per feature, each of at least `rowCount`/64 words, rounded up
  /// @param rowCount the number of rows n ≥ 0
  /// @throws IllegalArgumentException if there is no column, one is null or too short, or
  ///   `rowCount` is negative
  public static BitColumns ofWords(long[][] columns, int rowCount) {
    requireColumns(columns);
    if (rowCount < 0) {
      throw new IllegalArgumentException("rowCount is " + rowCount + "; at least 0 is expected");
    }
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
      boolean[] column = columns[feature];
      for (int row = 0; row < rowCount; row++) {
        packed[feature][row >>> 6] |= (column[row] ? 1L : 0L) << row;
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
      byte[] column = columns[feature];
      for (int row = 0; row < rowCount; row++) {
        byte value = column[row];
        if ((value & ~1) != 0) {
          throw notBinary(row, feature, Byte.toString(value));
        }
        packed[feature][row >>> 6] |= (long) value << row;
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
        BitTranspose.transpose(square);
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
  public int featureCount() {
    return columns.length;
  }

  /// The number of words that hold the rows of a column.
  public int wordCount() {
    return words(rowCount);
  }

  /// Whether feature `feature` of row `row` is 1.
  public boolean value(int row, int feature) {
    Objects.checkIndex(row, rowCount);
    return (columns[feature][row >>> 6] >>> row & 1) != 0;
  }

  /// Packs one row into `out[0 … rowWords − 1]`; its unused bits are 0.
  public void row(int row, long[] out) {
    Objects.checkIndex(row, rowCount);
    int word = row >>> 6;
    for (int group = 0; group < rowWords(columns.length); group++) {
      int first = group * Long.SIZE;
      int count = Math.min(Long.SIZE, columns.length - first);
      long bits = 0;
      for (int i = 0; i < count; i++) {
        bits |= (columns[first + i][word] >>> row & 1) << i;
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
  public void count(
      int feature,
      int count,
      int firstWord,
      int words,
      long[] mask,
      int maskStride,
      int classes,
      long[] out) {
    long[] left = columns[feature];
    if (count == 2) {
      long[] right = columns[feature + 1];
      Kernels.BITS.countTwo(left, right, firstWord, words, mask, maskStride, classes, out, 0);
    } else {
      Kernels.BITS.count(left, firstWord, words, mask, maskStride, classes, out, 0);
    }
  }

  /// Copies words `firstWord` to `firstWord + count − 1` of one column into `out`, beginning at
  /// `offset`; bits behind the last row are 0. Bounds are the caller's to keep.
  public void copy(int feature, int firstWord, int count, long[] out, int offset) {
    System.arraycopy(columns[feature], firstWord, out, offset, count);
    if (firstWord + count == wordCount() && count > 0) {
      out[offset + count - 1] &= lastMask();
    }
  }

  /// Copies rows `64·word` to `64·word + 63` of every feature: `out[j]` is that word of column j.
  /// Bits behind the last row are 0. Bounds are the caller's to keep.
  public void copyWord(int word, long[] out) {
    long mask = word == wordCount() - 1 ? lastMask() : -1L;
    for (int feature = 0; feature < columns.length; feature++) {
      out[feature] = columns[feature][word] & mask;
    }
  }

  /// Copies `count` words of every feature: `out[j·stride + w]` is word `firstWord + w` of column
  /// j. Bits behind the last row are 0. Bounds are the caller's to keep.
  public void copyBlock(int firstWord, int count, long[] out, int stride) {
    for (int feature = 0; feature < columns.length; feature++) {
      copy(feature, firstWord, count, out, feature * stride);
    }
  }

  /// Packs rows `64·word` to `64·word + 63` by transposing: row i of them begins at
  /// `out[i·rowWords]`. All 64 are written, those behind the last row as zeros.
  ///
  /// @param square 64 words of scratch
  public void copyRows(int word, long[] square, long[] out) {
    int rowWords = rowWords(columns.length);
    long mask = word == wordCount() - 1 ? lastMask() : -1L;
    for (int group = 0; group < rowWords; group++) {
      int first = group * Long.SIZE;
      int count = Math.min(Long.SIZE, columns.length - first);
      for (int i = 0; i < count; i++) {
        square[i] = columns[first + i][word] & mask;
      }
      for (int i = count; i < Long.SIZE; i++) {
        square[i] = 0;
      }
      BitTranspose.transpose(square);
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
        for (int i = 0; i < count; i++) {
          double value = block[i];
          boolean bit;
          if (Double.isNaN(threshold)) {
            bit = value == 1;
            if (!bit && value != 0) {
              throw notBinary(first + i, feature, Double.toString(value));
            }
          } else {
            bit = value > threshold;
            if (!Double.isFinite(value)) {
              throw new IllegalArgumentException(
                  "row %d, feature %d is %s; a finite number is expected"
                      .formatted(first + i, feature, value));
            }
          }
          packed[feature][(first + i) >>> 6] |= (bit ? 1L : 0L) << i;
        }
      }
    }
    return new BitColumns(packed, rowCount);
  }

  private long lastMask() {
    return -1L >>> -rowCount;
  }

  private static int words(int bits) {
    return (int) ((bits + 63L) >>> 6);
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
