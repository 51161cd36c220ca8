package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.KernelSet;

/// Makes the scalar tier, which is the specification.
public final class ScalarKernels {

  /// The name of the tier.
  public static final String NAME = "scalar";

  private ScalarKernels() {}

  /// The scalar kernels.
  public static KernelSet create() {
    return new KernelSet.Loaded(
        NAME,
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
