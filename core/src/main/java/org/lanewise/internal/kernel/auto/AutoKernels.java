package org.lanewise.internal.kernel.auto;

import java.util.function.Consumer;
import org.lanewise.internal.handover.Tiers;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.KernelSet.UnsuitableException;
import org.lanewise.internal.kernel.scalar.ScalarKernels;

/// Makes the kernels that begin scalar and go over to vectors.
public final class AutoKernels {

  /// The name of the set.
  public static final String NAME = "auto";

  /// Makes the vector tier.
  @FunctionalInterface
  public interface Loader {
    /// Makes the vector tier.
    ///
    /// @throws UnsuitableException with one sentence if it would not run as vector instructions
    KernelSet load() throws UnsuitableException;
  }

  private static volatile KernelSet vectors;

  private AutoKernels() {}

  /// The kernels.
  public static KernelSet create() {
    return new KernelSet(
        NAME,
        new AutoGaussianKernels(),
        new AutoDiagonalKernels(),
        new AutoScoreKernels(),
        new AutoPackKernels(),
        new AutoCountKernels(),
        new AutoDiscreteKernels(),
        new AutoTableKernels(),
        new AutoFactorKernels(),
        new AutoElementaryKernels());
  }

  /// The tiers between which they are handed over.
  ///
  /// @param loader makes the vector tier, once there was enough work for it
  /// @param unsuitable gets the sentence where it cannot be had
  public static Tiers tiers(Loader loader, Consumer<String> unsuitable) {
    return new Tiers() {
      @Override
      public KernelSet scalar() {
        return ScalarKernels.create();
      }

      @Override
      public KernelSet vector() {
        try {
          vectors = loader.load();
          return VectorTier.KERNELS;
        } catch (UnsuitableException e) {
          unsuitable.accept(e.getMessage());
          return null;
        }
      }
    };
  }

  static KernelSet vectors() {
    return vectors;
  }
}
