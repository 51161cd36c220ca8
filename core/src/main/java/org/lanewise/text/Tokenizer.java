package org.lanewise.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Splits a message into tokens, as [Vocabulary] defines them.
final class Tokenizer {

  private static final int ASCII = 128;
  private static final int[] NONE = {};

  // For each char of ASCII what it is in a token, 0 for a separator.
  private static final char[] TOKEN_CHARS = new char[ASCII];

  private static final int LETTERS =
      types(
          Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER);

  private static final int MARKS =
      types(Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK);

  private static final int DIGITS = types(Character.DECIMAL_DIGIT_NUMBER);

  /// Blanks and punctuation, which separate words on purpose.
  private static final int SEPARATORS =
      types(
          Character.SPACE_SEPARATOR,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.CONTROL,
          Character.FORMAT,
          Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION);

  static {
    for (char c = 'a'; c <= 'z'; c++) {
      TOKEN_CHARS[c] = c;
      TOKEN_CHARS[Character.toUpperCase(c)] = c;
    }
    for (char c = '0'; c <= '9'; c++) {
      TOKEN_CHARS[c] = c;
    }
  }

  private Tokenizer() {}

  private static int types(int... types) {
    int all = 0;
    for (int type : types) {
      all |= 1 << type;
    }
    return all;
  }

  /// Returns the tokens of a message in order, with repetitions.
  static List<String> tokens(String message) {
    String text = prepare(message);
    List<String> tokens = new ArrayList<>();
    int from = begin(text, 0);
    while (from < text.length()) {
      int to = end(text, from);
      tokens.add(token(text, from, to));
      from = begin(text, to);
    }
    return tokens;
  }

  /// Returns the folded code points beyond ASCII that are in no token and are neither blanks,
  /// controls nor punctuation: symbols such as `£` or an emoji, fractions, marks without a letter.
  static int[] dropped(String message) {
    if (isAscii(message)) {
      return NONE;
    }
    StringBuilder dropped = new StringBuilder();
    prepare(message, dropped);
    return dropped.isEmpty() ? NONE : dropped.codePoints().toArray();
  }

  /// Returns a text with the same tokens, separated by ASCII, and nothing else beyond ASCII: the
  /// input of the other methods here.
  static String prepare(String message) {
    return isAscii(message) ? message : prepare(message, new StringBuilder());
  }

  private static boolean isAscii(String message) {
    int all = 0;
    for (int i = 0; i < message.length(); i++) {
      all |= message.charAt(i);
    }
    return all < ASCII;
  }

  private static String prepare(String message, StringBuilder dropped) {
    String text = fold(message);
    StringBuilder prepared = new StringBuilder(2 * text.length());
    boolean inWord = false;
    boolean behindSingle = false;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c < ASCII && inWord && !behindSingle && TOKEN_CHARS[c] != 0) {
        prepared.append((char) c);
        continue;
      }
      int type = 1 << Character.getType(c);
      // A mark that follows nothing is single, too.
      int alone = inWord ? LETTERS : LETTERS | MARKS;
      boolean isSingle = (type & alone) != 0 && isSingle(c);
      if (isSingle || (type & (LETTERS | DIGITS)) != 0) {
        if (isSingle || behindSingle) {
          prepared.append(' ');
        }
        inWord = true;
        behindSingle = isSingle;
        prepared.appendCodePoint(c);
      } else if (inWord && (type & MARKS) != 0) {
        prepared.appendCodePoint(c);
      } else {
        inWord = false;
        behindSingle = false;
        prepared.append(' ');
        if (c >= ASCII && (type & SEPARATORS) == 0) {
          dropped.appendCodePoint(c);
        }
      }
    }
    return prepared.toString();
  }

  /// Whether a letter or mark is a token of its own.
  private static boolean isSingle(int c) {
    if (c < 0x0E00) {
      return false;
    }
    UnicodeScript script = UnicodeScript.of(c);
    return script == UnicodeScript.HAN
        || script == UnicodeScript.HIRAGANA
        || script == UnicodeScript.KATAKANA
        || script == UnicodeScript.THAI
        // Marks of length, which are of no script.
        || c == 0x30FC
        || c == 0xFF70;
  }

  /// Whether a character is invisible and no break between words: of the format characters all but
  /// the zero-width space and the signs that enclose or precede Arabic, Syriac and Kaithi numbers.
  private static boolean isIgnored(int c) {
    return c == 0xAD
        || c > 0x605
            && Character.getType(c) == Character.FORMAT
            && c != 0x200B
            && c != 0x6DD
            && c != 0x70F
            && (c < 0x890 || c > 0x8E2)
            && c != 0x110BD
            && c != 0x110CD;
  }

  /// A text in lower case, composed, without characters that are ignored.
  private static String fold(String message) {
    boolean isPlain = isPlain(message);
    String text = isPlain ? message : Normalizer.normalize(message, Normalizer.Form.NFD);
    StringBuilder folded = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c < ASCII) {
        folded.append(TOKEN_CHARS[c] == 0 ? ' ' : TOKEN_CHARS[c]);
      } else if (isIgnored(c)) {
        continue;
      } else if (isFoldedToSeveral(c)) {
        folded.append(
            Character.toString(Character.toLowerCase(c))
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT));
      } else {
        folded.appendCodePoint(foldToOne(c));
      }
    }
    return isPlain ? folded.toString() : Normalizer.normalize(folded, Normalizer.Form.NFC);
  }

  /// Whether a text certainly has the same tokens without normalisation: composed Latin and
  /// Cyrillic letters, punctuation, symbols, Han, emoji. Loading the normaliser takes longer than
  /// tokenising a small file.
  private static boolean isPlain(String text) {
    boolean isPlain = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      isPlain &=
          (c < 0x180 && c != 'İ')
              || (c >= 0x400 && c < 0x482)
              || (c >= 0x2000 && c < 0x20C0)
              || (c >= 0x2500 && c < 0x27C0)
              || (c >= 0x3000 && c < 0x302A)
              || (c >= 0x3400 && c < 0xA000)
              || (c >= 0xD83C && c < 0xD83F)
              || (c >= 0xDC00 && c < 0xE000);
    }
    return isPlain;
  }

  private static int foldToOne(int c) {
    if (c == 'ı') {
      return c;
    }
    // Several small letters may have one capital, and a capital no small letter of its own.
    int capital = Character.toUpperCase(Character.toLowerCase(c));
    boolean isCherokee = capital >= 0x13A0 && capital <= 0x13F5;
    return isCherokee ? capital : Character.toLowerCase(capital);
  }

  /// Whether the folding of a character that cannot be decomposed has several characters.
  private static boolean isFoldedToSeveral(int c) {
    return c == 'ß'
        || c == 'ẞ'
        || c == 'ŉ'
        || c == 'և'
        || c == 'ẚ'
        // Ligatures.
        || (c >= 0xFB00 && c <= 0xFB17);
  }

  /// The start of the next token from `from` on, or the length of the text if there is none.
  static int begin(String text, int from) {
    int at = from;
    while (at < text.length() && tokenChar(text.charAt(at)) == 0) {
      at++;
    }
    return at;
  }

  /// The exclusive end of the token at `from`.
  static int end(String text, int from) {
    int at = from;
    while (at < text.length() && tokenChar(text.charAt(at)) != 0) {
      at++;
    }
    return at;
  }

  /// The token that lies in `text[from … to)`.
  static String token(String text, int from, int to) {
    char[] token = new char[to - from];
    for (int i = 0; i < token.length; i++) {
      token[i] = tokenChar(text.charAt(from + i));
    }
    return new String(token);
  }

  /// The char in a token, or 0 if it separates tokens.
  static char tokenChar(char c) {
    return c < ASCII ? TOKEN_CHARS[c] : c;
  }
}
