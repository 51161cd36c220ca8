package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.lanewise.report.figure.FeatureOrder;
import org.lanewise.report.figure.NormalClasses;
import org.lanewise.report.svg.Colours;
import org.lanewise.report.svg.PathData;
import org.lanewise.report.svg.Svg;

/// Covariances within classes as heat maps of correlations, ordered so that correlated features are
/// adjacent.
public final class CovarianceChart {

  /// With more features, the ones that separate most are shown.
  public static final int MAX_FEATURES = 30;

  private static final double WIDTH = 400;
  private static final double LABELS = 90;
  private static final double TOP = 26;
  private static final double KEY = 34;

  /// The size of the colours in the key, and of the gap next to them.
  private static final double STEP = 14;

  private static final double SIDE = 22;

  /// How much wider bold letters are.
  private static final double BOLD = 1.15;

  private final String[] names;
  private final int[] order;
  private final Map<Integer, double[][]> correlations;

  private CovarianceChart(String[] names, int[] order, Map<Integer, double[][]> correlations) {
    this.names = names;
    this.order = order;
    this.correlations = correlations;
  }

  /// The charts of some features.
  ///
  /// @param features at least two features
  /// @param drawn the classes that are drawn, ascending
  public static CovarianceChart of(NormalClasses classes, int[] features, int[] drawn) {
    int d = features.length;
    double[][] strongest = new double[d][d];
    double[] priors = classes.priors();
    Map<Integer, double[][]> kept = new HashMap<>();
    classes.forEachCovariance(
        features,
        (c, covariance) -> {
          double[][] correlations = Arrays.binarySearch(drawn, c) >= 0 ? new double[d][d] : null;
          for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
              double scale = Math.sqrt(covariance[i][i]) * Math.sqrt(covariance[j][j]);
              double correlation = i == j ? 1 : covariance[i][j] / scale;
              strongest[i][j] += priors[c] * Math.abs(correlation);
              if (correlations != null) {
                correlations[i][j] = correlation;
              }
            }
          }
          if (correlations != null) {
            kept.put(c, correlations);
          }
        });
    String[] names = new String[d];
    for (int i = 0; i < d; i++) {
      names[i] = classes.name(features[i]);
    }
    return new CovarianceChart(names, FeatureOrder.of(strongest), kept);
  }

  /// The heat map of a class that is drawn.
  ///
  /// @param title names the class
  public Svg of(int label, String title) {
    int d = order.length;
    double left = Math.max(20, Svg.widest(Stream.of(names), LABELS) + 10);
    double cell = Math.clamp((WIDTH - left - 8) / d, 9, 40);
    double labels = left - 10;
    double top = TOP + labels + 8;
    double bottom = top + d * cell;
    double width = Math.max(left + d * cell + 8, left + 2 * SIDE + Colours.STEPS * STEP);
    Svg svg =
        new Svg(
            (int) Math.ceil(width),
            (int) Math.ceil(bottom + KEY),
            "Correlations within " + title,
            description(label));
    svg.text(left, 14, "start", "strong", Svg.fit(title, (width - left) / BOLD));
    Map<String, PathData> cells = new TreeMap<>();
    for (int i = 0; i < d; i++) {
      String name = Svg.fit(names[order[i]], LABELS);
      svg.text(left - 6, top + (i + 0.5) * cell + 4, "end", cell < 12 ? "small" : "", name);
      svg.turnedText(left + (i + 0.5) * cell + 4, top - 6, -90, cell < 12 ? "small" : "", name);
      for (int j = 0; j < d; j++) {
        double correlation = correlations.get(label)[order[i]][order[j]];
        if (!Double.isNaN(correlation)) {
          cells
              .computeIfAbsent("turn-" + level(correlation), _ -> new PathData())
              .box(left + j * cell, top + i * cell, cell - 0.5, cell - 0.5);
        }
      }
    }
    cells.forEach((style, boxes) -> svg.path(boxes, style));
    double start = left + SIDE;
    svg.text(start - 5, bottom + 24, "end", "soft", "−1");
    for (int level = 0; level < Colours.STEPS; level++) {
      svg.rect(start + level * STEP, bottom + 14, STEP, 12, "turn-" + level + " keyed");
    }
    svg.text(start + Colours.STEPS * STEP + 5, bottom + 24, "start", "soft", "1");
    return svg;
  }

  /// 0 for −1, the middle for 0, and the last level for 1.
  private static int level(double correlation) {
    return Math.clamp(Math.round((correlation + 1) / 2 * (Colours.STEPS - 1)), 0, 10);
  }

  private String description(int label) {
    int a = 0;
    int b = 0;
    for (int i = 0; i < names.length; i++) {
      for (int j = 0; j < i; j++) {
        double now = Math.abs(correlations.get(label)[i][j]);
        if (a == b || now > Math.abs(correlations.get(label)[a][b])) {
          a = i;
          b = j;
        }
      }
    }
    return a == b
        ? "One feature."
        : format(
            "The strongest correlation is %.3f, between %s and %s.",
            correlations.get(label)[a][b], names[a], names[b]);
  }

  /// Returns the caption of the heat maps.
  ///
  /// @param all the number of all features
  public static String caption(NormalClasses classes, int shown, int leftOut, int all) {
    StringBuilder caption = new StringBuilder();
    caption.append("Correlations of features within a class according to the model, which has ");
    caption.append(classes.shape()).append("; features are ordered so that correlated ones");
    caption.append(" are adjacent.");
    if (shown < all) {
      caption.append(format(" The %d of %,d features that separate most.", shown, all));
    }
    if (leftOut > 0) {
      caption.append(
          format(" %,d more class%s left out.", leftOut, leftOut == 1 ? " is" : "es are"));
    }
    return caption.toString();
  }
}
