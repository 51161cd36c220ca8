package org.lanewise.internal.store;

/// Numbers of n rows and d columns, in any storage.
///
/// A block of rows of neighbouring columns is read as arrays of doubles, one for each column: lent
/// if the store has such arrays, otherwise filled into the reader's arrays and widened.
///
/// Missing values are NaN; a [MaskedStore] writes NaN where a bitmap says so, and lends nothing.
public sealed interface NumericStore
    permits DoubleStore, FloatStore, RowStore, SegmentStore, MaskedStore, DerivedStore {

  /// The number of columns that are best read together if the values of a row are neighbours in
  /// memory: enough to make the copy of a row cheap, and few enough for a block of them to stay in
  /// the cache.
  int NEIGHBOURS = 64;

  /// The number of rows n.
  int rowCount();

  /// The number of columns d.
  int columnCount();

  /// How many neighbouring columns are best read together before the next rows: 1 if columns are
  /// stored separately, which memory delivers fastest in long runs of one, else [#NEIGHBOURS].
  default int together() {
    return rowsLieTogether() ? NEIGHBOURS : 1;
  }

  /// Whether the values of a row are neighbours in memory, so that [#rows] is fast.
  default boolean rowsLieTogether() {
    return false;
  }

  /// The value of a column in a row.
  double value(int row, int column);

  /// Copies rows `first` to `first + count − 1`, one after the other, into `out[0 … count·d−1]`.
  default void rows(int first, int count, double[] out) {
    int at = 0;
    for (int row = first; row < first + count; row++) {
      for (int column = 0; column < columnCount(); column++, at++) {
        out[at] = value(row, column);
      }
    }
  }

  /// Lends all values, row after row, if they are an array of floats; it must not be changed.
  ///
  /// @return the value of row i and column j at `i·d + j`; or null
  default float[] lendRows() {
    return null;
  }

  /// As [#lendRows] if they are an array of doubles.
  default double[] lendDoubles() {
    return null;
  }

  /// Lends columns `first` to `first + width − 1`: sets `columns[0 … width−1]` to arrays of this
  /// store, which must not be changed.
  ///
  /// @return the index of row `firstRow` in each of them, where the next rows follow, or −1 if
  ///   values are not stored as consecutive doubles
  default int lend(int first, int width, int firstRow, double[][] columns) {
    return -1;
  }

  /// Copies `count` rows from `firstRow` on, widened, into `out[0 … width−1]` for columns `first`
  /// to `first + width − 1`, beginning at `offset` of each.
  void fill(int first, int width, int firstRow, int count, double[][] out, int offset);
}
