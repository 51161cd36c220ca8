package org.lanewise.duckdb.library;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/// Where a function of SQL puts its results: a struct for each row of the chunk.
public final class StructColumn {

  private final MemorySegment struct;
  private final int rowCount;

  StructColumn(MemorySegment struct, int rowCount) {
    this.struct = struct;
    this.rowCount = rowCount;
  }

  private MemorySegment vector(int field) {
    return Native.address(DuckDbLibrary.STRUCT_CHILD, struct, (long) field);
  }

  private MemorySegment data(MemorySegment vector, long bytes) {
    return Native.address(DuckDbLibrary.VECTOR_DATA, vector).reinterpret(rowCount * bytes);
  }

  /// Fills a field of DOUBLE.
  ///
  /// @param values that of a row at `start + row·step`
  public void doubles(int field, double[] values, int start, int step) {
    MemorySegment data = data(vector(field), Double.BYTES);
    for (int row = 0; row < rowCount; row++) {
      data.setAtIndex(JAVA_DOUBLE, row, values[start + row * step]);
    }
  }

  /// Fills a field of VARCHAR.
  ///
  /// @param texts what the texts are among
  /// @param indices which of them that of a row is, at `start + row·step`
  public void texts(int field, Texts texts, int[] indices, int start, int step) {
    MemorySegment vector = vector(field);
    MemorySegment data = data(vector, Chunk.TEXT_BYTES);
    for (int row = 0; row < rowCount; row++) {
      texts.put(indices[start + row * step], vector, data, row);
    }
  }
}
