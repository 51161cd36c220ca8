package org.lanewise.bench.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.bench.data.OneRow;
import org.lanewise.internal.tier.Kernels;

class OneRowTest {

  @TempDir private Path folder;

  private static OneRow<?> fitted(String job, String shape) {
    return Latency.fitted(new OneRow.Name(job, shape), Kernels.name());
  }

  @ParameterizedTest
  @CsvSource({
    "row-lda-predict, 1x4x3",
    "row-bernoulli-nb-predict, 1x70x3",
    "row-words-predict, 1x2000x2"
  })
  void aFreshProcessGivesTheLabelsOfTheOneThatFitted(String job, String shape) throws IOException {
    OneRow<?> fitted = fitted(job, shape);
    fitted.write(folder);
    OneRow<?> read = OneRow.read(folder, job);
    int[] labels = new int[OneRow.ROWS];
    for (int turn = 0; turn < labels.length; turn++) {
      labels[turn] = read.predict(turn);
      assertEquals(fitted.predict(turn), labels[turn]);
    }
    assertArrayEquals(labels, OneRow.labels(folder));
  }

  @Test
  void theSumOfLabelsIsThatOfTheCalls() {
    OneRow<?> oneRow = fitted("row-lda-predict", "1x4x3");
    long sum = 0;
    for (int turn = 0; turn < 150; turn++) {
      sum += oneRow.predict(turn);
    }
    assertEquals(sum, oneRow.labelSum(150));
    assertThrows(IllegalStateException.class, () -> OneRow.requireLabels(1, 2));
  }

  @Test
  void aJobWithoutLatencyIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> fitted("row-qda-predict", "1x4x3"));
  }
}
