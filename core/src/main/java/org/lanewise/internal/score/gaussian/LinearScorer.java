package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.AFFINE_FLOATS;
import static org.lanewise.internal.tier.Kernel.AFFINE_ROW;
import static org.lanewise.internal.tier.Kernel.ARGMAX;
import static org.lanewise.internal.tier.Kernel.SHIFT;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.PanelScores;
import org.lanewise.internal.score.certify.FloatLabels;
import org.lanewise.internal.score.certify.FloatScores;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// Scores rows under normal classes that share a covariance Σ, linear discriminants:
///
/// ```
/// discriminant_c = intercept_c + Σ_j (x_j − origin_j) · weight_cj
/// ```
///
/// The class decides and the posterior is taken by these affine parts alone, which keep their
/// digits however far the row is from the means. The log joint adds what they leave out, log h(x);
/// it is taken about the mean of the best class b, so that it keeps its digits too:
///
/// ```
/// log p(x, c) = (constant_b − ½ D²_b) + (discriminant_c − discriminant_b)
/// ```
///
/// with D²_b the squared Mahalanobis distance of the row from mean_b, which a subclass gives, and
/// constant_b = log π_b − ½ log|Σ| − (d/2) log 2π.
abstract sealed class LinearScorer extends PanelScorer
    permits SharedCovarianceScorer, SharedVarianceScorer {

  /// The discriminants of rows less the origin.
  final AffineScores affine;

  /// From here on floats take less than doubles: rows that lie in columns are transposed for them.
  private static final int MIN_FEATURES = 16;

  private static final int MIN_CLASSES = 3;
  private static final int MIN_CLASSES_IN_COLUMNS = 64;

  private static final int MAX_SMALL_PANELS = 1 << 16;

  /// A copy of the weights for blocks of rows. A large one is null until a block is scored, since
  /// rows alone do not need it; a small one is there, so that the first batch allocates nothing.
  private volatile PanelScores panels;

  private final double[] weight;
  private final double[] intercept;
  final double[][] means;
  private final double[] constants;

  /// @param origin d values about which means and weights are given
  /// @param affine the discriminants, with intercepts of −∞ for classes of prior 0
  /// @param means k rows of d residual means
  /// @param constants k constants, −∞ for a class of prior 0
  LinearScorer(
      Naming naming, double[] origin, AffineScores affine, double[][] means, double[] constants) {
    super(naming, new double[][] {origin});
    this.affine = affine;
    weight = affine.rowWeights();
    intercept = affine.intercepts();
    if ((long) classCount() * featureCount() <= MAX_SMALL_PANELS) {
      panels = affine.panels(origin);
    }
    this.means = means.clone();
    this.constants = constants.clone();
  }

  /// D² of the row in `w.x` from a mean.
  abstract double squaredDistance(Workspace w, double[] mean);

  /// D² of the rows in `w.numeric.centred`, which are less the means, into `out[at + r]`.
  abstract void squaredDistances(Workspace w, int count, double[] out, int at);

  @Override
  final void discriminants(Workspace w) {
    Kernels.score(AFFINE_ROW)
        .affineRow(w.x, featureCount(), weight, intercept, 0, classCount(), w.scores);
  }

  @Override
  final boolean paysInFloats(NumericStore rows) {
    return classCount() >= (rows.together() > 1 ? MIN_CLASSES : MIN_CLASSES_IN_COLUMNS)
        && featureCount() >= MIN_FEATURES
        && Kernels.score(AFFINE_FLOATS).floatsAreFast();
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
  final int blockRows(Result result) {
    return result.isOfJoints() ? columnRows() : super.blockRows(result);
  }

  @Override
  final void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    sumPanels(rows, first, count, w);
  }

  @Override
  void squaredDistances(double[] row, Workspace w) {
    CenteredBlock.load(row, origin(), w);
    for (int c = 0; c < classCount(); c++) {
      w.scores[c] = squaredDistance(w, means[c]);
    }
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    CenteredBlock.load(rows, first, count, origin(), w);
    w.numeric.makeCentred(featureCount());
    for (int c = 0; c < classCount(); c++) {
      for (int j = 0; j < featureCount(); j++) {
        Kernels.score(SHIFT)
            .shift(w.numeric.block, j * STRIDE, count, means[c][j], w.numeric.centred, j * STRIDE);
      }
      squaredDistances(w, count, w.numeric.scores, c * scoreStride);
    }
  }

  @Override
  final void logJoints(Workspace w) {
    int best = LogSumExp.argmax(w.scores, 0, 1, classCount());
    logJoints(w.scores, 0, 1, best, squaredDistance(w, means[best]));
  }

  @Override
  final void blockLogJoints(NumericColumns rows, int first, int count, Workspace w) {
    int k = classCount();
    double[] scores = w.numeric.scores;
    int[] best = w.numeric.labels;
    int squared = k * scoreStride;
    Kernels.score(ARGMAX).argmax(scores, scoreStride, count, k, best, 0, w.numeric.terms);
    CenteredBlock.load(rows, first, count, origin(), w);
    w.numeric.makeCentred(featureCount());
    double[] block = w.numeric.block;
    double[] centred = w.numeric.centred;
    for (int j = 0; j < featureCount(); j++) {
      for (int r = 0; r < count; r++) {
        centred[j * STRIDE + r] = block[j * STRIDE + r] - means[best[r]][j];
      }
    }
    squaredDistances(w, count, scores, squared);
    for (int r = 0; r < count; r++) {
      logJoints(scores, r, scoreStride, best[r], scores[squared + r]);
    }
  }

  private void logJoints(double[] scores, int from, int stride, int best, double squared) {
    double bestScore = scores[from + best * stride];
    double bestJoint = Math.fma(-0.5, squared, constants[best]);
    for (int c = 0; c < classCount(); c++) {
      scores[from + c * stride] = bestJoint + (scores[from + c * stride] - bestScore);
    }
  }
}
