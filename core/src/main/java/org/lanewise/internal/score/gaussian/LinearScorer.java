package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.AFFINE_FLOATS;
import static org.lanewise.internal.tier.Kernel.AFFINE_ROW;
import static org.lanewise.internal.tier.Kernel.AFFINE_STRIPS;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.PanelScores;
import org.lanewise.internal.score.certify.FloatLabels;
import org.lanewise.internal.score.certify.FloatScores;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Scores rows by functions that are affine in them, for the classes of linear models:
///
/// ```
/// discriminant_c = intercept_c + Σ_j (x_j − origin_j) · weight_cj
/// ```
///
/// The class decides and the posterior is taken by these alone; they keep their digits however far
/// the row is from the means. Log joints need the [density][SharedDensity] of the classes.
public sealed class LinearScorer extends NumericScorer permits LowRankScorer {

  /// From here on floats take less than doubles: rows that lie in columns are copied for them, and
  /// a row alone has to fill vectors with classes.
  private static final int MIN_FEATURES = 16;

  private static final int MIN_CLASSES = 2;
  private static final int MIN_FEATURES_OF_COLUMNS = 32;
  private static final int MIN_CLASSES_OF_COLUMNS = 7;
  private static final int MIN_CLASSES_OF_ONE_ROW = 64;

  /// Copies of at most so many weights are made together with the scorer.
  static final int MAX_SMALL_PANELS = 1 << 16;

  private final AffineScores affine;

  /// Null for scores of given coefficients: those have no density, and nothing that needs one is
  /// asked for.
  private final SharedDensity density;

  /// A copy of the weights for blocks of rows. A large one is null until a block is scored, since
  /// rows alone do not need it; a small one is there, so that the first batch allocates nothing.
  private volatile PanelScores panels;

  private final double[] weight;
  private final double[] intercept;

  /// A scorer of normal classes.
  ///
  /// @param affine the discriminants of rows less the origin of the density; intercepts are −∞ for
  ///   classes of prior 0
  public LinearScorer(Naming naming, AffineScores affine, SharedDensity density) {
    this(naming, density.origin, affine, density);
  }

  /// A scorer by given coefficients.
  public LinearScorer(Naming naming, AffineScores affine) {
    this(naming, new double[naming.features().count()], affine, null);
  }

  private LinearScorer(Naming naming, double[] origin, AffineScores affine, SharedDensity density) {
    super(naming, new double[][] {origin}, rowsInPlace(naming.classes().count()));
    this.affine = affine;
    this.density = density;
    weight = affine.rowWeights();
    intercept = affine.intercepts();
    if ((long) classCount() * featureCount() <= MAX_SMALL_PANELS) {
      panels = affine.panels(origin);
    }
  }

  @Override
  public boolean hasDensity() {
    return density != null;
  }

  @Override
  void discriminants(Workspace w) {
    Kernels.score(AFFINE_ROW)
        .affineRow(w.x, featureCount(), weight, intercept, 0, classCount(), w.row.scores);
  }

  @Override
  int discriminantsFrom(int label, Workspace w) {
    int from = label - label % ScoreKernels.TOGETHER;
    int to = from + ScoreKernels.TOGETHER;
    Kernels.score(AFFINE_ROW)
        .affineRow(w.x, featureCount(), weight, intercept, from, to, w.row.scores);
    return to;
  }

  @Override
  void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    PanelScores made = panels;
    sumPanels(made == null ? makePanels() : made, rows, first, count, w);
  }

  private synchronized PanelScores makePanels() {
    if (panels == null) {
      panels = affine.panels(origin());
    }
    return panels;
  }

  @Override
  int blockRows(NumericColumns rows, Wanted wanted) {
    boolean distances = density != null && wanted != Wanted.DISCRIMINANTS;
    return distances ? columnRows() : super.blockRows(rows, wanted);
  }

  @Override
  int logJoints(int to, Workspace w) {
    if (density == null) {
      return 0;
    }
    density.logJoints(to, w);
    return to;
  }

  @Override
  int blockLogJoints(NumericColumns rows, int first, int count, int to, Workspace w) {
    if (density == null) {
      return 0;
    }
    density.blockLogJoints(rows, first, count, to, w);
    return to;
  }

  @Override
  void squaredDistances(double[] row, Workspace w) {
    density.squaredDistances(row, w);
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    density.blockSquaredDistances(rows, first, count, w);
  }

  @Override
  Marginals marginals(double[] logPriors) {
    return density.marginals(logPriors, affine, paddedCount);
  }

  @Override
  SharedCovariance sharedCovariance() {
    return density == null ? null : density.covariance();
  }

  @Override
  public boolean floatsPay(int together) {
    if (together == 0) {
      return isLarge(MIN_FEATURES, MIN_CLASSES_OF_ONE_ROW)
          && Kernels.floats(AFFINE_FLOATS).floatsAreFast();
    }
    boolean large =
        together == 1
            ? isLarge(MIN_FEATURES_OF_COLUMNS, MIN_CLASSES_OF_COLUMNS)
            : isLarge(MIN_FEATURES, MIN_CLASSES);
    return large && FloatLabels.areFast(together, Kernels.strips(AFFINE_STRIPS).floatsAreFast());
  }

  private boolean isLarge(int leastFeatures, int leastClasses) {
    return featureCount() >= leastFeatures && classCount() >= leastClasses;
  }

  @Override
  FloatLabels newFloats() {
    return FloatScores.of(affine, origin(), classCount());
  }
}
