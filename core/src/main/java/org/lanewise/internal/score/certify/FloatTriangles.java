package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.TRIANGULAR_STRIPS;

import java.util.Arrays;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.StripKernels;
import org.lanewise.internal.score.scratch.FloatScratch;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// Quadratic scores in floats: M_c is lower triangular. Chains of 128 features are added to a_i one
/// by one ([StripKernels#triangularStrips]). Immutable.
public final class FloatTriangles extends FloatDistances {

  /// Of a term of ŵ besides those of chains: one of M, two of y (which may be rounded as a double
  /// before), one for those of doubles, and two to spare.
  private static final int ROUNDINGS = 6;

  private final float[][] factors;
  private final float[][] starts;

  /// Of the images of a few rows.
  private final int chains;

  private FloatTriangles(
      double[][] origins, double[] constants, double[][] means, double[][] factors) {
    super(origins, constants, chainLength(origins[0].length) + ROUNDINGS);
    chains = Math.ceilDiv(featureCount, FloatKernels.CHAIN);
    int k = constants.length;
    this.factors = new float[k][];
    starts = new float[k][length];
    double[] largest = new double[featureCount];
    double most = 0;
    for (int c = 0; c < k; c++) {
      if (constants[c] == Double.NEGATIVE_INFINITY) {
        continue;
      }
      this.factors[c] = laid(factors[c]);
      double[] norms = norms(factors[c]);
      double[] centre = new double[featureCount];
      double sum = 0;
      for (int j = 0; j < featureCount; j++) {
        double moved = origins[c][j] - wideOrigin[j];
        centre[j] = moved + means[c][j];
        largest[j] = Math.max(largest[j], norms[j]);
        sum += (Math.abs(moved) + Math.abs(means[c][j])) * norms[j];
      }
      most = Math.max(most, sum);
      for (int i = 0; i < featureCount; i++) {
        double start = 0;
        for (int j = 0; j <= i; j++) {
          start = Math.fma(-factors[c][PackedTriangle.index(j, i)], centre[j], start);
        }
        starts[c][i] = (float) (start * ROOT);
      }
    }
    setBounds(most, largest);
  }

  /// The scores in floats, or null where they are out of the range of floats.
  ///
  /// @param origins o_c, k rows of d; p is the first of them, rounded
  /// @param constants κ_c, −∞ for a class of prior 0
  /// @param means μ_c − o_c
  /// @param factors M_c, in [PackedTriangle] layout
  public static FloatTriangles of(
      double[][] origins, double[] constants, double[][] means, double[][] factors) {
    FloatTriangles made = new FloatTriangles(origins, constants, means, factors);
    return made.isInRange() ? made : null;
  }

  /// The columns' lengths ‖M_·j‖.
  private double[] norms(double[] factor) {
    double[] norms = new double[featureCount];
    for (int i = 0; i < featureCount; i++) {
      for (int j = 0; j <= i; j++) {
        double entry = factor[PackedTriangle.index(j, i)];
        norms[j] = Math.fma(entry, entry, norms[j]);
      }
    }
    for (int j = 0; j < featureCount; j++) {
      norms[j] = Math.sqrt(norms[j]);
    }
    return norms;
  }

  private float[] laid(double[] factor) {
    float[] laid = new float[StripKernels.floatTriangle(featureCount)];
    for (int i = 0; i < featureCount; i++) {
      for (int j = 0; j <= i; j++) {
        double entry = factor[PackedTriangle.index(j, i)];
        laid[StripKernels.floatTriangleIndex(i, j)] = (float) (entry * ROOT);
      }
    }
    return laid;
  }

  @Override
  public int rows(NumericStore store) {
    return ROWS;
  }

  @Override
  int stripChunks() {
    return chains;
  }

  /// Images need all features.
  @Override
  void addStrips(FloatScratch of, int first, int count, int rows) {
    if (first + count < featureCount) {
      return;
    }
    for (int c = 0; c < factors.length; c++) {
      if (factors[c] == null) {
        Arrays.fill(of.scores, c * rows, (c + 1) * rows, Float.NEGATIVE_INFINITY);
      } else {
        Kernels.strips(TRIANGULAR_STRIPS)
            .triangularStrips(
                of.strips,
                rows,
                featureCount,
                factors[c],
                starts[c],
                constants[c],
                of.some,
                of.scores,
                c * rows);
      }
    }
  }
}
