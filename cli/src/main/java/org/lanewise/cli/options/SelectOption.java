package org.lanewise.cli.options;

import java.util.List;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.validation.ColumnSelection;

/// Whether feature columns are selected, and how many.
public final class SelectOption implements Arguments.Group {

  private static final String BEST = "best";

  private String given;

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--select",
        "best|N",
        value -> given = value,
        "Select feature columns: to begin with none, and add the column that gives the lowest log"
            + " loss by leave-one-out, again and again, until there are N, or (best) as long as"
            + " that lowers the sum over rows by more than 1, as AIC asks of a parameter. evaluate"
            + " selects again in each fold. Of more than 200 columns, the 200 that are best alone"
            + " are tried. Keeps all rows in memory.");
  }

  /// Whether columns are selected.
  public boolean isGiven() {
    return given != null;
  }

  /// The wanted selection.
  ///
  /// @throws UsageException if the value is invalid
  public ColumnSelection.Wanted wanted(CopiesOption copies) {
    if (!given.matches(BEST + "|[1-9][0-9]{0,8}")) {
      throw new UsageException(
          "invalid value '%s' for --select; expected best or a number of columns".formatted(given));
    }
    int count = given.equals(BEST) ? 0 : Integer.parseInt(given);
    return new ColumnSelection.Wanted(count, copies.together(false));
  }

  /// Refuses what columns cannot be selected for, before any work.
  ///
  /// @throws UsageException if that is asked for
  public void check(ClassifierKind kind, FitOptions options, CopiesOption copies) {
    if (!isGiven()) {
      return;
    }
    ColumnSelection.Wanted unused = wanted(copies); // Only whether it can be read.
    if (kind.isOfDirections()) {
      throw new UsageException(
          "--select does not apply to %s, which has no closed form of leave-one-out"
              .formatted(kind));
    }
    for (Parameter parameter : List.of(Parameter.COLUMN, Parameter.ALPHA)) {
      // These name columns, some of them left out.
      if (options.given().getOrDefault(parameter, "").matches(".*[=,].*")) {
        throw new UsageException(
            "--select cannot be used with %s for single columns".formatted(parameter.option()));
      }
    }
  }
}
