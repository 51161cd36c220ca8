package org.lanewise.cli.model;

import java.util.stream.IntStream;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.rows.UnknownValue;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRows;
import org.lanewise.io.TestRows;
import org.lanewise.model.Classifier;

/// Rows that a model keeps to be tested by.
final class RowsToTest {

  private RowsToTest() {}

  /// Complete rows, spread over a table, as the model's own scorer takes them.
  ///
  /// @throws DataException if there is none
  static TestRows of(FittedModel model, Table rows, int most) {
    int n = rows.rowCount();
    int count = Math.min(most, n);
    // Of each share of the rows the first that is complete.
    int[] chosen =
        IntStream.range(0, count)
            .flatMap(i ->
                IntStream.range((int) ((long) i * n / count), (int) ((i + 1L) * n / count))
                    .filter(row ->
                        UnknownValue.firstOf(model.batch(rows.select(new int[] {row})), 0) < 0)
                    .limit(1))
            .toArray();
    if (chosen.length == 0) {
      throw new DataException(
          "%s: every row has missing values; --test-rows needs complete rows"
              .formatted(rows.file()));
    }
    RowBatch batch = ofOwnScorer(model, model.batch(rows.select(chosen)));
    // The rows are of the model, which the compiler cannot see.
    @SuppressWarnings("unchecked")
    Classifier<Object, RowBatch> classifier = (Classifier<Object, RowBatch>) model.classifier();
    return TestRows.of(classifier, batch);
  }

  /// Of models that score rows in several forms, the form of their first scorer.
  private static RowBatch ofOwnScorer(FittedModel model, RowBatch rows) {
    boolean bits = model.uncalibrated().format() == RowFormat.BITS;
    return switch (rows) {
      case SparseRows sparse when bits -> BitColumns.copyOf(Rows.dense(sparse), 0);
      case SparseRows sparse -> Rows.dense(sparse);
      case CategoryColumns codes when bits -> {
        boolean[][] columns = new boolean[codes.featureCount()][codes.rowCount()];
        for (int j = 0; j < columns.length; j++) {
          for (int row = 0; row < codes.rowCount(); row++) {
            columns[j][row] = codes.code(row, j) == 1;
          }
        }
        yield BitColumns.copyOfColumns(columns);
      }
      default -> rows;
    };
  }
}
