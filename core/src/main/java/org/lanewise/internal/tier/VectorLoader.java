package org.lanewise.internal.tier;

import org.lanewise.internal.handover.HandOvers;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.vector.VectorKernels;

/// Where the vector kernels come from: the one class that names them.
final class VectorLoader implements KernelSelection.Loader, Runnable {

  @Override
  public KernelSet load() throws UnsuitableException {
    return VectorKernels.create();
  }

  /// Begins to hand kernels over between the scalar tier and this one.
  @Override
  public void run() {
    HandOvers.begin(new LoadedTiers(this));
  }

  @Override
  public boolean isModuleThere() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }
}
