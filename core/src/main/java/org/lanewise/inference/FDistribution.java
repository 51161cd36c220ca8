package org.lanewise.inference;

/// The upper tail of Fisher's F distribution, to a relative error below 1e-11.
///
/// ```
/// P(F > x) = I_y(ν₂/2, ν₁/2),   y = ν₂/(ν₂ + ν₁·x)
/// ```
///
/// with the regularised incomplete beta function by its continued fraction (DLMF 8.17.22), and log
/// Γ by Stirling's series (DLMF 5.11.1).
final class FDistribution {

  private static final int MAX_TERMS = 100_000;
  private static final double ENOUGH = 1e-15;
  private static final double TINY = 1e-300;
  static final double HALF_LOG_TWO_PI = 0.9189385332046728;

  /// From this value on, seven terms of Stirling's series are exact to rounding.
  static final double LARGE = 12;

  private final double first;
  private final double second;

  /// log(1/B(ν₂/2, ν₁/2)).
  private final double logFactor;

  /// @param first ν₁ > 0
  /// @param second ν₂ > 0
  FDistribution(double first, double second) {
    this.first = first;
    this.second = second;
    double large = Math.max(first, second) / 2;
    double small = Math.min(first, second) / 2;
    logFactor = logRise(large, small) - logGamma(small);
  }

  /// log Γ(x + h) − log Γ(x), without cancellation of large terms.
  private static double logRise(double x, double h) {
    if (x < LARGE) {
      return logGamma(x + h) - logGamma(x);
    }
    return (x - 0.5) * StrictMath.log1p(h / x)
        + h * (StrictMath.log(x + h) - 1)
        + (series(x + h) - series(x));
  }

  /// P(F > x); 0 for +∞.
  double upperTail(double x) {
    if (!(x > 0)) {
      return 1;
    }
    if (x == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double a = second / 2;
    double b = first / 2;
    double y = second / (second + first * x);
    double rest = first * x / (second + first * x);
    double factor =
        StrictMath.exp(
            logFactor + a * -StrictMath.log1p(first * x / second) + b * StrictMath.log(rest));
    double value =
        y < (a + 1) / (a + b + 2)
            ? factor * fraction(a, b, y) / a
            : 1 - factor * fraction(b, a, rest) / b;
    return Math.clamp(value, 0, 1);
  }

  /// The continued fraction, by Lentz's algorithm.
  private static double fraction(double a, double b, double y) {
    double c = 1;
    double d = inverse(1 - (a + b) * y / (a + 1));
    double value = d;
    for (int m = 1; m < MAX_TERMS; m++) {
      double even = m * (b - m) * y / ((a + 2 * m - 1) * (a + 2 * m));
      d = inverse(1 + even * d);
      c = away(1 + even / c);
      value *= d * c;
      double odd = -(a + m) * (a + b + m) * y / ((a + 2 * m) * (a + 2 * m + 1));
      d = inverse(1 + odd * d);
      c = away(1 + odd / c);
      value *= d * c;
      if (Math.abs(d * c - 1) < ENOUGH) {
        break;
      }
    }
    return value;
  }

  private static double away(double x) {
    return Math.abs(x) < TINY ? TINY : x;
  }

  private static double inverse(double x) {
    return 1 / away(x);
  }

  /// log Γ(x), x > 0.
  static double logGamma(double x) {
    double shifted = x;
    double product = 1;
    while (shifted < LARGE) {
      product *= shifted;
      shifted++;
    }
    return (shifted - 0.5) * StrictMath.log(shifted)
        - shifted
        + HALF_LOG_TWO_PI
        + series(shifted)
        - StrictMath.log(product);
  }

  /// The sum of Stirling's series, x ≥ [#LARGE].
  static double series(double x) {
    double inverse = 1 / x;
    double square = inverse * inverse;
    return inverse
        * (1.0 / 12
            + square
                * (-1.0 / 360
                    + square
                        * (1.0 / 1260
                            + square
                                * (-1.0 / 1680
                                    + square
                                        * (1.0 / 1188
                                            + square * (-691.0 / 360360 + square / 156))))));
  }
}
