package org.lanewise.cli.rows;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;

/// Finds missing values in rows.
public final class UnknownValue {

  private UnknownValue() {}

  /// Returns the first feature of a row whose value is missing, or is a category beyond the
  /// dictionary; −1 if there is none, as in bits and sparse rows.
  public static int firstOf(RowBatch rows, int row) {
    return switch (rows) {
      case NumericColumns numbers ->
          first(numbers.featureCount(), j -> Double.isNaN(numbers.value(row, j)));
      case CategoryColumns categories ->
          first(
              categories.featureCount(),
              j -> {
                int code = categories.code(row, j);
                return code < 0 || code >= categories.dictionaries().get(j).size();
              });
      case MixedColumns mixed -> {
        int before = 0;
        for (RowBatch block : mixed.blocks()) {
          int first = firstOf(block, row);
          if (first >= 0) {
            yield before + first;
          }
          before += block.featureCount();
        }
        yield -1;
      }
      case BitColumns _, SparseRows _ -> -1;
    };
  }

  private static int first(int featureCount, IntPredicate isUnknown) {
    return IntStream.range(0, featureCount).filter(isUnknown).findFirst().orElse(-1);
  }
}
