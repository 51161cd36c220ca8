package org.lanewise.cli.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnSetTest {

  private static BitSet bits(ColumnSet columns) {
    BitSet bits = new BitSet();
    columns.addTo(bits);
    return bits;
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0,3-5", "1-2,4,7-999999999"})
  void textsAreReadBack(String text) {
    assertEquals(text, ColumnSet.parse(text).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "3-1", "1,1", "0,1", "5,3", "-1", "1-", "1-2-3", "9999999999"})
  void textsThatAreNoAscendingRangesAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> ColumnSet.parse(text));
  }

  @Test
  void setsDoAsBitsDo() {
    Random random = new Random(1);
    for (int round = 0; round < 1000; round++) {
      BitSet expected = new BitSet();
      ColumnSet columns = ColumnSet.NONE;
      for (int i = random.nextInt(8); i > 0; i--) {
        int column = random.nextInt(12) - 1;
        columns = columns.with(column);
        if (column >= 0) {
          expected.set(column);
        }
      }
      assertEquals(expected, bits(columns));
      assertEquals(columns, ColumnSet.of(expected));
      assertEquals(expected.cardinality(), columns.size());
      int outside = -1;
      for (int n = 0; n < 15; n++) {
        outside = expected.nextClearBit(outside + 1);
        assertEquals(outside, columns.outside(n), columns + ", " + n);
      }
    }
  }
}
