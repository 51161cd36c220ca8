package org.lanewise.internal.score.gaussian;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.certify.FloatLabels;
import org.lanewise.internal.score.scratch.Workspace;

/// Scores rows under normal classes whose covariances differ by directions of their own: the affine
/// scores of a [LinearScorer], and what the directions of each class add ([LowRankCovariance]).
public final class LowRankScorer extends LinearScorer {

  private final AffineScores affine;
  private final LowRankCovariance classes;

  /// @param affine the discriminants without directions, of rows less the origin; intercepts have
  ///   the determinants of the directions, and are −∞ for classes of prior 0
  public LowRankScorer(Naming naming, AffineScores affine, LowRankCovariance classes) {
    super(naming, affine, classes);
    this.affine = affine;
    this.classes = classes;
  }

  @Override
  void discriminants(Workspace w) {
    super.discriminants(w);
    if (classes.hasDirections()) {
      classes.add(0, classCount(), w);
    }
  }

  @Override
  void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    super.blockDiscriminants(rows, first, count, w);
    if (classes.hasDirections()) {
      classes.addBlock(count, w);
    }
  }

  @Override
  int discriminantsFrom(int label, Workspace w) {
    int to = super.discriminantsFrom(label, w);
    if (classes.hasDirections()) {
      classes.add(to - ScoreKernels.TOGETHER, Math.min(to, classCount()), w);
    }
    return to;
  }

  @Override
  FloatLabels newFloats() {
    return classes.hasDirections() ? classes.floats(affine) : super.newFloats();
  }
}
