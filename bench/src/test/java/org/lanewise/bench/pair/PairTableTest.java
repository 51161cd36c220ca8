package org.lanewise.bench.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.bench.machine.Tier;

class PairTableTest {

  private static final PairOptions OPTIONS =
      new PairOptions(List.of(), null, 6, Tier.VECTOR, List.of());

  private static PairTable table(PairRow... rows) {
    return new PairTable("1945439", "abcdef0 and changes", OPTIONS, List.of(rows));
  }

  private static PairRow row(double... ratios) {
    PairRow row = Pairs.row(false);
    for (double ratio : ratios) {
      row.add(Pairs.round(ratio, 0, 0, 0.5));
    }
    return row;
  }

  private static final PairRow SAME = row(0.99, 0.995, 1, 1.005, 1.01, 1.015);

  @Test
  void aRowHasMedianIntervalLoadAndVerdict() {
    String text = table(SAME).toString();
    assertTrue(
        text.contains("fit-lda  1x32x10     no difference seen      1.003  0.990 … 1.015"), text);
    assertTrue(text.contains("100 ns  100 ns           0    0        50 %   load"), text);
    assertTrue(text.contains("old is 1945439, new is abcdef0 and changes; vector tier"), text);
    assertTrue(text.contains("the interval holds the median with 97 %"), text);
    assertTrue(text.contains("0 of 1 are slower by the bar or more"), text);
    assertEquals(0, table(SAME).status());
  }

  @Test
  void aLossEndsWithOne() {
    PairTable table = table(SAME, row(1.03, 1.04, 1.05, 1.06, 1.06, 1.07));
    assertTrue(table.toString().contains("SLOWER"), table::toString);
    assertTrue(table.toString().contains("1 of 2 are slower"), table::toString);
    assertEquals(1, table.status());
  }

  @Test
  void whatIsTooUncertainToSayIsCountedAndNoLoss() {
    PairTable table = table(row(0.9, 0.95, 1, 1.1, 1.2, 1.3));
    assertTrue(table.toString().contains("Of 1 it is too uncertain to say"), table::toString);
    assertEquals(0, table.status());
  }

  @Test
  void whatCouldNotBeMeasuredIsNamedAndEndsWithTwo() {
    PairRow missing = row();
    missing.fail("1945439: it has no such benchmark");
    String text = table(SAME, missing).toString();
    assertTrue(
        text.contains("not compared: fit-lda 1x32x10: 1945439: it has no such benchmark"), text);
    assertEquals(2, table(SAME, missing).status());
    assertEquals(
        "not compared: fit-lda 1x32x10: 1945439: it has no such benchmark\n",
        table(missing).toString());
  }
}
