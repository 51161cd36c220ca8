package org.lanewise.report.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EscapeTest {

  @Test
  void whatHasNoShapeIsWrittenOut() {
    assertEquals("''", Escape.visible(""));
    assertEquals(
        "a\\u200bb\\ufeff\\xad\\u200e\\u200f\\u061c\\ue0041\\u202e",
        Escape.visible("a\u200bb\ufeff\u00ad\u200e\u200f\u061c\udb40\udc41\u202e"));
    // They join letters of Persian and parts of a family of emojis, or keep them apart.
    assertEquals("می\u200cشود \u200d", Escape.visible("می\u200cشود \u200d"));
  }

  @Test
  void aTextIsCutBetweenCharacters() {
    assertEquals("abc", Escape.cut("abc", 3));
    assertEquals("ab…", Escape.cut("abc", 2));
    assertEquals("a…", Escape.cut("a\ud83d\ude00b", 2));
  }
}
