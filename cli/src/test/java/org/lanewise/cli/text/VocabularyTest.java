package org.lanewise.cli.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.cli.data.SparseFeatures;
import org.lanewise.cli.data.TextFeatures;

class VocabularyTest {

  private static List<String> tokens(String message) {
    List<String> tokens = new ArrayList<>();
    new Tokenizer().tokens(message, (chars, length) -> tokens.add(new String(chars, 0, length)));
    return tokens;
  }

  @Test
  void tokensAreRunsOfAsciiLettersAndDigits() {
    assertEquals(List.of("don", "t", "u2", "abc", "9"), tokens("Don't U2\tABC-_9\n"));
    assertEquals(List.of(), tokens(""));
    assertEquals(List.of(), tokens("?!\0"));
    String bytes =
        new String(
            "é1.50£caf\u00E9x".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertEquals(List.of("1", "50", "caf", "x"), tokens(bytes));
    String lengthy = "Z".repeat(1000);
    assertEquals(List.of("z".repeat(1000)), tokens(lengthy));
  }

  @Test
  void wordsAreSortedByByteAndCounted() {
    Vocabulary vocabulary = Vocabulary.of(new TextFeatures(List.of("b a B 9", "10 z", "a")));
    assertEquals(List.of("10", "9", "a", "b", "z"), vocabulary.words());
    SparseFeatures counts =
        vocabulary.counts(new TextFeatures(List.of("b z b new A", "", "new", "9")));
    assertEquals(5, counts.featureCount());
    assertArrayEquals(new int[] {0, 3, 3, 3, 4}, counts.rowStarts());
    assertArrayEquals(new int[] {2, 3, 4, 1}, counts.indices());
    assertArrayEquals(new double[] {1, 2, 1, 1}, counts.values());
  }

  @Test
  void aSavedVocabularyGivesTheSameCounts() {
    Vocabulary vocabulary = Vocabulary.of(new TextFeatures(List.of("the quick brown fox", "the")));
    Vocabulary again = Vocabulary.ofWords(vocabulary.words());
    TextFeatures text = new TextFeatures(List.of("the fox the dog"));
    assertEquals(vocabulary.words(), again.words());
    assertArrayEquals(vocabulary.counts(text).indices(), again.counts(text).indices());
    assertArrayEquals(vocabulary.counts(text).values(), again.counts(text).values());
    assertThrows(IllegalArgumentException.class, () -> Vocabulary.ofWords(List.of("b", "a")));
    assertThrows(IllegalArgumentException.class, () -> Vocabulary.ofWords(List.of("a", "a")));
  }
}
