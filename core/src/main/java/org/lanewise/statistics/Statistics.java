package org.lanewise.statistics;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.gather.state.StatisticsBridge;
import org.lanewise.internal.gather.state.StatisticsState;

/// Summary of the training rows from which models are fitted, gathered batch by batch.
///
/// **Classes and features are known by name.** Statistics take the classes of the first labels they
/// meet and, where these are in natural order, each class that comes later, in any order; merging,
/// subtracting and comparing go by name, and a class that one side lacks has no rows there. What is
/// fitted has its classes in the order that [Classes] says. Classes with and without names never
/// mix. Names of features are compared where both sides have them; in merging and subtracting they
/// may come in another order, and those known stay in theirs.
public abstract sealed class Statistics
    permits RangedStatistics, CountedStatistics, MixedStatistics {

  static {
    StatisticsBridge.set(new States());
  }

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

  /// The classes known so far, in the order that a model fitted now has.
  public final Classes classes() {
    return classes;
  }

  /// The number of rows added, those of weight 0 included.
  public abstract long rowCount();

  /// The sum of weights n_c of the rows of a class, a row without a weight counting 1.
  ///
  /// @throws IndexOutOfBoundsException if there is no such class
  public abstract double classWeight(int label);

  /// Adds a batch of rows, each of the weight that its label has: whole or, with an exception, not
  /// at all.
  ///
  /// @param rows of a layout that these statistics take
  /// @return this
  /// @throws IllegalArgumentException if the rows are of another layout, the numbers of rows or
  ///   features do not match, the classes or the names of features do not fit those known, or a
  ///   value is not one that these statistics take
  public Statistics add(RowBatch rows, Labels labels) {
    prepare(rows, labels).take();
    return this;
  }

  /// Shares batches that are added from now on out among workers; the results are the same bits.
  ///
  /// @return this
  public Statistics on(Workers others) {
    workers = Objects.requireNonNull(others, "workers");
    return this;
  }

  /// Merges other statistics of the same kind into these, as if their rows came after these rows;
  /// classes, and features or categories with names, are the same where their names are.
  ///
  /// @return this
  /// @throws IllegalArgumentException if they are of another kind or these themselves, or the
  ///   features or classes do not fit those known; these statistics are unchanged then
  public Statistics merge(Statistics other) {
    mergeWith(comparable(other, "merge"));
    return this;
  }

  /// Subtracts other statistics of the same kind, whose rows were added before: unlearns them.
  ///
  /// @return this
  /// @throws IllegalArgumentException if they are of another kind or these themselves, the features
  ///   or classes do not fit those known, or they hold what these do not; these statistics are
  ///   unchanged then
  public Statistics subtract(Statistics other) {
    subtractAll(comparable(other, "subtract"));
    return this;
  }

  /// The other statistics with their features in the order of these, where both have the same
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

  /// These statistics as those of a kind.
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

  /// These statistics without the classes of which there is no row of positive weight, as after a
  /// subtraction, which a model could not be fitted to. A copy, of no use to go on with the bits of
  /// one pass; these themselves where every class has rows, none has, or classes have no names.
  public final Statistics withoutEmptyClasses() {
    int[] kept = IntStream.range(0, classCount()).filter(c -> classWeight(c) > 0).toArray();
    if (kept.length == classCount() || kept.length == 0 || !classes.areNamed()) {
      return this;
    }
    List<String> names = IntStream.of(kept).mapToObj(classes::name).toList();
    return ofClasses(classes.areOpen() ? Classes.sorted(names) : Classes.of(names), kept);
  }

  /// A batch that was read, and is not in the statistics yet.
  interface Addition {
    /// Takes it in, which does not fail. Nothing may have been added in between.
    void take();
  }

  /// Reads a batch that is to be added; it is as if this had not been called until the batch is
  /// taken in.
  ///
  /// @throws IllegalArgumentException if it cannot be added, or is of another layout
  abstract Addition prepare(RowBatch rows, Labels labels);

  /// Merges others of the same kind, whole or not at all.
  abstract void mergeWith(Statistics other);

  /// Subtracts others of the same kind, whole or not at all.
  abstract void subtractAll(Statistics other);

  /// A copy with features of the same names in another order.
  ///
  /// @param from for each of them which of these it is
  abstract Statistics reordered(Features ordered, int[] from);

  /// A copy with some of the classes.
  ///
  /// @param kept for each of them which of these it is
  abstract Statistics ofClasses(Classes some, int[] kept);

  /// Statistics of no rows, of the same form.
  abstract Statistics empty();

  /// A copy of all that these statistics hold.
  abstract StatisticsState state();

  /// A copy of these statistics, and of how they take what comes.
  Statistics copy() {
    // Of no classes there is no state.
    Statistics copy = classCount() == 0 ? empty() : restored(state());
    return copy.on(workers);
  }

  /// Statistics of the same features and classes that hold what others held.
  abstract Statistics restored(StatisticsState state);

  /// The refusal of rows of a layout that these statistics do not take.
  static IllegalArgumentException otherKind(RowBatch rows, String expected) {
    return new IllegalArgumentException(
        "the rows are %s; %s are expected".formatted(rows.getClass().getSimpleName(), expected));
  }

  final Workers workers() {
    return workers;
  }

  /// Takes up what a batch or other statistics brought, once all of it is in.
  final void take(Features joinedFeatures, Classes joinedClasses) {
    features = joinedFeatures;
    classes = joinedClasses;
  }
}
