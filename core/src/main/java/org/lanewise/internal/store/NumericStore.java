package org.lanewise.internal.store;

/// Numbers of n rows and d columns, whatever they are stored as.
///
/// A block of rows of neighbouring columns is read as arrays of doubles, one for each column: lent
/// where values lie so, else filled into the reader's arrays and widened on the way.
///
/// Values that were not seen are NaN; a [MaskedStore] fills it in where a bitmap says so, and lends
/// nothing.
public sealed interface NumericStore
    permits DoubleStore, FloatStore, RowStore, SegmentStore, MaskedStore, DerivedStore {

  /// The columns that are best read together where a row's values are neighbours in memory: enough
  /// of a row to make its copy cheap, and few enough for a block of them to stay in the cache.
  int NEIGHBOURS = 64;

  /// The number of rows n.
  int rowCount();

  /// The number of columns d.
  int columnCount();

  /// How many neighbouring columns are best read together before the next rows: 1 where each column
  /// lies for itself, which memory gives fastest in long runs of one, or [#NEIGHBOURS].
  default int together() {
    return 1;
  }

  /// The value of a column in a row.
  double value(int row, int column);

  /// Copies a row into `out[0 … d−1]`.
  default void row(int row, double[] out) {
    for (int column = 0; column < columnCount(); column++) {
      out[column] = value(row, column);
    }
  }

  /// Copies a row into `out[at … at+d−1]`, if values are floats.
  ///
  /// @return whether they are; if not nothing was done
  default boolean floatRow(int row, float[] out, int at) {
    return false;
  }

  /// Lends columns `first` to `first + width − 1`: sets `columns[0 … width−1]` to arrays of this
  /// store, which are not to be changed.
  ///
  /// @return where in each of them row `firstRow` is and the next ones follow, or −1 where values
  ///   do not lie as doubles, one behind the other
  default int lend(int first, int width, int firstRow, double[][] columns) {
    return -1;
  }

  /// Copies `count` rows from `firstRow` on, widened, into `out[0 … width−1]` for columns `first`
  /// to `first + width − 1`, beginning at `offset` of each.
  void fill(int first, int width, int firstRow, int count, double[][] out, int offset);
}
