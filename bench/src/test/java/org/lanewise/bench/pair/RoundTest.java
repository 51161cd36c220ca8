package org.lanewise.bench.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundTest {

  private static final Turns.Turn WHOLE = new Turns.Turn(1, 0);
  private static final Turns.Turn HALF = new Turns.Turn(0.5, 0);

  private static JmhSample sample(double... nanos) {
    return new JmhSample(java.util.Arrays.stream(nanos).boxed().toList(), 0);
  }

  @Test
  void theRatioIsTheMiddleOneOfNeighbours() {
    // The machine is half as fast in the second iteration, and only the new one met the third.
    Round round =
        Round.of(
            sample(100, 200, 100),
            List.of(WHOLE, WHOLE, WHOLE),
            sample(105, 210, 400),
            List.of(WHOLE, WHOLE, WHOLE),
            true,
            0.1);
    assertEquals(1.05, round.ratio(), 1e-15);
    assertEquals(100, round.before().nanos());
    assertEquals(210, round.after().nanos());
    assertEquals(0.1, round.others());
  }

  @Test
  void whatOneThreadWaitsForAProcessorDoesNotCount() {
    Round round =
        Round.of(
            sample(200, 100, 200),
            List.of(HALF, WHOLE, HALF),
            sample(110, 110, 110),
            List.of(WHOLE, WHOLE, WHOLE),
            true,
            0.5);
    assertEquals(1.1, round.ratio(), 1e-15);
    assertEquals(100, round.before().nanos());
    assertEquals(200, round.before().clockNanos());
  }

  @Test
  void whatAnIterationNeedsToBeginDoesNotCount() {
    Turns.Turn most = new Turns.Turn(0.96, 0);
    Round round =
        Round.of(
            sample(100, 100), List.of(most, most), sample(90, 90), List.of(most, most), true, 0);
    assertEquals(100, round.before().nanos());
    assertEquals(90, round.after().nanos());
  }

  @Test
  void severalThreadsAreTimedByTheClock() {
    Turns.Turn both = new Turns.Turn(1.9, 0);
    Round round = Round.of(sample(100), List.of(WHOLE), sample(50), List.of(both), false, 0);
    assertEquals(0.5, round.ratio());
  }

  @Test
  void theClockStandsInWhereThreadTimesAreNotKnown() {
    Turns.Turn unknown = new Turns.Turn(Double.NaN, Double.NaN);
    Round round =
        Round.of(sample(100), List.of(unknown), sample(130), List.of(unknown), true, Double.NaN);
    assertEquals(1.3, round.ratio(), 1e-15);
  }

  @Test
  void theTimeOfCompilersIsTheirMean() {
    Round round =
        Round.of(
            sample(1, 1),
            List.of(new Turns.Turn(1, 0.5), new Turns.Turn(1, 0.1)),
            sample(1, 1),
            List.of(WHOLE, WHOLE),
            true,
            0);
    assertEquals(0.3, round.before().compiling(), 1e-15);
    assertEquals(0, round.after().compiling());
  }
}
