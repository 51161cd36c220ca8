package org.lanewise.cli.options;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.validation.ColumnSelection;

/// Whether feature columns are selected, and how many.
public final class SelectOption implements Arguments.Group {

  /// How many columns are wanted, 0 for as many as are of use; empty if none are selected.
  private OptionalInt count = OptionalInt.empty();

  @Override
  public void addTo(Arguments arguments) {
    arguments.value(
        "--select",
        "best|N",
        "best or a number of columns",
        text -> text.equals("best") ? Optional.of(0) : Arguments.whole(text).filter(n -> n > 0),
        value -> count = OptionalInt.of(value),
        "Select feature columns: to begin with none, and add the column that gives the lowest log"
            + " loss by leave-one-out, again and again, until there are N, or (best) as long as"
            + " that lowers the sum over rows by more than 1, as AIC asks of a parameter. evaluate"
            + " selects again in each fold. Of more than 200 columns, the 200 that are best alone"
            + " are tried. Keeps all rows in memory.");
  }

  /// Whether columns are selected.
  public boolean isGiven() {
    return count.isPresent();
  }

  /// The wanted selection.
  public ColumnSelection.Wanted wanted(CopiesOption copies) {
    return new ColumnSelection.Wanted(count.orElseThrow(), copies.together(false));
  }

  /// Refuses what columns cannot be selected for, before any work.
  ///
  /// @throws UsageException if that is asked for
  public void check(ClassifierKind kind, FitOptions options) {
    if (!isGiven()) {
      return;
    }
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
