package org.lanewise.internal.scatter;

import org.lanewise.internal.moments.RowRange;
import org.lanewise.internal.moments.TileDealer;
import org.lanewise.internal.state.GaussianState;

/// A range of rows dealt out to tiles.
public abstract sealed class ScatterRange extends RowRange<ScatterMoments, ScatterRange>
    permits ClassTiles, PooledTile {

  static final int WIDTH = TileDealer.WIDTH;

  /// The rows of a range: so many that merging it, work of d² for each class, is little beside
  /// gathering it, work of n·d². It is the same for any number of classes: their number may grow.
  public static final int ROWS = 8192;

  private static final GaussianState.Schedule TILES = new GaussianState.Schedule(ROWS, 256, 128);
  private static final GaussianState.Schedule POOLED = new GaussianState.Schedule(ROWS, 1, 1);

  public final GaussianState.Schedule schedule;

  ScatterRange(ScatterMoments moments, GaussianState.Schedule schedule) {
    super(moments);
    this.schedule = schedule;
  }

  public static ScatterRange of(int classCount, int featureCount, boolean pooled) {
    return of(classCount, featureCount, pooled, pooled ? POOLED : TILES);
  }

  /// An empty range in given sizes, which it can run.
  public static ScatterRange of(
      int classCount, int featureCount, boolean pooled, GaussianState.Schedule schedule) {
    ScatterMoments moments = new ScatterMoments(classCount, featureCount, pooled);
    return pooled ? new PooledTile(moments, schedule) : new ClassTiles(moments, schedule);
  }

  /// Whether rows can be gathered in these sizes: those of today, and those that depended on the
  /// number of classes: a multiple of 8,192 rows, and tiles and chunks halved up to three times.
  public static boolean runs(GaussianState.Schedule schedule, boolean pooled) {
    GaussianState.Schedule today = pooled ? POOLED : TILES;
    boolean tiles = false;
    for (int shrink = 0; shrink <= (pooled ? 0 : 3); shrink++) {
      tiles |=
          schedule.chunkRows() == today.chunkRows() >> shrink
              && schedule.ripeRows() == today.ripeRows() >> shrink;
    }
    return tiles && schedule.rangeRows() > 0 && schedule.rangeRows() % ROWS == 0;
  }

  @Override
  public final ScatterRange fresh() {
    return of(moments.classCount, moments.featureCount, moments.pooled, schedule);
  }

  @Override
  public final int rangeRows() {
    return schedule.rangeRows();
  }

  @Override
  public final boolean isCurrent() {
    return schedule.equals(moments.pooled ? POOLED : TILES);
  }

  @Override
  public final double roundings(long rowCount) {
    return Math.min(rowCount, rangeRows()) + Math.ceilDiv(rowCount, rangeRows());
  }

  /// Makes this empty range what the open range of a state was. If that was of another schedule,
  /// what waits may be taken in already.
  ///
  /// @throws IllegalArgumentException if it is of the same schedule and more rows wait than can
  public abstract void set(GaussianState state);

  /// For each class, the weights of the rows that wait.
  public abstract double[][] waitingWeights();

  /// For each class, the rows that wait.
  public abstract double[][][] waitingRows();
}
