package org.lanewise.report.figure;

import java.util.List;
import java.util.OptionalDouble;

/// Figures of rows in their order.
///
/// @param title its title
/// @param name the name of the figure
/// @param rows the rows at which the values lie, ascending, at least one
/// @param lines at least one
/// @param limit a value to compare with, if there is one
/// @param begin the row at which something begins, if it does
/// @param caption a description
public record Trend(
    String title,
    String name,
    double[] rows,
    List<Line> lines,
    OptionalDouble limit,
    OptionalDouble begin,
    String caption) {

  /// Values at the rows; one that is not finite leaves a gap.
  public record Line(String name, double[] values) {}
}
