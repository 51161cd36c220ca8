package org.lanewise.internal.tier;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.lanewise.internal.handover.HandOvers;
import org.lanewise.internal.handover.Tiers;
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
import org.lanewise.internal.kernel.auto.AutoKernels;

/// The kernels of this process, chosen once, when this class is first used.
///
/// The system property `lanewise.kernels` decides: `auto` (the default) begins every kernel scalar,
/// and hands it over to vectors once those are seen to be compiled and faster; `scalar` takes the
/// scalar ones; `vector` takes the vector ones or fails with the reason.
public final class Kernels {

  /// The property that chooses the tier.
  public static final String PROPERTY = "lanewise.kernels";

  private static final KernelSet SELECTED =
      KernelSelection.select(
          System.getProperty(PROPERTY, "auto"), new VectorLoader(), new Log(), new Begin());

  /// Packing and scatter of Gaussian statistics.
  public static final GaussianKernels GAUSSIAN = SELECTED.gaussian();

  /// Moments of single features.
  public static final DiagonalKernels DIAGONAL = SELECTED.diagonal();

  /// Scoring of numeric rows.
  public static final ScoreKernels SCORE = SELECTED.score();

  /// Packing of binary values.
  public static final PackKernels PACK = SELECTED.pack();

  /// Counting of set bits.
  public static final CountKernels COUNT = SELECTED.count();

  /// Scoring of binary, sparse and categorical rows.
  public static final DiscreteKernels DISCRETE = SELECTED.discrete();

  /// Scoring of binary rows by tables of integers.
  public static final TableKernels TABLES = SELECTED.tables();

  /// Factors of symmetric matrices.
  public static final FactorKernels FACTOR = SELECTED.factor();

  /// Exponentials and logarithms.
  public static final ElementaryKernels ELEMENTARY = SELECTED.elementary();

  private Kernels() {}

  // Not lambdas: the first ones of a process take milliseconds of its first call.

  private static final class Log implements Consumer<String> {
    @Override
    public void accept(String message) {
      System.getLogger("org.lanewise").log(System.Logger.Level.INFO, message);
    }
  }

  private static final class Begin implements Consumer<Tiers> {
    @Override
    public void accept(Tiers tiers) {
      HandOvers.begin(tiers);
    }
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
    return SELECTED.name().equals(AutoKernels.NAME) ? HandOvers.name() : SELECTED.name();
  }
}
