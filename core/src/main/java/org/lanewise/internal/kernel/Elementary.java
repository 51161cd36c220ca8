package org.lanewise.internal.kernel;

import static org.lanewise.internal.kernel.ElementaryConstants.*;

/// Exponential and logarithms of doubles, operation by operation as the vector kernels compute
/// them, so with the same bits in every tier and on every machine.
///
/// Errors, in units in the last place of the exact result, as `ElementaryTest` measures them
/// against 30 digits over 1.2 million arguments: [#exp] 0.72, [#log] 0.66, [#log1p] 0.66; where
/// [#exp] is subnormal, so rounded twice, 0.75.
public final class Elementary {

  /// The exponents n for which 2ⁿ, and eʳ·2ⁿ with eʳ in [½√2, √2), are normal.
  private static final double NORMAL_MIN = -1021;

  private static final double NORMAL_MAX = 1022;

  /// The largest x for which 1 + x is 1.
  private static final double ROUNDS_TO_ONE = 0x1p-53;

  /// The first 1 + f that [#log] halves.
  private static final double ROOT_TWO = 2 * Double.longBitsToDouble(ROOT_HALF_BITS);

  private Elementary() {}

  /// The rounding error of a sum, (a + b) − fl(a + b), exactly (Knuth, The Art of Computer
  /// Programming 2, section 4.2.2, theorem B); NaN where the sum is not finite.
  public static double sumRemainder(double a, double b) {
    double sum = a + b;
    double part = sum - a;
    return (a - (sum - part)) + (b - part);
  }

  /// eˣ: x = n ln 2 + r, |r| ≤ ½ ln 2, eʳ by a polynomial, times 2ⁿ in two steps, so that a
  /// subnormal result comes out rounded and not as 0.
  ///
  /// e^−∞ = 0, e^∞ = ∞, NaN gives NaN.
  public static double exp(double x) {
    // Branches, which are foreseen, where a minimum and a maximum would be waited for. A result
    // that
    // is computed to underflow costs as much as ten others.
    if (x <= EXP_MIN) {
      return 0;
    }
    double bounded = x > EXP_MAX ? EXP_MAX : x;
    double n = Math.fma(bounded, LOG2_E, ROUNDER) - ROUNDER;
    double head = Math.fma(n, -LN2_HIGH, bounded);
    double r = Math.fma(n, -LN2_LOW, head);
    double tail = Math.fma(n, -LN2_LOW, head - r);
    double r2 = r * r;
    double r4 = r2 * r2;
    double low = Math.fma(Math.fma(E3, r, E2), r2, Math.fma(E1, r, E0));
    double high = Math.fma(Math.fma(E7, r, E6), r2, Math.fma(E5, r, E4));
    high = Math.fma(Math.fma(E9, r, E8), r4, high);
    double q = Math.fma(high, r4, low);
    double sum = 1 + r;
    double rest = ((1 - sum) + r) + Math.fma(q, r2, tail);
    if (n >= NORMAL_MIN && n <= NORMAL_MAX) {
      // One step gives the same bits: nothing is rounded.
      return (sum + rest) * power(n + ROUNDER);
    }
    double half = Math.fma(n, 0.5, ROUNDER);
    double otherHalf = (n - (half - ROUNDER)) + ROUNDER;
    return ((sum + rest) * power(half)) * power(otherHalf);
  }

  /// 2ⁿ, n in the low bits.
  private static double power(double n) {
    return Double.longBitsToDouble((Double.doubleToRawLongBits(n) << 52) + ONE_BITS);
  }

  /// The natural logarithm: x = 2ᵏ(1 + f), 1 + f in [√½, √2), log(1 + f) = f − f²/2 + s(f²/2 +
  /// R(s²)) with s = f/(2 + f), and the rounding errors of its first two terms and of k ln 2
  /// carried along.
  ///
  /// log 0 = −∞, log ∞ = ∞, NaN or a negative x give NaN.
  public static double log(double x) {
    return log(x, 0);
  }

  /// log(1 + x), to full relative precision for small x.
  ///
  /// x = −1 gives −∞, x = ∞ gives ∞, NaN or x < −1 give NaN, −0 gives 0.
  public static double log1p(double x) {
    if (x > 0 && x <= ROUNDS_TO_ONE) {
      // All that follows would give x: the case of a sure class.
      return x;
    }
    double u = x + 1;
    double back = u - 1;
    double rest = (1 - (u - back)) + (x - back);
    if (u >= 1 && u < ROOT_TWO) {
      // What log takes apart by bits: u = 1 + f, in fewer steps.
      return reduced(back, rest / u);
    }
    return log(u, rest / u);
  }

  /// log x plus a correction below the rounding unit, if x is positive and finite.
  private static double log(double x, double correction) {
    if (!(x > 0 && x < Double.POSITIVE_INFINITY)) {
      return x == 0 ? Double.NEGATIVE_INFINITY : x > 0 ? x : Double.NaN;
    }
    boolean subnormal = x < Double.MIN_NORMAL;
    double scaled = subnormal ? x * SUBNORMAL_SCALE : x;
    long bits = Double.doubleToRawLongBits(scaled) + (ONE_BITS - ROOT_HALF_BITS);
    double k = Double.longBitsToDouble((bits >>> 52) | INTEGER_BITS) - INTEGER_BIAS;
    k = subnormal ? k - 54 : k;
    double f = Double.longBitsToDouble((bits & FRACTION_BITS) + ROOT_HALF_BITS) - 1;
    return reduced(f, k, correction);
  }

  /// log(1 + f) plus a correction, f >= 0: [#reduced(double, double, double)] of k = 0 without the
  /// steps that then add 0.
  private static double reduced(double f, double correction) {
    double s = f / (f + 2);
    double z = s * s;
    double w = z * z;
    double odd = Math.fma(Math.fma(Math.fma(L7, w, L5), w, L3), w, L1);
    double even = Math.fma(Math.fma(L6, w, L4), w, L2);
    double halfF = f * 0.5;
    double h = halfF * f;
    double rest = Math.fma(odd, z, Math.fma(even, w, h)) * s;
    double head = f - h;
    double headRest = ((f - head) - h) - Math.fma(halfF, f, -h);
    return head + (headRest + (rest + correction));
  }

  /// log(2ᵏ(1 + f)) plus a correction.
  private static double reduced(double f, double k, double correction) {
    double s = f / (f + 2);
    double z = s * s;
    double w = z * z;
    double odd = Math.fma(Math.fma(Math.fma(L7, w, L5), w, L3), w, L1);
    double even = Math.fma(Math.fma(L6, w, L4), w, L2);
    double halfF = f * 0.5;
    double h = halfF * f;
    double rest = Math.fma(odd, z, Math.fma(even, w, h)) * s;
    double head = f - h;
    double headRest = ((f - head) - h) - Math.fma(halfF, f, -h);
    double exponent = k * LN2_HIGH;
    double sum = exponent + head;
    double sumRest = (exponent - sum) + head;
    double tail = Math.fma(k, LN2_LOW, rest) + correction;
    return sum + (sumRest + (headRest + tail));
  }
}
