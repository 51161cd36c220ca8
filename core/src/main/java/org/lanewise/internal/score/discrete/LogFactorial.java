package org.lanewise.internal.score.discrete;

/// log x! = log Γ(x + 1) for x ≥ 0, also between the integers.
///
/// Up to 16 it is a product of x, x − 1, … that leaves y in [−½, ½) and the series (Abramowitz and
/// Stegun, *Handbook of Mathematical Functions*, 6.1.33)
///
/// ```
/// log Γ(1 + y) = −log(1 + y) + (1 − γ) y + Σ_{i ≥ 2} (−1)^i (ζ(i) − 1) y^i / i
/// ```
///
/// which keeps its digits at the zeros x = 0 and x = 1; above, Stirling's series (6.1.40). The
/// relative error is below 1e−14.
final class LogFactorial {

  /// Up to here counts are looked up.
  private static final int TABLE = 1024;

  private static final double LARGE = 16;
  private static final double ONE_LESS_GAMMA = 0.42278433509846713;
  private static final double HALF_LOG_2_PI = 0.9189385332046728;

  /// (−1)^i (ζ(i) − 1) / i for i from 2.
  private static final double[] SERIES = {
    0.3224670334241132, -0.0673523010531981, 0.020580808427784546,
    -0.007385551028673986, 0.0028905103307415234, -0.001192753911703261,
    0.0005096695247430425, -0.00022315475845357939, 9.945751278180853e-05,
    -4.492623673813314e-05, 2.050721277567069e-05, -9.439488275268397e-06,
    4.374866789907488e-06, -2.039215753801366e-06, 9.55141213040742e-07,
    -4.492469198764566e-07, 2.1207184805554665e-07, -1.0043224823968099e-07,
    4.7698101693639804e-08, -2.2711094608943164e-08, 1.0838659214896955e-08,
    -5.183475041970047e-09, 2.4836745438024785e-09, -1.1921401405860912e-09,
    5.731367241678862e-10, -2.7595228851242334e-10
  };

  private static final double[] OF_INTEGER = new double[TABLE];

  static {
    for (int x = 0; x < TABLE; x++) {
      OF_INTEGER[x] = compute(x);
    }
  }

  private LogFactorial() {}

  /// log Γ(x + 1) of a finite x ≥ 0.
  static double of(double x) {
    int integer = (int) x;
    return integer == x && integer < TABLE ? OF_INTEGER[integer] : compute(x);
  }

  private static double compute(double x) {
    if (x >= LARGE) {
      return stirling(x);
    }
    double product = 1;
    double rest = x;
    while (rest >= 1.5) {
      product *= rest;
      rest -= 1;
    }
    double sum = StrictMath.log(product);
    if (rest < 0.5) {
      return sum - StrictMath.log1p(rest) + series(rest);
    }
    // Γ(1 + rest) = rest Γ(rest), and log rest cancels the logarithm of the series about rest − 1.
    return sum + series(rest - 1);
  }

  private static double series(double y) {
    double sum = 0;
    for (int i = SERIES.length - 1; i >= 0; i--) {
      sum = Math.fma(sum, y, SERIES[i]);
    }
    return y * Math.fma(sum, y, ONE_LESS_GAMMA);
  }

  private static double stirling(double x) {
    double z = 1 / (x * x);
    double sum = -691.0 / 360360;
    sum = Math.fma(sum, z, 1.0 / 1188);
    sum = Math.fma(sum, z, -1.0 / 1680);
    sum = Math.fma(sum, z, 1.0 / 1260);
    sum = Math.fma(sum, z, -1.0 / 360);
    sum = Math.fma(sum, z, 1.0 / 12);
    return (x + 0.5) * StrictMath.log(x) - x + HALF_LOG_2_PI + sum / x;
  }
}
