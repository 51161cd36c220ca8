package org.lanewise.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.textbook.Trials;

@Tag("once")
class WordTokensTest {

  /// No letter, mark or digit comes after it but selectors of variants.
  private static final int LAST = 0x323AF;

  /// The zero-width space, and the signs of numbers, which are visible.
  private static final Set<Integer> BREAKING_FORMATS =
      Set.of(
          0x200B, 0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2,
          0x110BD, 0x110CD);

  @ParameterizedTest
  @CsvSource({
    // Soft hyphens.
    "co\u00ADop\u00ADerate, cooperate",
    "Ge\u00ADSCHWIN\u00ADdig\u00ADkeit, geschwindigkeit",
    "\u00ADa\u00AD\u00ADb\u00AD, ab",
    "пере\u00ADнос, перенос",
    // Between a letter and its mark.
    "cafe\u00AD\u0301, café",
    // Persian non-joiners, and joiners of Sinhala, Malayalam and Hindi.
    "می\u200Cخواهم, میخواهم",
    "ශ\u0DCA\u200Dරී, ශ\u0DCAරී",
    "न\u094D\u200Dमस्ते, न\u094Dमस्ते",
    // Marks of direction, a word joiner, a byte order mark.
    "שלו\u200Fם, שלום",
    "a\u2067b\u2069, ab",
    "a\u2060b\uFEFFc, abc",
    // Vowel signs, points and tones.
    "हिन्दी, हिन्दी",
    "தமிழ், தமிழ்",
    "বাংলা, বাংলা",
    "שָׁלוֹם, שָׁלוֹם",
    "مُحَمَّد, مُحَمَّد",
    "ລາວ\u0EB5, ລາວ\u0EB5",
    "ខ្មែរ, ខ្មែរ",
    "မြန်မာ, မြန်မာ",
    "བོད\u0F72, བོད\u0F72",
    "a\u0E31b, a\u0E31b",
  })
  void noWordIsSplitAtWhatIsInvisibleOrAMark(String message, String word) {
    String composed = Normalizer.normalize(word, Normalizer.Form.NFC);
    assertEquals(List.of(composed), Vocabulary.tokens(message));
    assertEquals(List.of("x", composed, "é"), Vocabulary.tokens("X " + message + ", é"));
    assertArrayEquals(new int[0], WordTokens.dropped(message));
  }

  @Test
  void aZeroWidthSpaceSeparates() {
    assertEquals(List.of("a", "b"), Vocabulary.tokens("a\u200Bb"));
    assertEquals(List.of("ខ្មែរ", "ខ្មែរ"), Vocabulary.tokens("ខ្មែរ\u200Bខ្មែរ"));
  }

  @Test
  void tokensAreRunsOfLettersAndDigits() {
    assertEquals(List.of("don", "t", "u2", "abc", "9"), Vocabulary.tokens("Don't U2\tABC-_9\n"));
    assertEquals(List.of(), Vocabulary.tokens(""));
    assertEquals(List.of(), Vocabulary.tokens("?!\0"));
    assertEquals(List.of("é1", "50", "caféx"), Vocabulary.tokens("é1.50£caf\u00E9x"));
    String lengthy = "Z".repeat(1000);
    assertEquals(List.of("z".repeat(1000)), Vocabulary.tokens(lengthy));
  }

  @Test
  void everyCharOfAsciiBesideLettersAndDigitsSeparates() {
    for (char c = 0; c < 128; c++) {
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      int count = Vocabulary.tokens("a" + c + "b").size();
      assertEquals(letter ? 1 : 2, count, "char " + (int) c);
      // The same among other characters.
      assertEquals(letter ? 2 : 3, Vocabulary.tokens("a" + c + "b й").size(), "char " + (int) c);
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
    assertEquals(List.of(word), Vocabulary.tokens(message));
    assertEquals(List.of(word), Vocabulary.tokens(word));
  }

  @ParameterizedTest
  @ValueSource(strings = {"naïve", "Größe", "Ḗ", "ǰ", "ΐ", "한글", "ệ", "Й"})
  void canonicalEquivalentsAreOneWord(String word) {
    List<String> composed = Vocabulary.tokens(word);
    assertEquals(1, composed.size());
    assertEquals(composed, Vocabulary.tokens(Normalizer.normalize(word, Normalizer.Form.NFD)));
    assertEquals(
        composed.getFirst(), Normalizer.normalize(composed.getFirst(), Normalizer.Form.NFC));
  }

  @Test
  void hanKanaAndThaiCharactersAreWordsOfTheirOwn() {
    assertEquals(List.of("你", "好", "world"), Vocabulary.tokens("你好World"));
    assertEquals(List.of("ラ", "ー", "メ", "ン", "と", "が"), Vocabulary.tokens("ラーメンと\u304B\u3099"));
    assertEquals(List.of("ส", "วั", "ส", "ดี"), Vocabulary.tokens("สวัสดี"));
    assertEquals(List.of("ที่", "1"), Vocabulary.tokens("ที่1"));
    // Vocabularies have held marks alone.
    assertEquals(List.of("\u0E31"), Vocabulary.tokens("\u0E31"));
    assertEquals(List.of("abc", "中", "12", "\uD840\uDC00"), Vocabulary.tokens("abc中12𠀀"));
    assertEquals(List.of("안녕", "세계"), Vocabulary.tokens("안녕 세계"));
    assertEquals(List.of("नमस्ते"), Vocabulary.tokens("नमस्ते"));
    assertEquals(List.of("مرحبا", "١٢"), Vocabulary.tokens("مرحبا، ١٢"));
  }

  @Test
  void whatIsInNoWordIsDroppedAndTold() {
    assertArrayEquals(new int[0], WordTokens.dropped("a$b + c, d"));
    assertArrayEquals(new int[0], WordTokens.dropped("«Größe» – 你好。\u00A0\u200D"));
    assertArrayEquals(
        new int[] {'£', 0x1F600, 0x2764, 0xFE0F, '½'}, WordTokens.dropped("£5 😀 \u2764\uFE0F ½"));
    // Half of a pair.
    assertArrayEquals(new int[] {0xD83D}, WordTokens.dropped("ok\uD83D?"));
    assertEquals(List.of("5"), Vocabulary.tokens("£5 😀 \u2764\uFE0F ½"));
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
      List<String> words = Vocabulary.tokens("a" + Character.toString(c) + "b");
      boolean isInWord =
          Character.isLetter(c)
              || Character.isDigit(c)
              || switch (Character.getType(c)) {
                case Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK ->
                    true;
                case Character.FORMAT -> !BREAKING_FORMATS.contains(c);
                default -> false;
              };
      assertNotEquals(isInWord, words.equals(List.of("a", "b")), Integer.toHexString(c));
      for (String word : words) {
        assertEquals(List.of(word), Vocabulary.tokens(word), Integer.toHexString(c));
      }
    }
  }

  /// Texts that are surely normalised are not normalised, others are.
  @Test
  void noTokenDependsOnTheRestOfTheMessage() {
    for (int c = 0; c <= LAST; c = next(c)) {
      if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
        String word = "a" + Character.toString(c) + "b";
        List<String> alone = new ArrayList<>(Vocabulary.tokens(word));
        alone.add("\u00E9");
        assertEquals(alone, Vocabulary.tokens(word + " e\u0301"), Integer.toHexString(c));
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
      List<String> word = Vocabulary.tokens(letter);
      boolean same =
          word.equals(Vocabulary.tokens(letter.toUpperCase(Locale.ROOT)))
              && word.equals(Vocabulary.tokens(letter.toLowerCase(Locale.ROOT)));
      if (!same) {
        others.add(c);
      }
    }
    // The dotless i, whose capital is I.
    assertEquals(List.of((int) 'ı'), others);
  }
}
