package org.lanewise.internal.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// What the rehearsals may take, beside pretended processors.
class BudgetTest {

  private static final long MILLIS = 1_000_000;
  private static final int ONE = 0b1;
  private static final int TWO = 0b101;

  @Test
  void halfAnIdleProcessorIsFreeWhereOneThreadCalls() {
    assertTrue(budget(0.5, 0, ONE).isFree());
    assertFalse(budget(0.4, 0, ONE).isFree());
  }

  @Test
  void threadsThatWaitForEachOtherLeaveMoreIdleBeforeItIsFree() {
    assertFalse(budget(0.7, 0, TWO).isFree());
    assertTrue(budget(0.8, 0, TWO).isFree());
  }

  @Test
  void whoIsInAHurryWaitsForNoProcessor() {
    Budget budget = new Budget(withIdle(0), System.nanoTime());
    budget.look(0, TWO, true, true);
    assertTrue(budget.isFree());
  }

  @Test
  void aTenthOfWhatScalarKernelsTookMayBeTakenWhereNoProcessorIsFree() {
    Budget budget = budget(0, 1_000 * MILLIS, TWO);
    assertTrue(budget.isAffordable(100 * MILLIS));
    assertFalse(budget.isAffordable(200 * MILLIS));
    budget.invest(60 * MILLIS);
    assertTrue(budget.isAffordable(40 * MILLIS));
    assertFalse(budget.isAffordable(50 * MILLIS));
  }

  @Test
  void whatIsTakenOfAFreeProcessorIsNotCounted() {
    Budget budget = budget(1, 1_000 * MILLIS, ONE);
    budget.take(500 * MILLIS);
    budget.look(1_000 * MILLIS, ONE, false, false);
    assertFalse(budget.isFree());
    assertTrue(budget.isAffordable(100 * MILLIS));
  }

  @Test
  void aKernelKnowsHowManyThreadsHaveCalledIt() throws InterruptedException {
    HandOver kernel = new HandOver("score.affineRow", false);
    assertEquals(0, kernel.callers());
    kernel.block(1, 1, 1, 0);
    kernel.block(1, 1, 1, 0);
    assertEquals(1, Integer.bitCount(kernel.callers()));
    // Numbers of threads follow one another: of eight, no two share a bit.
    long first = Thread.currentThread().threadId();
    Thread other;
    do {
      other = new Thread(() -> kernel.block(1, 1, 1, 0));
    } while ((other.threadId() - first) % 8 == 0);
    other.start();
    other.join();
    assertEquals(2, Integer.bitCount(kernel.callers()));
  }

  private static Budget budget(double idle, long spent, int callers) {
    Budget budget = new Budget(withIdle(idle), System.nanoTime());
    budget.look(spent, callers, true, false);
    return budget;
  }

  private static Processors withIdle(double idle) {
    return new Processors() {
      @Override
      double idle(long taken) {
        return idle;
      }
    };
  }
}
