package org.lanewise.report.page;

import java.util.List;
import java.util.Map;
import org.lanewise.report.figure.Trend;

/// A page about the drift of rows.
///
/// @param title the title
/// @param tiles the headline figures: a name, a value and a remark each
/// @param trends figures in the order of the rows
/// @param classes the names of the classes
/// @param numbers all numbers, see [NumberTables]
/// @param asked the command and its settings, by name
public record DriftPage(
    String title,
    List<List<String>> tiles,
    List<Trend> trends,
    List<String> classes,
    Map<String, ?> numbers,
    Map<String, String> asked) {

  /// The page as HTML.
  public String toHtml() {
    Html html = Html.page(title).raw("<dl class=\"tiles\">");
    tiles.forEach(tile -> html.tile(tile.get(0), tile.get(1), tile.get(2)));
    html.raw("</dl><nav aria-label=\"sections\"><a href=\"#trends\">Row by row</a>");
    html.raw("<a href=\"#asked\">This run</a>");
    html.raw("<a href=\"#numbers\">All numbers</a></nav></header><main>");
    html.trends("Row by row", trends);
    html.listing("asked", "This run", asked);
    return NumberTables.endPage(html, classes, numbers);
  }
}
