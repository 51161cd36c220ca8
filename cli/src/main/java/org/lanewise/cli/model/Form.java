package org.lanewise.cli.model;

import java.util.function.BiFunction;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.MixedRows;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.Table;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;

/// How the rows of a file are given to a model.
///
/// @param <R> what one row is
/// @param <B> what the rows are
/// @param format their format, in which nothing is missing or unknown
/// @param rows makes rows of that format of the rows of a file
public record Form<R, B extends RowBatch>(
    RowFormat<R, B> format, BiFunction<Inputs, Table, B> rows) {

  private static final Form<double[], NumericColumns> NUMBERS =
      new Form<>(RowFormat.NUMBERS, Rows::numbers);
  private static final Form<long[], BitColumns> BITS = new Form<>(RowFormat.BITS, Rows::bits);
  private static final Form<int[], CategoryColumns> INCOMPLETE_BITS =
      new Form<>(RowFormat.CODES, Rows::incompleteBits);
  private static final Form<SparseRow, SparseRows> SPARSE_BITS =
      new Form<>(RowFormat.SPARSE, Rows::sparseBits);
  static final Form<int[], CategoryColumns> CATEGORIES =
      new Form<>(RowFormat.CODES, Rows::categories);
  private static final Form<double[], NumericColumns> COUNTS =
      new Form<>(RowFormat.NUMBERS, Rows::counts);
  private static final Form<SparseRow, SparseRows> SPARSE_COUNTS =
      new Form<>(RowFormat.SPARSE, Rows::sparseCounts);
  private static final Form<SparseRow, SparseRows> SPARSE_NUMBERS =
      new Form<>(RowFormat.SPARSE, Rows::sparse);
  static final Form<Object[], MixedColumns> BLOCKS = new Form<>(RowFormat.BLOCKS, MixedRows::of);

  private static final Form<Object[], MixedColumns> INDICATORS =
      new Form<>(RowFormat.BLOCKS, MixedRows::ofIndicators);

  /// Numbers, or numbers and categories that become indicators.
  static Form<?, ?> numbers(Inputs inputs) {
    return inputs.types().isPresent() ? INDICATORS : NUMBERS;
  }

  /// Numbers, with categories as [#numbers]: sparse where the file is, or rows are messages.
  static Form<?, ?> numbersOrSparse(Inputs inputs) {
    return inputs.isSparse() ? SPARSE_NUMBERS : numbers(inputs);
  }

  /// Bits: packed, incomplete where values may be missing, or sparse where what is absent is 0.
  static Form<?, ?> bits(Inputs inputs) {
    if (inputs.missing().isPresent()) {
      return INCOMPLETE_BITS;
    }
    return inputs.isSparse() && inputs.threshold().orElse(0) >= 0 ? SPARSE_BITS : BITS;
  }

  /// Counts: sparse where the file is, or rows are messages.
  static Form<?, ?> counts(Inputs inputs) {
    return inputs.isSparse() ? SPARSE_COUNTS : COUNTS;
  }

  /// The format of rows that may lack values, or have categories that were not learned, as inputs
  /// say.
  public RowFormat<R, B> format(Inputs inputs) {
    return format
        .withMissing(inputs.missing().isPresent() ? MissingValues.ALLOW : MissingValues.REFUSE)
        .withUnseen(inputs.unseen());
  }

  /// Rows that are known as numbers.
  ///
  /// @throws IllegalStateException if rows of this form are not numbers
  @SuppressWarnings("unchecked") // What is made is of the format.
  public B fromNumbers(NumericColumns numbers) {
    if (format == RowFormat.NUMBERS) {
      return (B) numbers;
    }
    if (format == RowFormat.SPARSE) {
      return (B) SparseRows.copyOf(numbers);
    }
    throw new IllegalStateException(format.toString());
  }

  /// The rows of a file.
  ///
  /// @throws org.lanewise.cli.table.DataException if they are not what the model takes
  public B batch(Inputs inputs, Table table) {
    return rows.apply(inputs, table);
  }
}
