package org.lanewise.cli.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.ColumnChoice;
import org.lanewise.cli.table.Roles;

/// Options of the columns that are features; a model remembers them.
public final class FeatureOptions implements Arguments.Group {

  private List<String> features = new ArrayList<>();
  private List<String> dropped = new ArrayList<>();
  private String weight;

  @Override
  public void addTo(Arguments arguments) {
    arguments.texts(
        "--features",
        "COLUMNS",
        value -> features = value,
        "The feature columns: names, 0-based indices and ranges, separated by commas, such as"
            + " age,3,7-12. By default all columns without another role.");
    arguments.texts(
        "--drop",
        "COLUMNS",
        value -> dropped = value,
        "Columns to leave out, written as for --features.");
    arguments.text(
        "--weight",
        "COLUMN",
        value -> weight = value,
        "The column of row weights, by name or 0-based index. By default all are 1.");
  }

  /// Whether any of these options was given.
  public boolean areGiven() {
    return weight != null || !features.isEmpty() || !dropped.isEmpty();
  }

  /// Whether the columns that are features were listed.
  public boolean areListed() {
    return !features.isEmpty();
  }

  /// How to read a file to learn from.
  ///
  /// @param isTextFeature whether messages are a column next to others
  /// @throws UsageException if the options contradict each other, or the layout is invalid
  public ReadOptions readOptions(ColumnOptions columns, boolean isTextFeature) {
    if (!features.isEmpty() && !dropped.isEmpty()) {
      throw new UsageException("--features and --drop cannot be used together");
    }
    ColumnChoice choice = new ColumnChoice(features, dropped);
    Roles roles = columns.roles(Optional.ofNullable(weight)).withChoice(choice);
    roles = isTextFeature ? roles.withoutText() : roles;
    if (!choice.isAll() && roles.text().isPresent()) {
      throw new UsageException(
          "%s cannot be used with --text, whose words are the features"
              .formatted(features.isEmpty() ? "--drop" : "--features"));
    }
    return columns.readOptions().withRoles(roles);
  }
}
