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
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// Scores rows by functions that are affine in them, for the classes of linear models:
///
/// ```
/// discriminant_c = intercept_c + Σ_j (x_j − origin_j) · weight_cj
/// ```
///
/// The class decides and the posterior is taken by these alone.
abstract sealed class LinearScorer extends PanelScorer
    permits NormalLinearScorer, CoefficientScorer {

  /// The discriminants of rows less the origin.
  final AffineScores affine;

  /// From here on floats take less than doubles: rows that lie in columns are copied for them, and
  /// a row alone has to fill vectors with classes.
  private static final int MIN_FEATURES = 16;

  private static final int MIN_CLASSES = 3;
  private static final int MIN_FEATURES_OF_COLUMNS = 32;
  private static final int MIN_CLASSES_OF_COLUMNS = 7;
  private static final int MIN_CLASSES_OF_ONE_ROW = 64;

  private static final int MAX_SMALL_PANELS = 1 << 16;

  /// A copy of the weights for blocks of rows. A large one is null until a block is scored, since
  /// rows alone do not need it; a small one is there, so that the first batch allocates nothing.
  private volatile PanelScores panels;

  private final double[] weight;
  private final double[] intercept;

  /// @param origin d values about which means and weights are given
  /// @param affine the discriminants; intercepts may be −∞
  LinearScorer(Naming naming, double[] origin, AffineScores affine) {
    super(naming, new double[][] {origin});
    this.affine = affine;
    weight = affine.rowWeights();
    intercept = affine.intercepts();
    if ((long) classCount() * featureCount() <= MAX_SMALL_PANELS) {
      panels = affine.panels(origin);
    }
  }

  @Override
  final void discriminants(Workspace w) {
    Kernels.score(AFFINE_ROW)
        .affineRow(w.x, featureCount(), weight, intercept, 0, classCount(), w.scores);
  }

  @Override
  final boolean paysInFloats(NumericStore rows) {
    return rows.together() > 1
        ? isLarge(MIN_FEATURES, MIN_CLASSES) && Kernels.score(AFFINE_FLOATS).floatsAreFast()
        : isLarge(MIN_FEATURES_OF_COLUMNS, MIN_CLASSES_OF_COLUMNS)
            && Kernels.score(AFFINE_STRIPS).floatsAreFast();
  }

  @Override
  final boolean paysInFloats() {
    return isLarge(MIN_FEATURES, MIN_CLASSES_OF_ONE_ROW)
        && Kernels.score(AFFINE_FLOATS).floatsAreFast();
  }

  private boolean isLarge(int leastFeatures, int leastClasses) {
    return featureCount() >= leastFeatures && classCount() >= leastClasses;
  }

  @Override
  final FloatLabels newFloats() {
    return FloatScores.of(affine, origin(), classCount());
  }

  @Override
  final PanelScores panels() {
    PanelScores made = panels;
    return made == null ? makePanels() : made;
  }

  private synchronized PanelScores makePanels() {
    if (panels == null) {
      panels = affine.panels(origin());
    }
    return panels;
  }

  @Override
  final int labelAmong(FloatLabels floats, int r, Workspace w) {
    int best = -1;
    int done = 0;
    for (int c = 0; c < classCount(); c++) {
      if (floats.mayBe(r, c, w)) {
        if (c >= done) {
          int from = c - c % ScoreKernels.TOGETHER;
          done = from + ScoreKernels.TOGETHER;
          Kernels.score(AFFINE_ROW)
              .affineRow(w.x, featureCount(), weight, intercept, from, done, w.scores);
        }
        best = best < 0 || w.scores[c] > w.scores[best] ? c : best;
      }
    }
    return best;
  }

  @Override
  final void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    sumPanels(rows, first, count, w);
  }
}
