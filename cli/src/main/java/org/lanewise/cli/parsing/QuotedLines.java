package org.lanewise.cli.parsing;

/// A quoted cell of several lines, which is mostly a quote that was meant as a character.
///
/// @param first the line on which it begins
/// @param last the line on which it ends
public record QuotedLines(long first, long last) {

  /// Returns the same lines of a file with this many lines before the block.
  public QuotedLines behind(long linesBefore) {
    return new QuotedLines(linesBefore + first, linesBefore + last);
  }

  /// A note of it, a sentence without its full stop.
  public String note(String file) {
    return "%s, line %d: a quoted cell starts here and ends in line %d, so the lines between are part of it; use --quote none to read quotes as text"
        .formatted(file, first, last);
  }
}
