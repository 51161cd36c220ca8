package org.lanewise.statistics;

import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;

/// The moments of one range of rows. What a range gives depends on its rows only, not on how they
/// came in batches.
///
/// @param <M> the moments
/// @param <R> the kind of range itself
abstract class RowRange<M extends Moments<M>, R extends RowRange<M, R>> {

  /// Of the rows taken in.
  final M moments;

  RowRange(M moments) {
    this.moments = moments;
  }

  /// Adds rows `from` to `to` − 1.
  ///
  /// @param weights one for each row of `rows`, or null where all are 1
  /// @throws NonFiniteException if one of them holds NaN or an infinity; this range is then of no
  ///   use
  abstract void add(NumericColumns rows, Labels labels, double[] weights, int from, int to);

  /// Takes in the rows that wait; for a range that is at its end.
  abstract void finish();

  abstract R copy();

  abstract void clear();
}
