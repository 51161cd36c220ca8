package org.lanewise.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.Locale;

/// The words of [Vocabulary#tokens].
///
/// A message of characters that stand alone, whatever is next to them, is folded char by char and
/// without an allocation; any other is normalised as a whole first. Both give the same tokens.
final class WordTokens {

  private static final int ASCII = 128;
  private static final int[] NONE = {};

  // For each char of ASCII what it is in a token, 0 for a separator.
  private static final char[] TOKEN_CHARS = new char[ASCII];

  // How a char is folded, in the high half of its entry.
  private static final int WHOLE = 1;
  private static final int IGNORED = 2;
  private static final int SEPARATOR = 3;
  private static final int LETTER = 4;
  private static final int SINGLE = 5;
  private static final int MARK = 6;
  private static final int STARTING_MARK = 7;
  private static final int SHARP_S = 8;

  /// For each char its kind and its folded char; 0 until it is met. A race writes the same entry.
  private static final int[] ENTRIES = new int[1 << Character.SIZE];

  /// Letters and marks that may compose with a letter before them.
  private static final String COMPOSING =
      "\u093C\u09BE\u09D7\u0B3E\u0B56\u0B57\u0BBE\u0BD7\u0CC2\u0CD5\u0CD6\u0D3E\u0D57\u0DCF"
          + "\u0DDF\u102E\u1B35\u3099\u309A";

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

  private WordTokens() {}

  private static int types(int... types) {
    int all = 0;
    for (int type : types) {
      all |= 1 << type;
    }
    return all;
  }

  /// The code points of [Vocabulary#dropped].
  static int[] dropped(String message) {
    StringBuilder dropped = new StringBuilder();
    if (message.chars().anyMatch(c -> c >= ASCII)) {
      TextScratch s = TextScratch.of(message);
      split(s, fold(message, false), dropped);
      s.giveBack();
    }
    return dropped.isEmpty() ? NONE : dropped.codePoints().toArray();
  }

  /// Splits the message of a scratch into its words.
  ///
  /// @param keepsCase whether letters are composed, but not folded
  static void split(TextScratch s, boolean keepsCase) {
    if (keepsCase || !fold(s)) {
      split(s, fold(new String(s.raw, 0, s.rawLength), keepsCase), new StringBuilder());
    }
  }

  /// Folds the message of a scratch char by char, and finds its tokens.
  ///
  /// @return whether it could be; if not, the message must be normalised as a whole
  private static boolean fold(TextScratch s) {
    char[] raw = s.raw;
    int n = s.rawLength;
    char[] out = s.chars = TextScratch.room(s.chars, n, 0);
    int from = 0;
    int at = 0;
    long hash = 0;
    boolean behindSingle = false;
    // Whether a mark may follow: after a letter or digit.
    boolean takesMark = false;
    for (int i = 0; i < n; i++) {
      char c = raw[i];
      if (c < ASCII) {
        char t = TOKEN_CHARS[c];
        takesMark = t != 0;
        if (t == 0 || behindSingle) {
          behindSingle = false;
          if (at > from) {
            s.addToken(from, at, hash);
            from = at;
          }
          hash = 0;
        }
        if (t != 0) {
          out[at++] = t;
          hash = WordTable.hash(hash, t);
        }
        continue;
      }
      out = s.chars = TextScratch.room(out, at + n - i + 1, at);
      int entry = ENTRIES[c];
      if (entry == 0) {
        entry = entryOf(c);
        ENTRIES[c] = entry;
      }
      int kind = entry >>> Character.SIZE;
      if (Character.isSurrogate(c)) {
        int both = Character.codePointAt(raw, i, n);
        if ((1 << Character.getType(both) & (LETTERS | MARKS | DIGITS)) != 0) {
          return false;
        }
        i += Character.charCount(both) - 1;
        kind = isIgnored(both) ? IGNORED : SEPARATOR;
      }
      boolean inWord = at > from;
      boolean isMark = kind == MARK || kind == STARTING_MARK;
      if (kind == IGNORED) {
        continue;
      }
      if (kind == WHOLE || isMark && (!inWord || !takesMark && kind == MARK)) {
        return false;
      }
      if (inWord && !isMark && (behindSingle || kind == SINGLE || kind == SEPARATOR)) {
        s.addToken(from, at, hash);
        from = at;
        hash = 0;
      }
      takesMark = kind != SEPARATOR && kind != MARK;
      if (kind == SEPARATOR) {
        behindSingle = false;
        continue;
      }
      behindSingle = isMark ? behindSingle : kind == SINGLE;
      out[at++] = (char) entry;
      hash = WordTable.hash(hash, (char) entry);
      if (kind == SHARP_S) {
        out[at++] = 's';
        hash = WordTable.hash(hash, 's');
      }
    }
    if (at > from) {
      s.addToken(from, at, hash);
    }
    s.length = at;
    return true;
  }

  /// How a char of the plane 0 is folded, and into which char: its entry of [#ENTRIES].
  private static int entryOf(char c) {
    if (Character.isSurrogate(c)) {
      return SEPARATOR << Character.SIZE;
    }
    if (isIgnored(c)) {
      return IGNORED << Character.SIZE;
    }
    String text = String.valueOf(c);
    String folded = fold(text, false);
    if (folded.equals("ss")) {
      return SHARP_S << Character.SIZE | 's';
    }
    if (folded.length() != 1 || !isPlain(text) && (composes(c) || composes(folded.charAt(0)))) {
      return WHOLE << Character.SIZE;
    }
    char to = folded.charAt(0);
    int type = 1 << Character.getType(to);
    int kind = LETTER;
    if ((type & MARKS) != 0) {
      kind = c != to ? WHOLE : isStarter(c) ? STARTING_MARK : MARK;
    } else if ((type & (LETTERS | DIGITS)) == 0) {
      kind = SEPARATOR;
    } else if ((type & LETTERS) != 0 && isSingle(to)) {
      kind = SINGLE;
    }
    return kind << Character.SIZE | to;
  }

  /// Whether a char may compose with a letter before it: Unicode's NFC_Quick_Check is Maybe.
  private static boolean composes(char c) {
    return c >= 0x300 && c <= 0x36F
        || c >= 0x653 && c <= 0x655
        || c >= 0x1161 && c <= 0x1175
        || c >= 0x11A8 && c <= 0x11C2
        || COMPOSING.indexOf(c) >= 0;
  }

  /// Whether marks never change places with this one: its combining class is 0.
  private static boolean isStarter(char mark) {
    String before = mark + "\u0334";
    String after = "\u0316" + mark;
    return Normalizer.isNormalized(before, Normalizer.Form.NFD)
        && Normalizer.isNormalized(after, Normalizer.Form.NFD);
  }

  /// Finds the tokens of a folded text.
  ///
  /// @param dropped takes the symbols that are in no token
  private static void split(TextScratch s, String text, StringBuilder dropped) {
    s.chars = TextScratch.room(s.chars, text.length(), 0);
    s.length = 0;
    s.tokenCount = 0;
    int from = 0;
    boolean behindSingle = false;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      int type = 1 << Character.getType(c);
      boolean isMark = (type & MARKS) != 0;
      boolean inWord = s.length > from;
      // A mark that follows nothing is single, too.
      boolean isSingle = ((type & LETTERS) != 0 || isMark && !inWord) && isSingle(c);
      boolean begins = isSingle || (type & (LETTERS | DIGITS)) != 0;
      boolean continues = begins || inWord && isMark;
      if (isSingle || begins && behindSingle || !continues) {
        s.addToken(from, s.length);
        from = s.length;
        behindSingle = isSingle;
      }
      if (continues) {
        s.length += Character.toChars(c, s.chars, s.length);
      } else if (c >= ASCII && (type & SEPARATORS) == 0) {
        dropped.appendCodePoint(c);
      }
    }
    s.addToken(from, s.length);
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
  private static String fold(String message, boolean keepsCase) {
    boolean isPlain = isPlain(message);
    String text = isPlain ? message : Normalizer.normalize(message, Normalizer.Form.NFD);
    StringBuilder folded = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c < ASCII) {
        folded.append(TOKEN_CHARS[c] == 0 ? ' ' : keepsCase ? (char) c : TOKEN_CHARS[c]);
      } else if (isIgnored(c)) {
        continue;
      } else if (keepsCase) {
        folded.appendCodePoint(c);
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
}
