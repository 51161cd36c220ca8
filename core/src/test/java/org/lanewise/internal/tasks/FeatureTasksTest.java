package org.lanewise.internal.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Workers;

/// What a task throws reaches the caller as it is, and no task begins after it.
class FeatureTasksTest {

  private static final Workers THREE = new Workers(Runnable::run, 3);

  @Test
  void everyFeatureIsOfOneTask() {
    int[] runs = new int[7];
    FeatureTasks.run(
        THREE,
        runs.length,
        (from, to) -> {
          for (int j = from; j < to; j++) {
            runs[j]++;
          }
        });
    for (int run : runs) {
      assertEquals(1, run);
    }
  }

  @Test
  void anErrorStaysAnError() {
    assertReaches(new OutOfMemoryError("of the test"));
  }

  @Test
  void aRefusalStaysARefusal() {
    assertReaches(new IllegalStateException("of the test"));
  }

  private static void assertReaches(Throwable thrown) {
    AtomicInteger tasks = new AtomicInteger();
    Throwable caught =
        assertThrows(
            Throwable.class,
            () ->
                FeatureTasks.run(
                    THREE,
                    7,
                    (from, to) -> {
                      tasks.incrementAndGet();
                      if (from == 0) {
                        FeatureTasksTest.<RuntimeException>sneak(thrown);
                      }
                    }));
    assertSame(thrown, caught);
    assertEquals(1, tasks.get());
  }

  /// Throws anything as if it were unchecked.
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
