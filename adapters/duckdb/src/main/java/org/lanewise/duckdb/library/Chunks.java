package org.lanewise.duckdb.library;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The rows of a query, chunk by chunk, each valid until the next. For one thread.
public final class Chunks implements AutoCloseable {

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment result;
  private MemorySegment statement = MemorySegment.NULL;
  private MemorySegment chunk = MemorySegment.NULL;
  private boolean isRun;

  /// @throws Database.RefusedException if DuckDB refuses the query
  public Chunks(MemorySegment connection, String sql) {
    result = arena.allocate(DuckDbLibrary.RESULT);
    try {
      MemorySegment place = arena.allocate(ADDRESS);
      int state = Native.state(DuckDbLibrary.PREPARE, connection, arena.allocateFrom(sql), place);
      statement = place.get(ADDRESS, 0);
      if (state != Native.SUCCESS) {
        throw new Database.RefusedException(
            Native.text(Native.address(DuckDbLibrary.PREPARE_ERROR, statement)));
      }
      isRun = true;
      if (Native.state(DuckDbLibrary.EXECUTE_STREAMING, statement, result) != Native.SUCCESS) {
        throw new Database.RefusedException(error());
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private String error() {
    return Native.text(Native.address(DuckDbLibrary.RESULT_ERROR, result));
  }

  /// The next rows.
  ///
  /// @return null if there are no more
  /// @throws Database.RefusedException if they cannot be read
  public Chunk next() {
    free();
    chunk = Native.address(DuckDbLibrary.FETCH_CHUNK, result);
    if (chunk.address() == 0) {
      String error = error();
      if (!error.isEmpty()) {
        throw new Database.RefusedException(error);
      }
      return null;
    }
    return new Chunk(chunk);
  }

  private void free() {
    if (chunk.address() != 0) {
      Native.destroy(DuckDbLibrary.DESTROY_CHUNK, chunk);
      chunk = MemorySegment.NULL;
    }
  }

  @Override
  public void close() {
    free();
    if (isRun) {
      Native.call(DuckDbLibrary.DESTROY_RESULT, result);
      isRun = false;
    }
    if (statement.address() != 0) {
      Native.destroy(DuckDbLibrary.DESTROY_PREPARE, statement);
      statement = MemorySegment.NULL;
    }
    arena.close();
  }
}
