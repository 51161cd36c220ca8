package org.lanewise.bench.study.data;

/// The standard normal law, and what Efron derived from it.
public final class Normal {

  private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

  private Normal() {}

  /// Φ(x) by Marsaglia's series (Evaluating the Normal Distribution, J. Stat. Software 11(4),
  /// 2004); to 1e−15 where |x| ≤ 8, and 0 or 1 beyond.
  public static double cdf(double x) {
    if (Math.abs(x) > 8) {
      return x < 0 ? 0 : 1;
    }
    double sum = x;
    double before = 0;
    double term = x;
    for (int i = 3; sum != before; i += 2) {
      before = sum;
      term *= x * x / i;
      sum = before + term;
    }
    return 0.5 + sum * Math.exp(-0.5 * x * x - HALF_LOG_TWO_PI);
  }

  /// A₀ = E[p(1 − p)] of the posterior p of two normal classes of equal priors whose means lie Δ
  /// apart: the information that a row gives about a coefficient of logistic regression, for the
  /// bias and for directions in which the means do not differ.
  ///
  /// ```
  /// A₀ = ¼ (2π)^(−½) exp(−Δ²/8) ∫ exp(−x²/2) / cosh(Δx/2) dx
  /// ```
  public static double logisticInformation(double delta) {
    // The trapezoidal rule converges faster than any power for such a function.
    double step = 1.0 / 64;
    double sum = 0;
    for (int i = -12 * 64; i <= 12 * 64; i++) {
      double x = i * step;
      sum += Math.exp(-0.5 * x * x) / Math.cosh(0.5 * delta * x);
    }
    return 0.25 * Math.exp(-delta * delta / 8 - HALF_LOG_TWO_PI) * sum * step;
  }

  /// n·Var of a coefficient of LDA by maximum likelihood in a direction in which the means do not
  /// differ, and of its bias, for classes of equal priors: 4 + Δ².
  public static double discriminantVariance(double delta) {
    return 4 + delta * delta;
  }

  /// Efron's asymptotic relative efficiency of logistic regression for equal priors: the excess
  /// error of LDA by that of logistic regression on the same many rows, for any number of features
  /// (The Efficiency of Logistic Regression Compared to Normal Discriminant Analysis, JASA 70,
  /// 1975).
  public static double relativeEfficiency(double delta) {
    return discriminantVariance(delta) * logisticInformation(delta);
  }
}
