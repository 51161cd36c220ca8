package org.lanewise.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MarkTest {

  @Test
  void aNarrowIntervalOnAQuietMachineHasNoMark() {
    assertEquals(Set.of(), Mark.of(Made.measurement().withOthers(0.02)));
  }

  @Test
  void anIntervalOfMoreThanAFifthIsWide() {
    assertEquals(Set.of(), Mark.of(Made.measurement("fit-lda", 100, 20, null)));
    assertEquals(Set.of(Mark.WIDE), Mark.of(Made.measurement("fit-lda", 100, 971, null)));
    assertEquals(Set.of(Mark.WIDE), Mark.of(Made.measurement("fit-lda", 100, Double.NaN, null)));
  }

  @Test
  void oneRowThatAllocatesIsMarkedAndWhatJmhAllocatesIsNot() {
    assertEquals(
        Set.of(Mark.ALLOCATES), Mark.of(Made.measurement("row-lda-predict", 100, 1, 16.0)));
    assertEquals(Set.of(), Mark.of(Made.measurement("row-lda-predict", 100, 1, 0.9)));
    assertEquals(Set.of(), Mark.of(Made.measurement("row-qda-predict", 280_000, 1, 11.0)));
    assertEquals(Set.of(), Mark.of(Made.measurement("fit-lda", 100, 1, 1e6)));
  }

  @Test
  void aTwentiethOfTheMachineIsLoad() {
    assertEquals(Set.of(Mark.LOAD), Mark.of(Made.measurement().withOthers(0.05)));
  }

  @Test
  void countsSayHowManyAndWhat() {
    List<String> lines =
        Mark.counts(List.of(Made.measurement(), Made.measurement("fit-lda", 100, 50, null)));
    assertEquals(1, lines.size());
    assertTrue(
        lines.getFirst().startsWith("1 of 2 measurements are marked `wide`: "), lines::toString);
  }

  @Test
  void theLegendExplainsTheWords() {
    assertEquals("wide allocates", Mark.words(EnumSet.of(Mark.ALLOCATES, Mark.WIDE)));
    assertTrue(Mark.legend(Mark.OF_MEASUREMENTS).contains("`load`: other work and steal"));
    assertTrue(Mark.legend(EnumSet.of(Mark.ALLOCATES_MORE)).startsWith("`allocates-more`: "));
  }
}
