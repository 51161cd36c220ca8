package org.lanewise.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenizerTest {

  @Test
  void tokensAreRunsOfAsciiLettersAndDigits() {
    assertEquals(List.of("don", "t", "u2", "abc", "9"), Tokenizer.tokens("Don't U2\tABC-_9\n"));
    assertEquals(List.of(), Tokenizer.tokens(""));
    assertEquals(List.of(), Tokenizer.tokens("?!\0"));
    String bytes =
        new String(
            "é1.50£caf\u00E9x".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertEquals(List.of("1", "50", "caf", "x"), Tokenizer.tokens(bytes));
    String lengthy = "Z".repeat(1000);
    assertEquals(List.of("z".repeat(1000)), Tokenizer.tokens(lengthy));
  }

  @Test
  void everyByteBesideLettersAndDigitsSeparates() {
    for (char c = 0; c < 256; c++) {
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      int count = Tokenizer.tokens("a" + c + "b").size();
      assertEquals(letter ? 1 : 2, count, "char " + (int) c);
    }
  }

  @Test
  void tokensOfATextAreThoseOfItsUtf8Bytes() {
    // U+0130 and U+212A lower-case to i and k in Unicode, U+0141 is 0x41 in its low byte.
    String text = "naïve İstanbul \u212Aelvin \u0141x ﬁne１２ 日本go 😀ok\uD83D?";
    String bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertEquals(
        List.of("na", "ve", "stanbul", "elvin", "x", "ne", "go", "ok"), Tokenizer.tokens(text));
    assertEquals(Tokenizer.tokens(bytes), Tokenizer.tokens(text));
  }
}
