package org.lanewise.cli.parsing;

/// A quoted cell of several lines, which is mostly a quote that was meant as a character.
///
/// @param first the line on which it begins
/// @param last the line on which it ends
public record QuotedLines(long first, long last) {

  /// The same, behind so many lines of the file.
  public QuotedLines behind(long linesBefore) {
    return new QuotedLines(linesBefore + first, linesBefore + last);
  }

  /// A note of it, a sentence without its full stop.
  public String note(String file) {
    return "%s, line %d: a quoted cell begins here and ends in line %d, so that the lines between are its text; --quote none takes quotes for characters"
        .formatted(file, first, last);
  }
}
