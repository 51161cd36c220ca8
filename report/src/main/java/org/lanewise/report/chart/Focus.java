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

  /// Returns the end of a caption that names what is left out; empty if nothing is.
  public String leftOut() {
    return shown.length == names.size()
        ? ""
        : String.format(
            Locale.ROOT,
            " Of %,d classes, the %d with the largest priors are shown.",
            names.size(),
            shown.length);
  }

  /// The class of style of a class that is shown.
  String series(int label) {
    return "series-" + place(label) % Svg.SERIES;
  }

  /// The form of its marks: another one for each class of a colour.
  int form(int label) {
    return place(label) + place(label) / Svg.SERIES;
  }

  private int place(int label) {
    return Arrays.binarySearch(shown, label);
  }
}
