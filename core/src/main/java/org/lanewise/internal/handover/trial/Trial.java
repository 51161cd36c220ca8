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

  /// Makes a call of the same kernel with no rows, classes or values: it goes through nothing or
  /// next to nothing, and changes no result that is read. It has to count as a call of all of the
  /// kernel's code: one method, or several that are called each time.
  ///
  /// @return whether there is such a call
  default boolean empty(KernelSet kernels) {
    return false;
  }

  /// Whether the kernel may pay in a tier.
  default boolean suits(KernelSet kernels) {
    return true;
  }

  /// A call that has an extent, which may be 0.
  interface Loop {

    /// Makes the call.
    void run(KernelSet kernels, int extent);
  }

  /// A trial that can be empty.
  static Trial of(int extent, Loop call) {
    return new Trial() {
      @Override
      public void run(KernelSet kernels) {
        call.run(kernels, extent);
      }

      @Override
      public boolean empty(KernelSet kernels) {
        call.run(kernels, 0);
        return true;
      }
    };
  }
}
