package org.lanewise.cli.rows;

import java.util.Optional;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.Wording;
import org.lanewise.transform.Indicators;

/// The words of a file for the rows, features and classes that the library refuses: lines, columns
/// and names.
///
/// @param table the rows, which know their lines
/// @param inputs what the features are
/// @param classes what the classes are
/// @param indicators what the features are if they are indicator columns
public record FileWording(
    Table table, Inputs inputs, Classes classes, Optional<Indicators> indicators)
    implements Wording {

  /// The words for features that are columns of the file.
  public FileWording(Table table, Inputs inputs, Classes classes) {
    this(table, inputs, classes, Optional.empty());
  }

  /// The words for features that are indicator columns.
  public FileWording of(Indicators columns) {
    return new FileWording(table, inputs, classes, Optional.of(columns));
  }

  @Override
  public String row(int index) {
    return table.place(index);
  }

  @Override
  public String feature(int index) {
    return indicators
        .map(columns ->
            "column '%s'"
                .formatted(
                    columns.outputNames(inputs.shown(columns.features()).names()).get(index)))
        .orElseGet(() -> inputs.describe(index, table.schema()));
  }

  @Override
  public String label(int index) {
    return "class '%s'".formatted(classes.name(index));
  }

  /// A refusal of the library as one of the file.
  public DataException refusal(IllegalArgumentException e) {
    String sentence =
        e instanceof LanewiseException refused ? refused.message(this) : e.getMessage();
    return new DataException("%s: %s".formatted(table.file(), sentence), e);
  }
}
