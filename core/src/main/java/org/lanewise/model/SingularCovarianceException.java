package org.lanewise.model;

/// A covariance matrix is singular, so it has no density; the message says where and what to do.
public final class SingularCovarianceException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int label;
  private final int[] features;

  SingularCovarianceException(String message, int label, int[] features, Throwable cause) {
    super(message, cause);
    this.label = label;
    this.features = features.clone();
  }

  /// The class whose covariance is singular, or −1 for the covariance all classes share.
  public int label() {
    return label;
  }

  /// The features that span the null direction, the one with the largest part first.
  public int[] features() {
    return features.clone();
  }
}
