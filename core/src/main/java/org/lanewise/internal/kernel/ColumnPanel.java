package org.lanewise.internal.kernel;

/// Up to eight neighbouring columns of a block of rows, read where they lie: the unit in which
/// blocks are scored.
///
/// Panels go over the features in order and keep to the quarters of [ScoreKernels#quarter(int)]: a
/// panel holds 8 features of a quarter while it has as many, else 4. The last one may reach beyond
/// the features, up to a multiple of 4; its columns there are any finite ones, with weights 0.
///
/// Columns are read in lockstep, eight at a time, since memory gives half of its speed where one is
/// left after 2 kB for the next.
public final class ColumnPanel {

  /// The most columns of a panel.
  public static final int MAX = 8;

  /// The least columns of a panel.
  public static final int MIN = 4;

  /// The columns; the first [#width()] of them count.
  public final double[][] columns = new double[MAX][];

  /// Where the rows begin in each column, and how many there are: a multiple of
  /// [ScoreKernels#ROW_STEP].
  public int offset;

  public int rows;

  private int first;
  private int width;
  private boolean opens;
  private boolean closes;

  /// Goes back to before the first panel.
  public void reset() {
    first = 0;
    width = 0;
  }

  /// Goes on to the next panel of d features, whose columns are then to be set.
  ///
  /// @return whether there is one
  public boolean next(int d) {
    first += width;
    if (first >= d) {
      return false;
    }
    int quarter = ScoreKernels.quarter(d);
    int end = Math.min(first - first % quarter + quarter, d);
    width = end - first >= MAX ? MAX : MIN;
    opens = first % quarter == 0;
    closes = first + width >= end;
    return true;
  }

  /// The feature of the first column.
  public int first() {
    return first;
  }

  /// The number of columns, 4 or 8.
  public int width() {
    return width;
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
