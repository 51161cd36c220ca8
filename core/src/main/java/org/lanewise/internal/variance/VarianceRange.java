package org.lanewise.internal.variance;

import org.lanewise.internal.moments.RowRange;
import org.lanewise.internal.state.VarianceState;

/// A range of rows gathered into a mean and a sum of squares for each class and feature.
public abstract sealed class VarianceRange extends RowRange<VarianceMoments, VarianceRange>
    permits ColumnChunks, RowTile {

  /// The number of rows of a range: so many that a column's part of it is read at the speed of
  /// memory. Measured: of 8 kB at a time, a quarter of that speed; ranges of 64 kB a column take an
  /// eighth longer than those of 256 kB.
  public static final int ROWS = 1 << 15;

  private static final VarianceState.Schedule CHUNKS =
      new VarianceState.Schedule(ROWS, ColumnChunks.ROWS_PER_CHUNK);

  /// As earlier versions gathered more than 8 classes.
  private static final VarianceState.Schedule ROW_BY_ROW = new VarianceState.Schedule(ROWS, 1);

  VarianceRange(VarianceMoments moments) {
    super(moments);
  }

  public static VarianceRange of(int classCount, int featureCount) {
    return of(classCount, featureCount, CHUNKS);
  }

  /// An empty range in given sizes, which it can run.
  public static VarianceRange of(
      int classCount, int featureCount, VarianceState.Schedule schedule) {
    VarianceMoments moments = new VarianceMoments(classCount, featureCount);
    return schedule.chunkRows() == 1 ? new RowTile(moments) : new ColumnChunks(moments);
  }

  /// Whether rows can be gathered in these sizes.
  public static boolean runs(VarianceState.Schedule schedule) {
    return schedule.equals(CHUNKS) || schedule.equals(ROW_BY_ROW);
  }

  @Override
  public final VarianceRange fresh() {
    return of(moments.classCount, moments.featureCount, schedule());
  }

  @Override
  public final int rangeRows() {
    return ROWS;
  }

  @Override
  public final boolean isCurrent() {
    return schedule().equals(CHUNKS);
  }

  @Override
  public final Merger<VarianceRange> merger(VarianceMoments left, int parts) {
    return Merger.whole(range -> left.merge(range.moments));
  }

  /// In what sizes rows are gathered here.
  public abstract VarianceState.Schedule schedule();

  /// The rows that wait.
  public abstract Waiting waiting();

  /// Takes up rows that waited.
  public abstract void restore(VarianceState state);

  /// Rows that wait, with a class and a weight of each.
  public record Waiting(int[] labels, double[] weights, double[][] rows) {}
}
