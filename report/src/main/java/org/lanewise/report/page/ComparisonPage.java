package org.lanewise.report.page;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lanewise.report.chart.ComparisonChart;
import org.lanewise.validation.Comparison;
import org.lanewise.validation.CrossValidation;
import org.lanewise.validation.CrossValidation.Spread;

/// A page about classifiers that were compared by the same folds.
///
/// @param title the title
/// @param comparison the ranked classifiers
/// @param table a row of cells for each classifier; the first row has the names of the columns
/// @param remarks sentences about the result
/// @param refused the reasons why classifiers are left out or not recommended, by the number that
///   the table gives them
/// @param data a description of the rows and folds, by name
/// @param options the options of each classifier, by name
/// @param asked the command and its settings, by name
public record ComparisonPage(
    String title,
    Comparison comparison,
    List<List<String>> table,
    List<String> remarks,
    Map<String, String> refused,
    Map<String, String> data,
    Map<String, String> options,
    Map<String, String> asked) {

  /// The page as HTML.
  public String toHtml() {
    Html html = Html.page(title);
    tiles(html);
    html.raw("<nav aria-label=\"sections\"><a href=\"#ranking\">Ranking</a>");
    if (!refused.isEmpty()) {
      html.raw("<a href=\"#refused\">Not recommended</a>");
    }
    html.raw("<a href=\"#data\">The data</a><a href=\"#options\">Options</a>");
    html.raw("<a href=\"#asked\">This run</a></nav></header><main>");
    html.section("ranking", "Ranking");
    remarks.forEach(remark -> html.paragraph("", remark));
    html.raw("<div class=\"figures\">");
    html.largeFigure("Log loss", ComparisonChart.of(comparison));
    html.raw("</div>")
        .heading("Figures")
        .whole("figures", table)
        .paragraph(
            "soft",
            "Means of the folds, with their standard errors (s.e.). \"best\" has the best figure of"
                + " the ranking; \"simplest\" has the fewest free parameters within one standard"
                + " error of the best. A classifier with a higher log loss or more errors than"
                + " \"class shares alone\" is not recommended.");
    html.end();
    if (!refused.isEmpty()) {
      html.listing("refused", "Not recommended or left out", refused);
    }
    html.listing("data", "The data", data);
    html.listing("options", "Options", options);
    html.listing("asked", "This run", asked);
    return html.raw("</main></body></html>").toString();
  }

  private void tiles(Html html) {
    html.raw("<dl class=\"tiles\">");
    comparison.best().ifPresent(best -> html.tile("Best", best.name(), figures(best.result())));
    comparison
        .simplest()
        .ifPresent(simplest ->
            html.tile(
                "Simplest within one standard error",
                simplest.name(),
                parameters(simplest) + "; " + figures(simplest.result())));
    html.tile("Without features", "class shares", figures(Optional.of(comparison.classShares())));
    html.raw("</dl>");
  }

  private static String parameters(Comparison.Entry entry) {
    long count = entry.result().orElseThrow().freeParameters();
    return format("%,d free parameter%s", count, count == 1 ? "" : "s");
  }

  private static String figures(Optional<CrossValidation> result) {
    Spread logLoss = result.orElseThrow().logLoss();
    return format(
        "log loss %.4f, errors %.2f %%",
        logLoss.mean(), 100 * result.orElseThrow().errorRate().mean());
  }
}
