package org.lanewise.cli.text;

import java.util.Arrays;

/// Cuts a message into tokens: after A–Z have become a–z, each longest run of `[a-z0-9]` is one and
/// every other byte separates, among them all bytes from 0x80.
///
/// Not for use by two threads at once.
final class Tokenizer {

  /// Receives the tokens of a message in order.
  @FunctionalInterface
  interface TokenConsumer {

    /// The token is `chars[0 … length)`, good until this returns.
    void token(char[] chars, int length);
  }

  // For each byte what it is in a token, 0 for a separator.
  private static final char[] TOKEN_CHARS = new char[256];

  static {
    for (char c = 'a'; c <= 'z'; c++) {
      TOKEN_CHARS[c] = c;
      TOKEN_CHARS[Character.toUpperCase(c)] = c;
    }
    for (char c = '0'; c <= '9'; c++) {
      TOKEN_CHARS[c] = c;
    }
  }

  private char[] token = new char[64];

  /// Hands every token to `consumer`.
  ///
  /// @param message one char for each byte, 0 to 255
  void tokens(String message, TokenConsumer consumer) {
    int length = 0;
    for (int i = 0; i < message.length(); i++) {
      char c = TOKEN_CHARS[message.charAt(i)];
      if (c != 0) {
        if (length == token.length) {
          token = Arrays.copyOf(token, 2 * length);
        }
        token[length++] = c;
      } else if (length > 0) {
        consumer.token(token, length);
        length = 0;
      }
    }
    if (length > 0) {
      consumer.token(token, length);
    }
  }
}
