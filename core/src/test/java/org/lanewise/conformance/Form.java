package org.lanewise.conformance;

import java.util.List;
import java.util.function.Function;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;

/// A form in which rows reach a model.
///
/// @param name for messages
/// @param batch all rows of a table
/// @param row the only row of a table
/// @param <R> what one row is
/// @param <B> what a batch of rows is
record Form<R, B extends RowBatch>(String name, Function<Table, B> batch, Function<Table, R> row) {

  static Form<double[], NumericColumns> dense() {
    return new Form<>("dense", Table::dense, table -> table.toNumbers()[0]);
  }

  static Form<double[], NumericColumns> floats() {
    return new Form<>("floats", Table::floats, table -> table.toNumbers()[0]);
  }

  static Form<SparseRow, SparseRows> sparse() {
    return sparse("sparse", Table::sparse);
  }

  static Form<SparseRow, SparseRows> sparseBits(Double threshold) {
    return sparse("sparse bits", table -> table.sparseBits(threshold));
  }

  private static Form<SparseRow, SparseRows> sparse(
      String name, Function<Table, SparseRows> batch) {
    return new Form<>(
        name,
        batch,
        table -> {
          SparseRow row = new SparseRow();
          batch.apply(table).row(0, row);
          return row;
        });
  }

  static Form<long[], BitColumns> bits(Double threshold) {
    return new Form<>(
        "bits",
        table -> table.bits(threshold),
        table -> {
          long[] row = new long[BitColumns.rowWords(table.featureCount())];
          table.bits(threshold).row(0, row);
          return row;
        });
  }

  static Form<int[], CategoryColumns> missingBits() {
    return categories(Table::missingBits);
  }

  /// Two categories for each feature: values above a threshold, and the others.
  static Form<int[], CategoryColumns> binaryCategories(double threshold) {
    return categories(table -> CategoryColumns.copyOfBinary(table.dense(), threshold));
  }

  /// Codes, at least so many of them.
  static Form<int[], CategoryColumns> codes(int... categoryCounts) {
    return categories(table ->
        categoryCounts.length == 0 ? table.codes() : table.codes().atLeast(categoryCounts));
  }

  /// Names, in the dictionaries of all rows.
  static Form<int[], CategoryColumns> names(
      List<CategoryDictionary> dictionaries, List<String> missing) {
    return categories(table -> table.names(dictionaries, missing));
  }

  private static Form<int[], CategoryColumns> categories(Function<Table, CategoryColumns> batch) {
    return new Form<>(
        "categories",
        batch,
        table -> {
          int[] row = new int[table.featureCount()];
          batch.apply(table).row(0, row);
          return row;
        });
  }
}
