package org.lanewise.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.textbook.Trials;

@Tag("once")
class TokenizerTest {

  /// No letter, mark or digit comes after it but selectors of variants.
  private static final int LAST = 0x323AF;

  @Test
  void tokensAreRunsOfLettersAndDigits() {
    assertEquals(List.of("don", "t", "u2", "abc", "9"), Tokenizer.tokens("Don't U2\tABC-_9\n"));
    assertEquals(List.of(), Tokenizer.tokens(""));
    assertEquals(List.of(), Tokenizer.tokens("?!\0"));
    assertEquals(List.of("é1", "50", "caféx"), Tokenizer.tokens("é1.50£caf\u00E9x"));
    String lengthy = "Z".repeat(1000);
    assertEquals(List.of("z".repeat(1000)), Tokenizer.tokens(lengthy));
  }

  @Test
  void everyCharOfAsciiBesideLettersAndDigitsSeparates() {
    for (char c = 0; c < 128; c++) {
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      int count = Tokenizer.tokens("a" + c + "b").size();
      assertEquals(letter ? 1 : 2, count, "char " + (int) c);
      // The same among other characters.
      assertEquals(letter ? 2 : 3, Tokenizer.tokens("a" + c + "b й").size(), "char " + (int) c);
    }
  }

  // By Python 3.10: unicodedata.normalize('NFC', unicodedata.normalize('NFD', word).casefold()).
  @ParameterizedTest
  @CsvSource({
    "Größe, grösse",
    "STRASSE, strasse",
    "straße, strasse",
    "STRAẞE, strasse",
    "ПРИВЕТ, привет",
    "Ёлка, ёлка",
    "ΟΔΥΣΣΕΥΣ, οδυσσευσ",
    "Ὀδυσσεύς, ὀδυσσεύσ",
    "ᾼσμα, αισμα",
    "Ωμ\u03AD\u03B3\u03B1, ωμέγα",
    "\u2126, ω",
    "\u212Aelvin, kelvin",
    "ﬁne, fine",
    "ſo, so",
    "\u00B5m, μm",
    "İstanbul, i\u0307stanbul",
    "ISPARTA, isparta",
    "ısparta, ısparta",
    "Ångström, ångström",
    "Ａ１, ａ１",
    "\u13A0\uAB70, \u13A0\u13A0",
    "ԵՒև, եւեւ",
  })
  void wordsAreFolded(String message, String word) {
    assertEquals(List.of(word), Tokenizer.tokens(message));
    assertEquals(List.of(word), Tokenizer.tokens(word));
  }

  @ParameterizedTest
  @ValueSource(strings = {"naïve", "Größe", "Ḗ", "ǰ", "ΐ", "한글", "ệ", "Й"})
  void canonicalEquivalentsAreOneWord(String word) {
    List<String> composed = Tokenizer.tokens(word);
    assertEquals(1, composed.size());
    assertEquals(composed, Tokenizer.tokens(Normalizer.normalize(word, Normalizer.Form.NFD)));
    assertEquals(
        composed.getFirst(), Normalizer.normalize(composed.getFirst(), Normalizer.Form.NFC));
  }

  @Test
  void hanKanaAndThaiCharactersAreWordsOfTheirOwn() {
    assertEquals(List.of("你", "好", "world"), Tokenizer.tokens("你好World"));
    assertEquals(List.of("ラ", "ー", "メ", "ン", "と", "が"), Tokenizer.tokens("ラーメンと\u304B\u3099"));
    assertEquals(List.of("ส", "ว", "\u0E31", "ส", "ด", "\u0E35"), Tokenizer.tokens("สวัสดี"));
    assertEquals(List.of("abc", "中", "12", "\uD840\uDC00"), Tokenizer.tokens("abc中12𠀀"));
    assertEquals(List.of("안녕", "세계"), Tokenizer.tokens("안녕 세계"));
    assertEquals(List.of("नमस्ते"), Tokenizer.tokens("नमस्ते"));
    assertEquals(List.of("مرحبا", "١٢"), Tokenizer.tokens("مرحبا، ١٢"));
  }

  @Test
  void whatIsInNoWordIsDroppedAndTold() {
    assertArrayEquals(new int[0], Tokenizer.dropped("a$b + c, d"));
    assertArrayEquals(new int[0], Tokenizer.dropped("«Größe» – 你好。\u00A0\u200D"));
    assertArrayEquals(
        new int[] {'£', 0x1F600, 0x2764, 0xFE0F, '½'}, Tokenizer.dropped("£5 😀 \u2764\uFE0F ½"));
    // Half of a pair.
    assertArrayEquals(new int[] {0xD83D}, Tokenizer.dropped("ok\uD83D?"));
    assertEquals(List.of("5"), Tokenizer.tokens("£5 😀 \u2764\uFE0F ½"));
  }

  /// The next character to be tried: of the first planes each, of those behind one of a few, which
  /// in the sweeps are all.
  private static int next(int c) {
    return c < 0x3000 ? c + 1 : c + Trials.of(16, 1);
  }

  @Test
  void everyLetterMarkAndDigitIsInAWordAndNothingElseIs() {
    for (int c = 0; c <= LAST; c = next(c)) {
      boolean isSurrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
      if (isSurrogate) {
        continue;
      }
      List<String> words = Tokenizer.tokens("a" + Character.toString(c) + "b");
      boolean isInWord =
          Character.isLetter(c)
              || Character.isDigit(c)
              || switch (Character.getType(c)) {
                case Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK ->
                    true;
                default -> false;
              };
      assertNotEquals(isInWord, words.equals(List.of("a", "b")), Integer.toHexString(c));
      for (String word : words) {
        assertEquals(List.of(word), Tokenizer.tokens(word), Integer.toHexString(c));
      }
    }
  }

  /// Texts that are surely normalised are not normalised, others are.
  @Test
  void noTokenDependsOnTheRestOfTheMessage() {
    for (int c = 0; c <= LAST; c = next(c)) {
      if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
        String word = "a" + Character.toString(c) + "b";
        List<String> alone = new ArrayList<>(Tokenizer.tokens(word));
        alone.add("\u00E9");
        assertEquals(alone, Tokenizer.tokens(word + " e\u0301"), Integer.toHexString(c));
      }
    }
  }

  // Full case folding is what both cases of all of a word agree in: small, large and small again.
  @Test
  void everyCaseOfACharacterIsTheSameWord() {
    List<Integer> others = new ArrayList<>();
    for (int c = 0; c <= LAST; c = next(c)) {
      if (!Character.isLetter(c)) {
        continue;
      }
      String letter = Character.toString(c);
      List<String> word = Tokenizer.tokens(letter);
      boolean same =
          word.equals(Tokenizer.tokens(letter.toUpperCase(Locale.ROOT)))
              && word.equals(Tokenizer.tokens(letter.toLowerCase(Locale.ROOT)));
      if (!same) {
        others.add(c);
      }
    }
    // The dotless i, whose capital is I.
    assertEquals(List.of((int) 'ı'), others);
  }
}
