package org.lanewise.internal.tier;

import java.util.function.Supplier;
import org.lanewise.internal.handover.Tiers;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.vector.VectorKernels;

/// Where the vector kernels come from: the one class that names them.
final class VectorLoader implements KernelSelection.Loader, Supplier<Tiers> {

  @Override
  public KernelSet load() throws UnsuitableException {
    return VectorKernels.create();
  }

  /// The scalar tier and this one.
  @Override
  public Tiers get() {
    return new LoadedTiers(this);
  }

  @Override
  public boolean isModuleThere() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }
}
