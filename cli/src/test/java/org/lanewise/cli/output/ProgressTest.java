package org.lanewise.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String shown() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void showsLongWorkOnATerminalAndClearsTheLine() throws InterruptedException {
    try (Progress progress = Progress.on(out, true)) {
      progress.reading("data").share(25, 100);
      for (int i = 0; i < 500 && shown().isEmpty(); i++) {
        Thread.sleep(10);
      }
    }
    String shown = shown();
    assertTrue(shown.startsWith("\r\u001b[Kreading data 25 %, "), shown);
    assertTrue(shown.endsWith("\r\u001b[K"), shown);
    Thread.sleep(400);
    assertEquals(shown, shown());
  }

  @Test
  void saysNoMoreOnceItIsClosedForResults() throws InterruptedException {
    try (Progress progress = Progress.on(out, true)) {
      progress.stage("reading");
      for (int i = 0; i < 500 && shown().isEmpty(); i++) {
        Thread.sleep(10);
      }
      progress.end();
      out.print("row,label\n");
      Thread.sleep(400);
    }
    assertTrue(shown().endsWith("\r\u001b[Krow,label\n"), shown());
  }

  @Test
  void showsNothingOfShortWorkOrWithoutATerminal() throws InterruptedException {
    try (Progress progress = Progress.on(out, true)) {
      progress.stage("fitting");
    }
    try (Progress progress = Progress.on(out, false)) {
      progress.stage("fitting");
      Thread.sleep(1300);
    }
    assertEquals("", shown());
  }
}
