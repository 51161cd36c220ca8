package org.lanewise.conformance;

/// Text in the cells of a table.
final class Markdown {

  private Markdown() {}

  /// Text without the signs that mean something in a table.
  static String text(String text) {
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;").replace("*", "\\*");
  }

  /// Text of at most so many characters.
  static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }
}
