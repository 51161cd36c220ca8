package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.PackedTriangle;

/// A range of rows dealt out to tiles.
abstract sealed class GaussianRange extends RowRange<ClassMoments, GaussianRange>
    permits ClassTiles, PooledTile {

  static final int WIDTH = PackedTriangle.WIDTH;

  /// Rows of a chunk: what is dealt out to tiles at once.
  final int chunk;

  /// The class of each row of the chunk, and where in the tiles it goes.
  final int[] labels;

  final int[] targets;

  /// Eight columns of the chunk.
  private final double[] columns;

  GaussianRange(ClassMoments moments, int chunk) {
    super(moments);
    this.chunk = chunk;
    labels = new int[chunk];
    targets = new int[chunk];
    columns = new double[WIDTH * chunk];
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

  /// Deals `count` rows out to where `targets` says.
  final void deal(NumericColumns rows, int firstRow, int count, double[] tiles, int panelStride) {
    for (int p = 0; p < moments.panels; p++) {
      int used = Math.min(WIDTH, moments.featureCount - p * WIDTH);
      for (int l = 0; l < used; l++) {
        if (!rows.shift(p * WIDTH + l, firstRow, count, 0, columns, l * chunk)) {
          throw NonFiniteException.find(columns, l * chunk, count, firstRow, p * WIDTH + l);
        }
      }
      if (used < WIDTH) {
        Arrays.fill(columns, used * chunk, WIDTH * chunk, 0);
      }
      Kernels.GAUSSIAN.deal(columns, chunk, count, targets, tiles, p * panelStride);
    }
  }
}
