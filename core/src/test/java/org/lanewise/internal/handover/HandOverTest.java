package org.lanewise.internal.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// What decides, call by call, which tier runs.
class HandOverTest {

  private final HandOver handOver = new HandOver("score.affineRow", false);

  @Test
  void everyCallBeginsScalar() {
    assertFalse(handOver.inVectors(0));
    assertFalse(handOver.inVectors(HandOver.size(Long.MAX_VALUE)));
    assertFalse(handOver.isOver());
  }

  @Test
  void callsOfASizeAndLargerOnesRunInVectors() {
    handOver.runVectorsFrom(100);
    assertFalse(handOver.inVectors(99));
    assertTrue(handOver.inVectors(100));
    assertTrue(handOver.inVectors(101));
    assertTrue(handOver.isOver());
    handOver.runVectorsFrom(HandOver.NEVER);
    assertFalse(handOver.inVectors(HandOver.size(Long.MAX_VALUE)));
  }

  @Test
  void theFirstScalarCallSinceTheLastLookIsNoted() {
    assertFalse(handOver.isNoted());
    handOver.row(32, 4, 8);
    handOver.row(640, 40, 16);
    assertTrue(handOver.isNoted());
    assertEquals(32, handOver.notedSize());
    assertEquals(4, HandOver.extent(handOver.notedShape(), 0));
    assertEquals(8, HandOver.extent(handOver.notedShape(), 1));
    handOver.forget();
    handOver.row(640, 40, 16);
    assertEquals(640, handOver.notedSize());
  }

  @Test
  void callsOfBlocksCountWhatTheyTake() {
    handOver.block(1000, 1, 2, 3);
    handOver.block(500, 1, 2, 4);
    assertEquals(1500, handOver.spent());
    assertEquals(3, HandOver.extent(handOver.notedShape(), 2));
  }

  @Test
  void nothingIsNotedOfCallsThatStayScalar() {
    handOver.stayScalarTo(100);
    handOver.row(100, 1, 1);
    handOver.block(100, 1, 1, 1);
    assertFalse(handOver.isNoted());
    assertEquals(0, handOver.spent());
    handOver.row(101, 1, 1);
    assertTrue(handOver.isNoted());
  }

  @Test
  void extentsThatAreTooLargeAreCapped() {
    handOver.block(1, Integer.MAX_VALUE, 7, Integer.MAX_VALUE);
    assertEquals((1 << 21) - 1, HandOver.extent(handOver.notedShape(), 0));
    assertEquals(7, HandOver.extent(handOver.notedShape(), 1));
    assertEquals((1 << 21) - 1, HandOver.extent(handOver.notedShape(), 2));
  }
}
