package org.lanewise.report.svg;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.ArrayList;
import java.util.List;

/// A logarithmic axis of a chart.
///
/// @param low the smallest value, above 0
/// @param high the largest value
/// @param from the position of the smallest value in the drawing
/// @param to the position of the largest value
public record LogAxis(double low, double high, double from, double to) {

  /// An axis for some values, with room at both ends.
  public static LogAxis of(double low, double high, double from, double to) {
    return new LogAxis(low / 1.3, high * 1.3, from, to);
  }

  /// The position of a value.
  public double at(double value) {
    return from + Math.log(value / low) / Math.log(high / low) * (to - from);
  }

  /// Round values on the axis, as close as labels allow: 1, 2 and 5 of each decade, or only 1, or
  /// every second or third decade.
  ///
  /// @param room the width of a label
  public List<Double> ticks(double room) {
    double decade = Math.abs(to - from) / Math.log10(high / low);
    // 2 to 5 is the widest step within a decade, 1 to 2 and 5 to 10 are the narrowest.
    boolean between = decade * Math.log10(2) >= room;
    int step = (int) Math.max(1, Math.ceil(room / decade));
    List<Double> ticks = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
      if (Math.floorMod(power, step) == 0) {
        for (int digit : between ? new int[] {1, 2, 5} : new int[] {1}) {
          double value = digit * Math.pow(10, power);
          if (value >= low && value <= high) {
            ticks.add(value);
          }
        }
      }
    }
    return ticks;
  }

  /// The label of a tick.
  public static String label(double value) {
    if (value >= 1e6) {
      return format("%.0f M", value / 1e6);
    }
    if (value >= 1) {
      return format("%,.0f", value);
    }
    return format("%s", (float) value);
  }
}
