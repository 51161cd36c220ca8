package org.lanewise.duckdb.library;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// A function of SQL that DuckDB calls in its own threads, several at once, each with rows of its
/// own. It is called for every row, NULLs included.
///
/// A database keeps what it calls until it is closed: only then, when DuckDB's threads have ended,
/// is its memory given back.
public final class ScalarFunction {

  /// What a call does.
  public interface Call {

    /// @param rows the arguments
    /// @param result the vector of results, of as many rows
    void run(Chunk rows, MemorySegment result);
  }

  private static final MethodHandle CALL = handle();

  /// Of all functions: no two have one name, whatever they are for.
  private static final AtomicLong COUNT = new AtomicLong();

  private final String name;
  private final Call call;
  private final AtomicReference<Throwable> thrown = new AtomicReference<>();

  /// Makes a function known to a database.
  ///
  /// @param parameters the types of its parameters
  /// @param result the type of its result
  public ScalarFunction(
      Database database,
      Iterable<MemorySegment> parameters,
      MemorySegment result,
      Call call) {
    this.name = "lanewise " + COUNT.incrementAndGet();
    this.call = call;
    Arena arena = database.memory();
    MemorySegment function = Native.address(DuckDbLibrary.CREATE_FUNCTION);
    try {
      Native.call(DuckDbLibrary.FUNCTION_NAME, function, arena.allocateFrom(name));
      for (MemorySegment parameter : parameters) {
        Native.call(DuckDbLibrary.FUNCTION_PARAMETER, function, parameter);
      }
      Native.call(DuckDbLibrary.FUNCTION_RETURN, function, result);
      Native.call(DuckDbLibrary.FUNCTION_NULLS, function);
      // Calls count rows: constants are not folded, nor are dictionaries answered once.
      Native.call(DuckDbLibrary.FUNCTION_VOLATILE, function);
      MemorySegment stub =
          Linker.nativeLinker()
              .upcallStub(CALL.bindTo(this), DuckDbLibrary.SCALAR_FUNCTION, arena);
      Native.call(DuckDbLibrary.FUNCTION_CALL, function, stub);
      if (Native.state(DuckDbLibrary.REGISTER, database.connection(), function)
          != Native.SUCCESS) {
        throw new IllegalStateException("DuckDB does not take a function");
      }
    } finally {
      Native.destroy(DuckDbLibrary.DESTROY_FUNCTION, function);
    }
  }

  private static MethodHandle handle() {
    try {
      return MethodHandles.lookup()
          .findVirtual(
              ScalarFunction.class,
              "called",
              MethodType.methodType(
                  void.class, MemorySegment.class, MemorySegment.class, MemorySegment.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// What DuckDB calls, by its name: nothing may be thrown.
  void called(MemorySegment info, MemorySegment input, MemorySegment output) {
    try {
      call.run(new Chunk(input), output);
    } catch (Throwable e) {
      thrown.compareAndSet(null, e);
      try (Arena arena = Arena.ofConfined()) {
        Native.call(DuckDbLibrary.FUNCTION_ERROR, info, arena.allocateFrom("refused"));
      }
    }
  }

  /// A call of it in SQL.
  ///
  /// @param arguments as SQL
  public String call(String arguments) {
    return "%s(%s)".formatted(Database.name(name), arguments);
  }

  /// What was thrown in a call first; null if nothing was.
  public Throwable thrown() {
    return thrown.get();
  }
}
