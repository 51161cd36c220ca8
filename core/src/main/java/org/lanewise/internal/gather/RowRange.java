package org.lanewise.internal.gather;

import java.util.function.Consumer;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;

/// One range of rows. Its moments depend only on its rows, not on the cut into batches, and those
/// of a class do not depend on other classes.
///
/// A small batch is added in two steps. [#stage] reads it and [#reserve] allocates all arrays for
/// it; both may fail and leave the moments as they are. [#take] then adds it and cannot fail.
///
/// @param <M> the moments
/// @param <R> the kind of range itself
public abstract class RowRange<M extends Moments<M>, R extends RowRange<M, R>> {

  /// The moments of the rows that do not wait.
  public final M moments;

  protected RowRange(M moments) {
    this.moments = moments;
  }

  /// Merges ranges into moments, in parts that may run at the same time. Each part must merge the
  /// ranges in their order.
  public interface Merger<R> {

    /// The number of parts.
    int parts();

    /// Merges one part of a range that is finished.
    void merge(R range, int part);

    /// Returns a merger with one part.
    public static <R> Merger<R> whole(Consumer<R> merging) {
      return new Merger<>() {
        @Override
        public int parts() {
          return 1;
        }

        @Override
        public void merge(R range, int part) {
          merging.accept(range);
        }
      };
    }
  }

  /// An empty range.
  public abstract R fresh();

  /// The number of rows of a range.
  public abstract int rangeRows();

  /// A bound of the relative error of a sum of squares of this many rows, in units of 2⁻⁵³.
  public abstract double roundings(long rowCount);

  /// Adds rows `from` to `to` − 1; there must be room for their classes.
  ///
  /// @param weights one for each row of `rows`, or null where all are 1
  /// @throws NonFiniteException if one of them holds NaN or an infinity; this range must then not
  ///   be used any more
  public abstract void add(NumericColumns rows, Labels labels, double[] weights, int from, int to);

  /// Reads a small batch without adding it.
  ///
  /// @throws NonFiniteException if a value is NaN or infinite; nothing is staged then
  public abstract void stage(NumericColumns rows, Labels labels, double[] weights);

  /// Allocates all arrays that [#take] needs for the staged rows.
  ///
  /// @param left the moments into which this range will be merged before all of them are added;
  ///   null if it will not be merged
  public abstract void reserve(M left);

  /// Adds the staged rows `from` to `to` − 1, which follow those added before.
  public abstract void take(int from, int to);

  /// Makes room for classes; no result changes.
  public abstract void reserveClasses(int classes);

  /// Ends the range: adds the rows that wait, unless merging does.
  public abstract void finish();

  /// Returns a merger of ranges of this kind into moments.
  ///
  /// @param parts the largest number of parts that is useful
  public abstract Merger<R> merger(M left, int parts);

  /// Merges this range as if it ended here, without changing it.
  public abstract void settleInto(M left);

  /// A copy with room for more classes.
  ///
  /// @param room at least the number of classes
  public abstract R copy(int room);

  /// Discards all rows except staged ones.
  public abstract void clear();

  /// The sum of the weights of all rows, including those that wait.
  public abstract double totalWeight();
}
