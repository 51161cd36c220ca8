package org.lanewise.model.gaussian;

import java.util.function.Supplier;
import org.lanewise.data.Fact;
import org.lanewise.internal.gather.state.StatisticsBridge;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.model.BadOptionException;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.statistics.VarianceSummary;

/// Arithmetic of symmetric matrices in [PackedTriangle] layout.
final class Covariances {

  private Covariances() {}

  /// Divides a matrix, in place.
  static double[] divide(double[] packed, double divisor) {
    for (int i = 0; i < packed.length; i++) {
      packed[i] /= divisor;
    }
    return packed;
  }

  /// a·first + b·second, into `first`.
  static double[] blend(double[] first, double a, double[] second, double b) {
    for (int i = 0; i < first.length; i++) {
      first[i] = Math.fma(b, second[i], a * first[i]);
    }
    return first;
  }

  /// A full matrix in packed layout. Entries on both sides of the diagonal may differ by rounding,
  /// up to (d + 8)·2⁻⁵²·√(s_ii·s_jj), as in products of matrices; the mean of both is used.
  ///
  /// @throws IllegalArgumentException if it is not d × d, or not symmetric
  static double[] packed(double[][] full, int d) {
    if (full.length != d) {
      throw new IllegalArgumentException(
          Fact.clause(
                  "the covariance has %d rows; %d are expected, one for each feature",
                  full.length, d)
              .toString());
    }
    double[] packed = new double[PackedTriangle.size(d)];
    for (int i = 0; i < d; i++) {
      if (full[i].length != d) {
        throw new IllegalArgumentException(
            "row %d of the covariance has %d entries; %d are expected"
                .formatted(i, full[i].length, d));
      }
      for (int j = 0; j <= i; j++) {
        double lower = full[i][j];
        double upper = full[j][i];
        double rounding = (d + 8) * 0x1p-52 * Math.sqrt(full[i][i]) * Math.sqrt(full[j][j]);
        if (Double.compare(lower, upper) != 0 && !(Math.abs(lower - upper) <= rounding)) {
          throw new BadOptionException(
              "the covariance of %s is %s one way and %s the other; a symmetric matrix is"
                  + " expected",
              Fact.pair(i, j), Fact.value(lower), upper);
        }
        packed[PackedTriangle.index(j, i)] = lower == upper ? lower : 0.5 * lower + 0.5 * upper;
      }
    }
    return packed;
  }

  /// The scatter of a class, packed.
  static double[] scatter(GaussianSummary summary, int label) {
    return StatisticsBridge.get().packedScatter(summary, label);
  }

  /// The scatter within all classes, packed.
  static double[] withinScatter(GaussianSummary summary) {
    return StatisticsBridge.get().packedWithinScatter(summary);
  }

  /// The largest |ΔS_ij| / √(S_ii S_jj) of two packed matrices, where S is the second.
  static double largestChange(double[] before, double[] after, int d) {
    double[] variances = variances(after, d);
    double largest = 0;
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        int at = PackedTriangle.index(i, j);
        double unit = Math.sqrt(variances[i]) * Math.sqrt(variances[j]);
        largest = Math.max(largest, Math.abs(after[at] - before[at]) / unit);
      }
    }
    return largest;
  }

  /// The number of classes whose mean was estimated.
  static int classesWithRows(VarianceSummary summary) {
    int count = 0;
    for (int c = 0; c < summary.classCount(); c++) {
      if (summary.classWeight(c) > 0) {
        count++;
      }
    }
    return count;
  }

  /// The identity matrix, packed.
  static double[] unit(int d) {
    double[] packed = new double[PackedTriangle.size(d)];
    for (int j = 0; j < d; j++) {
      packed[PackedTriangle.index(j, j)] = 1;
    }
    return packed;
  }

  /// The diagonal.
  static double[] variances(double[] packed, int d) {
    double[] variances = new double[d];
    for (int j = 0; j < d; j++) {
      variances[j] = packed[PackedTriangle.index(j, j)];
    }
    return variances;
  }

  /// tr(S)/d.
  ///
  /// @param features the number of features to which the trace belongs
  static double meanVariance(double[] packed, int d, int features) {
    double mean = 0;
    for (double variance : variances(packed, d)) {
      mean += variance / features;
    }
    return mean;
  }

  /// Multiplies row and column j by the j-th scale, or divides them, in place.
  private static void scale(double[] packed, double[] scales, boolean divides) {
    for (int j = 0; j < scales.length; j++) {
      for (int i = 0; i <= j; i++) {
        int at = PackedTriangle.index(i, j);
        packed[at] =
            divides ? packed[at] / scales[i] / scales[j] : packed[at] * scales[i] * scales[j];
      }
    }
  }

  /// Σ_ij s_ij².
  static double squaredNorm(double[] packed, int d) {
    double sum = 0;
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < j; i++) {
        double s = packed[PackedTriangle.index(i, j)];
        sum = Math.fma(2 * s, s, sum);
      }
      double s = packed[PackedTriangle.index(j, j)];
      sum = Math.fma(s, s, sum);
    }
    return sum;
  }

  /// s_ij / √(s_ii s_jj); rows and columns of features that do not vary are 0.
  static double[] correlations(double[] packed, int d) {
    double[] variances = variances(packed, d);
    double[] correlations = new double[packed.length];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        if (variances[i] > 0 && variances[j] > 0) {
          int at = PackedTriangle.index(i, j);
          correlations[at] =
              i == j ? 1 : packed[at] / Math.sqrt(variances[i]) / Math.sqrt(variances[j]);
        }
      }
    }
    return correlations;
  }

  /// The product of a symmetric matrix and a vector.
  static double[] product(double[] packed, double[] v) {
    double[] product = new double[v.length];
    for (int j = 0; j < v.length; j++) {
      for (int i = 0; i < j; i++) {
        double s = packed[PackedTriangle.index(i, j)];
        product[i] = Math.fma(s, v[j], product[i]);
        product[j] = Math.fma(s, v[i], product[j]);
      }
      product[j] = Math.fma(packed[PackedTriangle.index(j, j)], v[j], product[j]);
    }
    return product;
  }

  /// scale·S + ridge·I, in place.
  static void scaleAndAdd(double[] packed, int d, double scale, double ridge) {
    if (scale != 1) {
      for (int i = 0; i < packed.length; i++) {
        packed[i] *= scale;
      }
    }
    for (int j = 0; j < d; j++) {
      packed[PackedTriangle.index(j, j)] += ridge;
    }
  }

  /// Shrinks the covariance of a class, or of all classes, in place; see [Shrinkage].
  ///
  /// @param weight the sum of weights from which it was estimated
  /// @param label the class, for [Shrinkage#towardsVariances]
  /// @param scales gives the scales of standardised columns
  /// @return the share of the simpler matrix; 0 for a ridge, which takes no share
  static double shrink(
      double[] packed,
      int d,
      Shrinkage shrinkage,
      double weight,
      int label,
      Supplier<double[]> scales) {
    if (shrinkage.isStandardized()) {
      double[] by = scales.get();
      scale(packed, by, true);
      double share = shrink(packed, d, shrinkage.unstandardized(), weight, label, scales);
      scale(packed, by, false);
      return share;
    }
    int features = shrinkage.features(d);
    return switch (shrinkage.kind()) {
      case NONE -> 0;
      case FIXED -> shrinkToMean(packed, d, features, shrinkage.intensity(0));
      case TO_IDENTITY -> {
        scaleAndAdd(packed, d, 1 - shrinkage.intensity(0), shrinkage.intensity(0));
        yield shrinkage.intensity(0);
      }
      case RIDGE -> {
        scaleAndAdd(packed, d, 1, shrinkage.intensity(0));
        yield 0;
      }
      case ORACLE_APPROXIMATING ->
          shrinkToMean(packed, d, features, oracleApproximating(packed, d, features, weight, 2));
      case ORACLE_APPROXIMATING_AS_SCIKIT_LEARN ->
          shrinkToMean(packed, d, features, oracleApproximating(packed, d, features, weight, 0));
      case TOWARDS_VARIANCES -> {
        shrinkToVariances(packed, d, shrinkage.intensity(label));
        yield shrinkage.intensity(label);
      }
      case LEDOIT_WOLF, LEDOIT_WOLF_AS_SCIKIT_LEARN ->
          throw new BadOptionException(
              "the shrinkage of Ledoit and Wolf needs the rows a second time; a fit from rows, or a"
                  + " second pass over them, is expected");
    };
  }

  /// (1−ρ)·S + ρ·tr(S)/d·I, in place.
  ///
  /// @param features the number of features to which the trace belongs
  /// @return ρ
  static double shrinkToMean(double[] packed, int d, int features, double intensity) {
    double mean = meanVariance(packed, d, features);
    scaleAndAdd(packed, d, 1 - intensity, intensity * mean);
    return intensity;
  }

  private static void shrinkToVariances(double[] packed, int d, double intensity) {
    double[] variances = variances(packed, d);
    int varying = 0;
    for (double variance : variances) {
      varying += variance > 0 ? 1 : 0;
    }
    double share = intensity * varying / d;
    scaleAndAdd(packed, d, 1 - intensity, 0);
    for (int j = 0; j < d; j++) {
      packed[PackedTriangle.index(j, j)] += share * (variances[j] > 0 ? variances[j] : 1);
    }
  }

  /// The intensity of [Shrinkage#oracleApproximating()].
  static double oracleApproximating(
      double[] packed, int d, int features, double weight, int correction) {
    double mean = meanVariance(packed, d, features);
    if (mean == 0) {
      return 1;
    }
    // In units in which tr(S) = d, so the mean variance is 1.
    double squaredTrace = (double) features * features;
    double traceOfSquare = squaredNorm(divide(packed.clone(), mean), d);
    double part = (double) correction / features;
    double numerator = (1 - part) * traceOfSquare + squaredTrace;
    double denominator = (weight + 1 - part) * (traceOfSquare - features);
    return denominator > 0 ? Math.clamp(numerator / denominator, 0, 1) : 1;
  }
}
