package org.lanewise.internal.transform;

import static org.lanewise.internal.tier.Kernel.AFFINE_ROW;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.score.AffinePanels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.scratch.NumericScratch;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// y = Ax + b, by the kernels of affine scores, or max(0, Ax + b).
public final class LinearMap implements Step {

  /// Rows that go through the matrix together, a multiple of the step of kernels.
  private static final int ROWS = 64;

  /// The distance of two columns of results.
  private static final int STRIDE = ROWS + 8;

  private final double[][] matrix;
  private final double[] offset;
  private final boolean rectified;
  private final AffineScores scores;
  private final AffinePanels panels;

  /// @param matrix A, a row for each result; not copied
  /// @param offset b
  /// @param rectified whether negative results become 0
  LinearMap(double[][] matrix, double[] offset, boolean rectified) {
    this.matrix = matrix;
    this.offset = offset;
    this.rectified = rectified;
    scores = AffineScores.ofRows(offset, matrix);
    panels = scores.panels(new double[matrix[0].length]);
  }

  /// The map of rows to coordinates in the span of given ones.
  public static LinearMap ofSpan(NumericStore rows) {
    double[][] values = new double[rows.rowCount()][rows.columnCount()];
    for (int row = 0; row < values.length; row++) {
      rows.rows(row, 1, values[row]);
    }
    double[][] basis = Span.basis(values);
    return of(basis, new double[basis.length]);
  }

  /// A given map.
  ///
  /// @throws IllegalArgumentException if A is empty, its rows or b are of another length, or a
  ///   value is not finite
  public static LinearMap of(double[][] matrix, double[] offset) {
    if (matrix.length == 0 || matrix[0].length == 0 || offset.length != matrix.length) {
      throw new IllegalArgumentException(
          "the matrix has %d rows and the offset %d values; at least one row, and a value for each, is expected"
              .formatted(matrix.length, offset.length));
    }
    double[][] copy = new double[matrix.length][];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = matrix[i].clone();
      if (copy[i].length != matrix[0].length) {
        throw new IllegalArgumentException(
            "row %d of the matrix has %d values; %d are expected, as in row 0"
                .formatted(i, copy[i].length, matrix[0].length));
      }
      for (double value : copy[i]) {
        requireFinite(value, i);
      }
      requireFinite(offset[i], i);
    }
    return new LinearMap(copy, offset.clone(), false);
  }

  private static void requireFinite(double value, int row) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "row %d of the matrix or its offset has %s; finite numbers are expected"
              .formatted(row, value));
    }
  }

  /// A, not to be changed.
  public double[][] matrix() {
    return matrix;
  }

  /// b, not to be changed.
  public double[] offset() {
    return offset;
  }

  @Override
  public int outputCount(int inputCount) {
    if (inputCount != matrix[0].length) {
      throw new IllegalArgumentException(
          "rows of %d values were given to a linear map of %d; as many are expected"
              .formatted(inputCount, matrix[0].length));
    }
    return matrix.length;
  }

  @Override
  public boolean keepsFeatures() {
    return false;
  }

  @Override
  public void row(double[] in, int d, double[] out) {
    int count = matrix.length;
    Kernels.score(AFFINE_ROW)
        .affineRow(in, d, scores.rowWeights(), scores.intercepts(), 0, count, out);
    if (rectified) {
      rectify(out, 0, count);
    }
  }

  private static void rectify(double[] values, int from, int count) {
    for (int i = from; i < from + count; i++) {
      // Also where the value is −0.
      values[i] = Math.max(values[i], 0);
    }
  }

  @Override
  public Description describe() {
    String result = "result";
    return Description.ofStep("linear")
        .with(
            Tensor.rows(
                "matrix",
                result,
                matrix.length,
                Tensor.FEATURE,
                matrix[0].length,
                "result per feature",
                row -> matrix[row]),
            Tensor.vector("offset", result, result, offset));
  }

  @Override
  public double[] before(double[] row, int inputCount, RandomGenerator random) {
    // The inverse of maps with orthogonal rows of length 1, such as principal components.
    double[] before = new double[matrix[0].length];
    for (int i = 0; i < row.length; i++) {
      for (int j = 0; j < before.length; j++) {
        before[j] += matrix[i][j] * (row[i] - offset[i]);
      }
    }
    return before;
  }

  @Override
  public void fill(NumericStore source, int firstRow, int count, double[][] out, int outOffset) {
    Workspace w = Scratch.forBatch();
    try {
      NumericScratch n = w.numeric;
      int d = matrix[0].length;
      n.makeColumns(d, ROWS);
      w.block.make(ROWS, STRIDE, matrix.length);
      for (int done = 0; done < count; done += ROWS) {
        int rows = Math.min(ROWS, count - done);
        source.fill(0, d, firstRow + done, rows, n.columns, 0);
        n.beginColumns(rows);
        panels.sum(n, w.block.scores, STRIDE);
        for (int i = 0; i < matrix.length; i++) {
          System.arraycopy(w.block.scores, i * STRIDE, out[i], outOffset + done, rows);
          if (rectified) {
            rectify(out[i], outOffset + done, rows);
          }
        }
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinearMap that
        && that.rectified == rectified
        && Arrays.equals(that.offset, offset)
        && Arrays.deepEquals(that.matrix, matrix);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.deepHashCode(matrix) + Arrays.hashCode(offset);
  }

  @Override
  public String toString() {
    return "linear=%dx%d".formatted(matrix.length, matrix[0].length);
  }
}
