package org.lanewise.duckdb.engine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
import org.lanewise.duckdb.library.ScalarFunction;

/// A function of SQL that answers rows: a struct with a field for each column, of a chunk in one
/// call.
final class AnswerFunction {

  /// What its result is called.
  static final String NAME = "lanewise answers";

  private final Slots slots;
  private final Answers answers;
  // Of each column of texts: as DuckDB has texts, and the bytes of those that do not fit there.
  private final long[][] inlined;
  private final MemorySegment[][] longTexts;
  private final LongAdder rowCount = new LongAdder();
  private final ScalarFunction function;

  /// Makes it known to a database.
  AnswerFunction(Database database, Slots slots, Answers answers) {
    this.slots = slots;
    this.answers = answers;
    int count = answers.columns().size();
    inlined = new long[count][];
    longTexts = new MemorySegment[count][];
    for (int column = 0; column < count; column++) {
      encode(database, column, answers.columns().get(column).texts());
    }
    function = register(database);
  }

  private void encode(Database database, int column, List<String> texts) {
    inlined[column] = new long[2 * texts.size()];
    longTexts[column] = new MemorySegment[texts.size()];
    for (int i = 0; i < texts.size(); i++) {
      byte[] bytes = texts.get(i).getBytes(StandardCharsets.UTF_8);
      if (bytes.length > 12) {
        longTexts[column][i] = database.memory().allocate(bytes.length);
        longTexts[column][i].copyFrom(MemorySegment.ofArray(bytes));
      } else {
        MemorySegment text = database.memory().allocate(2 * Long.BYTES, Long.BYTES);
        text.set(java.lang.foreign.ValueLayout.JAVA_INT, 0, bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, text, Integer.BYTES, bytes.length);
        inlined[column][2 * i] = text.get(JAVA_LONG, 0);
        inlined[column][2 * i + 1] = text.get(JAVA_LONG, Long.BYTES);
      }
    }
  }

  private ScalarFunction register(Database database) {
    MemorySegment number = Native.address(DuckDbLibrary.CREATE_TYPE, DuckDbLibrary.DOUBLE);
    MemorySegment text = Native.address(DuckDbLibrary.CREATE_TYPE, DuckDbLibrary.VARCHAR);
    try (Arena arena = Arena.ofConfined()) {
      List<MemorySegment> parameters =
          IntStream.range(0, slots.count())
              .mapToObj(slot -> slots.isNumber(slot) ? number : text)
              .toList();
      List<Answer> columns = answers.columns();
      MemorySegment types = arena.allocate(ADDRESS, columns.size());
      MemorySegment names = arena.allocate(ADDRESS, columns.size());
      for (int i = 0; i < columns.size(); i++) {
        types.setAtIndex(ADDRESS, i, columns.get(i).isNumber() ? number : text);
        names.setAtIndex(ADDRESS, i, arena.allocateFrom(field(i)));
      }
      MemorySegment struct =
          Native.address(DuckDbLibrary.CREATE_STRUCT, types, names, columns.size());
      try {
        return new ScalarFunction(database, parameters, struct, this::answer);
      } finally {
        Native.destroy(DuckDbLibrary.DESTROY_TYPE, struct);
      }
    } finally {
      Native.destroy(DuckDbLibrary.DESTROY_TYPE, number);
      Native.destroy(DuckDbLibrary.DESTROY_TYPE, text);
    }
  }

  /// A call of it in SQL.
  String call() {
    return function.call(slots.list());
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

  private void answer(Chunk chunk, MemorySegment result) {
    TableFiller filler = new TableFiller(slots, 0, chunk.rowCount());
    filler.add(chunk);
    Table rows = filler.table();
    List<Values> values = answers.of().apply(rows);
    for (int column = 0; column < values.size(); column++) {
      MemorySegment vector = Native.address(DuckDbLibrary.STRUCT_CHILD, result, (long) column);
      set(vector, column, values.get(column), rows.rowCount());
    }
    rowCount.add(rows.rowCount());
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
    switch (function.thrown()) {
      case null -> {}
      case RuntimeException e -> throw new RefusedRowException(e);
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  /// How many rows were answered.
  long rowCount() {
    return rowCount.sum();
  }
}
