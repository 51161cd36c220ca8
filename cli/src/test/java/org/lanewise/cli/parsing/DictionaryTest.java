package org.lanewise.cli.parsing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;

class DictionaryTest {

  @Test
  void numbersTextsInOrderOfFirstAppearance() {
    Dictionary dictionary = new Dictionary();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 5000; i++) {
        byte[] bytes = ("<" + i + ">").getBytes(StandardCharsets.US_ASCII);
        assertEquals(i, dictionary.codeOf(bytes, 1, bytes.length - 1));
      }
    }
    assertEquals(5000, dictionary.decoded().size());
    assertEquals("4321", dictionary.decoded().get(4321));
    assertEquals(5000, dictionary.codeOf(new byte[0], 0, 0));
  }

  @Test
  void textsOfTheSameLettersAreTheSameClass() {
    Dictionary dictionary = new Dictionary();
    // é in UTF-8, and in ISO-8859-1.
    for (String bytes : List.of("z", "\u00C3\u00A9", "\u00E9", "a")) {
      dictionary.codeOf(bytes.getBytes(StandardCharsets.ISO_8859_1), 0, bytes.length());
    }
    Labels labels = dictionary.labels(new int[] {0, 1, 2, 3, 1, 9}, 5);
    assertEquals(List.of("a", "z", "é"), labels.classes().names());
    assertArrayEquals(new int[] {1, 2, 2, 0, 2}, labels.toArray());
  }
}
