package org.lanewise.internal.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.internal.handover.trial.Trial;
import org.lanewise.internal.kernel.KernelSet;
import org.lanewise.internal.kernel.scalar.ScalarKernels;

/// The decision, with kernels that only pretend: time and memory are what they say.
class RehearsalTest {

  private static final KernelSet SCALAR = ScalarKernels.create();
  private static final KernelSet VECTOR = named("vector-test");
  private static final KernelSet THIRD = named("third-test");

  private static KernelSet named(String name) {
    return new KernelSet.Loaded(
        name,
        SCALAR.gaussian(),
        SCALAR.diagonal(),
        SCALAR.score(),
        SCALAR.pack(),
        SCALAR.count(),
        SCALAR.discrete(),
        SCALAR.tables(),
        SCALAR.factor(),
        SCALAR.elementary());
  }

  private static boolean is(KernelSet kernels, KernelSet named) {
    return kernels.name().equals(named.name());
  }

  private long nanos;
  private long bytes;
  private int vectorCalls;
  private int notVectorCalls;
  private int emptyCalls;
  private int emptyThirdCalls;
  private int emptyVectorCalls;
  private int boxedCalls;

  private final Meter meter =
      new Meter() {
        @Override
        long nanos() {
          return nanos;
        }

        @Override
        long bytes() {
          return bytes;
        }
      };

  /// What a call of a vector kernel costs.
  private interface Cost {
    void pay(int call);
  }

  private Rehearsal rehearsal(long scalarNanos, Cost vector) {
    Trial trial =
        kernels -> {
          if (!is(kernels, VECTOR)) {
            nanos += scalarNanos;
            notVectorCalls++;
          } else {
            vector.pay(vectorCalls++);
          }
        };
    return new Rehearsal(trial, trial, List.of(), SCALAR, THIRD, VECTOR, meter);
  }

  /// Of a kernel that has empty calls, in one shape and in another.
  private Rehearsal rehearsalInRounds(Cost vector, Cost other) {
    Trial trial = withEmptyCalls(vector);
    return new Rehearsal(
        trial, trial, List.of(withEmptyCalls(other)), SCALAR, THIRD, VECTOR, meter);
  }

  private Trial withEmptyCalls(Cost vector) {
    return new Trial() {
      @Override
      public void run(KernelSet kernels) {
        if (!is(kernels, VECTOR)) {
          nanos += 5_000;
        } else {
          vector.pay(vectorCalls++);
        }
      }

      @Override
      public boolean empty(KernelSet kernels) {
        nanos += 30;
        emptyCalls++;
        emptyThirdCalls += is(kernels, THIRD) ? 1 : 0;
        emptyVectorCalls += is(kernels, VECTOR) ? 1 : 0;
        return true;
      }
    };
  }

  /// Goes on until it is decided.
  private Comparison run(Rehearsal rehearsal) {
    while (!rehearsal.slice(1_000_000)) {
      nanos += 500_000;
    }
    return rehearsal.last();
  }

  private Cost compiledBehindEmptyCalls(int count) {
    return call -> {
      boolean compiled = emptyCalls >= count;
      boxedCalls += compiled ? 0 : 1;
      take(compiled ? 1_500 : 100_000, compiled ? 0 : 20_000);
    };
  }

  private void take(long time, long memory) {
    nanos += time;
    bytes += memory;
  }

  @Test
  void aKernelThatIsCompiledAndFasterWins() {
    Comparison last =
        run(
            rehearsal(
                5_000,
                call -> {
                  if (call < 700) {
                    take(100_000, 120_000);
                  } else {
                    take(1_500, 0);
                  }
                }));
    assertTrue(last.isWon());
    assertEquals(5_000, last.scalarNanos());
    assertEquals(1_500, last.vectorNanos());
    assertTrue(vectorCalls < 3_000, vectorCalls + " calls");
  }

  @Test
  void aKernelThatMakesObjectsForGoodIsGivenUpHoweverFastItIs() {
    assertFalse(run(rehearsal(5_000, call -> take(1_000, 80))).isWon());
    assertTrue(nanos < 4_000_000_000L, nanos + " ns");
  }

  @Test
  void aKernelThatIsSlowerStaysScalar() {
    Comparison last = run(rehearsal(20, call -> take(25, 0)));
    assertTrue(last.isCompiled());
    assertFalse(last.isWon());
    assertTrue(nanos < 200_000_000L, nanos + " ns");
  }

  @Test
  void aKernelThatGainsNextToNothingStaysScalar() {
    assertFalse(run(rehearsal(1_000, call -> take(990, 0))).isWon());
  }

  @Test
  void oneLuckyTurnDecidesNothing() {
    // One call of many is faster than the scalar ones; the others make objects.
    assertFalse(
        run(rehearsal(5_000, call -> take(call % 50 == 0 ? 100 : 9_000, call % 50 == 0 ? 0 : 96)))
            .isWon());
  }

  @Test
  void aKernelThatIsNeverCompiledIsGivenUp() {
    assertFalse(run(rehearsal(5_000, call -> take(100_000, 120_000))).isWon());
    assertTrue(vectorCalls > 6_000, vectorCalls + " calls");
    assertTrue(vectorCalls < 70_000, vectorCalls + " calls");
  }

  @Test
  void aKernelThatBoxesAgainIsSeenByTheNextComparison() {
    boolean[] again = {false};
    Rehearsal rehearsal =
        rehearsal(5_000, call -> take(again[0] ? 100_000 : 1_500, again[0] ? 120_000 : 0));
    assertTrue(run(rehearsal).isWon());
    assertTrue(rehearsal.compare().isWon());
    again[0] = true;
    assertFalse(rehearsal.compare().isWon());
  }

  @Test
  void emptyCallsLetAKernelBeCompiledAfterFewRealOnes() {
    Cost cost = compiledBehindEmptyCalls(8_000);
    assertTrue(run(rehearsalInRounds(cost, cost)).isWon());
    assertTrue(boxedCalls < 500, boxedCalls + " calls");
    assertTrue(bytes < 10_000_000, bytes + " bytes");
  }

  @Test
  void looksGoOnWithEmptyCallsSoThatTheCompilerAsksAgain() {
    Cost cost = compiledBehindEmptyCalls(20_000);
    assertTrue(run(rehearsalInRounds(cost, cost)).isWon());
    assertTrue(boxedCalls < 500, boxedCalls + " calls");
  }

  @Test
  void aKernelThatIsCompiledWithinARoundEndsItsSmallCalls() {
    int[] smallCalls = {0};
    Cost cost = call -> take(call < 100 ? 100_000 : 1_500, call < 100 ? 20_000 : 0);
    Cost other =
        call -> {
          smallCalls[0] = smallCalls[0] == 0 ? call : smallCalls[0];
          cost.pay(call);
        };
    assertTrue(run(rehearsalInRounds(cost, other)).isWon());
    assertEquals(101, smallCalls[0]);
    assertEquals(11_000, emptyCalls);
  }

  @Test
  void otherShapesAreCalledBehindTheRealOnesAndBeforeTheEmptyOnes() {
    int[] firstOther = {-1};
    int[] emptyBefore = {-1};
    Cost cost = compiledBehindEmptyCalls(8_000);
    Cost other =
        call -> {
          if (firstOther[0] < 0) {
            firstOther[0] = call;
            emptyBefore[0] = emptyCalls;
          }
          cost.pay(call);
        };
    assertTrue(run(rehearsalInRounds(cost, other)).isWon());
    assertEquals(400, firstOther[0]);
    assertEquals(1_000, emptyBefore[0]);
  }

  @Test
  void aKernelThatIsThrownAwayForAnotherShapeIsCalledInAllShapesAnew() {
    int[] fails = {0};
    int[] compiledAt = {8_000};
    Cost cost = call -> take(emptyCalls < compiledAt[0] ? 100_000 : 1_500, boxes(compiledAt[0]));
    Cost other =
        call -> {
          cost.pay(call);
          if (emptyCalls >= compiledAt[0] && fails[0] < 2) {
            fails[0]++;
            compiledAt[0] = emptyCalls + 8_000;
            take(0, 20_000);
          }
        };
    assertTrue(run(rehearsalInRounds(cost, other)).isWon());
    assertEquals(2, fails[0]);
  }

  @Test
  void aKernelWhoseOtherShapesAreCompiledLateIsNotGivenUp() {
    int[] otherCalls = {0};
    Trial small = kernels -> nanos += is(kernels, VECTOR) ? 20 : 600;
    Trial other = kernels -> take(100, otherCalls[0]++ < 6_000 ? 2_000 : 0);
    assertTrue(
        run(new Rehearsal(small, small, List.of(other), SCALAR, THIRD, VECTOR, meter)).isWon());
  }

  @Test
  void eachOtherShapeIsCalledInVectors() {
    int[] calls = new int[8];
    List<Trial> others =
        IntStream.range(0, calls.length)
            .<Trial>mapToObj(i -> kernels -> calls[i] += is(kernels, VECTOR) ? 1 : 0)
            .toList();
    Trial small = kernels -> take(100_000, is(kernels, VECTOR) ? 120_000 : 0);
    run(new Rehearsal(small, small, others, SCALAR, THIRD, VECTOR, meter));
    for (int count : calls) {
      assertTrue(count > 0, Arrays.toString(calls));
    }
  }

  @Test
  void vectorsAreLessThanNineCallsOfTenAndTheThirdKernelsSome() {
    run(rehearsal(5_000, call -> take(100_000, 120_000)));
    assertTrue(vectorCalls < 0.9 * (vectorCalls + notVectorCalls), vectorCalls + " calls");

    Cost cost = compiledBehindEmptyCalls(8_000);
    run(rehearsalInRounds(cost, cost));
    assertTrue(emptyVectorCalls < 0.9 * emptyCalls, emptyVectorCalls + " of " + emptyCalls);
    assertTrue(emptyThirdCalls > 0.05 * emptyCalls, emptyThirdCalls + " of " + emptyCalls);
  }

  private long boxes(int compiledAt) {
    return emptyCalls < compiledAt ? 20_000 : 0;
  }

  @Test
  void aKernelWithEmptyCallsThatIsNeverCompiledIsGivenUp() {
    Cost cost = call -> take(100_000, 20_000);
    assertFalse(run(rehearsalInRounds(cost, cost)).isWon());
    assertTrue(nanos < 4_000_000_000L, nanos + " ns");
  }
}
