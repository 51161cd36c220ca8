package org.lanewise.internal.tier;

import org.lanewise.internal.handover.Tiers;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.auto.AutoKernels;
import org.lanewise.internal.kernel.scalar.ScalarKernels;
import org.lanewise.internal.kernel.scalar.ThirdKernels;

/// Both tiers, made when they are asked for, or one sentence for why there are no vector kernels.
final class LoadedTiers implements Tiers {

  private static final String VECTOR_PACKAGE = "jdk/incubator/vector/";

  private final KernelSelection.Loader loader;

  LoadedTiers(KernelSelection.Loader loader) {
    this.loader = loader;
  }

  @Override
  public KernelSet scalar() {
    return ScalarKernels.create();
  }

  @Override
  public KernelSet third() {
    return new ThirdKernels();
  }

  @Override
  public KernelSet vector() {
    try {
      return AutoKernels.handOverTo(load());
    } catch (UnsuitableException e) {
      log(loader, e.getMessage());
      return null;
    }
  }

  /// The vector kernels.
  ///
  /// @throws IllegalStateException with the reason if they cannot be had
  KernelSet vectorOrFailure() {
    try {
      return load();
    } catch (UnsuitableException e) {
      throw new IllegalStateException(
          "the kernel mode 'vector' was asked for, but " + e.getMessage(), e);
    }
  }

  static void logModuleIsMissing(KernelSelection.Loader loader) {
    log(loader, moduleIsMissing(""));
  }

  private static void log(KernelSelection.Loader loader, String reason) {
    loader.log("Lanewise runs its scalar kernels: " + reason);
  }

  private KernelSet load() throws UnsuitableException {
    try {
      return loader.load();
    } catch (LinkageError e) {
      throw new UnsuitableException(missing(e), e);
    }
  }

  private static String missing(LinkageError e) {
    if (e instanceof NoClassDefFoundError && ("" + e.getMessage()).startsWith(VECTOR_PACKAGE)) {
      return moduleIsMissing(" (%s)".formatted(e.getMessage()));
    }
    return "the vector kernels do not load (%s)".formatted(e.getCause() == null ? e : e.getCause());
  }

  private static String moduleIsMissing(String seen) {
    return "the module jdk.incubator.vector is not loaded%s; pass --add-modules jdk.incubator.vector to java"
        .formatted(seen);
  }
}
