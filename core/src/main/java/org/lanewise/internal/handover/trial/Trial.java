package org.lanewise.internal.handover.trial;

import org.lanewise.internal.kernel.KernelSet;

/// A call of a kernel on made data.
public interface Trial {

  /// Makes the call.
  void run(KernelSet kernels);

  /// Makes the call that it is compared with: of the same kernel, or of what runs in its place
  /// where the kernel does not pay.
  default void rival(KernelSet kernels) {
    run(kernels);
  }

  /// Whether the kernel may pay in a tier.
  default boolean suits(KernelSet kernels) {
    return true;
  }
}
