package org.lanewise.report.svg;

/// The data of a path: commands with their coordinates, to a tenth.
public final class PathData {

  private final StringBuilder text = new StringBuilder();

  /// Adds a command, such as `M` or `L` with the two coordinates of a point.
  public PathData add(char command, double... numbers) {
    text.append(command);
    for (int i = 0; i < numbers.length; i++) {
      text.append(i == 0 ? "" : " ").append(Svg.number(numbers[i]));
    }
    return this;
  }

  /// Adds a box from a corner on; with a negative height, upwards.
  public PathData box(double x, double y, double width, double height) {
    return add('M', x, y).add('v', height).add('h', width).add('v', -height).add('z');
  }

  /// Adds the commands of another path.
  public void add(PathData other) {
    text.append(other.text);
  }

  /// Whether there is no command.
  public boolean isEmpty() {
    return text.isEmpty();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
