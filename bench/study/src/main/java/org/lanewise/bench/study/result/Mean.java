package org.lanewise.bench.study.result;

import java.util.Arrays;

/// A mean and its standard error.
///
/// @param error the standard deviation by the root of the number of values; 0 of one value
public record Mean(double value, double error) {

  /// The mean of some values.
  public static Mean of(double... values) {
    double mean = Arrays.stream(values).sum() / values.length;
    if (values.length == 1 || !Double.isFinite(mean)) {
      return new Mean(mean, values.length == 1 ? 0 : Double.NaN);
    }
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return new Mean(mean, Math.sqrt(squares / (values.length - 1.0) / values.length));
  }

  /// The mean of what pairs differ by.
  public static Mean ofDifferences(double[] these, double[] those) {
    double[] differences = new double[these.length];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = these[i] - those[i];
    }
    return of(differences);
  }

  /// The ratio of the means of pairs, with its standard error by the delta method.
  public static Mean ofRatio(double[] these, double[] those) {
    double below = of(those).value;
    double ratio = of(these).value / below;
    double[] rest = new double[these.length];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = (these[i] - ratio * those[i]) / below;
    }
    return new Mean(ratio, of(rest).error);
  }
}
