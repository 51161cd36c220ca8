package org.lanewise.internal.store;

import java.util.Arrays;

/// Up to eight neighbouring columns of a block of rows as doubles, lent by a store or filled by it:
/// the scratch of one reader.
public final class NumericBlock {

  /// The most columns.
  public static final int WIDTH = NumericStore.NEIGHBOURS;

  /// Rows of the blocks of [#forEach]: a multiple of 64, so that bits are packed word by word.
  private static final int ROWS = 512;

  private final double[][] columns = new double[WIDTH][];
  private final int mostRows;
  private double[][] copies = {};
  private int offset;

  /// @param mostRows the most rows of a block
  public NumericBlock(int mostRows) {
    this.mostRows = mostRows;
  }

  /// What is done with a block.
  public interface Visitor {
    /// Takes rows `first` to `first + count − 1` of columns `column` to `column + width − 1`.
    void visit(NumericBlock block, int column, int width, int first, int count);
  }

  /// Visits every block of every column, in the order that suits how they lie: of a column its rows
  /// in their order.
  public static void forEach(NumericStore store, Visitor visitor) {
    NumericBlock block = new NumericBlock(ROWS);
    int together = store.together();
    for (int column = 0; column < store.columnCount(); column += together) {
      int width = Math.min(together, store.columnCount() - column);
      for (int first = 0; first < store.rowCount(); first += ROWS) {
        int count = Math.min(ROWS, store.rowCount() - first);
        block.read(store, column, width, first, count);
        visitor.visit(block, column, width, first, count);
      }
    }
  }

  /// Reads rows from `firstRow` on of columns `first` to `first + width − 1`.
  public void read(NumericStore store, int first, int width, int firstRow, int count) {
    offset = store.lend(first, width, firstRow, columns);
    if (offset < 0) {
      copy(store, first, width, firstRow, count);
    }
  }

  /// As [#read], into arrays of this block's own, which have room behind the rows.
  public void copy(NumericStore store, int first, int width, int firstRow, int count) {
    if (copies.length == 0) {
      copies = new double[WIDTH][mostRows];
    }
    store.fill(first, width, firstRow, count, copies, 0);
    System.arraycopy(copies, 0, columns, 0, width);
    offset = 0;
  }

  /// The array of the l-th column, which is not to be changed.
  public double[] column(int l) {
    return columns[l];
  }

  /// The arrays of the columns.
  public double[][] columns() {
    return columns;
  }

  /// Where in the arrays the rows begin.
  public int offset() {
    return offset;
  }

  /// Lets go of arrays that were lent: the caller's are not kept.
  public void forget() {
    Arrays.fill(columns, null);
  }
}
