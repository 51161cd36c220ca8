package org.lanewise.statistics;

import org.lanewise.internal.state.DiagonalState;

/// A range of rows gathered into a mean and a sum of squares for each class and feature.
abstract sealed class DiagonalRange extends RowRange<DiagonalMoments, DiagonalRange>
    permits ColumnChunks, RowTile {

  /// The number of rows of a range: so many that a column's part of it is read at the speed of
  /// memory. Measured: of 8 kB at a time, a quarter of that speed; ranges of 64 kB a column take an
  /// eighth longer than those of 256 kB.
  static final int ROWS = 1 << 15;

  private static final DiagonalState.Schedule CHUNKS =
      new DiagonalState.Schedule(ROWS, ColumnChunks.ROWS_PER_CHUNK);

  /// As earlier versions gathered more than 8 classes.
  private static final DiagonalState.Schedule ROW_BY_ROW = new DiagonalState.Schedule(ROWS, 1);

  DiagonalRange(DiagonalMoments moments) {
    super(moments);
  }

  static DiagonalRange of(int classCount, int featureCount) {
    return of(classCount, featureCount, CHUNKS);
  }

  /// An empty range in given sizes, which it can run.
  static DiagonalRange of(int classCount, int featureCount, DiagonalState.Schedule schedule) {
    DiagonalMoments moments = new DiagonalMoments(classCount, featureCount);
    return schedule.equals(ROW_BY_ROW) ? new RowTile(moments) : new ColumnChunks(moments);
  }

  /// Whether rows can be gathered in these sizes.
  static boolean runs(DiagonalState.Schedule schedule) {
    return schedule.equals(CHUNKS) || schedule.equals(ROW_BY_ROW);
  }

  @Override
  final DiagonalRange fresh() {
    return of(moments.classCount, moments.featureCount, schedule());
  }

  @Override
  final int rangeRows() {
    return ROWS;
  }

  @Override
  final boolean isCurrent() {
    return schedule().equals(CHUNKS);
  }

  @Override
  final Merger<DiagonalRange> merger(DiagonalMoments left, int parts) {
    return Merger.whole(range -> left.merge(range.moments));
  }

  /// In what sizes rows are gathered here.
  abstract DiagonalState.Schedule schedule();

  /// The rows that wait.
  abstract Waiting waiting();

  /// Takes up rows that waited.
  abstract void restore(DiagonalState state);

  /// Rows that wait, with a class and a weight of each.
  record Waiting(int[] labels, double[] weights, double[][] rows) {}
}
