package org.lanewise.text;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;

/// BERT's tokens: text is cleaned, accents and case are removed, words end at white space,
/// punctuation and Chinese characters, and each word is divided into the longest known pieces from
/// its left. Immutable but for a cache of characters.
final class WordPieces {

  private static final String UNKNOWN = "[UNK]";
  private static final List<String> SPECIAL = List.of("[PAD]", UNKNOWN, "[CLS]", "[SEP]", "[MASK]");

  /// The beginning of pieces that continue a word.
  private static final String CONTINUED = "##";

  /// A word of more characters is unknown.
  private static final int LONGEST_WORD = 100;

  private final boolean keepsCase;

  /// The characters of the Basic Multilingual Plane as they are read, once they have occurred.
  private final String[] folded = new String[1 << Character.SIZE];

  /// The letters and digits of ASCII as they are read; 0 for its other characters.
  private final char[] plain = new char[0x80];

  /// The tokens, numbered by their ids.
  private final WordTable pieces = new WordTable();

  private int longest;
  private final int unknown;
  private final int[] special = new int[SPECIAL.size()];

  WordPieces(List<String> vocabulary, boolean keepsCase) {
    this.keepsCase = keepsCase;
    for (char c = 0; c < plain.length; c++) {
      plain[c] = Character.isLetterOrDigit(c) ? fold(c).charAt(0) : 0;
    }
    for (int t = 0; t < vocabulary.size(); t++) {
      String token = vocabulary.get(t);
      int same = pieces.add(token);
      if (token.isEmpty() || same != t) {
        throw new IllegalArgumentException(
            "token %d of the vocabulary is '%s', which is %s"
                .formatted(t, token, token.isEmpty() ? "empty" : "token " + same + " too"));
      }
      longest = Math.max(longest, token.length());
    }
    for (int k = 0; k < special.length; k++) {
      special[k] = pieces.find(SPECIAL.get(k));
    }
    unknown = pieces.find(UNKNOWN);
    if (unknown < 0) {
      throw new IllegalArgumentException(
          "the vocabulary has no " + UNKNOWN + ", which stands for words that it cannot divide");
    }
  }

  int unknown() {
    return unknown;
  }

  /// Finds the tokens of the message that was read into a scratch.
  void split(TextScratch s) {
    int word = 0;
    for (int i = 0; i < s.rawLength; ) {
      char first = s.raw[i];
      if (first < plain.length && plain[first] != 0) {
        s.chars = TextScratch.room(s.chars, s.length + 1, s.length);
        s.chars[s.length++] = plain[first];
        word++;
        i++;
        continue;
      }
      int c = Character.codePointAt(s.raw, i, s.rawLength);
      int k = c == '[' ? specialAt(s, i) : -1;
      if (k >= 0) {
        word = end(s, word);
        s.addId(special[k]);
        i += SPECIAL.get(k).length();
        continue;
      }
      i += Character.charCount(c);
      String text = fold(c);
      for (int j = 0; j < text.length(); ) {
        int read = text.codePointAt(j);
        j += Character.charCount(read);
        if (read == ' ') {
          word = end(s, word);
        } else if (isPunctuation(read)) {
          end(s, word);
          append(s, read);
          word = end(s, 0);
        } else {
          append(s, read);
          word++;
        }
      }
    }
    end(s, word);
  }

  private int specialAt(TextScratch s, int at) {
    for (int k = 0; k < special.length; k++) {
      String name = SPECIAL.get(k);
      int to = at + name.length();
      if (special[k] >= 0
          && to <= s.rawLength
          && Arrays.mismatch(s.raw, at, to, name.toCharArray(), 0, name.length()) < 0) {
        return k;
      }
    }
    return -1;
  }

  private static void append(TextScratch s, int c) {
    s.chars = TextScratch.room(s.chars, s.length + 2, s.length);
    s.length += Character.toChars(c, s.chars, s.length);
  }

  /// Adds the pieces of the word that was read.
  ///
  /// @param characters in the word
  /// @return 0, the characters of the next
  private int end(TextScratch s, int characters) {
    int before = s.idCount;
    for (int from = 0; from < s.length; ) {
      int token = -1;
      int to = from;
      if (characters <= LONGEST_WORD) {
        int prefix = from == 0 ? 0 : CONTINUED.length();
        char[] chars = from == 0 ? s.chars : continued(s, from);
        int end = Math.min(prefix + s.length - from, longest);
        long hash = 0;
        // There is room: a hundred characters are two hundred chars.
        for (int i = 0; i < end; i++) {
          hash = WordTable.hash(hash, chars[i]);
          s.hashes[i] = hash;
        }
        for (int i = end - 1; i >= prefix && token < 0; i--) {
          token = pieces.find(chars, 0, i + 1, s.hashes[i]);
          to = from + i + 1 - prefix;
        }
      }
      if (token < 0) {
        s.idCount = before;
        s.addId(unknown);
        break;
      }
      s.addId(token);
      from = to;
    }
    s.length = 0;
    return 0;
  }

  private static char[] continued(TextScratch s, int from) {
    int prefix = CONTINUED.length();
    s.gram = TextScratch.room(s.gram, prefix + s.length - from, 0);
    CONTINUED.getChars(0, prefix, s.gram, 0);
    System.arraycopy(s.chars, from, s.gram, prefix, s.length - from);
    return s.gram;
  }

  /// A character as it is read: none, several, or one between spaces.
  private String fold(int c) {
    if (c >= folded.length) {
      return folding(c);
    }
    String text = folded[c];
    if (text == null) {
      text = folding(c);
      folded[c] = text;
    }
    return text;
  }

  private String folding(int c) {
    if (isSpace(c)) {
      return " ";
    }
    if (isRemoved(c)) {
      return "";
    }
    String text = Character.toString(c);
    if (!keepsCase) {
      StringBuilder bare = new StringBuilder();
      Normalizer.normalize(text, Normalizer.Form.NFD)
          .codePoints()
          .filter(d -> Character.getType(d) != Character.NON_SPACING_MARK)
          .map(Character::toLowerCase)
          .forEach(bare::appendCodePoint);
      text = bare.toString();
    }
    return isChinese(c) ? " " + text + " " : text;
  }

  private static boolean isSpace(int c) {
    return c == '\t' || c == '\n' || c == '\r' || isSeparator(Character.getType(c));
  }

  private static boolean isSeparator(int type) {
    return type == Character.SPACE_SEPARATOR
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  private static boolean isRemoved(int c) {
    return c == 0xFFFD
        || switch (Character.getType(c)) {
          case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE ->
              true;
          default -> false;
        };
  }

  /// The blocks that BERT takes for Chinese characters.
  private static boolean isChinese(int c) {
    return c >= 0x4E00 && c <= 0x9FFF
        || c >= 0x3400 && c <= 0x4DBF
        || c >= 0x20000 && c <= 0x2A6DF
        || c >= 0x2A700 && c <= 0x2B73F
        || c >= 0x2B740 && c <= 0x2B81F
        || c >= 0x2B920 && c <= 0x2CEAF
        || c >= 0xF900 && c <= 0xFAFF
        || c >= 0x2F800 && c <= 0x2FA1F;
  }

  private static boolean isPunctuation(int c) {
    if (c < 0x80) {
      return c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
    }
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }
}
