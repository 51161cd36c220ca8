package org.lanewise.internal.kernel;

import java.util.SplittableRandom;

/// Finite values that show where two orders of arithmetic differ: mixed scales, zeros of both
/// signs, subnormals.
final class NastyValues {

  private final SplittableRandom random;

  NastyValues(long seed) {
    random = new SplittableRandom(seed);
  }

  /// A value of about unit size, or now and then a zero, a subnormal or 1e±150.
  double next() {
    return switch (random.nextInt(40)) {
      case 0 -> 0.0;
      case 1 -> -0.0;
      case 2 -> Double.MIN_VALUE * random.nextInt(-9, 10);
      case 3 -> 1e150 * random.nextGaussian();
      case 4 -> 1e-150 * random.nextGaussian();
      case 5 -> 1e8 + random.nextGaussian();
      default -> random.nextGaussian();
    };
  }

  /// A value of about unit size.
  double ordinary() {
    return random.nextGaussian();
  }

  int nextInt(int from, int to) {
    return random.nextInt(from, to);
  }

  /// Values, every second array of ordinary ones only, so that sums show rounding and not one huge
  /// term.
  double[] array(int length) {
    boolean nasty = random.nextBoolean();
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = nasty ? next() : random.nextGaussian();
    }
    return values;
  }

  /// Weights: positive.
  double[] weights(int length) {
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextInt(10) == 0 ? 1e-3 : random.nextDouble(0.1, 4);
    }
    return values;
  }
}
