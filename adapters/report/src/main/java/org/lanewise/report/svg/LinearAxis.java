package org.lanewise.report.svg;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// A linear axis of a chart.
///
/// @param low the least value
/// @param high the largest, above it
/// @param from where the least lies in the drawing
/// @param to where the largest lies
public record LinearAxis(double low, double high, double from, double to) {

  private static final double[] STEPS = {1, 2, 5, 10};
  private static final double LARGE = 1e5;
  private static final double SMALL = 1e-4;

  /// The place of a value.
  public double at(double value) {
    return from + (value - low) / (high - low) * (to - from);
  }

  /// Round values on the axis.
  ///
  /// @param most how many at most
  public List<Double> ticks(int most) {
    double step = step(most);
    List<Double> ticks = new ArrayList<>();
    double first = Math.ceil(low / step - 1e-9);
    for (int i = 0; i <= most && (first + i) * step <= high + 1e-9 * step; i++) {
      // + 0, as a −0 would be written so.
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

  /// The label of a tick, with as many digits as its neighbours need to differ.
  public String label(double tick, int most) {
    double step = step(most);
    double size = Math.max(Math.abs(low), Math.abs(high));
    if (size >= LARGE || size < SMALL) {
      int digits = (int) Math.max(0, Math.floor(Math.log10(size)) - Math.floor(Math.log10(step)));
      return tick == 0 ? "0" : scientific(tick, digits);
    }
    int places = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    String text = new BigDecimal(tick).setScale(places, RoundingMode.HALF_EVEN).toPlainString();
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
