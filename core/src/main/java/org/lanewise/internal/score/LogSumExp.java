package org.lanewise.internal.score;

import static org.lanewise.internal.tier.Kernel.EXP_ROW;

import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.tier.Kernels;

/// Posteriors and densities from the joint log-likelihoods of one row.
///
/// The k values v_c lie at `values[from + c·stride]`: `stride` is 1 for a row alone and the block
/// size in a class-major block. With m the lowest index of the largest value, and in class order,
///
/// ```
/// rest = Σ_{c ≠ m} exp(v_c − v_m)
/// log Σ_c exp(v_c)  =  v_m + log1p(rest)
/// log p(c | x)      =  (v_c − v_m) − log1p(rest)
/// p(c | x)          =  exp(v_c − v_m) / (1 + rest)
/// ```
///
/// Leaving v_m out of the sum keeps the small log posterior of a sure class to full relative
/// precision: log p = −1e−20 does not become 0. Nothing is floored. A value may be −∞ (a class of
/// prior 0); where all are, no class is better than another: the density is −∞, the posterior 1/k
/// and the class 0. Values are never NaN or +∞. The results of a row do not depend on where it
/// lies, so a row alone and in a batch gives the same bits.
public final class LogSumExp {

  /// From so many classes on a row's exponentials are worth a kernel's call.
  private static final int MANY = 6;

  private LogSumExp() {}

  /// The lowest index of the largest value.
  public static int argmax(double[] values, int from, int stride, int k) {
    int best = 0;
    double max = values[from];
    for (int c = 1; c < k; c++) {
      double value = values[from + c * stride];
      if (value > max) {
        max = value;
        best = c;
      }
    }
    return best;
  }

  /// log p(c | x) into `out[outFrom + c]`; `out` may be `values` where `stride` is 1 and `outFrom`
  /// is `from`.
  public static void logPosterior(
      double[] values, int from, int stride, int k, double[] out, int outFrom) {
    int best = argmax(values, from, stride, k);
    double max = values[from + best * stride];
    if (max == Double.NEGATIVE_INFINITY) {
      fill(out, outFrom, k, -StrictMath.log(k));
      return;
    }
    double logRest = log1p(rest(values, from, stride, k, best, max));
    for (int c = 0; c < k; c++) {
      out[outFrom + c] = (values[from + c * stride] - max) - logRest;
    }
  }

  /// p(c | x) into `out[outFrom + c]`; `out` may be `values` where `stride` is 1 and `outFrom` is
  /// `from`.
  public static void posterior(
      double[] values, int from, int stride, int k, double[] out, int outFrom) {
    int best = argmax(values, from, stride, k);
    double max = values[from + best * stride];
    if (max == Double.NEGATIVE_INFINITY) {
      fill(out, outFrom, k, 1.0 / k);
      return;
    }
    double rest = 0;
    for (int i = 0; i < k - 1; i++) {
      int c = i < best ? i : i + 1;
      double e = exp(values[from + c * stride] - max);
      rest += e;
      out[outFrom + c] = e;
    }
    out[outFrom + best] = 1;
    double sum = 1 + rest;
    for (int c = 0; c < k; c++) {
      out[outFrom + c] /= sum;
    }
  }

  /// Finds the largest of a row's scores in a plane, and log1p of the rest.
  static void rest(ScorePlanes s, int plane, int k) {
    int best = argmax(s.scores, plane, 1, k);
    double max = s.scores[plane + best];
    s.largest[0] = max;
    if (max != Double.NEGATIVE_INFINITY) {
      s.logRest[0] =
          log1p(plane == 0 ? restOfRow(s, k, best) : rest(s.scores, plane, 1, k, best, max));
    }
  }

  /// p(c | x) of a row alone, as [#posterior(double[], int, int, int, double[], int)].
  static void posterior(ScorePlanes s, int k, double[] out, int outFrom) {
    int best = argmax(s.scores, 0, 1, k);
    if (k < MANY || s.scores[best] == Double.NEGATIVE_INFINITY) {
      posterior(s.scores, 0, 1, k, out, outFrom);
      return;
    }
    double sum = 1 + restOfRow(s, k, best);
    for (int c = 0; c < k; c++) {
      out[outFrom + c] = s.impossible[c] / sum;
    }
  }

  /// The sum without the largest; from [#MANY] classes on the exponentials are there then.
  private static double restOfRow(ScorePlanes s, int k, int best) {
    return k < MANY
        ? rest(s.scores, 0, 1, k, best, s.scores[best])
        : Kernels.elementary(EXP_ROW).expRow(s.scores, k, best, s.impossible);
  }

  private static double rest(double[] values, int from, int stride, int k, int best, double max) {
    double rest = 0;
    for (int i = 0; i < k - 1; i++) {
      // An index, for a branch on which class is the best would be foreseen wrongly.
      int c = i < best ? i : i + 1;
      rest += exp(values[from + c * stride] - max);
    }
    return rest;
  }

  private static void fill(double[] out, int outFrom, int k, double value) {
    for (int c = 0; c < k; c++) {
      out[outFrom + c] = value;
    }
  }

  private static double exp(double x) {
    return Elementary.exp(x);
  }

  private static double log1p(double x) {
    return Elementary.log1p(x);
  }
}
