package org.lanewise.cli;

import java.util.Optional;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Roles;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Options that say what the columns of a file are.
final class ColumnOptions {

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description = "The column of the class, by name or 0-based index. By default the last.")
  String label;

  @Option(
      names = "--text",
      paramLabel = "COLUMN",
      description =
          "The column of messages whose words are the features; other columns are then none.")
  String text;

  @Mixin LayoutOptions layout = new LayoutOptions();

  /// How to read, with no weights.
  ///
  /// @throws UsageException if the layout makes no sense
  private ReadOptions readOptions() {
    return readOptions((String) null);
  }

  /// How to read a file for a model.
  ReadOptions readOptions(Inputs inputs) {
    ReadOptions options = readOptions().withCategorical(!inputs.categoryNames().isEmpty());
    return inputs.missing().map(options::withMissing).orElse(options);
  }

  /// How to read, with a column of weights if it is not null.
  ReadOptions readOptions(String weight) {
    return ReadOptions.DEFAULT
        .withLayout(layout.layout())
        .withRoles(
            new Roles(
                Optional.ofNullable(label),
                Optional.ofNullable(weight),
                Optional.ofNullable(text)));
  }
}
