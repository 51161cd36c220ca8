package org.lanewise.internal.tier;

import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.vector.VectorKernels;

/// The vector kernels, or one sentence on why they are not available. The only class that names
/// them.
final class VectorTier {

  private static final String MODULE = "jdk.incubator.vector";

  /// Makes the kernels: [VectorKernels#create], except in tests.
  @FunctionalInterface
  interface Loader {
    /// Makes the kernels.
    ///
    /// @throws UnsuitableException with a clause if they would not run as vector instructions
    KernelSet load() throws UnsuitableException;
  }

  private static KernelSet loaded;

  private VectorTier() {}

  /// Makes the vector kernels that [Constant] holds from then on.
  ///
  /// @throws UnsuitableException with a clause if they are not available
  static KernelSet load() throws UnsuitableException {
    loaded = load(VectorKernels::create);
    return Constant.KERNELS;
  }

  static KernelSet load(Loader loader) throws UnsuitableException {
    try {
      return loader.load();
    } catch (LinkageError e) {
      throw new UnsuitableException(missing(e), e);
    }
  }

  /// Whether the module exists, checked before the kernels are loaded, which takes a tenth of a
  /// second.
  static boolean isModuleThere() {
    return ModuleLayer.boot().findModule(MODULE).isPresent();
  }

  private static String missing(LinkageError e) {
    if (e instanceof NoClassDefFoundError
        && ("" + e.getMessage()).startsWith(MODULE.replace('.', '/'))) {
      return moduleIsMissing(" (%s)".formatted(e.getMessage()));
    }
    return "the vector kernels do not load (%s)".formatted(e.getCause() == null ? e : e.getCause());
  }

  static String moduleIsMissing(String seen) {
    return "the module %s is not loaded%s; pass --add-modules %s to java"
        .formatted(MODULE, seen, MODULE);
  }

  /// A constant for the compiler, which makes the call of a vector kernel a direct call. It is
  /// initialized by [#load], before any kernel runs in vectors.
  static final class Constant {

    static final KernelSet KERNELS = loaded;

    private Constant() {}
  }
}
