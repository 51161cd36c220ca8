package org.lanewise.report.page;

import static org.lanewise.report.svg.RootLocale.format;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lanewise.model.Classifier;
import org.lanewise.report.figure.ModelView;
import org.lanewise.report.figure.TestResults;

/// A page of figures.
///
/// @param title the title
/// @param asked the command and its settings, by name
/// @param view the model
/// @param rows the results of test rows, if any
/// @param numbers all numbers, see [NumberTables]
public record Page(
    String title,
    Map<String, String> asked,
    ModelView view,
    Optional<TestResults> rows,
    Map<String, ?> numbers) {

  /// The page as a file.
  public String toHtml() {
    Html html = Html.page(title);
    Classifier<?, ?> model = view.model();
    html.paragraph(
        "soft",
        format(
            "%,d class%s, %,d feature%s, %,d free parameter%s",
            model.classCount(),
            model.classCount() == 1 ? "" : "es",
            model.featureCount(),
            model.featureCount() == 1 ? "" : "s",
            model.freeParameters(),
            model.freeParameters() == 1 ? "" : "s"));
    Optional<TestSections> tests = rows.map(TestSections::new);
    tests.ifPresent(sections -> sections.tiles(html));
    html.raw("<nav aria-label=\"sections\">");
    if (tests.isPresent()) {
      html.raw(rows.get().trends().isEmpty() ? "" : "<a href=\"#trends\">Row by row</a>");
      html.raw("<a href=\"#mistakes\">Errors</a>");
      html.raw("<a href=\"#probabilities\">Scores and probabilities</a>");
    }
    html.raw("<a href=\"#model\">The model</a>");
    html.raw("<a href=\"#asked\">This run</a>");
    html.raw("<a href=\"#numbers\">All numbers</a></nav></header><main>");
    rows.map(TestResults::trends)
        .filter(trends -> !trends.isEmpty())
        .ifPresent(trends -> html.trends("Row by row", trends));
    tests.ifPresent(sections -> {
      sections.mistakes(html);
      sections.probabilities(html);
    });
    new ModelSections(view).write(html);
    html.listing("asked", "This run", asked);
    return NumberTables.endPage(html, names(model), numbers);
  }

  private List<String> names(Classifier<?, ?> model) {
    return rows.map(TestResults::classes).orElse(model.classes()).names();
  }
}
