package org.lanewise.cli.classifier;

/// An option of the command line that not every classifier takes.
public enum Parameter {
  /// Additive smoothing of counts.
  ALPHA("--alpha"),
  /// What is added to variances.
  VARIANCE_SMOOTHING("--variance-smoothing"),
  /// What a scatter is divided by.
  COVARIANCE("--covariance"),
  /// The threshold above which a value is 1.
  BINARIZE("--binarize");

  private final String option;

  Parameter(String option) {
    this.option = option;
  }

  /// The option as it is written on the command line.
  public String option() {
    return option;
  }
}
