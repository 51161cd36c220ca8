package org.lanewise.report.chart;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.Arrays;
import java.util.List;
import org.lanewise.report.svg.Svg;

/// The classes that figures show if there are many: those with the largest priors.
///
/// @param names the names of all classes
/// @param shown the indices of those that are shown, ascending
public record Focus(List<String> names, int[] shown) {

  /// Returns the end of a caption that names what is left out; empty if nothing is.
  public String leftOut() {
    return shown.length == names.size()
        ? ""
        : format(
            " Of %,d classes, the %d with the largest priors are shown.",
            names.size(), shown.length);
  }

  /// The style class of a class that is shown.
  String series(int label) {
    return "series-" + place(label) % Svg.SERIES;
  }

  /// The shape of its marks, which differs between classes with the same colour.
  int form(int label) {
    return place(label) + place(label) / Svg.SERIES;
  }

  private int place(int label) {
    return Arrays.binarySearch(shown, label);
  }
}
