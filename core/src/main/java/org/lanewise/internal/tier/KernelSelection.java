package org.lanewise.internal.tier;

import java.util.function.Consumer;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.scalar.ScalarKernels;

/// The choice between the tiers, as a function of the mode and of what loads.
final class KernelSelection {

  /// Makes the vector tier.
  @FunctionalInterface
  interface Loader {
    /// Makes the vector tier.
    ///
    /// @throws UnsuitableException with one sentence if it would not run as vector instructions
    KernelSet load() throws UnsuitableException;
  }

  private static final String VECTOR_PACKAGE = "jdk/incubator/vector/";

  private KernelSelection() {}

  static KernelSet select(String mode, Loader vector, Consumer<String> log) {
    return switch (mode) {
      case "scalar" -> ScalarKernels.create();
      case "vector" -> {
        try {
          yield vector.load();
        } catch (LinkageError e) {
          throw new IllegalStateException(
              "the kernel mode 'vector' was asked for, but " + missing(e), e);
        } catch (UnsuitableException e) {
          throw new IllegalStateException(
              "the kernel mode 'vector' was asked for, but " + e.getMessage(), e);
        }
      }
      case "auto" -> {
        try {
          yield vector.load();
        } catch (LinkageError e) {
          log.accept("Lanewise runs its scalar kernels: " + missing(e));
        } catch (UnsuitableException e) {
          log.accept("Lanewise runs its scalar kernels: " + e.getMessage());
        }
        yield ScalarKernels.create();
      }
      default ->
          throw new IllegalArgumentException(
              "the property %s is '%s'; auto, scalar or vector is expected"
                  .formatted(Kernels.PROPERTY, mode));
    };
  }

  private static String missing(LinkageError e) {
    if (e instanceof NoClassDefFoundError && ("" + e.getMessage()).startsWith(VECTOR_PACKAGE)) {
      return "the module jdk.incubator.vector is not loaded (%s); pass --add-modules jdk.incubator.vector to java"
          .formatted(e.getMessage());
    }
    return "the vector kernels do not load (%s)".formatted(e.getCause() == null ? e : e.getCause());
  }
}
