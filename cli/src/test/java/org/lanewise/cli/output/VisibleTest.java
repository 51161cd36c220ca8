package org.lanewise.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class VisibleTest {

  @Test
  void whatATerminalWouldObeyIsWrittenOut() {
    assertEquals("a\\x1b[31mb", Visible.text("a\033[31mb"));
    assertEquals("\\x0d\\x0a\\x09\\x7f\\x9b", Visible.text("\r\n\t\177\u009B"));
    assertEquals("\\u202e\\u2066\\u2028", Visible.text("\u202E\u2066\u2028"));
    assertEquals("\\u200e\\u200f\\u061c", Visible.text("\u200E\u200F\u061C"));
    assertEquals("\\ud83d", Visible.text("\uD83D"));
  }

  @Test
  void everythingElseStaysAsItIs() {
    for (String text : new String[] {"", "Länge 長さ", "\uD83D\uDC69\u200D\uD83D\uDD2C", "a b\\n"}) {
      assertSame(text, Visible.text(text));
    }
  }
}
