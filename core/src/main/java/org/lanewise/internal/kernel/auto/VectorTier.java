package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.kernel.KernelSet;

/// The vector kernels as a constant, which makes a call of one a plain call. This class is touched
/// only once they are there.
final class VectorTier {

  static final KernelSet KERNELS = AutoKernels.vectors();

  private VectorTier() {}
}
