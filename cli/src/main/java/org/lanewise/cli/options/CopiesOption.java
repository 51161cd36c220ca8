package org.lanewise.cli.options;

import java.util.Optional;

/// The treatment of identical rows where rows are tested or ranked by models of the others.
public final class CopiesOption implements Arguments.Group {

  private Optional<Boolean> together = Optional.empty();

  @Override
  public void addTo(Arguments arguments) {
    arguments.either(
        "--copies",
        "together",
        "apart",
        value -> together = Optional.of(value),
        "If rows of a class are identical, as copies of one measurement are: leave them out of"
            + " fits, or deal them to folds, together or apart. By default apart, with a note of"
            + " their number; fit --unknown, and --typicality of numbers, leave them out"
            + " together.");
  }

  /// Whether any of these options was given.
  public boolean isGiven() {
    return together.isPresent();
  }

  /// Whether identical rows are left out together.
  public boolean together(boolean byDefault) {
    return together.orElse(byDefault);
  }
}
