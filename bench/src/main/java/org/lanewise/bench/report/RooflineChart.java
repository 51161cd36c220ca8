package org.lanewise.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.lanewise.bench.machine.CacheSizes;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.result.Measurement;
import org.lanewise.bench.result.ResultFile;
import org.lanewise.bench.result.RoofValues;
import org.lanewise.bench.result.TextTable;
import org.lanewise.report.svg.LogAxis;
import org.lanewise.report.svg.Svg;

/// Work for each byte against work for each second, of all that multiplies and adds on one thread;
/// above it what the machine allows.
final class RooflineChart {

  private static final int WIDTH = 1000;
  private static final double LEFT = 56;
  private static final double TOP = 62;
  private static final double PLOT_WIDTH = 590;
  private static final double LEGEND = 664;
  private static final double LINE = 15;
  private static final double MIN_HEIGHT = 470;
  private static final double MARK = 3.5;
  private static final double LABEL_HEIGHT = 10;
  private static final double ROOF_LABEL = 8.5;
  private static final double[] DISTANCES = {9, 15, 22, 30, 40, 52, 66, 82};
  private static final int DIRECTIONS = 16;

  private static final List<String> FORMS = List.of("statistics-", "fit-", "predict-", "row-");
  private static final List<String> FORM_NAMES =
      List.of("gathering statistics", "fitting", "labelling a batch", "one row");

  private final List<Measurement> points;
  private final Map<String, Double> roof;
  private final List<Box> taken = new ArrayList<>();

  private RooflineChart(List<Measurement> points, Map<String, Double> roof) {
    this.points = points;
    this.roof = roof;
  }

  /// The chart, or null where there is nothing to draw.
  static String of(ResultFile results) {
    List<Measurement> points =
        results.measurements().stream()
            .filter(m -> m.by().equals(Tier.VECTOR.label()))
            .filter(m -> m.gigaflops() > 0 && m.gigabytesPerSecond() > 0)
            .filter(m -> FORMS.stream().anyMatch(m.job()::startsWith))
            // They lie where the labels of the same rows lie.
            .filter(m -> !m.job().endsWith("-log-posterior"))
            .toList();
    Map<String, Double> roof = results.roof().getOrDefault(RoofValues.ONE, Map.of());
    Double peak = roof.get("double GFLOP/s");
    return points.isEmpty() || peak == null || !(peak > 0)
        ? null
        : new RooflineChart(points, roof).draw();
  }

  private static double intensity(Measurement m) {
    return m.gigaflops() / m.gigabytesPerSecond();
  }

  private static int form(Measurement m) {
    int form = 0;
    while (!m.job().startsWith(FORMS.get(form))) {
      form++;
    }
    return form;
  }

  private String draw() {
    double height = Math.max(MIN_HEIGHT, LINE * (points.size() + 1));
    double bottom = TOP + height;
    double peak = roof.get("double GFLOP/s");
    double least = points.stream().mapToDouble(Measurement::gigaflops).min().orElseThrow();
    double most = points.stream().mapToDouble(RooflineChart::intensity).max().orElseThrow();
    double lowest = points.stream().mapToDouble(RooflineChart::intensity).min().orElseThrow();
    LogAxis x = LogAxis.of(lowest / 3, Math.max(most, 16), LEFT, LEFT + PLOT_WIDTH);
    double fastest = points.stream().mapToDouble(Measurement::gigaflops).max().orElseThrow();
    LogAxis y = LogAxis.of(Math.min(least, peak / 10), 1.2 * Math.max(peak, fastest), bottom, TOP);
    Svg svg =
        new Svg(
            WIDTH,
            (int) (bottom + 56),
            "Roofline",
            "Arithmetic of each job for each byte it reads, against its speed in GFLOP/s, on"
                + " logarithmic axes, under the machine's limits. The numbers are those of the list"
                + " beside it.");
    svg.text(LEFT, 22, "start", "head", "How near to the roof: one thread, vector tier");
    double key = LEFT;
    for (int form = 0; form < FORMS.size(); form++) {
      svg.mark(form, key + 5, 41, 4.5, "series-" + form, FORM_NAMES.get(form));
      svg.text(key + 14, 45, "start", "soft", FORM_NAMES.get(form));
      key += 30 + Svg.textWidth(FORM_NAMES.get(form));
    }
    axes(svg, x, y, bottom);
    for (Measurement m : points) {
      double px = x.at(intensity(m));
      double py = y.at(m.gigaflops());
      taken.add(new Box(px - MARK, py - MARK, px + MARK, py + MARK));
    }
    roofs(svg, x, y, peak);
    points(svg, x, y, bottom);
    legend(svg);
    return SvgFile.of(svg);
  }

  private void axes(Svg svg, LogAxis x, LogAxis y, double bottom) {
    for (double tick : x.ticks(30)) {
      svg.line(x.at(tick), TOP, x.at(tick), bottom, "grid");
      svg.text(x.at(tick), bottom + 16, "middle", "soft", LogAxis.label(tick));
    }
    for (double tick : y.ticks(20)) {
      svg.line(LEFT, y.at(tick), LEFT + PLOT_WIDTH, y.at(tick), "grid");
      svg.text(LEFT - 6, y.at(tick) + 4, "end", "soft", LogAxis.label(tick));
    }
    svg.text(LEFT + PLOT_WIDTH / 2, bottom + 38, "middle", "", "floating-point operations a byte");
    svg.turnedText(14, TOP + (bottom - TOP) / 2 + 25, -90, "", "GFLOP/s");
  }

  /// The slanted lines of reading, up to the level line of arithmetic.
  private void roofs(Svg svg, LogAxis x, LogAxis y, double peak) {
    double right = LEFT + PLOT_WIDTH;
    double ridge = x.high();
    List<Runnable> labels = new ArrayList<>();
    for (CacheSizes.Level level : CacheSizes.Level.values()) {
      double speed = roof.getOrDefault("read " + level.label() + " GB/s", Double.NaN);
      if (speed > 0) {
        double from = Math.max(x.low(), y.low() / speed);
        double to = Math.min(peak / speed, x.high());
        if (to <= from) {
          ridge = x.low();
          continue;
        }
        ridge = Math.min(ridge, to);
        double x1 = x.at(from);
        double y1 = y.at(from * speed);
        double x2 = x.at(to);
        double y2 = y.at(to * speed);
        svg.line(x1, y1, x2, y2, "roof");
        taken.addAll(boxes(x1, y1, x2, y2, 1.5));
        String text = level.label() + " " + TextTable.number(speed) + " GB/s";
        labels.add(() -> roofLabel(svg, x1, y1, x2, y2, text));
      }
    }
    svg.line(x.at(ridge), y.at(peak), right, y.at(peak), "roof");
    String text = "multiply-add " + TextTable.number(peak) + " GFLOP/s";
    svg.text(right - 4, y.at(peak) - 6, "end", "soft", text);
    taken.add(new Box(right - 4 - Svg.textWidth(text), y.at(peak) - 18, right, y.at(peak) + 2));
    labels.forEach(Runnable::run);
  }

  private static List<Box> boxes(double x1, double y1, double x2, double y2, double half) {
    List<Box> boxes = new ArrayList<>();
    int steps = (int) Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 4);
    for (int i = 0; i <= steps; i++) {
      double px = x1 + (x2 - x1) * i / steps;
      double py = y1 + (y2 - y1) * i / steps;
      boxes.add(new Box(px - half, py - half, px + half, py + half));
    }
    return boxes;
  }

  /// Writes along a line, above or below it, where nothing else is; not at all where there is no
  /// such place.
  private void roofLabel(Svg svg, double x1, double y1, double x2, double y2, String text) {
    double length = Math.hypot(x2 - x1, y2 - y1);
    double cos = (x2 - x1) / length;
    double sin = (y2 - y1) / length;
    double w = Svg.textWidth(text);
    for (double off : new double[] {ROOF_LABEL, -ROOF_LABEL}) {
      for (double along = 4; along + w < length; along += 4) {
        // The middle of the letters, beside the line.
        double px = x1 + along * cos + off * sin;
        double py = y1 + along * sin - off * cos;
        List<Box> boxes = boxes(px, py, px + w * cos, py + w * sin, 3.5);
        if (boxes.stream()
            .allMatch(box -> box.left() > LEFT && taken.stream().noneMatch(box::overlaps))) {
          taken.addAll(boxes);
          svg.turnedText(
              px - 4 * sin, py + 4 * cos, Math.toDegrees(Math.atan2(sin, cos)), "soft", text);
          return;
        }
      }
    }
  }

  private void points(Svg svg, LogAxis x, LogAxis y, double bottom) {
    Box plot = new Box(LEFT, TOP, LEFT + PLOT_WIDTH, bottom);
    for (int at = 0; at < points.size(); at++) {
      Measurement m = points.get(at);
      label(svg, x.at(intensity(m)), y.at(m.gigaflops()), String.valueOf(at + 1), plot);
    }
    for (Measurement m : points) {
      svg.mark(
          form(m),
          x.at(intensity(m)),
          y.at(m.gigaflops()),
          MARK + 0.5,
          "series-" + form(m),
          name(m) + ": " + figures(m));
    }
  }

  /// Puts a number where nothing else is, as near as possible, with a line to its point if that is
  /// not next to it.
  private void label(Svg svg, double px, double py, String text, Box plot) {
    double w = Svg.textWidth(text);
    Box box = null;
    double used = 0;
    for (double distance : DISTANCES) {
      for (int direction = 0; direction < DIRECTIONS && box == null; direction++) {
        double angle = 2 * Math.PI * direction / DIRECTIONS - Math.PI / 2;
        double cx = px + (distance + w / 4) * Math.cos(angle);
        double cy = py + distance * Math.sin(angle);
        Box tried =
            new Box(cx - w / 2 - 1, cy - LABEL_HEIGHT / 2, cx + w / 2 + 1, cy + LABEL_HEIGHT / 2);
        if (tried.within(plot) && taken.stream().noneMatch(tried::overlaps)) {
          box = tried;
          used = distance;
        }
      }
    }
    if (box == null) {
      box = new Box(px + MARK, py - LABEL_HEIGHT, px + MARK + w, py);
    }
    taken.add(box);
    double cx = (box.left() + box.right()) / 2;
    double cy = (box.top() + box.bottom()) / 2;
    if (used > DISTANCES[0]) {
      double length = Math.hypot(cx - px, cy - py);
      double end = (length - 7) / length;
      svg.line(px, py, px + end * (cx - px), py + end * (cy - py), "thin");
    }
    svg.text(cx, cy + 4, "middle", "", text);
  }

  private void legend(Svg svg) {
    svg.text(LEGEND, TOP - 17, "start", "soft", "job, shape (rows x features x classes)");
    svg.text(WIDTH - 8, TOP - 17, "end", "soft", "GFLOP/s");
    double at = TOP;
    for (int i = 0; i < points.size(); i++) {
      Measurement m = points.get(i);
      svg.text(LEGEND + 16, at + 4, "end", "strong", String.valueOf(i + 1));
      svg.mark(form(m), LEGEND + 26, at, MARK, "series-" + form(m), name(m));
      svg.text(LEGEND + 36, at + 4, "start", "", name(m));
      svg.text(WIDTH - 8, at + 4, "end", "soft", TextTable.number(m.gigaflops()));
      at += LINE;
    }
  }

  private static String name(Measurement m) {
    return m.job() + " " + String.join(" ", m.parameterText());
  }

  private static String figures(Measurement m) {
    return "%s GFLOP/s, %s of the roof (%s)"
        .formatted(
            TextTable.number(m.gigaflops()), TextTable.percent(m.fractionOfRoof()), m.limit());
  }
}
