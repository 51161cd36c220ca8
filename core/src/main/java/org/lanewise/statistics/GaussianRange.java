package org.lanewise.statistics;

import org.lanewise.internal.state.GaussianState;

/// A range of rows dealt out to tiles.
abstract sealed class GaussianRange extends RowRange<ClassMoments, GaussianRange>
    permits ClassTiles, PooledTile {

  static final int WIDTH = TileDealer.WIDTH;

  /// Rows of a chunk: what is dealt out to tiles at once.
  final int chunk;

  /// The class of each row of the chunk.
  final int[] labels;

  final TileDealer dealer;

  GaussianRange(ClassMoments moments, int chunk) {
    super(moments);
    this.chunk = chunk;
    labels = new int[chunk];
    dealer = new TileDealer(moments.featureCount, chunk);
  }

  static GaussianRange of(int classCount, int featureCount, boolean pooled) {
    ClassMoments moments = new ClassMoments(classCount, featureCount, pooled);
    return pooled ? new PooledTile(moments) : new ClassTiles(moments);
  }

  /// The number of rows of a range of this shape: so many that merging it, work of k·d², is little
  /// beside gathering it, work of n·d².
  static int rowCount(int classCount) {
    return 8192 * Math.max(1, (classCount + 7) / 8);
  }

  /// The sizes in which this range gathers rows, when it has `rangeRows` rows.
  abstract GaussianState.Schedule schedule(int rangeRows);

  /// Makes this empty range what the open range of a state was. If that was of another schedule,
  /// what waits may be taken in already.
  ///
  /// @throws IllegalArgumentException if it is of the same schedule and more rows wait than can
  abstract void set(GaussianState state);

  /// For each class, the weights of the rows that wait.
  abstract double[][] waitingWeights();

  /// For each class, the rows that wait.
  abstract double[][][] waitingRows();
}
