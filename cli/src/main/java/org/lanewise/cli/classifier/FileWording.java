package org.lanewise.cli.classifier;

import org.lanewise.cli.data.DataException;
import org.lanewise.cli.data.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.Wording;

/// The words of a file for the rows, features and classes that the library refuses: lines, columns
/// and names.
///
/// @param table the rows, which know their lines
/// @param inputs what the features are
/// @param classes what the classes are
record FileWording(Table table, Inputs inputs, Classes classes) implements Wording {

  @Override
  public String row(int index) {
    return "line " + table.lines()[index];
  }

  @Override
  public String feature(int index) {
    return inputs.describe(index);
  }

  @Override
  public String label(int index) {
    return "class '%s'".formatted(classes.name(index));
  }

  /// A refusal of the library as one of the file.
  DataException refusal(IllegalArgumentException e) {
    String sentence =
        e instanceof LanewiseException refused ? refused.message(this) : e.getMessage();
    return new DataException("%s: %s".formatted(table.file(), sentence), e);
  }
}
