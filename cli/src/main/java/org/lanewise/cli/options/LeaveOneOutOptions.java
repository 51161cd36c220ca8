package org.lanewise.cli.options;

import java.util.Optional;
import org.lanewise.validation.EssentialRows;

/// The treatment of rows that no model can do without in leave-one-out.
public final class LeaveOneOutOptions implements Arguments.Group {

  private Optional<EssentialRows> lastRow = Optional.empty();

  @Override
  public void addTo(Arguments arguments) {
    arguments.either(
        "--last-row",
        "refuse",
        "skip",
        refuses -> lastRow = Optional.of(refuses ? EssentialRows.REFUSE : EssentialRows.LEAVE_OUT),
        "If leaving out a row leaves no model, for example the last row of a class: refuse the file"
            + " (default), or skip such rows and count them.");
  }

  /// Whether any of these options was given.
  public boolean areGiven() {
    return lastRow.isPresent();
  }

  /// Returns the requested treatment.
  public EssentialRows essential() {
    return lastRow.orElse(EssentialRows.REFUSE);
  }
}
