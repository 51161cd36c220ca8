package org.lanewise.internal.kernel;

/// Four neighbouring columns of a block of rows, read where they lie: the unit in which blocks are
/// scored.
///
/// Panels go over the features in order and keep to the quarters of [ScoreKernels#quarter(int)].
/// The last one may reach beyond the features; its columns there are any finite ones, with weights
/// 0.
///
/// Columns are read in lockstep, since memory gives half of its speed where one is left after 2 kB
/// for the next.
public final class ColumnPanel {

  /// The number of columns.
  public static final int WIDTH = 4;

  /// The columns.
  public final double[][] columns = new double[WIDTH][];

  /// Where the rows begin in each column, and how many there are: a multiple of
  /// [ScoreKernels#ROW_STEP].
  public int offset;

  public int rows;

  private int first = -WIDTH;
  private boolean opens;
  private boolean closes;

  /// Goes back to before the first panel.
  public void reset() {
    first = -WIDTH;
  }

  /// Goes on to the next panel of d features, whose columns are then to be set.
  ///
  /// @return whether there is one
  public boolean next(int d) {
    first += WIDTH;
    if (first >= d) {
      return false;
    }
    int quarter = ScoreKernels.quarter(d);
    int end = Math.min(first - first % quarter + quarter, d);
    opens = first % quarter == 0;
    closes = first + WIDTH >= end;
    return true;
  }

  /// The feature of the first column.
  public int first() {
    return first;
  }

  /// Whether a quarter begins here.
  public boolean opens() {
    return opens;
  }

  /// Whether a quarter ends here.
  public boolean closes() {
    return closes;
  }
}
