package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.DIAGONAL_STRIPS;

import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.scratch.FloatScratch;
import org.lanewise.internal.tier.Kernels;

/// Scores of independent normal features in floats: M_c is diagonal. Immutable.
public final class FloatDiagonals extends FloatDistances {

  /// Of a term of ŵ: one of M, two of y (which may be rounded as a double before), and that of the
  /// sum; or one of a and that of the sum. One more is for those of doubles, and one to spare.
  private static final int ROUNDINGS = 6;

  private final float[] inverses;
  private final float[] starts;

  private FloatDiagonals(double[][] origins, double[] constants, double[] mean, double[] inverse) {
    super(origins, constants, ROUNDINGS);
    inverses = new float[FloatKernels.floatClasses(origins.length) * length];
    starts = new float[inverses.length];
    double[] largest = new double[featureCount];
    double most = 0;
    for (int c = 0; c < origins.length; c++) {
      double sum = 0;
      for (int j = 0; j < featureCount && constants[c] > Double.NEGATIVE_INFINITY; j++) {
        int at = ScoreKernels.rowOffset(c, featureCount) + j * ScoreKernels.TOGETHER;
        double moved = origins[c][j] - wideOrigin[j];
        int to = c * length + j;
        inverses[to] = (float) (inverse[at] * ROOT);
        starts[to] = (float) (-(moved + mean[at]) * inverse[at] * ROOT);
        sum += inverse[at] * (Math.abs(moved) + Math.abs(mean[at]));
        largest[j] = Math.max(largest[j], inverse[at]);
      }
      most = Math.max(most, sum);
    }
    setBounds(most, largest);
  }

  /// The scores in floats, or null where they are out of the range of floats.
  ///
  /// @param origins o_c, k rows of d; p is the first of them, rounded
  /// @param constants κ_c, −∞ for a class of prior 0
  /// @param mean μ_c − o_c, laid out for one row as [ScoreKernels] says
  /// @param inverse the diagonal of M_c, laid out so
  public static FloatDiagonals of(
      double[][] origins, double[] constants, double[] mean, double[] inverse) {
    FloatDiagonals made = new FloatDiagonals(origins, constants, mean, inverse);
    return made.isInRange() ? made : null;
  }

  @Override
  void addStrips(FloatScratch of, int first, int count, int rows) {
    int d = featureCount;
    Kernels.strips(DIAGONAL_STRIPS)
        .diagonalStrips(
            of.strips,
            rows,
            d,
            first,
            count,
            inverses,
            starts,
            constants,
            classCount(),
            of.scores,
            rows);
  }
}
