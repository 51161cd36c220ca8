package org.lanewise.bench.study.page;

import java.util.ArrayList;
import java.util.List;
import org.lanewise.bench.report.SvgFile;
import org.lanewise.report.svg.Svg;

/// A drawing of several plots side by side, with one key for all of them.
final class Chart {

  private static final double LEFT = 16;
  private static final double HEAD = 40;
  private static final double KEY = 26;
  private static final double LINE = 17;
  private static final int MAX_FORMS = 4;

  private final String title;
  private final String description;
  private final int columns;
  private final List<String> names = new ArrayList<>();
  private final List<Integer> colours = new ArrayList<>();
  private final List<Plot> plots = new ArrayList<>();

  /// @param description what it shows, for those who hear it
  /// @param columns how many plots stand side by side
  Chart(String title, String description, int columns) {
    this.title = title;
    this.description = description;
    this.columns = columns;
  }

  /// Names a colour, which is also a form of marks.
  void key(String name, int colour) {
    if (!names.contains(name)) {
      names.add(name);
      colours.add(colour);
    }
  }

  /// Adds a plot.
  Plot plot(String plotTitle, String xLabel, String yLabel) {
    Plot plot = new Plot(plotTitle, xLabel, yLabel);
    plots.add(plot);
    return plot;
  }

  /// The drawing as a file.
  @Override
  public String toString() {
    int wide = Math.min(columns, plots.size());
    double width = LEFT + wide * Plot.WIDTH;
    List<double[]> places = new ArrayList<>();
    double x = LEFT;
    double y = HEAD + 8;
    for (String name : names) {
      double room = Svg.textWidth(name) + KEY;
      if (x > LEFT && x + room > width) {
        x = LEFT;
        y += LINE;
      }
      places.add(new double[] {x, y});
      x += room;
    }
    double top = (names.isEmpty() ? HEAD : y + 12) + 4;
    int rows = (plots.size() + columns - 1) / columns;
    Svg svg = new Svg((int) width, (int) (top + rows * Plot.HEIGHT), title, description);
    svg.text(LEFT, 24, "start", "head", title);
    for (int i = 0; i < names.size(); i++) {
      String colour = "series-" + colours.get(i);
      svg.mark(
          colours.get(i) % MAX_FORMS,
          places.get(i)[0] + 4,
          places.get(i)[1] - 4,
          4,
          colour,
          names.get(i));
      svg.text(places.get(i)[0] + 13, places.get(i)[1], "start", "", names.get(i));
    }
    for (int i = 0; i < plots.size(); i++) {
      plots.get(i).draw(svg, LEFT + i % columns * Plot.WIDTH, top + i / columns * Plot.HEIGHT);
    }
    return SvgFile.of(svg);
  }
}
