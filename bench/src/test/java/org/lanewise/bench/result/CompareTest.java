package org.lanewise.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class CompareTest {

  private static final List<String> FLAGS = List.of("-Xmx3g");

  private static Compare.Change change(
      double before, double beforeError, double now, double nowError) {
    return Compare.Change.of(
        Made.measurement("fit-lda", before, beforeError, null),
        Made.measurement("fit-lda", now, nowError, null));
  }

  @Test
  void aFifthLessOfTheRoofBeyondBothIntervalsIsARegression() {
    assertEquals("REGRESSION", change(100, 1, 125, 1).verdict());
    assertEquals("", change(100, 1, 124, 1).verdict());
  }

  @Test
  void aFifthLessWithinTheIntervalsIsUncertain() {
    assertEquals("too uncertain to say", change(100, 15, 125, 15).verdict());
    assertEquals("too uncertain to say", change(100, 1, 125, 971).verdict());
    assertEquals("too uncertain to say", change(100, Double.NaN, 200, 1).verdict());
    assertFalse(change(100, 1, 200, Double.NaN).isRegression());
  }

  @Test
  void aQuarterMoreBeyondBothIntervalsIsFaster() {
    assertEquals("faster", change(125, 1, 100, 1).verdict());
    assertEquals("", change(125, 20, 100, 20).verdict());
  }

  @Test
  void theEndsOfAChangeAreThoseOfBothIntervals() {
    Compare.Change change = change(100, 10, 200, 50);
    assertEquals(0.5, change.ratio());
    // From 90 ns to 250 ns, and from 110 ns to 150 ns.
    assertEquals(90.0 / 250, change.low(), 1e-15);
    assertEquals(110.0 / 150, change.high(), 1e-15);
    Compare.Change unknown = change(100, Double.NaN, 200, Double.NaN);
    assertEquals(0, unknown.low());
    assertEquals(Double.POSITIVE_INFINITY, unknown.high());
  }

  @Test
  void aRoofThatIsMissingIsNoRegression() {
    Measurement now = Made.measurement("fit-lda", Double.NaN, 1, null);
    assertEquals("", Compare.Change.of(Made.measurement(), now).verdict());
  }

  @Test
  void aQuickRunIsNotHeldAgainstAFullOne() {
    ResultFile full = Made.results("bench/run", FLAGS);
    ResultFile quick = Made.results("bench/run --quick", FLAGS);
    assertEquals(List.of(), Compare.obstacles(full, full));
    assertEquals(List.of(), Compare.obstacles(quick, quick));
    assertEquals(
        List.of("the first is a full run, the second a quick one"), Compare.obstacles(full, quick));
    assertEquals(
        List.of("the first is a quick run, the second a full one"), Compare.obstacles(quick, full));
  }

  @Test
  void aRunWithoutAvx512IsNotHeldAgainstOneWithIt() {
    ResultFile wide = Made.results("bench/run", FLAGS);
    ResultFile narrow = Made.results("bench/run --avx2", List.of("-Xmx3g", "-XX:UseAVX=2"));
    assertEquals(
        List.of("the first was run with -Xmx3g, the second with -Xmx3g -XX:UseAVX=2"),
        Compare.obstacles(wide, narrow));
  }

  @Test
  void statusTellsRegressionsFromWhatCannotBeCompared() {
    Measurement slow = Made.measurement("fit-lda", 200, 1, null);
    Measurement fast = Made.measurement("fit-lda", 100, 1, null);
    ResultFile before = Made.results("bench/run", FLAGS, fast);
    StringBuilder text = new StringBuilder();
    assertEquals(1, Compare.compare(before, Made.results("bench/run", FLAGS, slow), text));
    assertTrue(text.toString().contains("REGRESSION"), text::toString);
    assertEquals(0, Compare.compare(before, Made.results("bench/run", FLAGS, fast), text));
    text.setLength(0);
    assertEquals(2, Compare.compare(before, Made.results("bench/run --quick", FLAGS, slow), text));
    assertTrue(text.toString().contains("not compared"), text::toString);
    assertFalse(text.toString().contains("REGRESSION"), text::toString);
  }
}
