package org.lanewise.report.page;

import java.util.List;
import java.util.Map;
import org.lanewise.report.figure.Trend;

/// A page about the drift of rows.
///
/// @param title the title
/// @param tiles the headline figures: a name, a value and a remark each
/// @param trends figures in the order of the rows
/// @param tables rows of cells by the name of the table; the first row has the names of the columns
/// @param asked the command and its settings, by name
public record DriftPage(
    String title,
    List<List<String>> tiles,
    List<Trend> trends,
    Map<String, List<List<String>>> tables,
    Map<String, String> asked) {

  /// The page as HTML.
  public String toHtml() {
    Html html = Html.page(title).raw("<dl class=\"tiles\">");
    tiles.forEach(tile -> html.tile(tile.get(0), tile.get(1), tile.get(2)));
    html.raw("</dl><nav aria-label=\"sections\"><a href=\"#trends\">Row by row</a>");
    html.raw(
        "<a href=\"#figures\">Figures</a><a href=\"#asked\">This run</a></nav></header><main>");
    html.trends("Row by row", trends);
    html.section("figures", "Figures");
    tables.forEach((name, table) -> html.heading(name).whole(name, table));
    html.end().listing("asked", "This run", asked);
    return html.raw("</main></body></html>").toString();
  }
}
