package org.lanewise.cli.gathering;

import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.lanewise.cli.reading.RowBlock;
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
/// @param adding adds them with their classes; every class has rows
/// @param ranges gathers ranges of them apart; none where that gives other bits
record ColumnGathering<B extends RowBatch>(
    Inputs inputs,
    Statistics statistics,
    BiFunction<Inputs, Table, B> rows,
    BiConsumer<B, Labels> adding,
    Optional<Ranges<B>> ranges)
    implements Gathering {

  /// Gathers ranges apart.
  ///
  /// @param size the rows of a range, and what statistics of one hold
  /// @param gathering gathers one, in any thread
  record Ranges<B>(RowBlock.Size size, BiFunction<B, Labels, Range> gathering) {}

  ColumnGathering(
      Inputs inputs,
      Statistics statistics,
      BiFunction<Inputs, Table, B> rows,
      BiConsumer<B, Labels> adding) {
    this(inputs, statistics, rows, adding, Optional.empty());
  }

  @Override
  public Runnable prepare(Table table, Labels labels) {
    B batch = rows.apply(inputs, table);
    return () -> adding.accept(batch, labels);
  }

  @Override
  public Optional<RowBlock.Size> range() {
    return ranges.map(Ranges::size);
  }

  @Override
  public Range gatherRange(Table table, Labels labels) {
    return ranges.orElseThrow().gathering().apply(rows.apply(inputs, table), labels);
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
