package org.lanewise.text;

import java.util.ArrayList;
import java.util.List;

/// Cuts a message into tokens: each longest run of `[A-Za-z0-9]`, with A–Z as a–z. Every other char
/// separates: blanks, marks, and all letters beyond ASCII.
///
/// ```
/// Tokenizer.tokens("Don't PAY £1.50!")   // don, t, pay, 1, 50
/// ```
///
/// The UTF-8 bytes of a char beyond ASCII are all 0x80 or more and separate too. So the tokens of a
/// `String` are those of its UTF-8 bytes, and of any bytes, of whatever encoding that contains
/// ASCII, read as one char each.
public final class Tokenizer {

  private static final int ASCII = 128;

  // For each char what it is in a token, 0 for a separator.
  private static final char[] TOKEN_CHARS = new char[ASCII];

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

  /// The tokens of a message, in order and as often as they come; none if it has none.
  public static List<String> tokens(String message) {
    List<String> tokens = new ArrayList<>();
    int from = begin(message, 0);
    while (from < message.length()) {
      int to = end(message, from);
      tokens.add(token(message, from, to));
      from = begin(message, to);
    }
    return tokens;
  }

  /// Where the next token from `from` on begins; the length of the message where there is none.
  static int begin(String message, int from) {
    int at = from;
    while (at < message.length() && tokenChar(message.charAt(at)) == 0) {
      at++;
    }
    return at;
  }

  /// Where the token that `from` is in ends, exclusively.
  static int end(String message, int from) {
    int at = from;
    while (at < message.length() && tokenChar(message.charAt(at)) != 0) {
      at++;
    }
    return at;
  }

  /// The token that lies in `message[from … to)`.
  static String token(String message, int from, int to) {
    char[] token = new char[to - from];
    for (int i = 0; i < token.length; i++) {
      token[i] = tokenChar(message.charAt(from + i));
    }
    return new String(token);
  }

  /// What a char is in a token, 0 if it separates.
  static char tokenChar(char c) {
    return c < ASCII ? TOKEN_CHARS[c] : 0;
  }
}
