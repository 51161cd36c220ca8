package org.lanewise.internal.kernel;

/// One tier: an implementation of every kernel contract.
public interface KernelSet {

  /// The name of the tier in logs and results: `scalar`, or `vector-` and its bits.
  String name();

  /// Packing and scatter of Gaussian statistics.
  GaussianKernels gaussian();

  /// Moments of single features.
  DiagonalKernels diagonal();

  /// Scoring of rows of numbers.
  ScoreKernels score();

  /// Scores in floats, of rows one by one.
  FloatKernels floats();

  /// Scores in floats, of rows in columns.
  StripKernels strips();

  /// Scoring of rows with missing numbers.
  MissingKernels missing();

  /// Packing of binary values.
  PackKernels pack();

  /// Counting of set bits.
  CountKernels count();

  /// Scoring of binary, sparse and categorical rows.
  DiscreteKernels discrete();

  /// Scoring of binary rows by tables of integers.
  TableKernels tables();

  /// Factors of symmetric matrices.
  FactorKernels factor();

  /// Exponentials and logarithms.
  ElementaryKernels elementary();

  /// A tier whose kernels are all there.
  record Loaded(
      String name,
      GaussianKernels gaussian,
      DiagonalKernels diagonal,
      ScoreKernels score,
      FloatKernels floats,
      StripKernels strips,
      MissingKernels missing,
      PackKernels pack,
      CountKernels count,
      DiscreteKernels discrete,
      TableKernels tables,
      FactorKernels factor,
      ElementaryKernels elementary)
      implements KernelSet {}

  /// The kernels of a tier load, but would not run as its instructions on this virtual machine.
  final class UnsuitableException extends Exception {

    private static final long serialVersionUID = 1L;

    /// An exception with the reason as one clause.
    public UnsuitableException(String message) {
      super(message);
    }

    /// An exception with the reason as one clause, and its cause.
    public UnsuitableException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
