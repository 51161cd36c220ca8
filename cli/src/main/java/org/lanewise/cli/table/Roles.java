package org.lanewise.cli.table;

import java.util.Optional;

/// Which columns of a table are not features, each by its name or its 0-based index; a text that
/// could be either is an index.
///
/// @param label the class of a row; by default the last column that has no other role
/// @param weight the weight of a row; by default none, all rows weigh the same
/// @param text the message of a row, whose words are the features; the other columns are then none
/// @param choice which of the others are features, if there are no messages
public record Roles(
    Optional<String> label, Optional<String> weight, Optional<String> text, ColumnChoice choice) {

  /// The label is the last column, all others are features.
  public static final Roles LABEL_LAST =
      new Roles(Optional.empty(), Optional.empty(), Optional.empty(), ColumnChoice.ALL);

  /// The same with a label column.
  public Roles withLabel(String column) {
    return new Roles(Optional.of(column), weight, text, choice);
  }

  /// The same with a weight column.
  public Roles withWeight(String column) {
    return new Roles(label, Optional.of(column), text, choice);
  }

  /// The same with a message column.
  public Roles withText(String column) {
    return new Roles(label, weight, Optional.of(column), choice);
  }

  /// The same without a message column.
  public Roles withoutText() {
    return new Roles(label, weight, Optional.empty(), choice);
  }

  /// The same with features that are chosen.
  public Roles withChoice(ColumnChoice newChoice) {
    return new Roles(label, weight, text, newChoice);
  }
}
