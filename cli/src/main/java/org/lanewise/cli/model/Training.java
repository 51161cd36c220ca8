package org.lanewise.cli.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.lanewise.data.Labels;
import org.lanewise.inference.ClassSets;
import org.lanewise.inference.DensityRanks;
import org.lanewise.inference.RelativeMahalanobis;
import org.lanewise.io.TestRows;

/// Facts about the fit of a model, in addition to its options.
///
/// @param classRows how many rows of each class it was fitted from; none if that is not known, or
///   rows had weights
/// @param shrinkageIntensities those of its covariances: one for all classes or one for each, none
///   without shrinkage
/// @param chosen which of its options were chosen by leave-one-out, if any
/// @param ranks among which a row's log densities tell how usual it is, if they are kept
/// @param reference what shows whether a row is of none of the classes, if it is kept
/// @param sets ranked rows for sets of classes, if they are kept
/// @param testRows rows with the log joints that the model gives for them, if they are kept
public record Training(
    List<Long> classRows,
    List<Double> shrinkageIntensities,
    Optional<Chosen> chosen,
    Optional<DensityRanks> ranks,
    Optional<RelativeMahalanobis.Reference> reference,
    Optional<ClassSets> sets,
    Optional<TestRows> testRows) {

  /// An option that was chosen by leave-one-out.
  ///
  /// @param what the option
  /// @param candidates of how many values
  /// @param logLoss the mean log loss of the rows, each under the model fitted without it
  /// @param errorRate the share of rows predicted wrongly
  /// @param atTheEnd whether values beyond those that were tried may be better still
  public record Chosen(
      String what, int candidates, double logLoss, double errorRate, boolean atTheEnd) {}

  /// Without what comes after a fit.
  Training(List<Long> classRows, List<Double> shrinkageIntensities) {
    this(
        classRows,
        shrinkageIntensities,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /// The same with what was chosen.
  Training withChosen(Chosen what) {
    return new Training(
        classRows, shrinkageIntensities, Optional.of(what), ranks, reference, sets, testRows);
  }

  /// Copies the numbers.
  public Training {
    classRows = List.copyOf(classRows);
    shrinkageIntensities = List.copyOf(shrinkageIntensities);
  }

  /// The number of rows of each class; none if they have weights.
  static List<Long> rowsOf(Labels labels) {
    return labels.areWeighted() ? List.of() : LongStream.of(labels.counts()).boxed().toList();
  }
}
