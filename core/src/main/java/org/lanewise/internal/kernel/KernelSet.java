package org.lanewise.internal.kernel;

import org.lanewise.internal.kernel.scalar.ScalarCountKernels;
import org.lanewise.internal.kernel.scalar.ScalarDiagonalKernels;
import org.lanewise.internal.kernel.scalar.ScalarDiscreteKernels;
import org.lanewise.internal.kernel.scalar.ScalarElementaryKernels;
import org.lanewise.internal.kernel.scalar.ScalarFactorKernels;
import org.lanewise.internal.kernel.scalar.ScalarGaussianKernels;
import org.lanewise.internal.kernel.scalar.ScalarPackKernels;
import org.lanewise.internal.kernel.scalar.ScalarScoreKernels;
import org.lanewise.internal.kernel.scalar.ScalarTableKernels;

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

  /// The scalar tier, which is the specification.
  public static KernelSet scalar() {
    return new KernelSet(
        "scalar",
        new ScalarGaussianKernels(),
        new ScalarDiagonalKernels(),
        new ScalarScoreKernels(),
        new ScalarPackKernels(),
        new ScalarCountKernels(),
        new ScalarDiscreteKernels(),
        new ScalarTableKernels(),
        new ScalarFactorKernels(),
        new ScalarElementaryKernels());
  }
}
