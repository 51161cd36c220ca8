package org.lanewise.internal.tier;

import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;

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

    /// Gets a sentence where kernels are scalar that were not asked to be.
    default void log(String message) {
      System.getLogger("org.lanewise").log(System.Logger.Level.INFO, message);
    }
  }

  private KernelSelection() {}

  /// Whether a mode hands kernels over from one tier to the other.
  ///
  /// @throws IllegalArgumentException if there is no such mode
  static boolean isHandedOver(String mode, Loader vector) {
    return switch (mode) {
      case "scalar", "vector" -> false;
      case "auto" -> {
        boolean there = vector.isModuleThere();
        if (!there) {
          LoadedTiers.logModuleIsMissing(vector);
        }
        yield there;
      }
      default ->
          throw new IllegalArgumentException(
              "the property %s is '%s'; auto, scalar or vector is expected"
                  .formatted(Kernels.PROPERTY, mode));
    };
  }

  /// The vector kernels where the mode asks for them at once, else null.
  ///
  /// @throws IllegalStateException with the reason if they cannot be had
  static KernelSet vector(String mode, Loader vector) {
    return mode.equals("vector") ? new LoadedTiers(vector).vectorOrFailure() : null;
  }
}
