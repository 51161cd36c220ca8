package org.lanewise.bench.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class VerdictTest {

  private static Verdict of(double low, double median, double high) {
    return Verdict.of(new Interval(median, low, high, 0.96), 1.05);
  }

  @Test
  void aLossOfTheBarWhoseIntervalExcludesNoneIsSlower() {
    assertEquals(Verdict.SLOWER, of(1.06, 1.07, 1.08));
    assertEquals(Verdict.SLOWER, of(1.01, 1.05, 1.09));
  }

  @Test
  void aSureLossBelowTheBarIsSaidAndNoMore() {
    assertEquals(Verdict.A_LITTLE_SLOWER, of(1.01, 1.02, 1.07));
    assertEquals("slower, below the bar of 1.05", of(1.01, 1.02, 1.03).text(1.05));
  }

  @Test
  void aLossThatMayBeNoneIsUncertain() {
    assertEquals(Verdict.UNCERTAIN, of(0.99, 1.07, 1.2));
    assertEquals(Verdict.UNCERTAIN, of(0.8, 0.97, 1.01));
    assertEquals(Verdict.UNCERTAIN, of(Double.NEGATIVE_INFINITY, 1.2, Double.POSITIVE_INFINITY));
  }

  @Test
  void anIntervalAroundOneThatIsNarrowerThanTheBarShowsNoDifference() {
    assertEquals(Verdict.SAME, of(0.97, 1, 1.04));
    assertEquals(Verdict.UNCERTAIN, of(0.97, 1, 1.05));
  }

  @Test
  void anIntervalBelowOneIsFaster() {
    assertEquals(Verdict.FASTER, of(0.9, 0.95, 0.99));
  }

  @Test
  void oneRowHasALowerBarThanABatch() {
    double[] ratios = {1.03, 1.035, 1.04, 1.04, 1.045, 1.05};
    PairRow row = Pairs.row(true);
    PairRow batch = Pairs.row(false);
    for (double ratio : ratios) {
      row.add(Pairs.round(ratio, 0, 0, 0));
      batch.add(Pairs.round(ratio, 0, 0, 0));
    }
    assertEquals(Verdict.SLOWER, row.verdict());
    assertEquals(Verdict.A_LITTLE_SLOWER, batch.verdict());
  }
}
