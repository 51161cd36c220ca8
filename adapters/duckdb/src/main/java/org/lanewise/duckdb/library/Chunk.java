package org.lanewise.duckdb.library;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// Some rows as DuckDB has them in memory: flat vectors, one for each column.
public final class Chunk {

  /// A `duckdb_string_t`: the length, then up to 12 bytes, or 4 of them and an address.
  private static final long TEXT_BYTES = 16;

  private static final int MOST_INLINED = 12;
  private static final long INLINED = 4;
  private static final long ADDRESS = 8;

  private final MemorySegment chunk;
  private final int rowCount;

  public Chunk(MemorySegment chunk) {
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

  /// Copies a column of DOUBLE.
  ///
  /// @param nulls gets the rows of NULLs, whose numbers are NaN
  public void doubles(int column, double[] out, int at, Nulls nulls) {
    MemorySegment vector = vector(column);
    MemorySegment data =
        Native.address(DuckDbLibrary.VECTOR_DATA, vector)
            .reinterpret((long) rowCount * Double.BYTES);
    MemorySegment.copy(data, JAVA_DOUBLE, 0, out, at, rowCount);
    nulls.read(Native.address(DuckDbLibrary.VECTOR_VALIDITY, vector), rowCount);
    if (nulls.any()) {
      for (int row = 0; row < rowCount; row++) {
        if (nulls.at(row)) {
          out[at + row] = Double.NaN;
        }
      }
    }
  }

  /// Copies codes of a column of VARCHAR.
  ///
  /// @param codes numbers texts
  /// @param nulls gets the rows of NULLs, whose codes are −1
  public void codes(int column, TextCodes codes, int[] out, int at, Nulls nulls) {
    MemorySegment vector = vector(column);
    nulls.read(Native.address(DuckDbLibrary.VECTOR_VALIDITY, vector), rowCount);
    MemorySegment data = texts(vector);
    for (int row = 0; row < rowCount; row++) {
      long place = row * TEXT_BYTES;
      if (nulls.at(row)) {
        out[at + row] = TextCodes.NONE;
      } else if (data.get(JAVA_INT_UNALIGNED, place) <= MOST_INLINED) {
        out[at + row] =
            codes.ofInlined(
                data.get(JAVA_LONG_UNALIGNED, place),
                data.get(JAVA_LONG_UNALIGNED, place + Long.BYTES));
      } else {
        out[at + row] = codes.of(new String(bytes(data, place), StandardCharsets.UTF_8));
      }
    }
  }

  /// The bytes of each text of a column of VARCHAR; null where it is NULL.
  public byte[][] texts(int column, Nulls nulls) {
    MemorySegment vector = vector(column);
    nulls.read(Native.address(DuckDbLibrary.VECTOR_VALIDITY, vector), rowCount);
    MemorySegment data = texts(vector);
    byte[][] texts = new byte[rowCount][];
    for (int row = 0; row < rowCount; row++) {
      if (!nulls.at(row)) {
        texts[row] = bytes(data, row * TEXT_BYTES);
      }
    }
    return texts;
  }

  private MemorySegment texts(MemorySegment vector) {
    return Native.address(DuckDbLibrary.VECTOR_DATA, vector).reinterpret(rowCount * TEXT_BYTES);
  }

  private static byte[] bytes(MemorySegment texts, long place) {
    int length = texts.get(JAVA_INT_UNALIGNED, place);
    MemorySegment bytes =
        length <= MOST_INLINED
            ? texts.asSlice(place + INLINED, length)
            : MemorySegment.ofAddress(texts.get(JAVA_LONG_UNALIGNED, place + ADDRESS))
                .reinterpret(length);
    return bytes.toArray(JAVA_BYTE);
  }

  /// Which rows of a vector are NULL.
  public static final class Nulls {

    private MemorySegment words = MemorySegment.NULL;
    private boolean any;

    private void read(MemorySegment validity, int rowCount) {
      any = validity.address() != 0;
      words = any ? validity.reinterpret((rowCount + 63L) / 64 * Long.BYTES) : validity;
    }

    /// Whether there may be one.
    public boolean any() {
      return any;
    }

    /// Whether a row is one.
    public boolean at(int row) {
      return any && (words.getAtIndex(JAVA_LONG, row >> 6) >>> row & 1) == 0;
    }
  }
}
