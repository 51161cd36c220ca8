package org.lanewise.internal.store;

import java.util.Arrays;

/// Up to eight neighbouring columns of a block of rows as doubles, lent by a store or filled by it:
/// the scratch of one reader.
///
/// A store fills as many columns at once as suits it; the following columns are then ready when
/// they are read.
public final class NumericBlock {

  /// The most columns.
  public static final int WIDTH = 8;

  /// Rows of the blocks of [#forEach]: a multiple of 64, so that bits are packed word by word.
  private static final int ROWS = 512;

  /// The capacity of arrays is a multiple of this number of rows.
  private static final int STEP = 64;

  private static final double[][] NONE = {};

  private final double[][] columns = new double[WIDTH][];
  private NumericStore store;
  private int offset;

  /// Columns that were filled, and their rows and columns in the store.
  private double[][] filled = NONE;

  private int filledFirst;
  private int filledWidth;
  private int filledRow;
  private int filledCount;

  /// The consumer of a block.
  public interface Visitor {
    /// Takes rows `first` to `first + count − 1` of columns `column` to `column + width − 1`.
    void visit(NumericBlock block, int column, int width, int first, int count);
  }

  /// Visits every block of every column, in the order that suits the storage; the rows of a column
  /// in order.
  public static void forEach(NumericStore store, Visitor visitor) {
    new NumericBlock().visit(store, visitor);
  }

  /// Visits every block of every column through this one, like [#forEach]; a second visit of a
  /// store allocates nothing.
  public void visit(NumericStore rows, Visitor visitor) {
    begin(rows);
    int together = rows.together();
    for (int from = 0; from < rows.columnCount(); from += together) {
      int to = Math.min(from + together, rows.columnCount());
      for (int first = 0; first < rows.rowCount(); first += ROWS) {
        int count = Math.min(ROWS, rows.rowCount() - first);
        for (int column = from; column < to; column += WIDTH) {
          int width = Math.min(WIDTH, to - column);
          read(column, width, first, count);
          visitor.visit(this, column, width, first, count);
        }
      }
    }
  }

  /// Begins to read rows: values may have changed since they were last read.
  public void begin(NumericStore rows) {
    store = rows;
    filledWidth = 0;
  }

  /// Reads rows from `firstRow` on of columns `first` to `first + width − 1`.
  public void read(int first, int width, int firstRow, int count) {
    offset = store.lend(first, width, firstRow, columns);
    if (offset < 0) {
      copy(first, width, firstRow, count);
    }
  }

  /// Like [#read], but into this block's own arrays, which have room after the rows.
  public void copy(int first, int width, int firstRow, int count) {
    boolean isThere =
        firstRow == filledRow
            && count == filledCount
            && first >= filledFirst
            && first + width <= filledFirst + filledWidth;
    if (!isThere) {
      int wide = Math.min(Math.max(width, store.together()), store.columnCount() - first);
      // Marked as empty while it is filled, because access to memory may be refused.
      filledWidth = 0;
      makeRoom(wide, count);
      store.fill(first, wide, firstRow, count, filled, 0);
      filledFirst = first;
      filledWidth = wide;
      filledRow = firstRow;
      filledCount = count;
    }
    System.arraycopy(filled, first - filledFirst, columns, 0, width);
    offset = 0;
  }

  /// Makes arrays for copies of so many columns and rows from stores that keep each column
  /// separately.
  public void reserve(int width, int count) {
    makeRoom(width, count);
  }

  /// Makes arrays that are no longer than batches.
  private void makeRoom(int wide, int count) {
    int rows = Math.ceilDiv(count, STEP) * STEP;
    if (filled.length < wide || filled[0].length < rows) {
      int columnsThen = Math.max(filled.length, Math.max(wide, WIDTH));
      int rowsThen = filled.length == 0 ? rows : Math.max(rows, filled[0].length);
      filled = new double[columnsThen][rowsThen];
    }
  }

  /// The array of the l-th column, which must not be changed.
  public double[] column(int l) {
    return columns[l];
  }

  /// The arrays of the columns.
  public double[][] columns() {
    return columns;
  }

  /// The index in the arrays at which the rows begin.
  public int offset() {
    return offset;
  }

  /// Drops what was read, so that the caller's arrays are not kept.
  public void forget() {
    store = null;
    filledWidth = 0;
    Arrays.fill(columns, null);
  }

  /// The number of bytes of the arrays that it keeps.
  public long bytes() {
    return filled.length == 0 ? 0 : (long) Double.BYTES * filled.length * filled[0].length;
  }
}
