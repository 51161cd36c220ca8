package org.lanewise.transform;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.description.Description;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.transform.LinearMap;
import org.lanewise.internal.transform.RandomFeatures;
import org.lanewise.internal.transform.RowTransform;
import org.lanewise.internal.transform.SignedPower;
import org.lanewise.internal.transform.Standardization;
import org.lanewise.internal.transform.Step;
import org.lanewise.internal.transform.Transforms;
import org.lanewise.internal.transform.UnitLength;

/// A function of a row of numbers that is applied before a model, such as scaling to unit length.
/// It is a list of steps, each applied to the result of the previous step.
///
/// ```java
/// Transform transform = Transform.unitLength().then(Transform.randomFeatures(3000, 1));
/// Recipe<TransformedClassifier> recipe =
///     TransformedClassifier.recipe(transform, LinearDiscriminant.recipe(options));
/// ```
///
/// | step | result | width |
/// | --- | --- | --- |
/// | [#unitLength()] | x/‖x‖; a row of zeros is rejected | d |
/// | [#signedPower(double)] | sign(x_j)·\|x_j\|^p | d |
/// | [#centering(double\[\])], [#standardization(double\[\], double\[\])] | x_j − m_j, (x_j − m_j)/s_j | d |
/// | [#linear(double\[\]\[\], double\[\])] | Ax + b | rows of A |
/// | [#toSpan(NumericColumns)] | Q(x − m), Q with orthonormal rows | the rank of the rows |
/// | [#randomFeatures(int, long)] | max(0, Rx), R of standard normal numbers from a seed | count |
///
/// Single rows and batches give the same bits, in both kernel tiers and wherever batches are cut.
/// Rows must be complete and finite. Immutable; equal if the steps are equal.
public final class Transform {

  static {
    Transforms.giveAccess(new Access());
  }

  /// Shows the steps to scorers and files.
  private static final class Access extends Transforms {
    @Override
    protected RowTransform steps(Transform transform) {
      return transform.steps;
    }
  }

  private final RowTransform steps;

  private Transform(RowTransform steps) {
    this.steps = steps;
  }

  private static Transform of(Step step) {
    return new Transform(new RowTransform(List.of(step)));
  }

  /// Scales each row to length 1: x/‖x‖.
  public static Transform unitLength() {
    return of(new UnitLength());
  }

  /// Raises each value to a power and keeps its sign: sign(x)·|x|^p (Tukey's ladder).
  ///
  /// @param exponent p > 0; ½ takes square roots
  /// @throws IllegalArgumentException if p is not positive and finite
  public static Transform signedPower(double exponent) {
    return of(new SignedPower(exponent));
  }

  /// Subtracts given means.
  ///
  /// @throws IllegalArgumentException if there is no mean, or one is not finite
  public static Transform centering(double... means) {
    return of(new Standardization(means, null));
  }

  /// Subtracts the means of some rows, such as the training rows.
  ///
  /// @throws IllegalArgumentException if there is no row, or a value is not finite
  public static Transform centering(NumericColumns rows) {
    return of(Standardization.of(requireRows(rows), false));
  }

  /// Subtracts given means and divides by given deviations.
  ///
  /// @throws IllegalArgumentException if there is no mean, if the numbers of means and deviations
  ///   differ, if a mean is not finite, or if a deviation is not positive and finite
  public static Transform standardization(double[] means, double[] deviations) {
    return of(new Standardization(means, Objects.requireNonNull(deviations, "deviations").clone()));
  }

  /// Subtracts the means of some rows and divides by their standard deviations √(Σ(x − m)²/n).
  /// Constant features are only centred.
  ///
  /// @throws IllegalArgumentException if there is no row, or a value is not finite
  public static Transform standardization(NumericColumns rows) {
    return of(Standardization.of(requireRows(rows), true));
  }

  private static NumericStore requireRows(NumericColumns rows) {
    if (rows.rowCount() == 0) {
      throw new IllegalArgumentException(
          "there is no row to take means of; at least one is expected");
    }
    return Stores.of(rows);
  }

  /// Applies a linear map Ax + b, such as a principal component analysis.
  ///
  /// @param matrix A, a row of d values for each result
  /// @param offset b, a value for each result
  /// @throws IllegalArgumentException if A has no row, if its rows or `offset` have the wrong
  ///   length, or if a value is not finite
  public static Transform linear(double[][] matrix, double[] offset) {
    return of(LinearMap.of(matrix, offset));
  }

  /// Subtracts the means of some rows and gives coordinates in an orthonormal basis of what is left
  /// of them: n rows of d > n features become rows of fewer than n values with the same distances
  /// and inner products. Of other rows, the part outside of that space is lost.
  ///
  /// @throws IllegalArgumentException if there is no row, or a value is not finite
  public static Transform toSpan(NumericColumns rows) {
    Transform centering = centering(rows);
    return centering.then(of(LinearMap.ofSpan(Stores.of(centering.of(rows)))));
  }

  /// Applies max(0, Rx), where the elements of R are independent standard normal numbers,
  /// determined by the seed and the same on every machine. A linear model of many such features can
  /// separate classes that no plane separates in the original features (McDonnell et al., RanPAC:
  /// Random Projections and Pre-trained Models for Continual Learning, NeurIPS 2023).
  ///
  /// @param count the number of random features
  /// @throws IllegalArgumentException if it is less than 1
  public static Transform randomFeatures(int count, long seed) {
    return of(new RandomFeatures(count, seed));
  }

  /// Returns the transform that applies this one and then another.
  public Transform then(Transform next) {
    List<Step> all = new ArrayList<>(steps.steps());
    all.addAll(next.steps.steps());
    return new Transform(new RowTransform(all));
  }

  /// The descriptions of the steps, in the order in which they are applied.
  public List<Description> describe() {
    return steps.steps().stream().map(Step::describe).toList();
  }

  /// The number of values after the transform.
  ///
  /// @param inputCount the number of features of a row
  /// @throws IllegalArgumentException if rows with this number of features are not accepted
  public int outputCount(int inputCount) {
    return steps.outputCount(inputCount);
  }

  /// The features after the transform: the features of the rows if each value still belongs to one
  /// feature, else features without names.
  ///
  /// @throws IllegalArgumentException as [#outputCount(int)]
  public Features outputs(Features inputs) {
    int count = outputCount(inputs.count());
    return keepsFeatures() ? inputs : Features.unnamed(count);
  }

  /// Whether value j of the result belongs to feature j of the row.
  public boolean keepsFeatures() {
    return steps.keepsFeatures();
  }

  /// Returns transformed rows: a view that computes blocks of rows when they are read.
  ///
  /// @throws IllegalArgumentException if rows with this number of features are not accepted.
  ///   Reading throws this exception for a row with NaN or infinite values, for a row without a
  ///   direction if rows are scaled to unit length, and for a row whose result is outside the range
  ///   of doubles
  public NumericColumns of(NumericColumns rows) {
    Features outputs = outputs(rows.features());
    return Stores.view(steps.of(Stores.of(rows), rows.features()), outputs);
  }

  /// Returns a transformed row.
  ///
  /// @throws IllegalArgumentException as [#of(NumericColumns)] and its rows
  public double[] of(double... row) {
    double[] out = new double[outputCount(row.length)];
    steps.row(row, Features.unnamed(row.length), out);
    return out;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Transform that && that.steps.steps().equals(steps.steps());
  }

  @Override
  public int hashCode() {
    return steps.steps().hashCode();
  }

  /// The steps in the notation of the command, such as `unit,power=0.5`.
  @Override
  public String toString() {
    return steps.steps().stream().map(Step::toString).collect(Collectors.joining(","));
  }
}
