package org.lanewise.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Where the words of bit-packed columns lie.
sealed interface BitStore {

  /// The number of columns.
  int count();

  /// Word `word` of a column.
  long word(int column, int word);

  /// Copies words of a column.
  void copy(int column, int firstWord, int count, long[] out, int offset);

  /// In arrays.
  record Heap(long[][] columns) implements BitStore {

    @Override
    public int count() {
      return columns.length;
    }

    @Override
    public long word(int column, int word) {
      return columns[column][word];
    }

    @Override
    public void copy(int column, int firstWord, int count, long[] out, int offset) {
      System.arraycopy(columns[column], firstWord, out, offset, count);
    }
  }

  /// In memory of any kind, lowest byte first. A segment may end within its last word, whose other
  /// bytes are then 0.
  record Memory(MemorySegment[] columns) implements BitStore {

    private static final ValueLayout.OfLong WORD =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    @Override
    public int count() {
      return columns.length;
    }

    @Override
    public long word(int column, int word) {
      MemorySegment segment = columns[column];
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
    public void copy(int column, int firstWord, int count, long[] out, int offset) {
      MemorySegment segment = columns[column];
      long from = (long) firstWord * Long.BYTES;
      int whole = (int) Math.min(count, (segment.byteSize() - from) / Long.BYTES);
      MemorySegment.copy(segment, WORD, from, out, offset, whole);
      for (int i = whole; i < count; i++) {
        out[offset + i] = word(column, firstWord + i);
      }
    }
  }
}
