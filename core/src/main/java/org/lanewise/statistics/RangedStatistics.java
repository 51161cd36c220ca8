package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.gather.RangeAccumulator;

/// Statistics of numbers, gathered range by range: what [GaussianStatistics] and
/// [VarianceStatistics] share.
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

  /// What was worked out from the rows so far is out of date.
  abstract void changed();

  @SuppressWarnings("unchecked")
  private S self() {
    return (S) this;
  }

  /// Adds a batch of numbers, each row of the weight that its label has; a row of weight 0 is as if
  /// it were absent.
  ///
  /// @param rows [NumericColumns]
  /// @throws IllegalArgumentException if they are others, the numbers of rows or features do not
  ///   match, the classes or the names of features do not fit those known, or a value is NaN or
  ///   infinite
  /// @throws java.util.concurrent.CancellationException if the calling thread is interrupted while
  ///   workers add; nothing is added then
  @Override
  public S add(RowBatch rows, Labels labels) {
    super.add(rows, labels);
    return self();
  }

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
  public S on(Workers workers) {
    super.on(workers);
    return self();
  }

  /// Merges other statistics of the same kind into these, as if their rows came after these rows;
  /// classes, and features with names, are the same where their names are.
  ///
  /// The order of summation differs from that of one pass, so results differ from it by rounding:
  /// relatively by a few units of 2⁻⁵³ for each merge; see above for when they are the same bits.
  @Override
  public S merge(Statistics other) {
    super.merge(other);
    return self();
  }

  /// Subtracts other statistics of the same kind, whose rows were added before: unlearns them.
  /// Classes, and features with names, are the same where their names are.
  ///
  /// Subtraction cancels digits: what is left of a variance carries the error of the whole. A bound
  /// of it, from the lengths of the sums, is kept, grows with every subtraction, and is part of
  /// what is merged and saved; see [#subtractionError()]. The weights, the numbers of rows, stay
  /// exact where they are integers; a class of which nothing is left is empty again, and so is one
  /// of which no more weight is left than the rounding of its sum of fractions may leave.
  ///
  /// @throws IllegalArgumentException also if the bound would exceed 1e-6 of a variance
  @Override
  public S subtract(Statistics other) {
    super.subtract(other);
    return self();
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

  /// Refuses statistics that hold other sums.
  void requireSameForm(S other) {}

  private Features joinedFeatures(S other, String whose) {
    return Joining.features(features(), other.features(), rowCount() == 0, whose);
  }

  /// A bound of the relative error that subtractions have left in the variances, the largest of all
  /// features and classes; 0 as long as nothing was subtracted.
  public abstract double subtractionError();

  /// Some of the features.
  ///
  /// @throws IllegalArgumentException if there is none, or one is out of range or given twice
  final Features selected(int... indices) {
    RangeAccumulator.requireDistinct(indices, featureCount());
    return features().areNamed()
        ? Features.of(Arrays.stream(indices).mapToObj(features()::name).toList())
        : Features.unnamed(indices.length);
  }
}
