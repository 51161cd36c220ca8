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
    MomentState complete,
    MomentState open,
    int[] waitingLabels,
    double[] waitingWeights,
    double[][] waitingRows)
    implements StatisticsState {

  /// The number of rows of a range, large enough that its part of a column, 256 kB, is read at the
  /// full speed of memory. Parts of 64 kB take 12 % longer.
  public static final int RANGE_ROWS = 1 << 15;

  /// The rows of a chunk, which wait until it is full.
  public static final int CHUNK_ROWS = ChunkRows.MAX;

  private static MomentState ofColumn(MomentState moments, UnaryOperator<double[][]> column) {
    return new MomentState(
        moments.weights(),
        column.apply(moments.anchors()),
        column.apply(moments.residuals()),
        column.apply(moments.squares()),
        column.apply(moments.errors()));
  }

  private static void check(MomentState moments, int classCount, int featureCount) {
    moments.check(classCount, featureCount, classCount, "sum of squares");
    for (int c = 0; c < classCount; c++) {
      StateChecks.requireNumbers("squares of class " + c, moments.squares()[c], featureCount);
    }
  }

  @Override
  public VarianceState scaled(double factor) {
    return new VarianceState(
        rowCount,
        openRows,
        complete.scaled(factor),
        open.scaled(factor),
        waitingLabels,
        Arranging.scaled(waitingWeights, factor),
        waitingRows);
  }

  /// Returns this state with class `from[c]` as class c.
  public VarianceState arranged(int[] from) {
    return new VarianceState(
        rowCount,
        openRows,
        complete.arranged(from, false),
        open.arranged(from, false),
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
        ofColumn(complete, column),
        ofColumn(open, column),
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
    check(complete, k, d);
    check(open, k, d);
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
