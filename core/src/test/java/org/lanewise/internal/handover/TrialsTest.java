package org.lanewise.internal.handover;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.internal.handover.trial.Trial;
import org.lanewise.internal.handover.trial.Trials;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.scalar.ScalarKernels;

/// Every kernel can be rehearsed, in whatever shape it is called.
class TrialsTest {

  private static final KernelSet SCALAR = ScalarKernels.create();

  private static List<HandOver> handOvers() {
    return AllHandOvers.all();
  }

  @Test
  void everyKernelHasOneHandOver() {
    Set<String> names = handOvers().stream().map(HandOver::kernel).collect(Collectors.toSet());
    assertEquals(handOvers().size(), names.size());
    assertEquals(60, names.size());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "1, 1, 1",
    "3, 2, 4",
    "4, 8, 8",
    "20, 16, 8",
    "37, 5, 3",
    "256, 10, 8",
    "784, 24, 16",
    "100000, 2000, 100000"
  })
  void aTrialRunsInEveryShapeAsOftenAsItIsCalled(int a, int b, int c) {
    for (HandOver handOver : handOvers()) {
      Trial trial = Trials.of(handOver.kernel(), a, b, c);
      assertDoesNotThrow(
          () -> {
            for (int call = 0; call < 3; call++) {
              trial.run(SCALAR);
              trial.rival(SCALAR);
              trial.empty(SCALAR);
            }
          },
          handOver.kernel());
    }
  }

  @Test
  void anUnknownKernelHasNone() {
    assertThrows(IllegalArgumentException.class, () -> Trials.of("score.guess", 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> Trials.of("sound.play", 1, 1, 1));
  }
}
