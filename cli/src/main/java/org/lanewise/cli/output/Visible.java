package org.lanewise.cli.output;

/// Makes names from files and arguments safe for a terminal: characters that would move the cursor,
/// change colours or the direction of writing become `\x1b` or `\u202e`.
///
/// CSV, which is data for programs, keeps such characters; JSON writes them by its own escapes.
public final class Visible {

  private static final int LAST_OF_ONE_BYTE = 0xFF;

  private Visible() {}

  /// The same text with nothing in it that a terminal would obey.
  public static String text(String text) {
    if (text.codePoints().noneMatch(Visible::isObeyed)) {
      return text;
    }
    StringBuilder visible = new StringBuilder();
    text.codePoints()
        .forEach(c -> {
          if (isObeyed(c)) {
            visible.append((c <= LAST_OF_ONE_BYTE ? "\\x%02x" : "\\u%04x").formatted(c));
          } else {
            visible.appendCodePoint(c);
          }
        });
    return visible.toString();
  }

  /// Whether a terminal would obey a code point instead of showing it: control characters of ASCII
  /// and of Latin-1 (U+009B begins a sequence as ESC [ does), ends of lines, half of a surrogate
  /// pair, and what turns the direction of writing (Unicode's property Bidi_Control).
  public static boolean isObeyed(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      case Character.FORMAT ->
          (c >= 0x202A && c <= 0x202E)
              || (c >= 0x2066 && c <= 0x2069)
              || c == 0x200E
              || c == 0x200F
              || c == 0x061C;
      default -> false;
    };
  }
}
