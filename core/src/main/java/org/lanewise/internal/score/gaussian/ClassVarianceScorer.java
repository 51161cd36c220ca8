package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.DIAGONAL_ROW;
import static org.lanewise.internal.tier.Kernel.DIAGONAL_STRIPS;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.ClassParameters;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.certify.FloatDiagonals;
import org.lanewise.internal.score.certify.FloatLabels;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.marginal.VarianceMarginals;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Scores rows under independent normal features, Gaussian Naive Bayes:
///
/// ```
/// log p(x, c) = constant_c − ½ Σ_j ((x_j − origin_cj − mean_cj) · inverse_cj)²
/// ```
///
/// with inverse_cj = 1/σ_cj and constant_c = log π_c − Σ_j log σ_cj − (d/2) log 2π.
public final class ClassVarianceScorer extends NumericScorer {

  /// From here on floats take less than doubles, for which columns are read where they lie.
  private static final int MIN_FEATURES = 32;

  private static final int MIN_CLASSES = 2;
  private static final int MIN_CLASSES_OF_COLUMNS = 4;

  private final DiagonalPanels panels;
  private final double[][] allOrigins;

  /// Runs of classes that share an origin; null where all do.
  private final Run[] runs;

  private final double[] mean;
  private final double[] inverse;
  private final double[] constant;
  private final double[] zeros;

  /// Classes `first` to `first + count − 1`, their parameters as those of all classes.
  private record Run(
      int first, int count, double[] origin, double[] mean, double[] inverse, double[] constant) {}

  /// A scorer from its parameters, which are copied.
  ///
  /// @param origins k rows of d values about which the means are given
  /// @param means k rows of d residual means
  /// @param inverses k rows of d inverse standard deviations
  /// @param constants k constants, −∞ for a class of prior 0
  public ClassVarianceScorer(
      Naming naming,
      double[][] origins,
      double[][] means,
      double[][] inverses,
      double[] constants) {
    int d = origins[0].length;
    int k = means.length;
    int stride = ScoreKernels.classStride(k);
    double[] mean = ClassParameters.byEight(means, stride);
    double[] inverse = ClassParameters.byEight(inverses, stride);
    super(naming, origins, rowsInPlace(k));
    panels =
        new DiagonalPanels(
            origins,
            ClassParameters.panelsByEight(mean, d, k),
            ClassParameters.panelsByEight(inverse, d, k));
    this.mean = mean;
    this.inverse = inverse;
    constant = ClassParameters.padded(constants, classStride);
    zeros = new double[classStride];
    allOrigins = origins.clone();
    runs = this.origins == null ? null : runs(means, inverses, constants);
  }

  private Run[] runs(double[][] means, double[][] inverses, double[] constants) {
    int[] begins = ClassParameters.runs(origins);
    Run[] made = new Run[begins.length - 1];
    for (int i = 0; i < made.length; i++) {
      int first = begins[i];
      int end = begins[i + 1];
      int stride = ScoreKernels.classStride(end - first);
      made[i] =
          new Run(
              first,
              end - first,
              origins[first],
              ClassParameters.byEight(Arrays.copyOfRange(means, first, end), stride),
              ClassParameters.byEight(Arrays.copyOfRange(inverses, first, end), stride),
              ClassParameters.padded(Arrays.copyOfRange(constants, first, end), stride));
    }
    return made;
  }

  @Override
  boolean floatsPay(int together) {
    return together > 0
        && featureCount() >= MIN_FEATURES
        && classCount() >= (together == 1 ? MIN_CLASSES_OF_COLUMNS : MIN_CLASSES)
        && FloatLabels.areFast(together, Kernels.strips(DIAGONAL_STRIPS).floatsAreFast());
  }

  @Override
  FloatLabels newFloats() {
    return FloatDiagonals.of(allOrigins, constant, mean, inverse);
  }

  @Override
  Marginals marginals(double[] logPriors) {
    return new VarianceMarginals(logPriors, allOrigins, mean, inverse, constant);
  }

  @Override
  void discriminants(Workspace w) {
    if (runs != null) {
      scoreRuns(w, false);
      return;
    }
    Kernels.score(DIAGONAL_ROW)
        .diagonalRow(w.x, featureCount(), mean, inverse, constant, classCount(), w.row.scores);
  }

  private void scoreRuns(Workspace w, boolean distances) {
    int d = featureCount();
    // What a kernel pads, it writes behind the classes of the run.
    double[] scores = w.row.impossible;
    for (Run run : runs) {
      for (int j = 0; j < d; j++) {
        w.centred[j] = w.x[j] - run.origin[j];
      }
      double[] constants = distances ? zeros : run.constant;
      Kernels.score(DIAGONAL_ROW)
          .diagonalRow(w.centred, d, run.mean, run.inverse, constants, run.count, scores);
      System.arraycopy(scores, 0, w.row.scores, run.first, run.count);
    }
  }

  @Override
  void squaredDistances(double[] row, Workspace w) {
    CenteredBlock.load(row, origin(), w);
    if (runs != null) {
      scoreRuns(w, true);
    } else {
      Kernels.score(DIAGONAL_ROW)
          .diagonalRow(w.x, featureCount(), mean, inverse, zeros, classCount(), w.row.scores);
    }
    for (int c = 0; c < classCount(); c++) {
      w.row.scores[c] *= -2;
    }
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    sumPanels(panels, rows, first, count, w);
  }

  @Override
  void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    sumPanels(panels, rows, first, count, w);
    for (int c = 0; c < classCount(); c++) {
      for (int at = c * scoreStride; at < c * scoreStride + count; at++) {
        w.block.scores[at] = Math.fma(-0.5, w.block.scores[at], constant[c]);
      }
    }
  }
}
