package org.lanewise.cli.gathering;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.statistics.Statistics;

/// The gathering of columns of numbers, whose features are known from the beginning.
///
/// @param <B> what the rows are
/// @param inputs the features
/// @param statistics takes the rows
/// @param rows makes rows of that type of rows of a file
/// @param adding adds them with their classes, all of which have rows
record ColumnGathering<B extends RowBatch>(
    Inputs inputs,
    Statistics statistics,
    BiFunction<Inputs, Table, B> rows,
    BiConsumer<B, Labels> adding)
    implements Gathering {

  @Override
  public Runnable prepare(Table table, Labels labels) {
    B batch = rows.apply(inputs, table);
    return () -> adding.accept(batch, labels);
  }

  @Override
  public Classes classes() {
    return statistics.classes();
  }

  @Override
  public Inputs inputs(String file) {
    return inputs;
  }

  @Override
  public Statistics statistics(Inputs known) {
    return statistics;
  }
}
