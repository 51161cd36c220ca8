package org.lanewise.cli.gathering;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Classifier;

/// Statistics that rows are added to batch by batch, and the model of them.
///
/// @param <B> what the rows are
/// @param rows makes rows of that type of rows of a file
/// @param adding adds them with their classes, all of which have rows
/// @param classes the classes met so far
/// @param fit the model of all rows
record Gathering<B extends RowBatch>(
    BiFunction<Inputs, Table, B> rows,
    BiConsumer<B, Labels> adding,
    Supplier<Classes> classes,
    Supplier<Classifier<?, ?>> fit) {

  /// Makes rows ready, which any thread may do.
  ///
  /// @return adds them, in the order of the file
  /// @throws org.lanewise.cli.table.DataException if the rows are not what the model takes
  /// @throws IllegalArgumentException as that
  Runnable prepare(Inputs inputs, Table table, Labels labels) {
    B batch = rows.apply(inputs, table);
    return () -> adding.accept(batch, labels);
  }
}
