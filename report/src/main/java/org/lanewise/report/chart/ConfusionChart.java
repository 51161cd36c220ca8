package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.lanewise.report.figure.Confusion;
import org.lanewise.report.svg.PathData;
import org.lanewise.report.svg.Svg;

/// The confusion matrix as a heat map.
public final class ConfusionChart {

  private static final int MAX = 30;
  private static final int MAX_WITH_NUMBERS = 12;
  private static final double WIDTH = 440;
  private static final double LABELS = 144;
  private static final double TOP = 30;

  private ConfusionChart() {}

  /// The chart. With many classes, it shows those with the most errors, if the matrix is kept.
  public static Drawing of(Confusion confusion, List<String> names) {
    int[] shown = shown(confusion);
    int n = shown.length;
    double labels = Math.max(TOP, Svg.widest(IntStream.of(shown).mapToObj(names::get), LABELS));
    double left = labels + 34;
    double cell = Math.clamp((WIDTH - left) / n, 12, 58);
    // Names are vertical if they do not fit side by side.
    boolean upright = labels > cell - 4;
    double top = TOP + (upright ? labels : 14);
    Svg svg =
        new Svg(
            (int) Math.ceil(left + n * cell + 8),
            (int) Math.ceil(top + n * cell + 8),
            "Confusion matrix",
            description(confusion, names));
    svg.text(left + n * cell / 2, 14, "middle", "soft", "predicted class");
    svg.turnedText(12, top + n * cell / 2 + 30, -90, "soft", "true class");
    Map<String, PathData> cells = new TreeMap<>();
    for (int i = 0; i < n; i++) {
      double y = top + i * cell;
      String row = Svg.fit(names.get(shown[i]), LABELS);
      svg.text(left - 6, y + cell / 2 + 4, "end", "", row);
      double x = left + i * cell;
      if (upright) {
        svg.turnedText(x + cell / 2 + 4, top - 6, -90, "", row);
      } else {
        svg.text(x + cell / 2, top - 6, "middle", "", row);
      }
      for (int j = 0; j < n; j++) {
        long count = confusion.matrix()[shown[i]][shown[j]];
        int level = level(count, confusion.rows(shown[i]));
        cells
            .computeIfAbsent(level == 0 ? "none" : "heat-" + level, _ -> new PathData())
            .box(left + j * cell + 0.5, y + 0.5, cell - 1, cell - 1);
      }
    }
    cells.forEach((style, boxes) -> svg.path(boxes, style));
    if (n <= MAX_WITH_NUMBERS) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          long count = confusion.matrix()[shown[i]][shown[j]];
          int level = level(count, confusion.rows(shown[i]));
          svg.text(
              left + (j + 0.5) * cell,
              top + (i + 0.5) * cell + 4,
              "middle",
              count == 0 ? "soft" : level > 5 ? "on" : "",
              Long.toString(count));
        }
      }
    }
    String left1 =
        n == names.size()
            ? ""
            : format(" Of %,d classes, the %d with the most errors are shown.", names.size(), n);
    return new Drawing(
        svg,
        "Rows are true classes, columns are predicted classes; the colour is the share of the"
            + " row."
            + left1);
  }

  /// 0 for no rows, 1 to 10 for a share of up to that many tenths.
  private static int level(long count, long rows) {
    return count == 0 ? 0 : (int) Math.clamp(Math.ceil(10.0 * count / rows), 1, 10);
  }

  private static int[] shown(Confusion confusion) {
    int k = confusion.classCount();
    Integer[] order = new Integer[k];
    Arrays.setAll(order, c -> c);
    Arrays.sort(order, (a, b) -> Long.compare(errors(confusion, b), errors(confusion, a)));
    return Arrays.stream(order).limit(k <= MAX ? k : MAX).mapToInt(c -> c).sorted().toArray();
  }

  /// The number of rows of the class with another prediction, plus those of other classes predicted
  /// as it.
  private static long errors(Confusion confusion, int label) {
    return confusion.rows(label) + confusion.predicted(label) - 2 * confusion.hits(label);
  }

  private static String description(Confusion confusion, List<String> names) {
    long rows = 0;
    long hits = 0;
    for (int c = 0; c < names.size(); c++) {
      rows += confusion.rows(c);
      hits += confusion.hits(c);
    }
    return format("%d of %d rows lie on the diagonal: they are classified correctly.", hits, rows);
  }
}
