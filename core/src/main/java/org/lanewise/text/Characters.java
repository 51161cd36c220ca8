package org.lanewise.text;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// Tokens other than words, into a scratch: as scikit-learn finds them, and of ASCII alone.
final class Characters {

  private Characters() {}

  /// Replaces compatibility forms.
  static void normalize(TextScratch s) {
    for (int i = 0; i < s.rawLength; i++) {
      if (s.raw[i] >= 0x80) {
        s.read(Normalizer.normalize(new String(s.raw, 0, s.rawLength), Normalizer.Form.NFKC));
        return;
      }
    }
  }

  /// Copies the message in lower case, as Unicode's full mappings have it.
  ///
  /// @param onlyAscii whether other characters remain as they are
  private static void lower(TextScratch s, boolean keepsCase, boolean onlyAscii) {
    int n = s.rawLength;
    s.length = n;
    s.chars = TextScratch.room(s.chars, n + 2, 0);
    if (keepsCase) {
      System.arraycopy(s.raw, 0, s.chars, 0, n);
      return;
    }
    for (int i = 0; i < n; i++) {
      char c = s.raw[i];
      if (c < 0x80) {
        s.chars[i] = c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
      } else if (onlyAscii) {
        s.chars[i] = c;
      } else if (Character.isSurrogate(c)) {
        int both = Character.codePointAt(s.raw, i, n);
        i += Character.toChars(Character.toLowerCase(both), s.chars, i) - 1;
      } else if (c == 'İ' || c == 'Σ') {
        // Of several chars, or of a form that depends on its neighbours.
        String lower = new String(s.raw, 0, n).toLowerCase(Locale.ROOT);
        s.length = lower.length();
        s.chars = TextScratch.room(s.chars, s.length + 2, 0);
        lower.getChars(0, s.length, s.chars, 0);
        return;
      } else {
        s.chars[i] = Character.toLowerCase(c);
      }
    }
  }

  /// The runs of a–z and 0–9, or those of two or more letters, numbers and `_`.
  static void runs(TextScratch s, boolean keepsCase, boolean ofAscii) {
    lower(s, keepsCase, ofAscii);
    int least = ofAscii ? 1 : 2;
    int from = 0;
    int count = 0;
    for (int i = 0; i <= s.length; ) {
      int c = i == s.length ? ' ' : Character.codePointAt(s.chars, i, s.length);
      if (isWordChar(c) && !(ofAscii && (c >= 0x80 || c == '_'))) {
        from = count++ == 0 ? i : from;
      } else {
        if (count >= least) {
          s.addToken(from, i);
        }
        count = 0;
      }
      i += Character.charCount(c);
    }
  }

  private static boolean isWordChar(int c) {
    if (c < 0x80) {
      return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
    }
    return switch (Character.getType(c)) {
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
      default -> Character.isLetter(c);
    };
  }

  /// All characters; two or more blanks in a row are one space.
  static void characters(TextScratch s, boolean keepsCase) {
    lower(s, keepsCase, false);
    int to = 0;
    for (int i = 0; i < s.length; i++) {
      char c = s.chars[i];
      if (!isBlank(c)) {
        s.chars[to++] = c;
      } else if (i + 1 < s.length && isBlank(s.chars[i + 1])) {
        while (i + 1 < s.length && isBlank(s.chars[i + 1])) {
          i++;
        }
        s.chars[to++] = ' ';
      } else {
        s.chars[to++] = c;
      }
    }
    s.length = to;
  }

  /// The words between blanks, with one space before, between and after them.
  static void blankWords(TextScratch s, boolean keepsCase) {
    lower(s, keepsCase, false);
    int n = s.length;
    // All one place to the right, for the first space.
    System.arraycopy(s.chars, 0, s.chars, 1, n);
    s.chars[0] = ' ';
    int to = 1;
    int from = 1;
    for (int i = 1; i <= n + 1; i++) {
      char c = i > n ? ' ' : s.chars[i];
      if (!isBlank(c)) {
        s.chars[to++] = c;
      } else if (to > from) {
        s.addToken(from, to);
        s.chars[to++] = ' ';
        from = to;
      }
    }
    s.length = to;
  }

  /// Whether Python's `str.isspace` is true.
  private static boolean isBlank(char c) {
    return c == ' '
        || c >= 9 && c <= 13
        || c >= 0x1C && c <= 0x1F
        || c >= 0x85 && (c == 0x85 || Character.isSpaceChar(c));
  }

  /// The tokens of a tokenizer of one's own.
  static void tokens(TextScratch s, Function<String, List<String>> own) {
    List<String> tokens = own.apply(new String(s.raw, 0, s.rawLength));
    int length = 0;
    for (String token : tokens) {
      int end = length + token.length();
      s.chars = TextScratch.room(s.chars, end, length);
      token.getChars(0, token.length(), s.chars, length);
      s.addToken(length, end);
      length = end;
    }
    s.length = length;
  }
}
