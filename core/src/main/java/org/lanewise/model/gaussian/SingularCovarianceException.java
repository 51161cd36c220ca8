package org.lanewise.model.gaussian;

import java.util.Arrays;
import org.lanewise.data.Fact;
import org.lanewise.data.LanewiseException;

/// A covariance matrix is singular, so it has no density; the message says where and what to do.
/// Its class is [#label()], or −1 for the covariance all classes share.
public final class SingularCovarianceException extends LanewiseException {

  private static final long serialVersionUID = 1L;

  private final int[] features;
  private final double conditionNumber;
  private final double smallestRidge;

  SingularCovarianceException(
      int[] features,
      double conditionNumber,
      double smallestRidge,
      Throwable cause,
      String pattern,
      Object... parts) {
    super(cause, pattern, parts);
    this.features = features.clone();
    this.conditionNumber = conditionNumber;
    this.smallestRidge = smallestRidge;
  }

  /// The features that span the null direction, the one with the largest part (in units of its
  /// standard deviation) first; features that do not vary at all where there are such.
  public int[] features() {
    return features.clone();
  }

  /// λ_max/λ_min of the covariance scaled to unit variances, which is what has to be inverted;
  /// infinite where λ_min cannot be told from 0, when the message says what it is above, or a
  /// feature does not vary.
  public double conditionNumber() {
    return conditionNumber;
  }

  /// About the smallest r, in squared units of the features, for which S + r·I is regular, S being
  /// the covariance before any regularisation ([Shrinkage#ridge(double)]): up to eight times the
  /// least that passes; infinite where no double is enough. It makes the model computable; a good
  /// classifier mostly wants more.
  public double smallestRidge() {
    return smallestRidge;
  }

  @Override
  protected LanewiseException worded(Fact sentence, int first) {
    return new SingularCovarianceException(
        Arrays.stream(features).map(feature -> first + feature).toArray(),
        conditionNumber,
        smallestRidge,
        getCause(),
        "%s",
        sentence);
  }
}
