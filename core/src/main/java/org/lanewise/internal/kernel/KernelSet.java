package org.lanewise.internal.kernel;

/// One tier: an implementation of every kernel contract.
///
/// @param name what the tier is called in logs and results: `scalar`, or `vector-` and its bits
/// @param gaussian packing and scatter of Gaussian statistics
/// @param diagonal moments of single features
/// @param score scoring of numeric rows
/// @param pack packing of binary values
/// @param count counting of set bits
/// @param discrete scoring of binary, sparse and categorical rows
/// @param tables scoring of binary rows by tables of integers
/// @param factor factors of symmetric matrices
/// @param elementary exponentials and logarithms
public record KernelSet(
    String name,
    GaussianKernels gaussian,
    DiagonalKernels diagonal,
    ScoreKernels score,
    PackKernels pack,
    CountKernels count,
    DiscreteKernels discrete,
    TableKernels tables,
    FactorKernels factor,
    ElementaryKernels elementary) {

  /// The kernels of a tier load, but would not run as its instructions on this virtual machine.
  public static final class UnsuitableException extends Exception {

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
