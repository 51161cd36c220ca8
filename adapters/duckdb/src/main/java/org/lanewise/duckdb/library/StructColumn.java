package org.lanewise.duckdb.library;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/// Receives the results of an SQL function: a struct for each row of the chunk.
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
  /// @param values the value of each row, at `start + row·step`
  public void doubles(int field, double[] values, int start, int step) {
    MemorySegment data = data(vector(field), Double.BYTES);
    for (int row = 0; row < rowCount; row++) {
      data.setAtIndex(JAVA_DOUBLE, row, values[start + row * step]);
    }
  }

  /// Fills a field of VARCHAR.
  ///
  /// @param texts the possible texts
  /// @param indices the index of each row's text, at `start + row·step`
  public void texts(int field, Texts texts, int[] indices, int start, int step) {
    MemorySegment vector = vector(field);
    MemorySegment data = data(vector, Chunk.TEXT_BYTES);
    for (int row = 0; row < rowCount; row++) {
      texts.put(indices[start + row * step], vector, data, row);
    }
  }
}
