package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.gather.RangeAccumulator;

/// The base of [GaussianStatistics] and [VarianceStatistics], which gather numbers range by range.
///
/// @param <S> the statistics themselves
abstract sealed class RangedStatistics<S extends RangedStatistics<S>> extends Statistics
    permits GaussianStatistics, VarianceStatistics {

  RangedStatistics(Features features, Classes classes) {
    super(features, classes);
  }

  /// Reads a batch that fits.
  abstract RangeAccumulator.Addition gather(NumericColumns rows, Labels labels, Classes joined);

  /// Merges others of the same features, whole or not at all.
  abstract void mergeMoments(S other, Classes joined);

  /// Subtracts others of the same features, whole or not at all.
  abstract void subtractMoments(S other, Classes joined);

  /// Discards results computed from the rows so far.
  abstract void changed();

  @Override
  final Addition prepare(RowBatch batch, Labels labels) {
    if (!(batch instanceof NumericColumns rows)) {
      throw otherKind(batch, "NumericColumns");
    }
    Features joinedFeatures =
        Joining.features(features(), rows.features(), rowCount() == 0, "the rows");
    labels.requireOneForEach(rows);
    Classes joined = Joining.classes(classes(), labels.classes(), "the labels");
    RangeAccumulator.Addition gathered = gather(rows, labels, joined);
    return () -> {
      gathered.take();
      take(joinedFeatures, joined);
      changed();
    };
  }

  @Override
  @SuppressWarnings("unchecked") // Statistics of one kind meet.
  final void mergeWith(Statistics others) {
    S other = (S) others;
    requireSameForm(other);
    Features joinedFeatures = joinedFeatures(other, "the statistics to merge");
    Classes joined = Joining.classes(classes(), other.classes(), "the statistics to merge");
    if (other.rowCount() > 0) {
      // Else an open range stays open: later rows give the bits they would have given.
      mergeMoments(other, joined);
      take(joinedFeatures, joined);
      changed();
    }
  }

  @Override
  @SuppressWarnings("unchecked") // Statistics of one kind meet.
  final void subtractAll(Statistics others) {
    S other = (S) others;
    requireSameForm(other);
    joinedFeatures(other, "the statistics to subtract");
    Classes joined = Joining.classes(classes(), other.classes(), "the statistics to subtract");
    subtractMoments(other, joined);
    take(features(), joined);
    changed();
  }

  /// Rejects statistics with other sums.
  void requireSameForm(S other) {}

  private Features joinedFeatures(S other, String whose) {
    return Joining.features(features(), other.features(), rowCount() == 0, whose);
  }

  /// A bound of the relative error that subtractions left in the variances, the largest of all
  /// features and classes; 0 if nothing was subtracted.
  public abstract double subtractionError();

  /// Some of the features.
  ///
  /// @throws IllegalArgumentException if it is empty, or an index is out of range or occurs twice
  final Features selected(int... indices) {
    RangeAccumulator.requireDistinct(indices, featureCount());
    return features().areNamed()
        ? Features.of(Arrays.stream(indices).mapToObj(features()::name).toList())
        : Features.unnamed(indices.length);
  }
}
