package org.lanewise.bench.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lanewise.bench.result.Mark;

class PairRowTest {

  @Test
  void marksOfAPairAreThoseOfItsMiddleRound() {
    Round disturbed = Pairs.round(1, 500, 0.9, 0.9);
    Round quiet = Pairs.round(1, 0, 0, 0);
    assertEquals(Set.of(), Pairs.row(true, disturbed, quiet, quiet).marks());
    assertEquals(
        EnumSet.of(Mark.ALLOCATES, Mark.LOAD, Mark.COMPILING, Mark.ALLOCATES_MORE),
        Pairs.row(true, disturbed, disturbed, quiet).marks());
    assertEquals(Set.of(Mark.ALLOCATES_MORE), Pairs.row(false, Pairs.round(1, 500, 0, 0)).marks());
  }

  @Test
  void loadThatIsNotKnownIsNotMarked() {
    assertEquals(Set.of(), Pairs.row(true, Pairs.round(1, 0, Double.NaN, Double.NaN)).marks());
  }
}
