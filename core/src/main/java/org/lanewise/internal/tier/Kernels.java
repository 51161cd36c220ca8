package org.lanewise.internal.tier;

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
import org.lanewise.internal.kernel.vector.VectorKernels;

/// The kernels of this process, chosen once, when this class is first used.
///
/// The system property `lanewise.kernels` decides: `auto` (the default) takes the vector kernels
/// where they run as instructions and else the scalar ones; `scalar` takes the scalar ones;
/// `vector` takes the vector ones or fails with the reason.
public final class Kernels {

  /// The property that chooses the tier.
  public static final String PROPERTY = "lanewise.kernels";

  private static final KernelSet SELECTED =
      KernelSelection.select(
          System.getProperty(PROPERTY, "auto"),
          VectorKernels::create,
          message -> System.getLogger("org.lanewise").log(System.Logger.Level.INFO, message));

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

  /// The name of the tier that runs: `scalar`, or `vector-` and its bits.
  public static String name() {
    return SELECTED.name();
  }
}
