package org.lanewise.internal.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Bits of n rows and d columns, packed by column: row i is bit `i mod 64` of word `i / 64`, lowest
/// bit first.
public sealed interface BitStore {

  /// The number of rows n.
  int rowCount();

  /// The number of columns d.
  int columnCount();

  /// The number of words that hold the rows of a column.
  default int wordCount() {
    return words(rowCount());
  }

  /// The number of words that hold so many bits.
  static int words(int bits) {
    return (int) ((bits + 63L) >>> 6);
  }

  /// Word `word` of a column; bits after the last row are arbitrary.
  long raw(int column, int word);

  /// Copies words of a column; bits after the last row are arbitrary.
  void copyRaw(int column, int firstWord, int count, long[] out, int offset);

  /// Lends columns `first` to `first + width − 1`: sets `columns[0 … width−1]` to arrays of this
  /// store, which must not be changed and whose bits after the last row are arbitrary.
  ///
  /// @return the index of word `firstWord` in each of them, where the next words follow, or −1 if
  ///   bits are not stored in arrays of words
  default int lend(int first, int width, int firstWord, long[][] columns) {
    return -1;
  }

  /// Word `word` of a column; bits after the last row are 0.
  default long word(int column, int word) {
    long bits = raw(column, word);
    return word == wordCount() - 1 ? bits & lastMask() : bits;
  }

  /// Copies words `firstWord` to `firstWord + count − 1` of a column into `out`, beginning at
  /// `offset`; bits after the last row are 0.
  default void copy(int column, int firstWord, int count, long[] out, int offset) {
    copyRaw(column, firstWord, count, out, offset);
    if (firstWord + count == wordCount() && count > 0) {
      out[offset + count - 1] &= lastMask();
    }
  }

  /// Copies `count` words of every column: `out[j·stride + w]` is word `firstWord + w` of column j.
  /// Bits after the last row are 0.
  default void copyBlock(int firstWord, int count, long[] out, int stride) {
    for (int column = 0; column < columnCount(); column++) {
      copy(column, firstWord, count, out, column * stride);
    }
  }

  private long lastMask() {
    return -1L >>> -rowCount();
  }

  /// Bits in arrays.
  ///
  /// @param columns an array for each column, of `rowCount`/64 words or more
  record Heap(long[][] columns, int rowCount) implements BitStore {

    @Override
    public int columnCount() {
      return columns.length;
    }

    @Override
    public long raw(int column, int word) {
      return columns[column][word];
    }

    @Override
    public void copyRaw(int column, int firstWord, int count, long[] out, int offset) {
      System.arraycopy(columns[column], firstWord, out, offset, count);
    }

    @Override
    public int lend(int first, int width, int firstWord, long[][] out) {
      System.arraycopy(columns, first, out, 0, width);
      return firstWord;
    }
  }

  /// Bits in memory of any kind, lowest byte first. If a segment ends within its last word, the
  /// missing bytes read as 0.
  ///
  /// @param columns a segment for each column, of `rowCount`/8 bytes or more
  record Memory(MemorySegment[] columns, int rowCount) implements BitStore {

    private static final ValueLayout.OfLong WORD =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    @Override
    public int columnCount() {
      return columns.length;
    }

    @Override
    public long raw(int column, int word) {
      try {
        return read(columns[column], word);
      } catch (IllegalStateException | WrongThreadException e) {
        throw MemoryAccess.refused(e, column);
      }
    }

    private static long read(MemorySegment segment, int word) {
      long from = (long) word * Long.BYTES;
      if (from + Long.BYTES <= segment.byteSize()) {
        return segment.get(WORD, from);
      }
      long bits = 0;
      for (int i = 0; from + i < segment.byteSize(); i++) {
        bits |= (segment.get(ValueLayout.JAVA_BYTE, from + i) & 0xffL) << (Byte.SIZE * i);
      }
      return bits;
    }

    @Override
    public void copyRaw(int column, int firstWord, int count, long[] out, int offset) {
      MemorySegment segment = columns[column];
      long from = (long) firstWord * Long.BYTES;
      int whole = (int) Math.min(count, (segment.byteSize() - from) / Long.BYTES);
      try {
        MemorySegment.copy(segment, WORD, from, out, offset, whole);
        for (int i = whole; i < count; i++) {
          out[offset + i] = read(segment, firstWord + i);
        }
      } catch (IllegalStateException | WrongThreadException e) {
        throw MemoryAccess.refused(e, column);
      }
    }
  }
}
