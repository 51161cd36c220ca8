package org.lanewise.internal.score.mixed;

import java.util.Arrays;
import java.util.List;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.score.BatchScorer;

/// Rows that the scorer of a block answers, as many for every block.
final class MadeBlocks {

  /// Enough for the blocks of every kernel.
  private static final int ROWS = 256;

  private MadeBlocks() {}

  static RowBatch like(BatchScorer<?, ?> scorer) {
    return switch (scorer.madeRow()) {
      case double[] row -> numbers(row);
      case long[] _ -> BitColumns.of(new long[scorer.featureCount()][ROWS / Long.SIZE], ROWS);
      case int[] row -> {
        List<CategoryDictionary> dictionaries =
            ((CategoryColumns) scorer.madeRows()).dictionaries();
        int[][] rows = new int[ROWS][];
        Arrays.fill(rows, row);
        yield Arrays.stream(row).allMatch(code -> code == 0)
            ? CategoryColumns.of(dictionaries, new byte[row.length][ROWS])
            : CategoryColumns.fromRows(dictionaries, rows);
      }
      case SparseRow row -> {
        int[][] rows = new int[ROWS][];
        Arrays.fill(rows, Arrays.copyOfRange(row.indices(), row.from(), row.to()));
        yield SparseRows.fromRows(rows, scorer.featureCount());
      }
      default -> throw new IllegalStateException();
    };
  }

  private static NumericColumns numbers(double[] row) {
    double[][] columns = new double[row.length][ROWS];
    for (int j = 0; j < row.length; j++) {
      Arrays.fill(columns[j], row[j]);
    }
    return DoubleColumns.of(columns);
  }
}
