package org.lanewise.cli.reading;

/// The character that quotes a cell of a delimited table.
///
/// @param character opens and closes a quoted cell, doubled inside it stands for itself
public record Quote(char character) {

  /// Quotes are ordinary characters. No byte of a file becomes this char.
  public static final Quote NONE = new Quote('\uFFFF');

  /// The usual double quote.
  public static final Quote DOUBLE = new Quote('"');
}
