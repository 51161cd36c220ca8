package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.io.SmallStatistics.bytes;
import static org.lanewise.io.SmallStatistics.read;
import static org.lanewise.io.SmallStatistics.refusal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.statistics.Statistics;
import org.lanewise.textbook.Trials;

/// What is no file of statistics is refused, whatever it says.
@Tag("once")
class DamagedStatisticsFileTest {

  @Test
  void anyByteChangedAndAnyTruncationIsRefused() throws IOException {
    for (Statistics statistics : SmallStatistics.all()) {
      byte[] bytes = bytes(statistics);
      for (int at = 0; at < bytes.length; at++) {
        byte right = bytes[at];
        for (int flip : new int[] {1, 128, 255}) {
          bytes[at] = (byte) (right ^ flip);
          String message = refusal(bytes);
          assertTrue(message.contains(at < 8 ? "no file of Lanewise" : "is damaged"), message);
        }
        bytes[at] = right;
      }
      for (int length = 1; length < bytes.length; length++) {
        assertTrue(refusal(Arrays.copyOf(bytes, length)).contains("is cut short"));
      }
      assertTrue(refusal(Arrays.copyOf(bytes, bytes.length + 1)).contains("goes on after byte"));
    }
  }

  /// Whatever a sealed file says, it is statistics or it is refused.
  @Test
  void sealedNonsenseIsRefusedOrStatistics() throws IOException {
    Random random = new Random(20261106);
    for (Statistics statistics : SmallStatistics.all()) {
      byte[] whole = bytes(statistics);
      int attempts = Trials.of(800, 4_000);
      int read = 0;
      for (int attempt = 0; attempt < attempts; attempt++) {
        byte[] bytes = whole.clone();
        bytes[8 + random.nextInt(bytes.length - 8)] = (byte) random.nextInt();
        SmallModels.sealed(bytes);
        try {
          read(bytes);
          read++;
        } catch (UnusableFileException e) {
          assertTrue(e.getMessage().contains("the stream"), e.getMessage());
          assertEquals(1, e.getMessage().lines().count(), e.getMessage());
        }
      }
      assertTrue(read > 0 && read < attempts);
    }
  }

  @Test
  void modelsAndStatisticsAreToldApart() throws IOException {
    byte[] model = SmallModels.bytes(SmallModels.all().get("linear"));
    assertEquals("the stream holds a model; statistics are expected", refusal(model));
    byte[] statistics = bytes(SmallStatistics.gaussian());
    String message =
        assertThrows(
                UnusableFileException.class,
                () -> ModelFile.read(new ByteArrayInputStream(statistics)))
            .getMessage();
    assertTrue(
        message.startsWith("the stream holds Gaussian statistics; a model is expected"), message);
  }
}
