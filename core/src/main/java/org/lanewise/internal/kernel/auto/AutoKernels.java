package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.kernel.KernelSet;

/// Keeps the vector kernels from when they are there, for [VectorTier].
public final class AutoKernels {

  private static volatile KernelSet vectors;

  private AutoKernels() {}

  /// Makes kernels those that calls are handed over to. Once in a process: those that are there
  /// stay.
  ///
  /// @return those that calls are handed over to
  public static KernelSet handOverTo(KernelSet loaded) {
    vectors = loaded;
    return VectorTier.KERNELS;
  }

  static KernelSet vectors() {
    return vectors;
  }
}
