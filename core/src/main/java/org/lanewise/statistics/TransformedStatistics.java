package org.lanewise.statistics;

import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.gather.state.StatisticsState;
import org.lanewise.transform.Transform;

/// Statistics of transformed rows, together with the transform: callers add rows that are not
/// transformed.
///
/// Statistics of different transforms do not merge. Features keep the order of the first rows: a
/// batch with the same names in a different order is rejected. Not thread-safe.
public final class TransformedStatistics extends Statistics {

  private final Transform transform;
  private Statistics transformed;

  /// Creates statistics from those of transformed rows, which are copied.
  ///
  /// @param features the features of the rows before the transform
  /// @param transformed [GaussianStatistics] or [VarianceStatistics], possibly without rows
  /// @throws IllegalArgumentException if the transform does not accept rows of these features, or
  ///   if the statistics are of another kind or have a different number of features
  public TransformedStatistics(Features features, Transform transform, Statistics transformed) {
    int count = Objects.requireNonNull(transform, "transform").outputCount(features.count());
    if (!(transformed instanceof RangedStatistics<?>) || transformed.featureCount() != count) {
      throw new IllegalArgumentException(
          "the statistics are %s of %d features; Gaussian statistics or variances of %d are expected, the values after the transform '%s'"
              .formatted(
                  transformed.getClass().getSimpleName(),
                  transformed.featureCount(),
                  count,
                  transform));
    }
    super(features, transformed.classes());
    this.transform = transform;
    this.transformed = transformed.copy();
  }

  /// The transform.
  public Transform transform() {
    return transform;
  }

  /// A copy of the statistics of the transformed rows.
  public Statistics transformed() {
    return transformed.copy();
  }

  @Override
  Addition prepare(RowBatch batch, Labels labels) {
    if (!(batch instanceof NumericColumns rows)) {
      throw otherKind(batch, "NumericColumns");
    }
    Features joined = Joining.features(features(), rows.features(), rowCount() == 0, "the rows");
    Addition addition = transformed.prepare(transform.of(rows), labels);
    return () -> {
      addition.take();
      take(joined, transformed.classes());
    };
  }

  @Override
  public Statistics on(Workers workers) {
    super.on(workers);
    transformed.on(workers);
    return this;
  }

  @Override
  void mergeWith(Statistics other) {
    Statistics others = requireSameTransform(other);
    Features joined =
        Joining.features(features(), other.features(), rowCount() == 0, "the statistics to merge");
    transformed.mergeWith(others);
    take(joined, transformed.classes());
  }

  @Override
  void subtractAll(Statistics other) {
    transformed.subtractAll(requireSameTransform(other));
    take(features(), transformed.classes());
  }

  private Statistics requireSameTransform(Statistics other) {
    TransformedStatistics others = (TransformedStatistics) other;
    if (!others.transform.equals(transform)) {
      throw new IllegalArgumentException(
          "the other statistics have %s; the same transform is expected, here '%s'"
              .formatted(
                  others.transform.toString().equals(transform.toString())
                      ? "a transform with other parameters"
                      : "the transform '" + others.transform + "'",
                  transform));
    }
    if (others.transformed.getClass() != transformed.getClass()) {
      throw new IllegalArgumentException(
          "the other statistics are %s of transformed rows; %s are expected"
              .formatted(
                  others.transformed.getClass().getSimpleName(),
                  transformed.getClass().getSimpleName()));
    }
    return others.transformed;
  }

  @Override
  public int partRows() {
    return transformed.partRows();
  }

  @Override
  public long partValues(int classes) {
    return transformed.partValues(classes);
  }

  @Override
  Statistics newRange() {
    return new TransformedStatistics(
        Features.unnamed(featureCount()), transform, transformed.newRange());
  }

  @Override
  boolean endsRange() {
    return transformed.endsRange();
  }

  @Override
  public long rowCount() {
    return transformed.rowCount();
  }

  @Override
  public double classWeight(int label) {
    return transformed.classWeight(label);
  }

  /// A transform may be of features by their position.
  @Override
  TransformedStatistics reordered(Features ordered, int[] from) {
    throw new IllegalArgumentException(
        "the other statistics have the same features in another order; %s is expected, because they are transformed"
            .formatted(ordered.names()));
  }

  @Override
  TransformedStatistics ofClasses(Classes some, int[] kept) {
    return new TransformedStatistics(features(), transform, transformed.ofClasses(some, kept));
  }

  @Override
  public Statistics decayed(double factor) {
    return new TransformedStatistics(features(), transform, transformed.decayed(factor))
        .on(workers());
  }

  @Override
  public Statistics opened() {
    return new TransformedStatistics(features(), transform, transformed.opened()).on(workers());
  }

  @Override
  public Statistics empty() {
    return new TransformedStatistics(features(), transform, transformed.empty());
  }

  @Override
  Statistics copy() {
    return new TransformedStatistics(features(), transform, transformed).on(workers());
  }

  @Override
  StatisticsState state() {
    throw new IllegalStateException("of transformed rows; those of each are expected");
  }

  @Override
  Statistics restored(StatisticsState state) {
    throw new IllegalStateException("of transformed rows; those of each are expected");
  }
}
