package org.lanewise.cli.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

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
    assertEquals(5000, dictionary.size());
    assertEquals("4321", dictionary.text(4321));
    assertEquals(-1, dictionary.find("5000".toCharArray(), 0, 4));
    assertEquals(-1, dictionary.find(new char[0], 0, 0));
    assertEquals(5000, dictionary.codeOf(new char[0], 0, 0));
  }
}
