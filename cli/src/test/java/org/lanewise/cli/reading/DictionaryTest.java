package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;

class DictionaryTest {

  @Test
  void numbersTextsInOrderOfFirstAppearance() {
    Dictionary dictionary = new Dictionary();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 5000; i++) {
        char[] chars = ("<" + i + ">").toCharArray();
        assertEquals(i, dictionary.codeOf(chars, 1, chars.length - 1));
      }
    }
    assertEquals(5000, dictionary.decoded().size());
    assertEquals("4321", dictionary.decoded().get(4321));
    assertEquals(5000, dictionary.codeOf(new char[0], 0, 0));
  }

  @Test
  void textsOfTheSameLettersAreTheSameClass() {
    Dictionary dictionary = new Dictionary();
    // é in UTF-8, and in ISO-8859-1.
    for (String bytes : List.of("z", "\u00C3\u00A9", "\u00E9", "a")) {
      dictionary.codeOf(bytes.toCharArray(), 0, bytes.length());
    }
    Labels labels = dictionary.labels(new int[] {0, 1, 2, 3, 1, 9}, 5);
    assertEquals(List.of("a", "z", "é"), labels.classes().names());
    assertArrayEquals(new int[] {1, 2, 2, 0, 2}, labels.toArray());
  }
}
