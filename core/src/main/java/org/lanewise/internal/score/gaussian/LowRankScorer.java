package org.lanewise.internal.score.gaussian;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// Scores rows under normal classes whose covariances differ by directions of their own: the affine
/// scores of a [LinearScorer], and what the directions of each class add ([LowRankCovariance]).
public final class LowRankScorer extends NumericScorer {

  private final AffineScores affine;
  private final LinearScorer shared;
  private final LowRankCovariance classes;

  /// Null until rows are labelled by floats, or if bounds are out of their range.
  private volatile LowRankLabels labels;

  private volatile boolean outOfRange;

  /// @param affine the discriminants without directions, of rows less the origin; intercepts have
  ///   the determinants of the directions, and are −∞ for classes of prior 0
  public LowRankScorer(Naming naming, AffineScores affine, LowRankCovariance classes) {
    super(naming, new double[][] {classes.origin}, rowsInPlace(naming.classes().count()));
    this.affine = affine;
    this.classes = classes;
    shared = new LinearScorer(naming, affine, classes);
  }

  @Override
  void discriminants(Workspace w) {
    shared.discriminants(w);
    if (classes.hasDirections()) {
      classes.add(w);
    }
  }

  @Override
  void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    shared.blockDiscriminants(rows, first, count, w);
    if (classes.hasDirections()) {
      classes.addBlock(count, w);
    }
  }

  /// The affine scores of the row in `w.x`, of some classes from `label` on.
  ///
  /// @return the class after the last
  int affineFrom(int label, Workspace w) {
    return shared.discriminantsFrom(label, w);
  }

  @Override
  int labelByFloats(double[] row, Workspace w) {
    LowRankLabels by = labels(0);
    return by == null ? -1 : by.label(row, w);
  }

  @Override
  public void label(NumericColumns rows, int from, int to, int[] out, Workspace w) {
    LowRankLabels by =
        to - from < FEW_ROWS
            ? null
            : labels(Stores.of(rows).rowsLieTogether() ? NumericStore.NEIGHBOURS : 1);
    if (by == null) {
      super.label(rows, from, to, out, w);
    } else {
      by.label(rows, from, to, out, w);
    }
  }

  private LowRankLabels labels(int together) {
    if (outOfRange || !classes.hasDirections() || !shared.floatsPay(together)) {
      return null;
    }
    LowRankLabels made = labels;
    return made == null ? makeLabels() : made;
  }

  private synchronized LowRankLabels makeLabels() {
    if (labels == null && !outOfRange) {
      labels = LowRankLabels.of(this, affine, classes);
      outOfRange = labels == null;
    }
    return labels;
  }

  @Override
  int blockRows(NumericColumns rows, Wanted wanted) {
    return shared.blockRows(rows, wanted);
  }

  @Override
  int logJoints(int to, Workspace w) {
    return shared.logJoints(to, w);
  }

  @Override
  int blockLogJoints(NumericColumns rows, int first, int count, int to, Workspace w) {
    return shared.blockLogJoints(rows, first, count, to, w);
  }

  @Override
  void squaredDistances(double[] row, Workspace w) {
    shared.squaredDistances(row, w);
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    shared.blockSquaredDistances(rows, first, count, w);
  }

  @Override
  Marginals marginals(double[] logPriors) {
    return shared.marginals(logPriors);
  }
}
