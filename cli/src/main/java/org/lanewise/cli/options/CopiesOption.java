package org.lanewise.cli.options;

/// The treatment of identical rows where rows are tested or ranked by models of the others.
public final class CopiesOption implements Arguments.Group {

  private String given;

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--copies",
        "together|apart",
        value -> given = value,
        "If rows of a class are identical, as copies of one measurement are: leave them out of"
            + " fits, or deal them to folds, together or apart. By default apart, with a note of"
            + " their number; fit --unknown, and --typicality of numbers, leave them out"
            + " together.");
  }

  /// Whether any of these options was given.
  public boolean isGiven() {
    return given != null;
  }

  /// Whether identical rows are left out together.
  ///
  /// @throws UsageException if the value is invalid
  public boolean together(boolean byDefault) {
    if (given == null) {
      return byDefault;
    }
    return UsageException.isFirst("--copies", given, "together", "apart");
  }
}
