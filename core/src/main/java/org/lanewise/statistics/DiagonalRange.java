package org.lanewise.statistics;

import org.lanewise.internal.kernel.DiagonalKernels;

/// A range of rows gathered into a mean and a sum of squares for each class and feature.
abstract sealed class DiagonalRange extends RowRange<DiagonalMoments, DiagonalRange>
    permits ColumnChunks, RowTile {

  /// The number of rows of a range: so many that a column's part of it is read at the speed of
  /// memory. Measured: of 8 kB at a time, a quarter of that speed; ranges of 64 kB a column take an
  /// eighth longer than those of 256 kB.
  static final int ROWS = 1 << 15;

  DiagonalRange(DiagonalMoments moments) {
    super(moments);
  }

  static DiagonalRange of(int classCount, int featureCount) {
    DiagonalMoments moments = new DiagonalMoments(classCount, featureCount);
    return byColumns(classCount) ? new ColumnChunks(moments) : new RowTile(moments);
  }

  /// A bound of the relative error of a sum of squares of so many rows, in units of 2⁻⁵³.
  static double roundings(int classCount, long rowCount) {
    double inRange =
        byColumns(classCount) ? ColumnChunks.ROUNDINGS : 3.0 * Math.min(rowCount, ROWS);
    return inRange + 4.0 * Math.ceilDiv(rowCount, ROWS);
  }

  private static boolean byColumns(int classCount) {
    return classCount <= DiagonalKernels.MOST_CLASSES;
  }

  @Override
  final void clear() {
    moments.clear();
    forget();
  }

  /// Forgets the rows that wait.
  abstract void forget();

  /// The most rows of a chunk; 1 where no row waits.
  abstract int chunkRows();

  /// The rows that wait.
  abstract Waiting waiting();

  /// Rows that wait, with a class and a weight of each.
  record Waiting(int[] labels, double[] weights, double[][] rows) {}
}
