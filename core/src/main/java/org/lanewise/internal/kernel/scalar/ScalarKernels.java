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
        new ScalarFloatKernels(),
        new ScalarStripKernels(),
        new ScalarMissingKernels(),
        new ScalarPackKernels(),
        new ScalarCountKernels(),
        new ScalarDiscreteKernels(),
        new ScalarTableKernels(),
        new ScalarFactorKernels(),
        new ScalarElementaryKernels());
  }

  /// The scalar kernels once more, as classes of their own. C2 compiles a call of an interface with
  /// the methods of the two classes that it has met there; one that has met three stays a call.
  public static KernelSet createOthers() {
    return new KernelSet.Loaded(
        NAME,
        new ScalarGaussianKernels() {},
        new ScalarDiagonalKernels() {},
        new ScalarScoreKernels() {},
        new ScalarFloatKernels() {},
        new ScalarStripKernels() {},
        new ScalarMissingKernels() {},
        new ScalarPackKernels() {},
        new ScalarCountKernels() {},
        new ScalarDiscreteKernels() {},
        new ScalarTableKernels() {},
        new ScalarFactorKernels() {},
        new ScalarElementaryKernels() {});
  }
}
