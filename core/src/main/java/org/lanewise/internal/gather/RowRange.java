package org.lanewise.internal.gather;

import java.util.function.Consumer;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;

/// One range of rows. What a range gives depends on its rows only, not on how they came in batches,
/// and what it gives of a class not on the other classes.
///
/// A small batch comes in two steps: [#stage] reads it and [#reserve] makes all arrays that it will
/// take, so that they may fail, while nothing that counts has changed; [#take] then cannot.
///
/// @param <M> the moments
/// @param <R> the kind of range itself
public abstract class RowRange<M extends Moments<M>, R extends RowRange<M, R>> {

  /// Of the rows taken in.
  public final M moments;

  protected RowRange(M moments) {
    this.moments = moments;
  }

  /// Merges ranges into moments, in parts that may run at the same time: each has to see the ranges
  /// in their order.
  public interface Merger<R> {

    /// How many parts there are.
    int parts();

    /// Merges one part of a range that is finished.
    void merge(R range, int part);

    /// One that has one part.
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

  /// A bound of the relative error of a sum of squares of so many rows, in units of 2⁻⁵³.
  public abstract double roundings(long rowCount);

  /// Adds rows `from` to `to` − 1, of classes that there is room for.
  ///
  /// @param weights one for each row of `rows`, or null where all are 1
  /// @throws NonFiniteException if one of them holds NaN or an infinity; this range is then of no
  ///   use
  public abstract void add(NumericColumns rows, Labels labels, double[] weights, int from, int to);

  /// Reads a small batch, which is not part of this range before it is taken in.
  ///
  /// @throws NonFiniteException if a value is NaN or infinite; it is as if it had not been called
  public abstract void stage(NumericColumns rows, Labels labels, double[] weights);

  /// Makes all arrays that taking in the staged rows needs.
  ///
  /// @param left what this range will be merged into before all of them are taken in; null if it
  ///   will not
  public abstract void reserve(M left);

  /// Takes in the staged rows `from` to `to` − 1, the next ones.
  public abstract void take(int from, int to);

  /// Makes room for classes; changes nothing that is seen.
  public abstract void reserveClasses(int classes);

  /// Takes in the rows that wait, as far as merging does not do it; for a range that is at its end.
  public abstract void finish();

  /// Merges ranges such as this one into moments.
  ///
  /// @param parts into how many parts work is worth cutting, at most
  public abstract Merger<R> merger(M left, int parts);

  /// Merges this range as if it ended here, and leaves it as it is.
  public abstract void settleInto(M left);

  /// A copy with room for more classes.
  ///
  /// @param room at least the number of classes
  public abstract R copy(int room);

  /// Forgets all rows but those that are staged.
  public abstract void clear();

  /// The weights of all rows, those that wait included.
  public abstract double totalWeight();
}
