package org.lanewise.statistics;

import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.state.StatisticsBridge;

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

  /// Merges other statistics of the same kind into these, as the `merge` of that kind: for callers
  /// that do not know which it is.
  ///
  /// @return this
  /// @throws IllegalArgumentException if they are of another kind, or that method throws it; these
  ///   statistics are unchanged then
  public final Statistics merge(Statistics other) {
    requireSameKind(other);
    return switch (this) {
      case GaussianStatistics gaussian -> gaussian.merge((GaussianStatistics) other);
      case VarianceStatistics diagonal -> diagonal.merge((VarianceStatistics) other);
      case BernoulliStatistics bits -> bits.merge((BernoulliStatistics) other);
      case CategoryStatistics categories -> categories.merge((CategoryStatistics) other);
      case CountStatistics counts -> counts.merge((CountStatistics) other);
      case MixedStatistics mixed -> mixed.merge((MixedStatistics) other);
      case RangedStatistics<?> _ -> throw new IllegalStateException();
      case CountedStatistics _ -> throw new IllegalStateException();
    };
  }

  /// Subtracts other statistics of the same kind, as the `subtract` of that kind: for callers that
  /// do not know which it is.
  ///
  /// @return this
  /// @throws IllegalArgumentException if they are of another kind, or that method throws it; these
  ///   statistics are unchanged then
  public final Statistics subtract(Statistics other) {
    requireSameKind(other);
    return switch (this) {
      case GaussianStatistics gaussian -> gaussian.subtract((GaussianStatistics) other);
      case VarianceStatistics diagonal -> diagonal.subtract((VarianceStatistics) other);
      case BernoulliStatistics bits -> bits.subtract((BernoulliStatistics) other);
      case CategoryStatistics categories -> categories.subtract((CategoryStatistics) other);
      case CountStatistics counts -> counts.subtract((CountStatistics) other);
      case MixedStatistics mixed -> mixed.subtract((MixedStatistics) other);
      case RangedStatistics<?> _ -> throw new IllegalStateException();
      case CountedStatistics _ -> throw new IllegalStateException();
    };
  }

  private void requireSameKind(Statistics other) {
    if (other.getClass() != getClass()) {
      throw new IllegalArgumentException(
          "the other statistics are %s; %s are expected"
              .formatted(other.getClass().getSimpleName(), getClass().getSimpleName()));
    }
  }

  /// These statistics without the classes of which there is no row of positive weight, as after a
  /// subtraction, which a model could not be fitted to. A copy, of no use to go on with the bits of
  /// one pass; these themselves where every class has rows, none has, or classes have no names.
  public final Statistics withoutEmptyClasses() {
    return Joining.withoutEmptyClasses(this);
  }

  /// A batch that was read, and is not in the statistics yet.
  interface Addition {
    /// Takes it in, which does not fail. Nothing may have been added in between.
    void take();
  }

  /// Reads a batch that is to be added; it is as if this had not been called until the batch is
  /// taken in.
  ///
  /// @throws IllegalArgumentException if it cannot be added, or is of another kind
  abstract Addition prepare(RowBatch rows, Labels labels);

  /// What to say of rows of a kind that these statistics are not of.
  static IllegalArgumentException otherKind(RowBatch rows, String expected) {
    return new IllegalArgumentException(
        "the rows are %s; %s are expected".formatted(rows.getClass().getSimpleName(), expected));
  }

  final Workers workers() {
    return workers;
  }

  final void setWorkers(Workers workers) {
    this.workers = Objects.requireNonNull(workers, "workers");
  }

  /// Takes up what a batch or other statistics brought, once all of it is in.
  final void take(Features joinedFeatures, Classes joinedClasses) {
    features = joinedFeatures;
    classes = joinedClasses;
  }
}
