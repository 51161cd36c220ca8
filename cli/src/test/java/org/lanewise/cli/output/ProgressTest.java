package org.lanewise.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {

  /// A work of two statements is shorter than this.
  private static final long PATIENCE_MILLIS = 200;

  private static final long PERIOD_MILLIS = 30;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private Progress progress(boolean terminal) {
    return Progress.on(out, terminal, PATIENCE_MILLIS, PERIOD_MILLIS);
  }

  private String shown() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void showsLongWorkOnATerminalAndClearsTheLine() throws InterruptedException {
    try (Progress progress = progress(true)) {
      progress.reading("data").share(25, 100);
      for (int i = 0; i < 500 && shown().isEmpty(); i++) {
        Thread.sleep(10);
      }
    }
    String shown = shown();
    assertTrue(
        shown.matches("(?s)\r\u001b\\[Kreading data 25 %, about [0-9]+ s left, [0-9]+ s.*"), shown);
    assertTrue(shown.endsWith("\r\u001b[K"), shown);
    Thread.sleep(3 * PERIOD_MILLIS);
    assertEquals(shown, shown());
  }

  @Test
  void saysNoMoreOnceItIsClosedForResults() throws InterruptedException {
    try (Progress progress = progress(true)) {
      progress.stage("reading");
      for (int i = 0; i < 500 && shown().isEmpty(); i++) {
        Thread.sleep(10);
      }
      progress.end();
      out.print("row,label\n");
      Thread.sleep(3 * PERIOD_MILLIS);
    }
    assertTrue(shown().endsWith("\r\u001b[Krow,label\n"), shown());
  }

  @Test
  void showsNothingOfShortWorkOrWithoutATerminal() throws InterruptedException {
    try (Progress progress = progress(true)) {
      progress.stage("fitting");
    }
    try (Progress progress = progress(false)) {
      progress.stage("fitting");
      Thread.sleep(2 * PATIENCE_MILLIS);
    }
    assertEquals("", shown());
  }
}
