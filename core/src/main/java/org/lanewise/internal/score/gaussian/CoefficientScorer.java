package org.lanewise.internal.score.gaussian;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.Workspace;

/// Scores rows by given coefficients: the discriminants are the scores, and there is no density.
public final class CoefficientScorer extends LinearScorer {

  /// A scorer from its coefficients.
  public CoefficientScorer(Naming naming, AffineScores affine) {
    super(naming, new double[naming.features().count()], affine);
  }

  @Override
  public boolean hasDensity() {
    return false;
  }

  @Override
  void logJoints(Workspace w) {
    // The scores stay as they are.
  }

  @Override
  void blockLogJoints(NumericColumns rows, int first, int count, Workspace w) {
    // The scores stay as they are.
  }

  @Override
  Marginals marginals(double[] logPriors) {
    throw noDensity();
  }

  @Override
  void squaredDistances(double[] row, Workspace w) {
    throw noDensity();
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    throw noDensity();
  }

  /// Only models of normal classes ask for distances and for rows with missing values.
  private static IllegalStateException noDensity() {
    return new IllegalStateException("scores of given coefficients have no density");
  }
}
