package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.handover.HandOver;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.scalar.ScalarDiscreteKernels;

/// [DiscreteKernels] of both tiers.
public final class AutoDiscreteKernels implements DiscreteKernels {

  private static final DiscreteKernels SCALAR = new ScalarDiscreteKernels();

  private static final HandOver SCORE_ROW = HandOver.ofRows("discrete.scoreRow");
  private static final HandOver SCORE_SPARSE = HandOver.ofRows("discrete.scoreSparse");
  private static final HandOver SCORE_TILE = HandOver.of("discrete.scoreTile");
  private static final HandOver SCORE_ROWS = HandOver.of("discrete.scoreRows");
  private static final HandOver SCORE_PLACES = HandOver.ofRows("discrete.scorePlaces");
  private static final HandOver SCORE_TILE_OF_PLACES = HandOver.of("discrete.scoreTileOfPlaces");

  @Override
  public void scoreRow(
      long[] row,
      int from,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out,
      int at) {
    int size = d * k / 2;
    if (SCORE_ROW.inVectors(size)) {
      VectorTier.KERNELS.discrete().scoreRow(row, from, d, weight, intercept, k, out, at);
      return;
    }
    SCORE_ROW.row(size, d, k);
    SCALAR.scoreRow(row, from, d, weight, intercept, k, out, at);
  }

  @Override
  public void scoreSparse(
      int[] indices,
      double[] values,
      int from,
      int to,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out,
      int at) {
    int size = (to - from) * k;
    if (SCORE_SPARSE.inVectors(size)) {
      VectorTier.KERNELS
          .discrete()
          .scoreSparse(indices, values, from, to, d, weight, intercept, k, out, at);
      return;
    }
    SCORE_SPARSE.row(size, to - from, k);
    SCALAR.scoreSparse(indices, values, from, to, d, weight, intercept, k, out, at);
  }

  @Override
  public void scoreRows(
      long[] row,
      int rowWords,
      int rows,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out) {
    if (!SCORE_TILE.isOver()) {
      SCORE_TILE.block(tileSize(d, k), d, k, 0);
    }
    int size = HandOver.size((long) rows * d * k / 4);
    if (SCORE_ROWS.inVectors(size)) {
      VectorTier.KERNELS.discrete().scoreRows(row, rowWords, rows, d, weight, intercept, k, out);
      return;
    }
    SCORE_ROWS.block(size, rows, d, k);
    SCALAR.scoreRows(row, rowWords, rows, d, weight, intercept, k, out);
  }

  @Override
  public boolean tilesAreFast() {
    return SCORE_TILE.isOver();
  }

  @Override
  public void scoreTile(
      long[] block,
      int stride,
      int word,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out) {
    int size = tileSize(d, k);
    if (SCORE_TILE.inVectors(size)) {
      VectorTier.KERNELS.discrete().scoreTile(block, stride, word, d, weight, intercept, k, out);
      return;
    }
    SCORE_TILE.block(size, d, k, 0);
    SCALAR.scoreTile(block, stride, word, d, weight, intercept, k, out);
  }

  private static int tileSize(int d, int k) {
    return HandOver.size((long) TILE * d * k / 2);
  }

  @Override
  public void scorePlaces(
      int[] place, int d, double[] weight, double[] intercept, int k, double[] out) {
    int size = d * k;
    if (SCORE_PLACES.inVectors(size)) {
      VectorTier.KERNELS.discrete().scorePlaces(place, d, weight, intercept, k, out);
      return;
    }
    SCORE_PLACES.row(size, d, k);
    SCALAR.scorePlaces(place, d, weight, intercept, k, out);
  }

  @Override
  public void scoreTileOfPlaces(
      int[] place, int rows, int d, double[] weight, double[] intercept, int k, double[] out) {
    int size = HandOver.size((long) rows * d * k / 2);
    if (SCORE_TILE_OF_PLACES.inVectors(size)) {
      VectorTier.KERNELS.discrete().scoreTileOfPlaces(place, rows, d, weight, intercept, k, out);
      return;
    }
    SCORE_TILE_OF_PLACES.block(size, rows, d, k);
    SCALAR.scoreTileOfPlaces(place, rows, d, weight, intercept, k, out);
  }
}
