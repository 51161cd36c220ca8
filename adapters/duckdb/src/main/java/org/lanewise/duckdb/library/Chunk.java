package org.lanewise.duckdb.library;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Some rows in DuckDB's memory: flat vectors, one for each column.
public final class Chunk {

  /// The size of a `duckdb_string_t`: the length, then up to 12 bytes, or 4 bytes and an address.
  static final long TEXT_BYTES = 16;

  static final int MAX_INLINED = 12;
  static final long INLINED = 4;
  private static final long ADDRESS = 8;

  private static final boolean LITTLE_ENDIAN =
      ByteOrder.nativeOrder().equals(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment chunk;
  private final int rowCount;

  Chunk(MemorySegment chunk) {
    this.chunk = chunk;
    this.rowCount = Math.toIntExact(Native.number(DuckDbLibrary.CHUNK_SIZE, chunk));
  }

  /// The number of rows.
  public int rowCount() {
    return rowCount;
  }

  int columnCount() {
    return Math.toIntExact(Native.number(DuckDbLibrary.CHUNK_COLUMNS, chunk));
  }

  private MemorySegment vector(int column) {
    return Native.address(DuckDbLibrary.CHUNK_VECTOR, chunk, column);
  }

  /// Copies rows of a column of DOUBLE.
  ///
  /// @param from the first of them
  /// @param nulls receives the rows with NULL, whose numbers are NaN
  public void doubles(int column, int from, int count, double[] out, int at, Nulls nulls) {
    MemorySegment vector = vector(column);
    MemorySegment data =
        Native.address(DuckDbLibrary.VECTOR_DATA, vector)
            .reinterpret((long) rowCount * Double.BYTES);
    MemorySegment.copy(data, JAVA_DOUBLE, (long) from * Double.BYTES, out, at, count);
    nulls.read(Native.address(DuckDbLibrary.VECTOR_VALIDITY, vector), rowCount);
    if (nulls.any()) {
      for (int row = 0; row < count; row++) {
        if (nulls.at(from + row)) {
          out[at + row] = Double.NaN;
        }
      }
    }
  }

  /// Copies codes of rows of a column of VARCHAR.
  ///
  /// @param from the first of them
  /// @param codes numbers the texts
  /// @param nulls receives the rows with NULL, whose codes are −1
  public void codes(
      int column, int from, int count, TextCodes codes, int[] out, int at, Nulls nulls) {
    MemorySegment vector = vector(column);
    nulls.read(Native.address(DuckDbLibrary.VECTOR_VALIDITY, vector), rowCount);
    MemorySegment data = texts(vector);
    // Arrays are fast from the first row on, memory access only once it is compiled.
    long[] words = new long[2 * count];
    MemorySegment.copy(data, JAVA_LONG_UNALIGNED, from * TEXT_BYTES, words, 0, words.length);
    for (int row = 0; row < count; row++) {
      long first = words[2 * row];
      if (nulls.at(from + row)) {
        out[at + row] = TextCodes.NONE;
      } else if (length(first) <= MAX_INLINED) {
        out[at + row] = codes.ofInlined(first, words[2 * row + 1]);
      } else {
        out[at + row] =
            codes.of(new String(bytes(data, (from + row) * TEXT_BYTES), StandardCharsets.UTF_8));
      }
    }
  }

  /// The length of a text, and the first four of its bytes.
  private static int length(long first) {
    return (int) (LITTLE_ENDIAN ? first : first >>> Integer.SIZE);
  }

  /// The bytes of each text of a column of VARCHAR; null for NULL.
  public byte[][] texts(int column, Nulls nulls) {
    return texts(column, 0, rowCount, nulls);
  }

  /// The bytes of the texts of some rows of a column of VARCHAR; null for NULL.
  ///
  /// @param from the first of them
  public byte[][] texts(int column, int from, int count, Nulls nulls) {
    MemorySegment vector = vector(column);
    nulls.read(Native.address(DuckDbLibrary.VECTOR_VALIDITY, vector), rowCount);
    MemorySegment data = texts(vector);
    byte[][] texts = new byte[count][];
    for (int row = 0; row < count; row++) {
      if (!nulls.at(from + row)) {
        texts[row] = bytes(data, (from + row) * TEXT_BYTES);
      }
    }
    return texts;
  }

  /// The first number of a column of BIGINT with equal steps.
  ///
  /// @param step the difference from one row to the next
  /// @throws IllegalStateException if a step differs
  public long first(int column, int step) {
    MemorySegment data =
        Native.address(DuckDbLibrary.VECTOR_DATA, vector(column))
            .reinterpret((long) rowCount * Long.BYTES);
    long[] values = data.toArray(JAVA_LONG);
    for (int row = 1; row < rowCount; row++) {
      if (values[row] != values[row - 1] + step) {
        throw new IllegalStateException(
            "row %d of a chunk is %d, behind %d".formatted(row, values[row], values[row - 1]));
      }
    }
    return values[0];
  }

  private MemorySegment texts(MemorySegment vector) {
    return Native.address(DuckDbLibrary.VECTOR_DATA, vector).reinterpret(rowCount * TEXT_BYTES);
  }

  private static byte[] bytes(MemorySegment texts, long place) {
    int length = texts.get(JAVA_INT_UNALIGNED, place);
    MemorySegment bytes =
        length <= MAX_INLINED
            ? texts.asSlice(place + INLINED, length)
            : MemorySegment.ofAddress(texts.get(JAVA_LONG_UNALIGNED, place + ADDRESS))
                .reinterpret(length);
    return bytes.toArray(JAVA_BYTE);
  }

  /// The rows of a vector that are NULL.
  public static final class Nulls {

    private MemorySegment words = MemorySegment.NULL;
    private boolean any;

    private void read(MemorySegment validity, int rowCount) {
      any = validity.address() != 0;
      words = any ? validity.reinterpret((rowCount + 63L) / 64 * Long.BYTES) : validity;
    }

    /// Whether any row may be NULL.
    public boolean any() {
      return any;
    }

    /// Whether a row is NULL.
    public boolean at(int row) {
      return any && (words.getAtIndex(JAVA_LONG, row >> 6) >>> row & 1) == 0;
    }
  }
}
