package org.lanewise.duckdb.library;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// An SQL function that DuckDB calls in its own threads, several at once, each with its own rows.
/// It is called for every row, including NULLs.
///
/// A database keeps the function until it is closed: only then, when DuckDB's threads have ended,
/// is the function's memory released.
public final class ScalarFunction {

  /// The body of a call.
  public interface Call {

    /// @param rows the arguments
    /// @param results receives the results
    void run(Chunk rows, StructColumn results);
  }

  private static final MethodHandle CALL = handle();

  /// Shared by all functions, so that no two have the same name.
  private static final AtomicLong COUNT = new AtomicLong();

  private final String name;
  private final Call call;
  private final AtomicReference<Throwable> thrown = new AtomicReference<>();

  /// Registers a function with a database.
  ///
  /// @param parameters the types of its parameters, such as [DuckDbLibrary#DOUBLE]
  /// @param fields the types of the fields of its result, a struct
  public ScalarFunction(Database database, int[] parameters, int[] fields, Call call) {
    this.name = "lanewise " + COUNT.incrementAndGet();
    this.call = call;
    Arena arena = database.memory();
    MemorySegment function = Native.address(DuckDbLibrary.CREATE_FUNCTION);
    try (Types types = new Types()) {
      Native.call(DuckDbLibrary.FUNCTION_NAME, function, arena.allocateFrom(name));
      for (int parameter : parameters) {
        Native.call(DuckDbLibrary.FUNCTION_PARAMETER, function, types.of(parameter));
      }
      Native.call(DuckDbLibrary.FUNCTION_RETURN, function, types.struct(fields));
      Native.call(DuckDbLibrary.FUNCTION_NULLS, function);
      // Calls count rows, so constants must not be folded, nor dictionaries answered once.
      Native.call(DuckDbLibrary.FUNCTION_VOLATILE, function);
      MemorySegment stub =
          Linker.nativeLinker().upcallStub(CALL.bindTo(this), DuckDbLibrary.SCALAR_FUNCTION, arena);
      Native.call(DuckDbLibrary.FUNCTION_CALL, function, stub);
      if (Native.state(DuckDbLibrary.REGISTER, database.connection(), function) != Native.SUCCESS) {
        throw new IllegalStateException("DuckDB does not take a function");
      }
    } finally {
      Native.destroy(DuckDbLibrary.DESTROY_FUNCTION, function);
    }
  }

  /// The name of a field of the result, in SQL.
  public static String field(int index) {
    return "f" + index;
  }

  /// DuckDB's types, which the function copies.
  private static final class Types implements AutoCloseable {

    private final Arena arena = Arena.ofConfined();
    private final List<MemorySegment> made = new ArrayList<>();

    MemorySegment of(int type) {
      return kept(Native.address(DuckDbLibrary.CREATE_TYPE, type));
    }

    MemorySegment struct(int... fields) {
      MemorySegment types = arena.allocate(ADDRESS, fields.length);
      MemorySegment names = arena.allocate(ADDRESS, fields.length);
      for (int i = 0; i < fields.length; i++) {
        types.setAtIndex(ADDRESS, i, of(fields[i]));
        names.setAtIndex(ADDRESS, i, arena.allocateFrom(field(i)));
      }
      return kept(Native.address(DuckDbLibrary.CREATE_STRUCT, types, names, fields.length));
    }

    private MemorySegment kept(MemorySegment type) {
      made.add(type);
      return type;
    }

    @Override
    public void close() {
      made.forEach(type -> Native.destroy(DuckDbLibrary.DESTROY_TYPE, type));
      arena.close();
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

  /// The callback that DuckDB looks up by name; it must not throw.
  void called(MemorySegment info, MemorySegment input, MemorySegment output) {
    try {
      Chunk rows = new Chunk(input);
      call.run(rows, new StructColumn(output, rows.rowCount()));
    } catch (Throwable e) {
      thrown.compareAndSet(null, e);
      try (Arena arena = Arena.ofConfined()) {
        Native.call(DuckDbLibrary.FUNCTION_ERROR, info, arena.allocateFrom("refused"));
      }
    }
  }

  /// A call of the function in SQL.
  ///
  /// @param arguments the arguments in SQL
  public String call(String arguments) {
    return "%s(%s)".formatted(Database.name(name), arguments);
  }

  /// Returns the first exception of a call; null if there was none.
  public Throwable thrown() {
    return thrown.get();
  }
}
