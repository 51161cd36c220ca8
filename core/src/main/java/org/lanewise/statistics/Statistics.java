package org.lanewise.statistics;

import java.util.Objects;
import java.util.stream.IntStream;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.internal.gather.state.StatisticsBridge;
import org.lanewise.internal.gather.state.StatisticsState;

/// Sufficient statistics of training rows, gathered batch by batch, to which models are fitted.
///
/// **Classes and features are matched by name.** Statistics adopt the classes of the first labels.
/// If these are open ([Classes#areOpen()]), they also accept new classes later. In a merge or
/// subtraction, a class that one side lacks counts as a class without rows. Models have their
/// classes in the order of [Classes]. Named and unnamed classes never mix. Feature names are
/// compared if both sides have them; merged or subtracted statistics may have them in a different
/// order.
public abstract sealed class Statistics
    permits RangedStatistics, CountedStatistics, MixedStatistics, TransformedStatistics {

  static {
    StatisticsBridge.set(new States());
  }

  /// How many times as much memory as its rows statistics of a part may take.
  private static final long MAX_OF_ROWS = 4;

  /// The squares of numbers with this weight do not underflow.
  private static final double LEAST_WEIGHT = 1e-150;

  private Features features;
  private Classes classes;
  private Workers workers = Workers.CALLER;

  Statistics(Features features, Classes classes) {
    this.features = Objects.requireNonNull(features, "features");
    this.classes = Objects.requireNonNull(classes, "classes");
  }

  /// The number of features d.
  public final int featureCount() {
    return features.count();
  }

  /// The number of classes k known so far.
  public final int classCount() {
    return classes.count();
  }

  /// The features.
  public final Features features() {
    return features;
  }

  /// The classes known so far, in the order they would have in a model fitted now.
  public final Classes classes() {
    return classes;
  }

  /// The number of rows added, including those with weight 0.
  public abstract long rowCount();

  /// The sum of weights n_c of the rows of a class; a row without a weight counts 1.
  ///
  /// @throws IndexOutOfBoundsException if there is no such class
  public abstract double classWeight(int label);

  /// Adds a batch of rows with the weights of their labels. A row of weight 0 counts as absent. If
  /// this throws, nothing is added.
  ///
  /// | statistics | accept |
  /// | --- | --- |
  /// | [GaussianStatistics], [VarianceStatistics], [TransformedStatistics] | [NumericColumns] of finite numbers; [VarianceStatistics#withMissing] allows NaN |
  /// | [BernoulliStatistics] | [BitColumns]; [SparseRows] of 0 and 1, whose later batches may have new words; [CategoryColumns] of 0, 1 and missing values |
  /// | [CategoryStatistics] | [CategoryColumns], whose categories are matched by name, or by code if they have no names; an open dictionary accepts new categories |
  /// | [CountStatistics] | [NumericColumns], or [SparseRows], whose later batches may have new words; counts are from 0 to [CountStatistics#MAX] |
  /// | [MixedStatistics] | [MixedColumns] with the same blocks |
  ///
  /// @return this
  /// @throws IllegalArgumentException if the rows are of another layout, if the numbers of rows or
  ///   features do not match, if the classes or the names of features conflict with those known, if
  ///   a value is invalid, or if whole counts sum to more than 2^63 − 1
  /// @throws java.util.concurrent.CancellationException if the calling thread is interrupted while
  ///   workers add
  public final Statistics add(RowBatch rows, Labels labels) {
    prepare(rows, labels).take();
    return this;
  }

  /// Rows that are ready to be added to statistics; see [Statistics#part].
  public static final class Part {

    private final long firstRow;
    private final RowBatch rows;
    private final Labels labels;
    private final Statistics gathered;

    private Part(long firstRow, RowBatch rows, Labels labels, Statistics gathered) {
      this.firstRow = firstRow;
      this.rows = rows;
      this.labels = labels;
      this.gathered = gathered;
    }

    /// Whether this holds statistics of the rows, and not the rows themselves.
    public boolean isGathered() {
      return gathered != null;
    }
  }

  /// The number of rows of a part that is gathered before it is added; 0 if each part keeps its
  /// rows.
  public int partRows() {
    return 0;
  }

  /// About how many numbers a gathered part holds if its rows are of so many classes.
  public long partValues(int classes) {
    return 0;
  }

  /// Makes rows ready to be added in their turn, so that several threads can read and gather the
  /// parts of a large file. These statistics do not change, and other threads may call this while
  /// one adds parts.
  ///
  /// The part is gathered now if it begins at a multiple of [#partRows()], has as many rows, and
  /// its statistics take at most a few times the memory of its rows. Otherwise the part keeps its
  /// rows, which the caller must not change before it is added.
  ///
  /// @param firstRow the number of rows that these statistics will hold when the part is added; −1
  ///   if this is unknown: the part then keeps its rows
  /// @throws IllegalArgumentException as [#add(RowBatch, Labels)], if the part is gathered now
  public final Part part(long firstRow, RowBatch rows, Labels labels) {
    int range = partRows();
    boolean whole =
        range > 0
            && firstRow >= 0
            && firstRow % range == 0
            && rows.rowCount() == range
            && partValues(labels.classCount()) <= MAX_OF_ROWS * range * (featureCount() + 1L);
    return whole
        ? new Part(firstRow, null, null, newRange().add(rows, labels))
        : new Part(firstRow, rows, labels, null);
  }

  /// Adds a part of these statistics ([#part]), bit-identical to adding its rows. If this throws,
  /// nothing is added.
  ///
  /// @return this
  /// @throws IllegalArgumentException as [#add(RowBatch, Labels)], or if the part was gathered to
  ///   follow a different number of rows, or other rows than those of batches and parts
  public final Statistics add(Part part) {
    if (!part.isGathered()) {
      return add(part.rows, part.labels);
    }
    if (part.firstRow != rowCount() || !endsRange()) {
      throw new IllegalArgumentException(
          "the part was gathered to follow %d rows; these statistics hold %d rows%s"
              .formatted(
                  part.firstRow, rowCount(), endsRange() ? "" : ", which do not end a range"));
    }
    return merge(part.gathered);
  }

  /// Empty statistics of the same form for one range.
  Statistics newRange() {
    return empty();
  }

  /// Whether a range that was gathered separately can follow.
  boolean endsRange() {
    return true;
  }

  /// Distributes future batches over workers; results are bit-identical. Numbers are distributed by
  /// ranges of rows, bits and categories by feature; the calling thread adds sparse rows and
  /// counts.
  ///
  /// @return this
  public Statistics on(Workers others) {
    workers = Objects.requireNonNull(others, "workers");
    return this;
  }

  /// Merges other statistics of the same kind into these, as if their rows came after these rows.
  /// Classes, and features or categories with names, are matched by name.
  ///
  /// Counts are exact. Sums of numbers and weights differ from those of one pass by rounding,
  /// relatively by a few units of 2⁻⁵³ for each merge, because the order of summation differs;
  /// [GaussianStatistics] and [VarianceStatistics] say when they are bit-identical.
  ///
  /// @return this
  /// @throws IllegalArgumentException if `other` is of another kind or is this object, or if
  ///   features, classes, blocks or transforms conflict; these statistics are then unchanged
  public final Statistics merge(Statistics other) {
    mergeWith(comparable(other, "merge"));
    return this;
  }

  /// Subtracts other statistics of the same kind, whose rows were added before, to unlearn them.
  /// Classes, and features or categories with names, are matched by name.
  ///
  /// Counts without weights and fractions are exactly as if the rows had never been added; others
  /// are refused. Subtracting numbers cancels digits: the rest of a variance carries the error of
  /// the whole. A bound of that error, from the lengths of the sums, grows with every subtraction,
  /// and is merged and saved ([GaussianStatistics#subtractionError()]). Integer weights and numbers
  /// of rows remain exact. A class without remaining rows is empty again, and so is one whose
  /// remaining weight may be rounding.
  ///
  /// @return this
  /// @throws IllegalArgumentException if `other` is of another kind or is this object, if features,
  ///   classes, blocks or transforms conflict, if it contains more than these statistics, if counts
  ///   have weights or fractions, or if the bound would exceed 1e-6 of a variance; these statistics
  ///   are then unchanged
  public final Statistics subtract(Statistics other) {
    subtractAll(comparable(other, "subtract"));
    return this;
  }

  /// Returns other statistics with their features in the order of these, if both have the same
  /// names.
  @SuppressWarnings("ReferenceEquality") // It is what is asked.
  private Statistics comparable(Statistics other, String what) {
    if (other == this) {
      throw new IllegalArgumentException(
          "statistics cannot %s themselves; other statistics are expected".formatted(what));
    }
    if (other.getClass() != getClass()) {
      throw new IllegalArgumentException(
          "the other statistics are %s; %s are expected"
              .formatted(other.getClass().getSimpleName(), getClass().getSimpleName()));
    }
    return Joining.inOrderOf(features, other);
  }

  /// Returns these statistics, cast to a kind.
  ///
  /// @throws IllegalArgumentException if they are of another kind
  public final <S extends Statistics> S as(Class<S> kind) {
    if (!kind.isInstance(this)) {
      throw new IllegalArgumentException(
          "the statistics are %s; %s are expected"
              .formatted(getClass().getSimpleName(), kind.getSimpleName()));
    }
    return kind.cast(this);
  }

  /// Returns a copy without the classes that have no row of positive weight, to which a model
  /// cannot be fitted; a subtraction may leave such classes. Rows added to the copy do not give the
  /// same bits as a single pass. Returns this object if all classes or none have such rows, or if
  /// classes have no names.
  public final Statistics withoutEmptyClasses() {
    int[] kept = IntStream.range(0, classCount()).filter(c -> classWeight(c) > 0).toArray();
    if (kept.length == classCount() || kept.length == 0 || !classes.areNamed()) {
      return this;
    }
    return ofClasses(classes.select(kept), kept);
  }

  /// Returns a copy of these statistics that accepts rows of new classes, such as statistics that
  /// were created with their classes refuse. Classes in a given order stay in this order, with new
  /// ones after them ([Classes#opened()]); classes in natural order accept new ones anyway. The
  /// copy continues the bits of one pass: results do not depend on when a class became known.
  ///
  /// @throws IllegalStateException if classes have no names
  public Statistics opened() {
    Classes opened = classes.opened();
    Statistics copy = copy();
    copy.take(features, opened);
    return copy;
  }

  /// Returns a copy in which the weight of every row is multiplied by a factor, so that models
  /// forget old rows: with the factor 2^(−1/h) before each batch, a row counts half after h
  /// batches. The copy has weights, even if the factor is 1, and [#rowCount()] stays the number of
  /// rows.
  ///
  /// To gather parts on several machines, give a row of time t the weight 2^((t − t₀)/h) with one
  /// t₀ for all (forward decay: Cormode and others, 2009), and merge the parts in any order. Only
  /// the ratios of weights count for means, maximum-likelihood covariances and priors; before a
  /// model with smoothing or an unbiased covariance is fitted, multiply by 2^((t₀ − now)/h). A
  /// factor that is a power of two is exact: the copy of a merge has the bits of the merge of
  /// copies.
  ///
  /// A class whose weight would be below 1e-150 is forgotten if new classes are accepted
  /// ([Classes#areOpen()]); rows of it add it again.
  ///
  /// @throws IllegalArgumentException if the factor is not above 0 and at most 1, or so small that
  ///   no class would have weight left, or one of classes that are closed
  public Statistics decayed(double factor) {
    if (!(factor > 0 && factor <= 1)) {
      throw new IllegalArgumentException(
          "the factor is %s; a number above 0 and at most 1 is expected".formatted(factor));
    }
    if (classCount() == 0) {
      return copy();
    }
    int[] kept =
        IntStream.range(0, classCount())
            .filter(c -> classWeight(c) == 0 || classWeight(c) * factor >= LEAST_WEIGHT)
            .toArray();
    if (kept.length < classCount() && (kept.length == 0 || !classes.areOpen())) {
      int c = 0;
      while (c < kept.length && kept[c] == c) {
        c++;
      }
      throw new IllegalArgumentException(
          "class %d would have the weight %s; at least %s is expected"
              .formatted(c, classWeight(c) * factor, LEAST_WEIGHT));
    }
    Statistics left = kept.length < classCount() ? ofClasses(classes.select(kept), kept) : this;
    return left.restored(left.state().scaled(factor)).on(workers);
  }

  /// A batch that was read but not added yet.
  interface Addition {
    /// Adds it, which cannot fail. Nothing may have been added in between.
    void take();
  }

  /// Reads a batch to be added. The statistics do not change before it is added.
  ///
  /// @throws IllegalArgumentException if it cannot be added, or is of another layout
  abstract Addition prepare(RowBatch rows, Labels labels);

  /// Merges others of the same kind, whole or not at all.
  abstract void mergeWith(Statistics other);

  /// Subtracts others of the same kind, whole or not at all.
  abstract void subtractAll(Statistics other);

  /// A copy with features of the same names in another order.
  ///
  /// @param from for each of them its index in these
  abstract Statistics reordered(Features ordered, int[] from);

  /// A copy with some of the classes.
  ///
  /// @param kept for each of them its index in these
  abstract Statistics ofClasses(Classes some, int[] kept);

  /// Returns empty statistics of the same form with the same features and classes, for rows that
  /// are to be merged into these or subtracted from them.
  public abstract Statistics empty();

  /// A copy of the state of these statistics.
  abstract StatisticsState state();

  /// A copy of these statistics, including their settings.
  Statistics copy() {
    // Of no classes there is no state.
    Statistics copy = classCount() == 0 ? empty() : restored(state());
    return copy.on(workers);
  }

  /// Statistics of the same features and classes with a given state.
  abstract Statistics restored(StatisticsState state);

  /// The exception for rows of a layout that these statistics do not accept.
  static IllegalArgumentException otherKind(RowBatch rows, String expected) {
    return new IllegalArgumentException(
        "the rows are %s; %s are expected".formatted(rows.getClass().getSimpleName(), expected));
  }

  final Workers workers() {
    return workers;
  }

  /// Adopts the classes and features of a batch or other statistics, once all of it has been added.
  final void take(Features joinedFeatures, Classes joinedClasses) {
    features = joinedFeatures;
    classes = joinedClasses;
  }
}
