package org.lanewise.report.svg;

import static org.lanewise.report.svg.RootLocale.format;

/// Names from data in a form that a page shows but never interprets.
public final class Escape {

  private static final int LAST_OF_ONE_BYTE = 0xFF;

  private Escape() {}

  /// Escapes a text between tags or in a quoted attribute, for HTML or XML.
  public static String xml(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    String shown = visible(text);
    for (int i = 0; i < shown.length(); i++) {
      char c = shown.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /// The text with all characters that have no shape of their own (control characters, line ends,
  /// unpaired surrogates, format characters such as those that change the direction of writing,
  /// noncharacters) written as `\x1b` or `\u202e`, and an empty text as `''`.
  public static String visible(String text) {
    if (text.isEmpty()) {
      return "''";
    }
    if (text.codePoints().noneMatch(Escape::isObeyed)) {
      return text;
    }
    StringBuilder visible = new StringBuilder();
    text.codePoints()
        .forEach(c -> {
          if (isObeyed(c)) {
            visible.append(format(c <= LAST_OF_ONE_BYTE ? "\\x%02x" : "\\u%04x", c));
          } else {
            visible.appendCodePoint(c);
          }
        });
    return visible.toString();
  }

  /// The beginning of a text that is too long, with an ellipsis, or the text.
  ///
  /// @param most the number of characters that are kept
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(most - 1));
    return text.substring(0, splits ? most - 1 : most) + "…";
  }

  private static boolean isObeyed(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      // These two join or separate letters and change the shapes of their neighbours.
      case Character.FORMAT -> c != 0x200C && c != 0x200D;
      default -> (c & 0xFFFE) == 0xFFFE;
    };
  }
}
