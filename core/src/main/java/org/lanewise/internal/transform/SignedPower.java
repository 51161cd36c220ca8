package org.lanewise.internal.transform;

import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.lanewise.description.Description;

/// sign(x)·|x|^p, by `sqrt` for p = ½ and by StrictMath for any other p.
///
/// @param exponent p
public record SignedPower(double exponent) implements ColumnStep {

  /// @throws IllegalArgumentException if p is not positive and finite
  public SignedPower {
    if (!(exponent > 0 && exponent < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the exponent is %s; a finite number above 0 is expected".formatted(exponent));
    }
  }

  @Override
  public void apply(int feature, double[] values, int offset, int count) {
    if (exponent == 0.5) {
      for (int i = offset; i < offset + count; i++) {
        values[i] = Math.copySign(Math.sqrt(Math.abs(values[i])), values[i]);
      }
    } else {
      for (int i = offset; i < offset + count; i++) {
        values[i] = Math.copySign(StrictMath.pow(Math.abs(values[i]), exponent), values[i]);
      }
    }
  }

  @Override
  public void row(double[] in, int d, double[] out) {
    System.arraycopy(in, 0, out, 0, d);
    apply(0, out, 0, d);
  }

  @Override
  public Description describe() {
    return Description.ofStep("signed-power").with("exponent", exponent);
  }

  @Override
  public double[] before(double[] row, int inputCount, RandomGenerator random) {
    return DoubleStream.of(row)
        .map(x -> Math.copySign(StrictMath.pow(Math.abs(x), 1 / exponent), x))
        .toArray();
  }

  @Override
  public String toString() {
    return "power=" + exponent;
  }
}
