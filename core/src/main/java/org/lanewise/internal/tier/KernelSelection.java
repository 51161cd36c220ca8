package org.lanewise.internal.tier;

import java.util.function.Consumer;
import org.lanewise.internal.handover.Tiers;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.auto.AutoKernels;
import org.lanewise.internal.kernel.scalar.ScalarKernels;

/// The choice between the tiers, as a function of the mode and of what loads.
final class KernelSelection {

  /// Where the vector tier comes from.
  @FunctionalInterface
  interface Loader {
    /// Makes the vector tier.
    ///
    /// @throws UnsuitableException with one sentence if it would not run as vector instructions
    KernelSet load() throws UnsuitableException;

    /// Whether the module that it needs is loaded: asked before the tier itself is loaded, which
    /// takes a tenth of a second.
    default boolean isModuleThere() {
      return true;
    }
  }

  private static final String VECTOR_PACKAGE = "jdk/incubator/vector/";

  private KernelSelection() {}

  /// The kernels of a mode.
  ///
  /// @param log gets a sentence where kernels are scalar that were not asked to be
  /// @param handOver gets the tiers where kernels are to be handed over between them
  static KernelSet select(
      String mode, Loader vector, Consumer<String> log, Consumer<Tiers> handOver) {
    return switch (mode) {
      case "scalar" -> ScalarKernels.create();
      case "vector" -> {
        try {
          yield load(vector);
        } catch (UnsuitableException e) {
          throw new IllegalStateException(
              "the kernel mode 'vector' was asked for, but " + e.getMessage(), e);
        }
      }
      case "auto" -> {
        Consumer<String> reason = new Reason(log);
        if (!vector.isModuleThere()) {
          reason.accept(moduleIsMissing(""));
          yield ScalarKernels.create();
        }
        handOver.accept(AutoKernels.tiers(new Loading(vector), reason));
        yield AutoKernels.create();
      }
      default ->
          throw new IllegalArgumentException(
              "the property %s is '%s'; auto, scalar or vector is expected"
                  .formatted(Kernels.PROPERTY, mode));
    };
  }

  // Classes and no lambdas, as in Kernels.

  private static final class Reason implements Consumer<String> {
    private final Consumer<String> log;

    Reason(Consumer<String> log) {
      this.log = log;
    }

    @Override
    public void accept(String why) {
      log.accept("Lanewise runs its scalar kernels: " + why);
    }
  }

  private static final class Loading implements AutoKernels.Loader {
    private final Loader vector;

    Loading(Loader vector) {
      this.vector = vector;
    }

    @Override
    public KernelSet load() throws UnsuitableException {
      return KernelSelection.load(vector);
    }
  }

  private static KernelSet load(Loader vector) throws UnsuitableException {
    try {
      return vector.load();
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
