package org.lanewise.internal.gather.state;

import java.util.function.UnaryOperator;
import org.lanewise.internal.kernel.ChunkRows;

/// The contents of `VarianceStatistics`, for serialization: the moments of complete ranges, those
/// of the open range, and the rows that wait in it. A state owns its arrays. Statistics restored
/// from it continue with the same bits.
///
/// @param rowCount the number of rows added
/// @param openRows how many of them came since the last range was complete
/// @param complete the moments of complete ranges
/// @param open the moments of the open range
/// @param waitingLabels the classes of the rows that wait
/// @param waitingWeights their weights
/// @param waitingRows these rows, each of d values
public record VarianceState(
    long rowCount,
    int openRows,
    Moments complete,
    Moments open,
    int[] waitingLabels,
    double[] waitingWeights,
    double[][] waitingRows)
    implements StatisticsState {

  /// The number of rows of a range, large enough that its part of a column, 256 kB, is read at the
  /// full speed of memory. Parts of 64 kB take 12 % longer.
  public static final int RANGE_ROWS = 1 << 15;

  /// The rows of a chunk, which wait until it is full.
  public static final int CHUNK_ROWS = ChunkRows.MAX;

  /// Moments of k classes.
  ///
  /// @param weights the sum of weights of each class
  /// @param anchors k rows of d: a value near each class, zeros where the weight is 0
  /// @param residuals k rows of d: mean − anchor
  /// @param squares k rows of d: sums of squared deviations from the mean
  /// @param errors k rows of d: bounds of the error that subtraction has left in them; of length 0
  ///   where nothing was subtracted
  public record Moments(
      double[] weights,
      double[][] anchors,
      double[][] residuals,
      double[][] squares,
      double[][] errors) {

    private Moments arranged(int[] from) {
      return new Moments(
          Arranging.values(weights, from),
          Arranging.rows(anchors, from),
          Arranging.rows(residuals, from),
          Arranging.rows(squares, from),
          errors.length == 0 ? errors : Arranging.rows(errors, from));
    }

    private Moments ofColumn(UnaryOperator<double[][]> column) {
      return new Moments(
          weights,
          column.apply(anchors),
          column.apply(residuals),
          column.apply(squares),
          column.apply(errors));
    }

    private void check(int classCount, int featureCount) {
      StateChecks.requireCount("class weights", classCount, weights.length);
      StateChecks.requireCount("anchors", classCount, anchors.length);
      StateChecks.requireCount("residuals", classCount, residuals.length);
      StateChecks.requireCount("sums of squares", classCount, squares.length);
      if (errors.length > 0) {
        StateChecks.requireCount("errors of squares", classCount, errors.length);
      }
      for (int c = 0; c < classCount; c++) {
        StateChecks.requireNumber("the weight of class " + c, weights[c]);
        StateChecks.requireCount("anchor values of class " + c, featureCount, anchors[c].length);
        StateChecks.requireCount("residuals of class " + c, featureCount, residuals[c].length);
        requireNumbers("squares of class " + c, squares[c], featureCount);
        if (errors.length > 0) {
          requireNumbers("errors of class " + c, errors[c], featureCount);
        }
      }
    }

    private static void requireNumbers(String what, double[] values, int featureCount) {
      StateChecks.requireCount(what, featureCount, values.length);
      for (double value : values) {
        StateChecks.requireNumber("one of the " + what, value);
      }
    }
  }

  /// Returns this state with class `from[c]` as class c.
  public VarianceState arranged(int[] from) {
    return new VarianceState(
        rowCount,
        openRows,
        complete.arranged(from),
        open.arranged(from),
        Arranging.labels(waitingLabels, waitingWeights, from),
        waitingWeights,
        waitingRows);
  }

  /// Returns the state of one feature.
  VarianceState ofFeature(int feature) {
    return ofColumn(rows -> Arranging.column(rows, feature));
  }

  /// Returns the state of one feature that is 0 in all rows.
  VarianceState ofZeros() {
    return ofColumn(rows -> new double[rows.length][1]);
  }

  private VarianceState ofColumn(UnaryOperator<double[][]> column) {
    return new VarianceState(
        rowCount,
        openRows,
        complete.ofColumn(column),
        open.ofColumn(column),
        waitingLabels,
        waitingWeights,
        column.apply(waitingRows));
  }

  public int classCount() {
    return complete.weights().length;
  }

  public int featureCount() {
    return classCount() == 0 || complete.anchors().length == 0 ? 0 : complete.anchors()[0].length;
  }

  /// Refuses what no rows can lead to.
  public void check() {
    int k = classCount();
    int d = featureCount();
    StateChecks.requireShape(k, d);
    complete.check(k, d);
    open.check(k, d);
    StateChecks.requireCount("classes of rows that wait", waitingRows.length, waitingLabels.length);
    StateChecks.requireCount(
        "weights of rows that wait", waitingRows.length, waitingWeights.length);
    for (int i = 0; i < waitingRows.length; i++) {
      if (waitingLabels[i] < 0 || waitingLabels[i] >= k) {
        throw new IllegalArgumentException(
            "a row that waits is of class %d; 0 to %d are expected"
                .formatted(waitingLabels[i], k - 1));
      }
      StateChecks.requireNumber("the weight of a row that waits", waitingWeights[i]);
      StateChecks.requireRow("a row that waits", waitingRows[i], d);
    }
    StateChecks.requireOpenRows(openRows, rowCount, RANGE_ROWS);
    StateChecks.requireWaiting(waitingRows.length, Math.min(openRows, CHUNK_ROWS - 1));
  }
}
