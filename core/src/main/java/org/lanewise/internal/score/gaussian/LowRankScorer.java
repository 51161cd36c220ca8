package org.lanewise.internal.score.gaussian;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.certify.FloatLabels;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.Workspace;

/// Scores rows under normal classes whose covariances differ by directions of their own: the affine
/// scores of a [LinearScorer], and what the directions of each class add ([LowRankCovariance]).
public final class LowRankScorer extends NumericScorer {

  private final AffineScores affine;
  private final LinearScorer shared;
  private final LowRankCovariance classes;

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
      classes.add(0, classCount(), w);
    }
  }

  @Override
  void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    shared.blockDiscriminants(rows, first, count, w);
    if (classes.hasDirections()) {
      classes.addBlock(count, w);
    }
  }

  @Override
  int discriminantsFrom(int label, Workspace w) {
    int from = label - label % ScoreKernels.TOGETHER;
    int to = Math.min(shared.discriminantsFrom(label, w), classCount());
    if (classes.hasDirections()) {
      classes.add(from, to, w);
    }
    return to;
  }

  @Override
  boolean floatsPay(int together) {
    return shared.floatsPay(together);
  }

  @Override
  FloatLabels newFloats() {
    return classes.hasDirections() ? classes.floats(affine) : shared.newFloats();
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
