package org.lanewise.cli.options;

import org.lanewise.validation.EssentialRows;

/// The treatment of rows that no model can do without in leave-one-out.
public final class LeaveOneOutOptions implements Arguments.Group {

  private String lastRow;

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--last-row",
        "refuse|skip",
        value -> lastRow = value,
        "If leaving out a row leaves no model, for example the last row of a class: refuse the file"
            + " (default), or skip such rows and count them.");
  }

  /// Whether any of these options was given.
  public boolean areGiven() {
    return lastRow != null;
  }

  /// Returns the requested treatment.
  ///
  /// @throws UsageException if the value is invalid
  public EssentialRows essential() {
    return lastRow == null || UsageException.isFirst("--last-row", lastRow, "refuse", "skip")
        ? EssentialRows.REFUSE
        : EssentialRows.LEAVE_OUT;
  }
}
