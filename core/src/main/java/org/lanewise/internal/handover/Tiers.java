package org.lanewise.internal.handover;

import org.lanewise.internal.kernel.KernelSet;

/// The two tiers between which kernels are handed over.
public interface Tiers {

  /// The scalar kernels.
  KernelSet scalar();

  /// The scalar kernels as a third kind of classes, so that no trial contains what it calls.
  KernelSet third();

  /// The vector kernels, or null where they would not run as instructions. Takes some 20 ms when it
  /// is first called; what has lanes other than doubles takes as long when it is first asked for.
  KernelSet vector();
}
