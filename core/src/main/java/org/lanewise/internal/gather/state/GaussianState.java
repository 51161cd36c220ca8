package org.lanewise.internal.gather.state;

import org.lanewise.internal.kernel.PackedTriangle;

/// The contents of `GaussianStatistics`, for serialization: the moments of complete ranges, those
/// of the open range, and the rows that wait in it. A state owns its arrays. Statistics restored
/// from it continue with the same bits.
///
/// @param rowCount the number of rows added
/// @param openRows how many of them came since the last range was complete
/// @param pooled whether one scatter serves all classes
/// @param complete the moments of complete ranges
/// @param open the moments of the open range
/// @param waitingWeights for each class, the weights of the rows that wait
/// @param waitingRows for each class, the rows that wait, each of d values
public record GaussianState(
    long rowCount,
    int openRows,
    boolean pooled,
    MomentState complete,
    MomentState open,
    double[][] waitingWeights,
    double[][][] waitingRows)
    implements StatisticsState {

  /// The number of rows n of a range, large enough that merging it, O(k·d²), takes little time
  /// compared with gathering it, O(n·d²). It does not depend on the number of classes k, which may
  /// grow.
  public static final int RANGE_ROWS = 8192;

  /// The number of rows after which ripe tiles are added.
  public static final int CHUNK_ROWS = 256;

  /// The number of rows from which a tile is ripe.
  public static final int RIPE_ROWS = 128;

  private void check(MomentState moments, int classCount, int featureCount) {
    moments.check(classCount, featureCount, pooled ? 1 : classCount, "scatter");
    for (int s = 0; s < moments.squares().length; s++) {
      double[] scatter = moments.squares()[s];
      if (scatter.length == 0) {
        continue;
      }
      if (!pooled && moments.weights()[s] == 0) {
        throw new IllegalArgumentException(
            "class %d has weight 0 and a scatter; none is expected".formatted(s));
      }
      StateChecks.requireCount(
          "values of scatter " + s, PackedTriangle.size(featureCount), scatter.length);
      for (int j = 0; j < featureCount; j++) {
        StateChecks.requireNumber(
            "the diagonal of scatter " + s, scatter[PackedTriangle.index(j, j)]);
      }
    }
  }

  /// Returns this state with class `from[c]` as class c.
  public GaussianState arranged(int[] from) {
    return new GaussianState(
        rowCount,
        openRows,
        pooled,
        complete.arranged(from, pooled),
        open.arranged(from, pooled),
        Arranging.rows(waitingWeights, from),
        Arranging.rows(waitingRows, from));
  }

  @Override
  public GaussianState scaled(double factor) {
    return new GaussianState(
        rowCount,
        openRows,
        pooled,
        complete.scaled(factor),
        open.scaled(factor),
        Arranging.scaled(waitingWeights, factor),
        waitingRows);
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
    StateChecks.requireCount("classes of rows that wait", k, waitingRows.length);
    StateChecks.requireCount("classes of weights of rows that wait", k, waitingWeights.length);
    long waiting = 0;
    for (int c = 0; c < k; c++) {
      StateChecks.requireCount(
          "weights of rows that wait in class " + c,
          waitingRows[c].length,
          waitingWeights[c].length);
      waiting += waitingRows[c].length;
      for (int i = 0; i < waitingRows[c].length; i++) {
        StateChecks.requireNumber(
            "the weight of a row that waits in class " + c, waitingWeights[c][i]);
        StateChecks.requireRow("a row that waits in class " + c, waitingRows[c][i], d);
      }
    }
    StateChecks.requireOpenRows(openRows, rowCount, RANGE_ROWS);
    StateChecks.requireWaiting(waiting, pooled ? 0 : openRows);
  }
}
