package org.lanewise.model.gaussian;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.internal.linalg.NotPositiveDefiniteException;

/// Says what is wrong with a covariance that has no factor, and what would help.
final class SingularCovariance {

  /// Parts of a null direction below this are rounding.
  private static final double NULL_PART = 1e-6;

  private static final int MOST_NAMED = 5;
  private static final int POWER_STEPS = 100;
  private static final int INVERSE_STEPS = 10;

  private SingularCovariance() {}

  /// For a covariance with features that do not vary.
  static SingularCovarianceException constant(CovarianceEstimate estimate, int[] features) {
    boolean one = features.length == 1;
    return exception(
        estimate,
        features,
        (one ? "feature %s is constant" : "features %s are constant").formatted(names(features)),
        one ? "leave it out" : "leave them out",
        null);
  }

  /// For a covariance with features that depend on one another linearly.
  ///
  /// @param direction the null direction in units of the standard deviations
  static SingularCovarianceException dependent(
      CovarianceEstimate estimate, double[] direction, Throwable cause) {
    int[] features = nullFeatures(direction);
    return exception(
        estimate,
        features,
        "features %s depend on one another linearly".formatted(names(features)),
        estimate.shortage() == null ? "leave one of them out" : "take more rows",
        cause);
  }

  private static SingularCovarianceException exception(
      CovarianceEstimate estimate, int[] features, String finding, String remedy, Throwable cause) {
    double[] plain = estimate.unregularized();
    double condition = conditionNumber(plain, estimate.featureCount());
    double ridge = smallestRidge(plain, estimate.featureCount());
    String who =
        estimate.shortage() == null
            ? estimate.whose() + " is singular"
            : estimate.shortage() + ", so " + estimate.whose() + " is singular";
    String message =
        "%s: %s (condition number %s); %s%s"
            .formatted(
                who,
                finding,
                condition == Double.POSITIVE_INFINITY
                    ? "infinite"
                    : String.format(Locale.ROOT, "%.1e", condition),
                remedy,
                ridge == Double.POSITIVE_INFINITY
                    ? ""
                    : ", or regularise: a ridge of %s is enough".formatted(ridge));
    return new SingularCovarianceException(
        message, estimate.label(), features, condition, ridge, cause);
  }

  private static String names(int[] features) {
    String named =
        Arrays.stream(features)
            .limit(MOST_NAMED)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", "));
    int more = features.length - MOST_NAMED;
    return more > 0 ? named + " and " + more + " more" : named;
  }

  private static int[] nullFeatures(double[] direction) {
    double largest = 0;
    for (double part : direction) {
      largest = Math.max(largest, Math.abs(part));
    }
    double least = largest * NULL_PART;
    return IntStream.range(0, direction.length)
        .filter(j -> Math.abs(direction[j]) > least)
        .boxed()
        .sorted((a, b) -> Double.compare(Math.abs(direction[b]), Math.abs(direction[a])))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /// The smallest r for which S + r·I is regular, between twice and eight times over: found among
  /// the powers of two, doubled, and rounded up to one decimal digit.
  static double smallestRidge(double[] covariance, int d) {
    double[] variances = Covariances.variances(covariance, d);
    int high = highExponent(covariance);
    while (high < Double.MAX_EXPONENT && !isRegular(covariance, d, variances, high)) {
      high++;
    }
    if (high == Double.MAX_EXPONENT) {
      return Double.POSITIVE_INFINITY;
    }
    int low = Double.MIN_EXPONENT - 1;
    while (high - low > 1) {
      int middle = Math.floorDiv(low + high, 2);
      if (isRegular(covariance, d, variances, middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return new BigDecimal(Math.scalb(2.0, high))
        .round(new MathContext(1, RoundingMode.CEILING))
        .doubleValue();
  }

  /// The exponent of the largest entry: enough, unless the matrix is far from being a covariance.
  private static int highExponent(double[] covariance) {
    double largest = Double.MIN_NORMAL;
    for (double value : covariance) {
      largest = Math.max(largest, Math.abs(value));
    }
    return Math.getExponent(largest);
  }

  private static boolean isRegular(
      double[] covariance, int d, double[] variances, int ridgeExponent) {
    double[] ridged = covariance.clone();
    Covariances.scaleAndAdd(ridged, d, 1, Math.scalb(1.0, ridgeExponent));
    return CovarianceEstimate.isRegular(ridged, variances);
  }

  /// λ_max/λ_min of the correlation matrix, infinite where λ_min is not above the rounding of its
  /// entries: by power and inverse iteration, which find a gap of orders of magnitude in few steps.
  static double conditionNumber(double[] covariance, int d) {
    double[] correlations = Covariances.correlations(covariance, d);
    if (!Arrays.stream(correlations).allMatch(Double::isFinite)) {
      // No covariance at all: an entry is out of all proportion to the variances.
      return Double.POSITIVE_INFINITY;
    }
    double[] v = start(d);
    for (int step = 0; step < POWER_STEPS; step++) {
      v = unit(Covariances.product(correlations, v));
    }
    double largest = quotient(correlations, v);
    double smallest = quotient(correlations, nullVector(correlations, d));
    return smallest > d * 0x1p-52 * largest ? largest / smallest : Double.POSITIVE_INFINITY;
  }

  /// The eigenvector of the smallest eigenvalue.
  private static double[] nullVector(double[] correlations, int d) {
    double[] v = start(d);
    Cholesky shifted = shifted(correlations, d);
    for (int step = 0; step < INVERSE_STEPS; step++) {
      shifted.solve(v, 1, v);
      v = unit(v);
    }
    return v;
  }

  /// The factor of the matrix plus as little of the unit matrix as gives it one.
  private static Cholesky shifted(double[] matrix, int d) {
    for (double shift = 0x1p-48 * d; ; shift *= 4) {
      double[] sum = matrix.clone();
      Covariances.scaleAndAdd(sum, d, 1, shift);
      try {
        return Cholesky.of(sum, 0, d);
      } catch (NotPositiveDefiniteException e) {
        if (shift > Double.MAX_VALUE / 4) {
          throw new IllegalStateException("no multiple of the unit matrix is large enough", e);
        }
      }
    }
  }

  /// A vector without a preferred direction: fractions of multiples of the golden ratio.
  private static double[] start(int d) {
    double[] v = new double[d];
    for (int j = 0; j < d; j++) {
      double multiple = (j + 1) * 0.6180339887498949;
      v[j] = multiple - Math.floor(multiple) + 0.5;
    }
    return unit(v);
  }

  private static double quotient(double[] matrix, double[] v) {
    double[] product = Covariances.product(matrix, v);
    double sum = 0;
    for (int j = 0; j < v.length; j++) {
      sum = Math.fma(v[j], product[j], sum);
    }
    return sum;
  }

  private static double[] unit(double[] v) {
    double sum = 0;
    for (double x : v) {
      sum = Math.fma(x, x, sum);
    }
    double norm = Math.sqrt(sum);
    if (norm > 0) {
      for (int j = 0; j < v.length; j++) {
        v[j] /= norm;
      }
    }
    return v;
  }
}
