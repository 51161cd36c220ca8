package org.lanewise.report.svg;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// A linear axis of a chart.
///
/// @param low the smallest value
/// @param high the largest value, above `low`
/// @param from the position of the smallest value in the drawing
/// @param to the position of the largest value
public record LinearAxis(double low, double high, double from, double to) {

  private static final double[] STEPS = {1, 2, 5, 10};
  private static final double LARGE = 1e5;
  private static final double SMALL = 1e-4;

  /// Larger offsets are written as powers of ten.
  private static final double PLAIN = 1e15;

  /// The most digits of a label; more would not fit next to a chart.
  private static final int MAX_DIGITS = 4;

  /// Two different ends around the given ones, which may be equal.
  public static double[] apart(double low, double high) {
    if (low < high && Double.isFinite(high - low)) {
      return new double[] {low, high};
    }
    double middle = Double.isFinite(low) ? low : 0;
    double reach = middle == 0 ? 1 : Math.abs(middle) / 1024;
    return new double[] {middle - reach, middle + reach};
  }

  /// The position of a value.
  public double at(double value) {
    return from + (value - low) / (high - low) * (to - from);
  }

  /// Round values on the axis.
  ///
  /// @param most the largest number of ticks
  public List<Double> ticks(int most) {
    double step = step(most);
    List<Double> ticks = new ArrayList<>();
    double first = Math.ceil(low / step - 1e-9);
    for (int i = 0; i <= most && (first + i) * step <= high + 1e-9 * step; i++) {
      // Adds 0 so that −0 is not written.
      ticks.add((first + i) * step + 0.0);
    }
    return ticks;
  }

  private double step(int most) {
    double least = (high - low) / most;
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double step : STEPS) {
      if (step * power >= least) {
        return step * power;
      }
    }
    return 10 * power;
  }

  /// A round value below the axis to which labels are relative if they would otherwise have too
  /// many digits, such as seconds since 1970; else 0.
  private double offset(int most) {
    double size = Math.max(Math.abs(low), Math.abs(high));
    double digits = Math.floor(Math.log10(size)) - Math.floor(Math.log10(step(most)));
    if (!(digits >= MAX_DIGITS)) {
      return 0;
    }
    double unit = Math.pow(10, Math.ceil(Math.log10(high - low)));
    return Math.floor(low / unit) * unit;
  }

  /// The name of the axis, with the offset and unit that its labels omit.
  public String name(String name, int most) {
    double offset = offset(most);
    if (offset == 0) {
      return name;
    }
    double size = Math.abs(offset);
    double unit = Math.floor(Math.log10(high - low));
    String text =
        size >= PLAIN || size < SMALL
            ? scientific(size, (int) (Math.floor(Math.log10(size)) - unit))
            : new BigDecimal(size)
                .setScale((int) Math.max(0, -unit), RoundingMode.HALF_EVEN)
                .toPlainString();
    return name + (offset < 0 ? " + " : " − ") + text;
  }

  /// The label of a tick, with as many digits as it needs to differ from its neighbours, minus the
  /// offset in [#name].
  public String label(double tick, int most) {
    double step = step(most);
    double offset = offset(most);
    double size = Math.max(Math.abs(low - offset), Math.abs(high - offset));
    double value = tick - offset;
    if (size >= LARGE || size < SMALL) {
      int digits = (int) Math.max(0, Math.floor(Math.log10(size)) - Math.floor(Math.log10(step)));
      return Math.abs(value) < 1e-6 * step ? "0" : scientific(value, digits);
    }
    int places = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    String text = new BigDecimal(value).setScale(places, RoundingMode.HALF_EVEN).toPlainString();
    return text.replace('-', '−');
  }

  private static String scientific(double tick, int digits) {
    int power = (int) Math.floor(Math.log10(Math.abs(tick)) + 1e-12);
    BigDecimal mantissa =
        new BigDecimal(tick)
            .movePointLeft(power)
            .setScale(digits, RoundingMode.HALF_EVEN)
            .stripTrailingZeros();
    return (mantissa.toPlainString() + "e" + power).replace('-', '−');
  }
}
