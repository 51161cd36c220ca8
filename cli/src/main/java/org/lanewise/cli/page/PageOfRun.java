package org.lanewise.cli.page;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.lanewise.cli.model.Batch;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.report.EvaluatedRows;
import org.lanewise.cli.table.Table;
import org.lanewise.report.Report;
import org.lanewise.report.figure.ModelView;
import org.lanewise.report.figure.TestResults;
import picocli.CommandLine.Model.CommandSpec;

/// The page of a run: gathered while it goes on, written at its end. Of several models it draws the
/// first, and of its rows those that this one scored.
public final class PageOfRun implements EvaluatedRows {

  private final PageOptions options;
  private FittedModel model;
  private ModelView view;
  private boolean several;
  private long rows;
  private Optional<TestResults> tested = Optional.empty();

  /// A page that is asked for.
  PageOfRun(PageOptions options) {
    this.options = options;
  }

  /// Notes a model before it scores.
  ///
  /// @param told where goes what test rows tell
  /// @throws org.lanewise.cli.options.UsageException if the axes that are asked for are none of it
  public void begin(FittedModel found, TestResults told) {
    tested = Optional.of(told);
    begin(found);
  }

  /// Notes a model without test rows.
  ///
  /// @throws org.lanewise.cli.options.UsageException as [#begin(FittedModel, TestResults)]
  public void begin(FittedModel found) {
    if (model == null) {
      model = found;
      view = options.view(found);
    } else {
      several = true;
    }
  }

  @Override
  public void add(Table test, int[] predicted) {
    if (several) {
      return;
    }
    int[] at = test.labels().classes().indicesIn(model.classes());
    for (int row = 0; row < test.rowCount(); row++) {
      view.offer(rows + row, at[test.labels().index(row)], predicted[row]);
    }
    long[] wanted = view.wanted();
    if (wanted.length > 0) {
      int[] chosen = new int[wanted.length];
      for (int i = 0; i < chosen.length; i++) {
        chosen[i] = Math.toIntExact(wanted[i] - rows);
      }
      view.fill(model.inFile(test.select(chosen), Batch::rows));
    }
    rows += test.rowCount();
  }

  /// Writes the page.
  ///
  /// @param spec the command
  /// @param title what it is about
  /// @param data what was read
  /// @param numbers the members of the JSON object of the run
  /// @throws org.lanewise.cli.output.OutputException if it cannot be written
  public void write(CommandSpec spec, String title, String data, Map<String, ?> numbers) {
    Report page =
        Report.of(view, tested, numbers)
            .withTitle(title)
            .withAsked("command", PageFile.command(spec))
            .withAsked("data", data)
            .withAsked("classifier", model.kindName());
    for (var option : model.options().entrySet()) {
      page = page.withAsked("option " + option.getKey().option(), option.getValue());
    }
    if (several) {
      page = page.withAsked("model shown", "that of the first fold, with its test rows");
    }
    page = page.withAsked("kernels", Objects.toString(numbers.get("kernels"), model.kernels()));
    for (var fact : PageFile.circumstances(spec).entrySet()) {
      page = page.withAsked(fact.getKey(), fact.getValue());
    }
    for (String time : List.of("fitMillis", "scoreMillis")) {
      boolean stored = time.equals("fitMillis") && Long.valueOf(0).equals(numbers.get("fits"));
      if (numbers.get(time) instanceof Double millis && !stored) {
        page =
            page.withAsked(
                time.equals("fitMillis") ? "fit time" : "score time", "%.1f ms".formatted(millis));
      }
    }
    PageFile.write(options.file(), page.toHtml());
  }
}
