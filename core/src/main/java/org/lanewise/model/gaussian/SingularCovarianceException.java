package org.lanewise.model.gaussian;

import java.util.Arrays;
import org.lanewise.data.Fact;
import org.lanewise.data.LanewiseException;

/// Thrown when a covariance matrix is singular, so that there is no density. The message names the
/// class, the features and a remedy. [#label()] is the class, or −1 for a shared covariance.
public final class SingularCovarianceException extends LanewiseException {

  private static final long serialVersionUID = 1L;

  private final int[] features;
  private final double smallestRidge;

  SingularCovarianceException(
      int[] features, double smallestRidge, Throwable cause, String pattern, Object... parts) {
    super(cause, pattern, parts);
    this.features = features.clone();
    this.smallestRidge = smallestRidge;
  }

  /// The features that do not vary, if there are any; otherwise the features that span the null
  /// direction, beginning with the largest component in units of the feature's standard deviation.
  public int[] features() {
    return features.clone();
  }

  /// Approximately the smallest r, in squared units of the features, for which S + r·I is
  /// invertible, where S is the covariance before regularisation ([Shrinkage#ridge(double)]). It is
  /// at most eight times the smallest value that works, or a thousand times if more than 1000
  /// features have fewer rows, and infinite if no double is large enough. With this ridge the model
  /// can be computed; a good classifier usually needs a larger one.
  public double smallestRidge() {
    return smallestRidge;
  }

  @Override
  protected LanewiseException worded(Fact sentence, int first) {
    return new SingularCovarianceException(
        Arrays.stream(features).map(feature -> first + feature).toArray(),
        smallestRidge,
        getCause(),
        "%s",
        sentence);
  }
}
