package org.lanewise.score;

import org.lanewise.data.BitColumns;
import org.lanewise.internal.kernel.Kernels;

/// Scores binary rows, T(x) = x. One row is packed as [BitColumns] says.
public final class BitScorer extends DiscreteScorer<long[], BitColumns> {

  /// A scorer of the given form.
  public BitScorer(AffineForm form) {
    super(form);
  }

  @Override
  void scoreRow(long[] row, Workspace w) {
    if (row.length != BitColumns.rowWords(featureCount())) {
      throw new IllegalArgumentException(
          "the row has %d words; %d are expected for %d features"
              .formatted(row.length, BitColumns.rowWords(featureCount()), featureCount()));
    }
    int stride = form.classStride();
    Kernels.BITS.scoreRow(
        row, 0, featureCount(), form.weights(), form.intercepts(), stride, w.scores, 0);
    if (w.impossible != null) {
      Kernels.BITS.scoreRow(
          row,
          0,
          featureCount(),
          form.impossibleWeights(),
          form.impossibleIntercepts(),
          stride,
          w.impossible,
          0);
    }
  }

  @Override
  void scoreBlock(BitColumns rows, int first, int count, Workspace w) {
    if (w.tile.length == 0) {
      w.tile = new long[featureCount()];
    }
    rows.copyWord(first / BLOCK, w.tile);
    int k = classCount();
    int stride = form.classStride();
    Kernels.BITS.scoreTile(
        w.tile, featureCount(), form.weights(), form.intercepts(), stride, k, w.scores);
    if (w.impossible != null) {
      Kernels.BITS.scoreTile(
          w.tile,
          featureCount(),
          form.impossibleWeights(),
          form.impossibleIntercepts(),
          stride,
          k,
          w.impossible);
    }
  }

  @Override
  int rowStep() {
    return 1;
  }

  @Override
  int classStep() {
    return BLOCK;
  }
}
