package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.score.Scorer;

/// What the scorers of counts promise.
final class CountScorers {

  private CountScorers() {}

  /// Every result is the same bits for columns, sparse rows, and each row alone in both forms.
  static void assertSameBits(
      Scorer<double[], NumericColumns> dense,
      Scorer<SparseRow, SparseRows> sparse,
      NumericColumns columns) {
    int n = columns.rowCount();
    int k = dense.classCount();
    SparseRows rows = SparseRows.copyOf(columns);
    int[] labels = new int[n];
    int[] sparseLabels = new int[n];
    dense.predict(columns, labels);
    sparse.predict(rows, sparseLabels);
    assertArrayEquals(labels, sparseLabels);
    double[][] batch = new double[4][n * k];
    double[][] sparseBatch = new double[4][n * k];
    dense.logJoint(columns, batch[0]);
    sparse.logJoint(rows, sparseBatch[0]);
    dense.logPosterior(columns, batch[1]);
    sparse.logPosterior(rows, sparseBatch[1]);
    dense.posterior(columns, batch[2]);
    sparse.posterior(rows, sparseBatch[2]);
    boolean density = hasDensity(dense, columns, batch[3]);
    assertEquals(density, hasDensity(sparse, rows, sparseBatch[3]));
    assertArrayEquals(batch, sparseBatch);
    double[] row = new double[columns.featureCount()];
    SparseRow view = new SparseRow();
    double[] out = new double[k];
    for (int i = 0; i < n; i++) {
      columns.row(i, row);
      rows.row(i, view);
      assertEquals(labels[i], dense.predict(row));
      assertEquals(labels[i], sparse.predict(view));
      dense.logJoint(row, out);
      assertArrayEquals(Arrays.copyOfRange(batch[0], i * k, (i + 1) * k), out);
      sparse.logJoint(view, out);
      assertArrayEquals(Arrays.copyOfRange(batch[0], i * k, (i + 1) * k), out);
      dense.logPosterior(row, out);
      assertArrayEquals(Arrays.copyOfRange(batch[1], i * k, (i + 1) * k), out);
      sparse.posterior(view, out);
      assertArrayEquals(Arrays.copyOfRange(batch[2], i * k, (i + 1) * k), out);
      if (density) {
        assertEquals(batch[3][i], dense.logDensity(row));
        assertEquals(batch[3][i], sparse.logDensity(view));
      }
      for (int c = 0; c < k; c++) {
        assertEquals(false, Double.isNaN(batch[0][i * k + c]));
        assertEquals(true, batch[1][i * k + c] <= 0);
      }
    }
  }

  private static <B extends org.lanewise.data.RowBatch> boolean hasDensity(
      Scorer<?, B> scorer, B rows, double[] out) {
    try {
      scorer.logDensity(rows, out);
      return true;
    } catch (UnsupportedOperationException e) {
      assertThrows(UnsupportedOperationException.class, () -> scorer.logDensity(rows, out));
      return false;
    }
  }
}
