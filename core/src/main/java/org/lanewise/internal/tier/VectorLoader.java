package org.lanewise.internal.tier;

import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.vector.VectorKernels;

/// Where the vector kernels come from: the one class that names them.
final class VectorLoader implements KernelSelection.Loader {

  @Override
  public KernelSet load() throws UnsuitableException {
    return VectorKernels.create();
  }

  @Override
  public boolean isModuleThere() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }
}
