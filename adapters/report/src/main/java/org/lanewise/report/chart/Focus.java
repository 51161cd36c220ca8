package org.lanewise.report.chart;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.lanewise.report.svg.Svg;

/// The classes that figures show where there are many: those of the largest priors.
///
/// @param names of all classes
/// @param shown the indices of those that are shown, ascending
public record Focus(List<String> names, int[] shown) {

  /// More cannot be told apart.
  static final int MOST = 12;

  /// Those of a model.
  public static Focus of(List<String> names, double[] priors) {
    Integer[] order = new Integer[names.size()];
    Arrays.setAll(order, c -> c);
    Arrays.sort(order, (a, b) -> Double.compare(priors[b], priors[a]));
    int[] shown = Arrays.stream(order).limit(MOST).mapToInt(c -> c).sorted().toArray();
    return new Focus(names, shown);
  }

  /// What is left out, as an end of a caption; empty where nothing is.
  public String leftOut() {
    return shown.length == names.size()
        ? ""
        : String.format(
            Locale.ROOT,
            " Of %,d classes the %d of the largest priors are shown.",
            names.size(), shown.length);
  }

  /// Whether a class is shown.
  boolean has(int label) {
    return Arrays.binarySearch(shown, label) >= 0;
  }

  /// The class of style of a class.
  static String series(int label) {
    return "series-" + label % Svg.SERIES;
  }

  /// The form of its marks.
  static int form(int label) {
    return label;
  }
}
