package org.lanewise.internal.tier;

import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.lanewise.internal.handover.HandOvers;
import org.lanewise.internal.kernel.CountKernels;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ElementaryKernels;
import org.lanewise.internal.kernel.FactorKernels;
import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.PackKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.kernel.auto.AutoCountKernels;
import org.lanewise.internal.kernel.auto.AutoDiagonalKernels;
import org.lanewise.internal.kernel.auto.AutoDiscreteKernels;
import org.lanewise.internal.kernel.auto.AutoElementaryKernels;
import org.lanewise.internal.kernel.auto.AutoFactorKernels;
import org.lanewise.internal.kernel.auto.AutoGaussianKernels;
import org.lanewise.internal.kernel.auto.AutoPackKernels;
import org.lanewise.internal.kernel.auto.AutoScoreKernels;
import org.lanewise.internal.kernel.auto.AutoTableKernels;
import org.lanewise.internal.kernel.scalar.ScalarCountKernels;
import org.lanewise.internal.kernel.scalar.ScalarDiagonalKernels;
import org.lanewise.internal.kernel.scalar.ScalarDiscreteKernels;
import org.lanewise.internal.kernel.scalar.ScalarElementaryKernels;
import org.lanewise.internal.kernel.scalar.ScalarFactorKernels;
import org.lanewise.internal.kernel.scalar.ScalarGaussianKernels;
import org.lanewise.internal.kernel.scalar.ScalarKernels;
import org.lanewise.internal.kernel.scalar.ScalarPackKernels;
import org.lanewise.internal.kernel.scalar.ScalarScoreKernels;
import org.lanewise.internal.kernel.scalar.ScalarTableKernels;

/// The kernels of this process. The tier is chosen once, when this class is first used.
///
/// The system property `lanewise.kernels` decides: `auto` (the default) begins every kernel scalar,
/// and hands it over to vectors once those are seen to be compiled and faster; `scalar` takes the
/// scalar ones; `vector` takes the vector ones. If there are none, or the mode is unknown, every
/// method throws an [UnsupportedOperationException] with the reason, at every call.
///
/// The kernels of a contract are made when they are first asked for: loading those of all nine took
/// half of the first row's time.
public final class Kernels {

  /// The property that chooses the tier.
  public static final String PROPERTY = "lanewise.kernels";

  private static final boolean HANDED_OVER;

  /// Null where they were not asked for.
  private static final KernelSet VECTOR;

  /// Why there are no kernels, else null. Thrown by this class's initializer, it would be seen
  /// once, and a `NoClassDefFoundError` from then on.
  private static final RuntimeException FAILURE;

  static {
    VectorLoader loader = new VectorLoader();
    String mode = System.getProperty(PROPERTY, "auto");
    boolean handedOver = false;
    KernelSet vector = null;
    RuntimeException failure = null;
    try {
      handedOver = KernelSelection.isHandedOver(mode, loader);
      vector = KernelSelection.vector(mode, loader);
    } catch (IllegalArgumentException | IllegalStateException e) {
      failure = e;
    }
    HANDED_OVER = handedOver;
    VECTOR = vector;
    FAILURE = failure;
    if (HANDED_OVER) {
      HandOvers.begin(loader);
    }
  }

  private Kernels() {}

  /// Packing and scatter of Gaussian statistics.
  public static GaussianKernels gaussian() {
    requireTier();
    return Gaussian.KERNELS;
  }

  /// Moments of single features.
  public static DiagonalKernels diagonal() {
    requireTier();
    return Diagonal.KERNELS;
  }

  /// Scoring of numeric rows.
  public static ScoreKernels score() {
    requireTier();
    return Score.KERNELS;
  }

  /// Packing of binary values.
  public static PackKernels pack() {
    requireTier();
    return Pack.KERNELS;
  }

  /// Counting of set bits.
  public static CountKernels count() {
    requireTier();
    return Count.KERNELS;
  }

  /// Scoring of binary, sparse and categorical rows.
  public static DiscreteKernels discrete() {
    requireTier();
    return Discrete.KERNELS;
  }

  /// Scoring of binary rows by tables of integers.
  public static TableKernels tables() {
    requireTier();
    return Tables.KERNELS;
  }

  /// Factors of symmetric matrices.
  public static FactorKernels factor() {
    requireTier();
    return Factor.KERNELS;
  }

  /// Exponentials and logarithms.
  public static ElementaryKernels elementary() {
    requireTier();
    return Elementary.KERNELS;
  }

  /// Does something while kernels are rehearsed at once, however little they were called.
  ///
  /// @param work is given what tells whether every kernel that it called is decided
  public static boolean hurry(Predicate<BooleanSupplier> work) {
    HandOvers.Hurry hurry = HandOvers.hurry();
    try {
      return work.test(hurry::isDecided);
    } finally {
      hurry.end();
    }
  }

  /// The name of the tier that runs: `scalar`, or `vector-` and its bits, and where kernels are
  /// handed over, since when: `vector-512 since 0.41 s`.
  public static String name() {
    requireTier();
    if (HANDED_OVER) {
      return HandOvers.name();
    }
    return VECTOR == null ? ScalarKernels.NAME : VECTOR.name();
  }

  private static void requireTier() {
    if (FAILURE != null) {
      throw new UnsupportedOperationException(FAILURE.getMessage(), FAILURE);
    }
  }

  // Each is loaded with its first call, and is a constant to the compiler from then on.

  private static final class Gaussian {
    static final GaussianKernels KERNELS =
        HANDED_OVER
            ? new AutoGaussianKernels()
            : VECTOR == null ? new ScalarGaussianKernels() : VECTOR.gaussian();
  }

  private static final class Diagonal {
    static final DiagonalKernels KERNELS =
        HANDED_OVER
            ? new AutoDiagonalKernels()
            : VECTOR == null ? new ScalarDiagonalKernels() : VECTOR.diagonal();
  }

  private static final class Score {
    static final ScoreKernels KERNELS =
        HANDED_OVER
            ? new AutoScoreKernels()
            : VECTOR == null ? new ScalarScoreKernels() : VECTOR.score();
  }

  private static final class Pack {
    static final PackKernels KERNELS =
        HANDED_OVER
            ? new AutoPackKernels()
            : VECTOR == null ? new ScalarPackKernels() : VECTOR.pack();
  }

  private static final class Count {
    static final CountKernels KERNELS =
        HANDED_OVER
            ? new AutoCountKernels()
            : VECTOR == null ? new ScalarCountKernels() : VECTOR.count();
  }

  private static final class Discrete {
    static final DiscreteKernels KERNELS =
        HANDED_OVER
            ? new AutoDiscreteKernels()
            : VECTOR == null ? new ScalarDiscreteKernels() : VECTOR.discrete();
  }

  private static final class Tables {
    static final TableKernels KERNELS =
        HANDED_OVER
            ? new AutoTableKernels()
            : VECTOR == null ? new ScalarTableKernels() : VECTOR.tables();
  }

  private static final class Factor {
    static final FactorKernels KERNELS =
        HANDED_OVER
            ? new AutoFactorKernels()
            : VECTOR == null ? new ScalarFactorKernels() : VECTOR.factor();
  }

  private static final class Elementary {
    static final ElementaryKernels KERNELS =
        HANDED_OVER
            ? new AutoElementaryKernels()
            : VECTOR == null ? new ScalarElementaryKernels() : VECTOR.elementary();
  }
}
