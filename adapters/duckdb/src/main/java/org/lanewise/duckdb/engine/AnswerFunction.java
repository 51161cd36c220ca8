package org.lanewise.duckdb.engine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.cli.engine.Answers;
import org.lanewise.cli.engine.Answers.Answer;
import org.lanewise.cli.engine.Answers.Values;
import org.lanewise.cli.engine.RefusedRowException;
import org.lanewise.cli.table.Table;
import org.lanewise.duckdb.library.Chunk;
import org.lanewise.duckdb.library.Database;
import org.lanewise.duckdb.library.DuckDbLibrary;
import org.lanewise.duckdb.library.Native;

/// A function of SQL that answers rows: a struct with a field for each column, of a chunk in one
/// call. DuckDB calls it in its own threads, each with rows of its own.
final class AnswerFunction implements AutoCloseable {

  /// What the function and its result are called.
  static final String NAME = "lanewise answers";

  private static final MethodHandle CALL = call0();

  private final Slots slots;
  private final Answers answers;
  private final Arena arena = Arena.ofShared();
  // Of each column of texts: as DuckDB has texts, and the bytes of those that do not fit there.
  private final long[][] inlined;
  private final MemorySegment[][] longTexts;
  private final AtomicReference<RuntimeException> refused = new AtomicReference<>();
  private final LongAdder rowCount = new LongAdder();

  AnswerFunction(Slots slots, Answers answers) {
    this.slots = slots;
    this.answers = answers;
    int count = answers.columns().size();
    inlined = new long[count][];
    longTexts = new MemorySegment[count][];
    for (int column = 0; column < count; column++) {
      encode(column, answers.columns().get(column).texts());
    }
  }

  private void encode(int column, List<String> texts) {
    inlined[column] = new long[2 * texts.size()];
    longTexts[column] = new MemorySegment[texts.size()];
    for (int i = 0; i < texts.size(); i++) {
      byte[] bytes = texts.get(i).getBytes(StandardCharsets.UTF_8);
      if (bytes.length > 12) {
        longTexts[column][i] = arena.allocate(bytes.length);
        longTexts[column][i].copyFrom(MemorySegment.ofArray(bytes));
      } else {
        MemorySegment text = arena.allocate(2 * Long.BYTES, Long.BYTES);
        text.set(java.lang.foreign.ValueLayout.JAVA_INT, 0, bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, text, Integer.BYTES, bytes.length);
        inlined[column][2 * i] = text.get(JAVA_LONG, 0);
        inlined[column][2 * i + 1] = text.get(JAVA_LONG, Long.BYTES);
      }
    }
  }

  private static MethodHandle call0() {
    try {
      return MethodHandles.lookup()
          .findVirtual(
              AnswerFunction.class,
              "call",
              MethodType.methodType(
                  void.class, MemorySegment.class, MemorySegment.class, MemorySegment.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// Makes it known to a database, which must be closed before this is.
  void register(Database database) {
    MemorySegment function = Native.address(DuckDbLibrary.CREATE_FUNCTION);
    MemorySegment number = Native.address(DuckDbLibrary.CREATE_TYPE, DuckDbLibrary.DOUBLE);
    MemorySegment text = Native.address(DuckDbLibrary.CREATE_TYPE, DuckDbLibrary.VARCHAR);
    try {
      Native.call(DuckDbLibrary.FUNCTION_NAME, function, arena.allocateFrom(NAME));
      for (int slot = 0; slot < slots.count(); slot++) {
        Native.call(
            DuckDbLibrary.FUNCTION_PARAMETER, function, slots.isNumber(slot) ? number : text);
      }
      List<Answer> columns = answers.columns();
      MemorySegment types = arena.allocate(ADDRESS, columns.size());
      MemorySegment names = arena.allocate(ADDRESS, columns.size());
      for (int i = 0; i < columns.size(); i++) {
        types.setAtIndex(ADDRESS, i, columns.get(i).isNumber() ? number : text);
        names.setAtIndex(ADDRESS, i, arena.allocateFrom(field(i)));
      }
      MemorySegment struct =
          Native.address(DuckDbLibrary.CREATE_STRUCT, types, names, columns.size());
      Native.call(DuckDbLibrary.FUNCTION_RETURN, function, struct);
      Native.destroy(DuckDbLibrary.DESTROY_TYPE, struct);
      Native.call(DuckDbLibrary.FUNCTION_NULLS, function);
      // Calls count rows: constants are not folded, nor are dictionaries answered once.
      Native.call(DuckDbLibrary.FUNCTION_VOLATILE, function);
      MemorySegment call =
          Linker.nativeLinker()
              .upcallStub(CALL.bindTo(this), DuckDbLibrary.SCALAR_FUNCTION, arena);
      Native.call(DuckDbLibrary.FUNCTION_CALL, function, call);
      if (Native.state(DuckDbLibrary.REGISTER, database.connection(), function)
          != Native.SUCCESS) {
        throw new IllegalStateException("DuckDB does not take a function");
      }
    } finally {
      Native.destroy(DuckDbLibrary.DESTROY_TYPE, number);
      Native.destroy(DuckDbLibrary.DESTROY_TYPE, text);
      Native.destroy(DuckDbLibrary.DESTROY_FUNCTION, function);
    }
  }

  /// A call of it in SQL.
  String call() {
    return "%s(%s)".formatted(Database.name(NAME), slots.list());
  }

  /// The columns in SQL, of its result by that name.
  String columns() {
    return IntStream.range(0, answers.columns().size())
        .mapToObj(i ->
            "%s.%s AS %s"
                .formatted(
                    Database.name(NAME),
                    field(i),
                    Database.name(answers.columns().get(i).name())))
        .collect(Collectors.joining(", "));
  }

  private static String field(int column) {
    return "f" + column;
  }

  /// What DuckDB calls: nothing may be thrown.
  void call(MemorySegment info, MemorySegment input, MemorySegment output) {
    try {
      Chunk chunk = new Chunk(input);
      TableFiller filler = new TableFiller(slots, 0, chunk.rowCount());
      filler.add(chunk);
      Table rows = filler.table();
      List<Values> values = answers.of().apply(rows);
      for (int column = 0; column < values.size(); column++) {
        MemorySegment vector =
            Native.address(DuckDbLibrary.STRUCT_CHILD, output, (long) column);
        set(vector, column, values.get(column), rows.rowCount());
      }
      rowCount.add(rows.rowCount());
    } catch (RuntimeException e) {
      refused.compareAndSet(null, e);
      fail(info, "refused");
    } catch (Throwable e) {
      refused.compareAndSet(null, new IllegalStateException(e));
      fail(info, "failed");
    }
  }

  private static void fail(MemorySegment info, String message) {
    try (Arena arena = Arena.ofConfined()) {
      Native.call(DuckDbLibrary.FUNCTION_ERROR, info, arena.allocateFrom(message));
    }
  }

  private void set(MemorySegment vector, int column, Values values, int count) {
    MemorySegment data = Native.address(DuckDbLibrary.VECTOR_DATA, vector);
    if (values.numbers() != null) {
      MemorySegment numbers = data.reinterpret((long) count * Double.BYTES);
      int from = values.start();
      for (int row = 0; row < count; row++, from += values.step()) {
        numbers.setAtIndex(JAVA_DOUBLE, row, values.numbers()[from]);
      }
      return;
    }
    MemorySegment texts = data.reinterpret(count * 2L * Long.BYTES);
    int from = values.start();
    for (int row = 0; row < count; row++, from += values.step()) {
      int index = values.indices()[from];
      MemorySegment longText = longTexts[column][index];
      if (longText == null) {
        texts.setAtIndex(JAVA_LONG, 2L * row, inlined[column][2 * index]);
        texts.setAtIndex(JAVA_LONG, 2L * row + 1, inlined[column][2 * index + 1]);
      } else {
        Native.assign(vector, row, longText);
      }
    }
  }

  /// Throws what was thrown in a call, if something was.
  ///
  /// @throws RefusedRowException if so
  void throwRefused() {
    if (refused.get() != null) {
      throw new RefusedRowException(refused.get());
    }
  }

  /// How many rows were answered.
  long rowCount() {
    return rowCount.sum();
  }

  @Override
  public void close() {
    arena.close();
  }
}
