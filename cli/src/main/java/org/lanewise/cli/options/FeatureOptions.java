package org.lanewise.cli.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.ColumnChoice;
import org.lanewise.cli.table.Roles;
import picocli.CommandLine.Option;

/// Options that say which columns are learned from; a model knows them from then on.
public final class FeatureOptions {

  @Option(
      names = "--features",
      paramLabel = "COLUMNS",
      description =
          "The columns of the features, others are left out: names, 0-based indices and ranges of"
              + " them, divided by commas, such as age,3,7-12. By default all that have no other"
              + " role.")
  List<String> features = new ArrayList<>();

  @Option(
      names = "--drop",
      paramLabel = "COLUMNS",
      description = "Columns that are left out, as for --features.")
  List<String> dropped = new ArrayList<>();

  @Option(
      names = "--weight",
      paramLabel = "COLUMN",
      description = "The column of row weights, by name or 0-based index. By default all are 1.")
  String weight;

  /// Whether something was said.
  public boolean areGiven() {
    return weight != null || !features.isEmpty() || !dropped.isEmpty();
  }

  /// How to read a file to learn from.
  ///
  /// @throws UsageException if the options contradict one another, or the layout makes no sense
  public ReadOptions readOptions(ColumnOptions columns) {
    if (!features.isEmpty() && !dropped.isEmpty()) {
      throw new UsageException("--features and --drop were both given; one was expected");
    }
    ColumnChoice choice = new ColumnChoice(features, dropped);
    Roles roles = columns.roles(Optional.ofNullable(weight)).withChoice(choice);
    if (!choice.isAll() && roles.text().isPresent()) {
      throw new UsageException(
          "%s was given with --text, by which the words of one column are the features; one of both was expected"
              .formatted(features.isEmpty() ? "--drop" : "--features"));
    }
    return columns.readOptions().withRoles(roles);
  }
}
