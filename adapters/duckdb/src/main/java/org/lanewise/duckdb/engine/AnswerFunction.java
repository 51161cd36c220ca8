package org.lanewise.duckdb.engine;

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
import org.lanewise.duckdb.library.ScalarFunction;
import org.lanewise.duckdb.library.StructColumn;
import org.lanewise.duckdb.library.Texts;

/// An SQL function that answers rows: it returns a struct with a field for each column, for a chunk
/// of rows per call.
final class AnswerFunction {

  /// The name of the result.
  static final String NAME = "lanewise answers";

  private final Slots slots;
  private final Answers answers;
  // Null for a column of numbers.
  private final Texts[] texts;
  private final LongAdder rowCount = new LongAdder();
  private final ScalarFunction function;

  /// Registers the function with a database.
  AnswerFunction(Database database, Slots slots, Answers answers) {
    this.slots = slots;
    this.answers = answers;
    List<Answer> columns = answers.columns();
    texts = new Texts[columns.size()];
    int[] types = new int[columns.size()];
    for (int column = 0; column < types.length; column++) {
      Answer answer = columns.get(column);
      texts[column] = answer.isNumber() ? null : new Texts(database, answer.texts());
      types[column] = answer.isNumber() ? DuckDbLibrary.DOUBLE : DuckDbLibrary.VARCHAR;
    }
    function = new ScalarFunction(database, slots.types(), types, this::answer);
  }

  /// A call of the function in SQL.
  String call() {
    return function.call(slots.list());
  }

  /// The columns in SQL, extracted from the result.
  String columns() {
    return IntStream.range(0, answers.columns().size())
        .mapToObj(i ->
            "%s.%s AS %s"
                .formatted(
                    Database.name(NAME),
                    ScalarFunction.field(i),
                    Database.name(answers.columns().get(i).name())))
        .collect(Collectors.joining(", "));
  }

  private void answer(Chunk chunk, StructColumn results) {
    TableFiller filler = new TableFiller(slots, 0, chunk.rowCount());
    filler.add(chunk);
    Table rows = filler.table();
    List<Values> values = answers.of().apply(rows);
    for (int column = 0; column < texts.length; column++) {
      Values given = values.get(column);
      if (texts[column] == null) {
        results.doubles(column, given.numbers(), given.start(), given.step());
      } else {
        results.texts(column, texts[column], given.indices(), given.start(), given.step());
      }
    }
    rowCount.add(rows.rowCount());
  }

  /// Throws the exception of a call, if any.
  ///
  /// @throws RefusedRowException if a call threw one
  void throwRefused() {
    switch (function.thrown()) {
      case null -> {}
      case RuntimeException e -> throw new RefusedRowException(e);
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  /// The number of rows that were answered.
  long rowCount() {
    return rowCount.sum();
  }
}
