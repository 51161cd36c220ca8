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

  /// The states before the first character of a word, and of a piece that continues one.
  private static final int START = 0;

  private static final int INSIDE = 1;

  private final boolean keepsCase;

  /// The characters of the Basic Multilingual Plane as they are read, once they have occurred.
  private final String[] folded = new String[1 << Character.SIZE];

  /// A state and a char, with the state that follows them; 0 is a free slot.
  private long[] edges = new long[1 << 10];

  private int[] next = new int[1 << 10];
  private int edgeCount;

  /// The token that ends in a state, or -1.
  private int[] tokens = new int[1 << 10];

  private int stateCount = 2;
  private final int unknown;
  private final int[] special = new int[SPECIAL.size()];

  WordPieces(List<String> vocabulary, boolean keepsCase) {
    this.keepsCase = keepsCase;
    Arrays.fill(tokens, -1);
    for (int t = 0; t < vocabulary.size(); t++) {
      String token = vocabulary.get(t);
      boolean continues = token.startsWith(CONTINUED) && token.length() > CONTINUED.length();
      int state = continues ? INSIDE : START;
      for (int i = continues ? CONTINUED.length() : 0; i < token.length(); i++) {
        state = follow(state, token.charAt(i));
      }
      if (token.isEmpty() || tokens[state] >= 0) {
        throw new IllegalArgumentException(
            "token %d of the vocabulary is '%s', which is %s"
                .formatted(
                    t, token, token.isEmpty() ? "empty" : "token " + tokens[state] + " too"));
      }
      tokens[state] = t;
    }
    for (int k = 0; k < special.length; k++) {
      special[k] = vocabulary.indexOf(SPECIAL.get(k));
    }
    unknown = vocabulary.indexOf(UNKNOWN);
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
    int first = s.idCount;
    for (int from = 0; from < s.length; ) {
      int state = from == 0 ? START : INSIDE;
      int token = -1;
      int to = from;
      for (int i = from; i < s.length && state >= 0; i++) {
        int slot = slot(edges, key(state, s.chars[i]));
        state = edges[slot] == 0 ? -1 : next[slot];
        if (state >= 0 && tokens[state] >= 0) {
          token = tokens[state];
          to = i + 1;
        }
      }
      if (token < 0 || characters > LONGEST_WORD) {
        s.idCount = first;
        s.addId(unknown);
        break;
      }
      s.addId(token);
      from = to;
    }
    s.length = 0;
    return 0;
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

  private static long key(int state, char c) {
    return (long) state << Character.SIZE | c | 1L << Long.SIZE - 2;
  }

  private static int slot(long[] edges, long key) {
    int mask = edges.length - 1;
    int slot = (int) (key * 0x9E3779B97F4A7C15L >>> Integer.SIZE) & mask;
    while (edges[slot] != 0 && edges[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  /// The state after a char, which is made if it is new.
  private int follow(int state, char c) {
    int slot = slot(edges, key(state, c));
    if (edges[slot] == 0) {
      if (2 * ++edgeCount > edges.length) {
        grow();
        slot = slot(edges, key(state, c));
      }
      edges[slot] = key(state, c);
      next[slot] = stateCount;
      if (stateCount == tokens.length) {
        tokens = Arrays.copyOf(tokens, 2 * stateCount);
        Arrays.fill(tokens, stateCount, tokens.length, -1);
      }
      stateCount++;
    }
    return next[slot];
  }

  private void grow() {
    long[] larger = new long[Math.multiplyExact(2, edges.length)];
    int[] states = new int[larger.length];
    for (int i = 0; i < edges.length; i++) {
      if (edges[i] != 0) {
        int slot = slot(larger, edges[i]);
        larger[slot] = edges[i];
        states[slot] = next[i];
      }
    }
    edges = larger;
    next = states;
  }
}
