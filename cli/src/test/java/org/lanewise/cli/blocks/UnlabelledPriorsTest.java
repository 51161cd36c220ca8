package org.lanewise.cli.blocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.lanewise.cli.table.DataException;

class UnlabelledPriorsTest {

  @Test
  void morePosteriorsThanAnArrayHoldsAreRefused() {
    assertEquals(6, UnlabelledPriors.arrayLength(6, 3));
    assertEquals(
        "--priors from-data: 1000000000 rows of 3 classes are too many; at most 715827879 rows"
            + " are supported",
        assertThrows(DataException.class, () -> UnlabelledPriors.arrayLength(3_000_000_000L, 3))
            .getMessage());
  }
}
