package org.lanewise.internal.gather;

import org.lanewise.internal.gather.state.GaussianState;

/// A range whose rows are copied into tiles.
public abstract sealed class ScatterRange extends RowRange<ScatterMoments, ScatterRange>
    permits ClassTiles, PooledTile {

  static final int WIDTH = TileDealer.WIDTH;

  ScatterRange(ScatterMoments moments) {
    super(moments);
  }

  /// An empty range.
  public static ScatterRange of(int classCount, int featureCount, boolean pooled) {
    ScatterMoments moments = new ScatterMoments(classCount, featureCount, pooled);
    return pooled ? new PooledTile(moments) : new ClassTiles(moments);
  }

  @Override
  public final ScatterRange fresh() {
    return of(moments.classCount, moments.featureCount, moments.pooled);
  }

  @Override
  public final int rangeRows() {
    return GaussianState.RANGE_ROWS;
  }

  @Override
  public final double roundings(long rowCount) {
    return Math.min(rowCount, rangeRows()) + Math.ceilDiv(rowCount, rangeRows());
  }

  /// Sets this empty range to the open range of a state.
  ///
  /// @throws IllegalArgumentException if more rows wait than possible
  public abstract void set(GaussianState state);

  /// For each class, the weights of the rows that wait.
  public abstract double[][] waitingWeights();

  /// For each class, the rows that wait.
  public abstract double[][][] waitingRows();
}
