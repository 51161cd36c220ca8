package org.lanewise.bench.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntervalTest {

  /// Shuffled.
  private static double[] oneTo(int n) {
    return IntStream.range(0, n).mapToDouble(i -> (i * 7 + 3) % n + 1).toArray();
  }

  @Test
  void theMedianIsTheMiddleOrTheMeanOfTwo() {
    assertEquals(2, Interval.medianOf(3, 1, 2));
    assertEquals(2.5, Interval.medianOf(4, 1, 2, 3));
    assertEquals(7, Interval.medianOf(7));
    assertThrows(IllegalArgumentException.class, () -> Interval.medianOf());
  }

  /// Places and probabilities as tables of the sign test have them.
  @Test
  void theEndsAreThoseOfTheSignTest() {
    assertEquals(new Interval(3.5, 1, 6, 1 - 2.0 / 64), Interval.of(oneTo(6)));
    assertEquals(new Interval(4.5, 1, 8, 1 - 2.0 / 256), Interval.of(oneTo(8)));
    Interval ten = Interval.of(3, 1, 2, 10, 9, 8, 4, 5, 6, 7);
    assertEquals(new Interval(5.5, 2, 9, 1 - 2 * 11.0 / 1024), ten);
    Interval twelve = Interval.of(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assertEquals(new Interval(6.5, 3, 10, 1 - 2 * 79.0 / 4096), twelve);
  }

  @Test
  void fewerThanSixValuesHaveNoInterval() {
    Interval five = Interval.of(1, 2, 3, 4, 5);
    assertEquals(Double.NEGATIVE_INFINITY, five.low());
    assertEquals(Double.POSITIVE_INFINITY, five.high());
    assertEquals(Interval.MIN_VALUES, 6);
  }

  @Test
  void anIntervalHoldsTheMedianAsOftenAsItSays() {
    SplittableRandom random = new SplittableRandom(1);
    int held = 0;
    int all = 20_000;
    for (int i = 0; i < all; i++) {
      // Skewed: the median is log 2.
      Interval interval = Interval.of(random.doubles(12).map(u -> -Math.log(1 - u)).toArray());
      held += interval.low() <= Math.log(2) && Math.log(2) <= interval.high() ? 1 : 0;
    }
    assertEquals(1 - 2 * 79.0 / 4096, (double) held / all, 0.005);
  }
}
