package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.statistics.StatisticsKind.Gatherer;

/// What holds of statistics of every kind, by all that they hold: the bytes of their files.
class LawsOfAllStatisticsTest {

  private static final int D = StatisticsKind.D;
  private static final int[] SIZES = {1, 40, 2500, 20_000};

  static double[][] rows(int n, Random random) {
    double[][] rows = new double[n][D];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextInt(2));
    }
    return rows;
  }

  static Labels labels(int n, int k, Random random) {
    String[] names = new String[n];
    // Every class has rows, if there are enough.
    Arrays.setAll(names, i -> "class " + (i < k ? i : random.nextInt(k)));
    return Labels.of(names);
  }

  private static Gatherer of(StatisticsKind kind, double[][] rows, Labels labels) {
    Gatherer statistics = kind.make(Workers.CALLER);
    statistics.add(rows, labels);
    return statistics;
  }

  private static double[][] part(double[][] rows, int from, int to) {
    return Arrays.copyOfRange(rows, from, to);
  }

  private static Labels part(Labels labels, int from, int to) {
    int[] indices = new int[to - from];
    Arrays.setAll(indices, i -> from + i);
    return labels.select(indices);
  }

  @ParameterizedTest
  @EnumSource
  void batchesCutAnywhereGiveTheBitsOfOne(StatisticsKind kind) {
    for (int n : SIZES) {
      Random random = new Random(n);
      double[][] rows = rows(n, random);
      Labels labels = labels(n, 3, random);
      byte[] expected = of(kind, rows, labels).bytes();
      for (int cuts : new int[] {1, 5, 50}) {
        Gatherer parts = kind.make(Workers.CALLER);
        int[] at = random.ints(cuts, 0, n + 1).sorted().toArray();
        int from = 0;
        for (int i = 0; i <= cuts; i++) {
          int to = i < cuts ? at[i] : n;
          if (to > from) {
            parts.add(part(rows, from, to), part(labels, from, to));
          }
          from = to;
        }
        assertArrayEquals(expected, parts.bytes(), n + " rows in " + (cuts + 1) + " parts");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void anyNumberOfWorkersGivesTheSameBits(StatisticsKind kind) {
    Random random = new Random(1);
    double[][] rows = rows(30_000, random);
    Labels labels = labels(30_000, 4, random);
    byte[] expected = of(kind, rows, labels).bytes();
    try (ForkJoinPool pool = new ForkJoinPool(3)) {
      for (int count : new int[] {1, 2, 3, 7}) {
        Gatherer shared = kind.make(new Workers(pool, count));
        shared.add(rows, labels);
        assertArrayEquals(expected, shared.bytes(), count + " workers");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void weightsOfOneGiveTheNumbersOfNone(StatisticsKind kind) {
    for (int n : SIZES) {
      Random random = new Random(n);
      double[][] rows = rows(n, random);
      Labels labels = labels(n, 3, random);
      double[] ones = new double[n];
      Arrays.fill(ones, 1);
      assertSameBits(
          of(kind, rows, labels).numbers(), of(kind, rows, labels.withWeights(ones)).numbers());
    }
  }

  @ParameterizedTest
  @EnumSource
  void decayedRowsAreRowsOfASmallerWeight(StatisticsKind kind) {
    for (double factor : new double[] {0.5, 0.3, 1}) {
      Random random = new Random(8);
      int n = 5000;
      double[][] rows = rows(n, random);
      Labels labels = labels(n, 3, random);
      double[] weights = new double[n];
      Arrays.fill(weights, 0, 3000, factor * factor);
      Arrays.fill(weights, 3000, 4000, factor);
      Arrays.fill(weights, 4000, n, 1);
      Gatherer first = of(kind, part(rows, 0, 3000), part(labels, 0, 3000));
      byte[] before = first.bytes();
      Statistics decayed = first.statistics().decayed(factor);
      assertArrayEquals(before, first.bytes(), "a copy decays");
      decayed =
          decayed
              .add(first.batch(part(rows, 3000, 4000)), part(labels, 3000, 4000))
              .decayed(factor)
              .add(first.batch(part(rows, 4000, n)), part(labels, 4000, n));
      assertEquals(n, decayed.rowCount());
      assertArrayEquals(
          of(kind, rows, labels.withWeights(weights)).numbers(),
          StatisticsKind.numbers(decayed),
          1e-9);
    }
  }

  @ParameterizedTest
  @EnumSource
  void powersOfTwoDecayAMergeAndItsPartsToTheSameBits(StatisticsKind kind) {
    Random random = new Random(9);
    double[][] rows = rows(900, random);
    Labels labels = labels(900, 3, random);
    Gatherer one = of(kind, part(rows, 0, 500), part(labels, 0, 500));
    Gatherer two = of(kind, part(rows, 500, 900), part(labels, 500, 900));
    Statistics parts = one.statistics().decayed(0x1p-20).merge(two.statistics().decayed(0x1p-20));
    Statistics weighted = one.statistics().decayed(1).merge(two.statistics().decayed(1));
    assertSameBits(
        StatisticsKind.numbers(parts), StatisticsKind.numbers(weighted.decayed(0x1p-20)));
    for (double bad : new double[] {0, -1, 1.5, Double.NaN, 1e-200}) {
      assertThrows(IllegalArgumentException.class, () -> parts.decayed(bad), "factor " + bad);
    }
    assertEquals(0, kind.make(Workers.CALLER).statistics().decayed(0.5).rowCount());
  }

  @ParameterizedTest
  @EnumSource
  void aClassWithoutWeightIsForgottenUntilRowsOfItCome(StatisticsKind kind) {
    Random random = new Random(10);
    double[][] rows = rows(600, random);
    Classes classes = Classes.sorted(List.of("a", "b", "c"));
    int[] indices = labels(600, 3, random).toArray();
    for (int i = 300; i < 600; i++) {
      indices[i] = i % 2;
    }
    Labels labels = Labels.ofIndices(indices, classes);
    Labels closed = Labels.ofIndices(indices, Classes.of("a", "b", "c"));
    Gatherer gatherer = of(kind, part(rows, 0, 300), part(labels, 0, 300));
    Statistics decayed =
        gatherer
            .statistics()
            .decayed(1e-100)
            .add(gatherer.batch(part(rows, 300, 600)), part(labels, 300, 600))
            .decayed(1e-100);
    assertEquals(List.of("a", "b"), decayed.classes().names());
    assertArrayEquals(
        StatisticsKind.numbers(
            of(kind, part(rows, 300, 600), part(labels, 300, 600))
                .statistics()
                .withoutEmptyClasses()
                .decayed(1e-100)),
        StatisticsKind.numbers(decayed),
        1e-9);
    decayed.add(gatherer.batch(part(rows, 0, 300)), part(labels, 0, 300));
    assertEquals(classes.names(), decayed.classes().names());
    Statistics ofGiven =
        of(kind, part(rows, 0, 300), part(closed, 0, 300))
            .statistics()
            .decayed(1e-100)
            .add(gatherer.batch(part(rows, 300, 600)), part(closed, 300, 600));
    assertThrows(IllegalArgumentException.class, () -> ofGiven.decayed(1e-100));
  }

  @ParameterizedTest
  @EnumSource
  void aRowOfWeightZeroSaysNothing(StatisticsKind kind) {
    Random random = new Random(2);
    double[][] rows = rows(400, random);
    Labels labels = labels(400, 3, random);
    double[] weights = new double[400];
    Arrays.setAll(weights, i -> i % 3 == 1 ? 0 : 1 + i % 2);
    double[][] others = rows.clone();
    for (int i = 1; i < 400; i += 3) {
      others[i] = new double[] {1, 1, 1};
    }
    assertSameBits(
        of(kind, rows, labels.withWeights(weights)).numbers(),
        of(kind, others, labels.withWeights(weights)).numbers());
  }

  @ParameterizedTest
  @EnumSource
  void mergingIntoNothingIsACopy(StatisticsKind kind) {
    for (int n : SIZES) {
      Random random = new Random(n);
      Gatherer some = of(kind, rows(n, random), labels(n, 3, random));
      Gatherer merged = kind.make(Workers.CALLER);
      merged.merge(some);
      assertEquals(some.statistics().classes(), merged.statistics().classes());
      assertEquals(n, merged.statistics().rowCount());
      assertSameBits(some.numbers(), merged.numbers());
    }
  }

  @ParameterizedTest
  @EnumSource
  void mergingNothingChangesNothing(StatisticsKind kind) {
    Random random = new Random(3);
    Gatherer some = of(kind, rows(2500, random), labels(2500, 3, random));
    byte[] before = some.bytes();
    some.merge(kind.make(Workers.CALLER));
    assertArrayEquals(before, some.bytes());
  }

  @ParameterizedTest
  @EnumSource
  void mergingIsAddingBoth(StatisticsKind kind) {
    Random random = new Random(4);
    double[][] rows = rows(5000, random);
    Labels labels = labels(5000, 4, random);
    for (int cut : new int[] {1, 17, 2500, 4999}) {
      Gatherer left = of(kind, part(rows, 0, cut), part(labels, 0, cut));
      left.merge(of(kind, part(rows, cut, 5000), part(labels, cut, 5000)));
      assertNear(kind, of(kind, rows, labels).numbers(), left.numbers());
      assertEquals(5000, left.statistics().rowCount());
    }
  }

  @ParameterizedTest
  @EnumSource
  void subtractingIsNeverHavingAdded(StatisticsKind kind) {
    Random random = new Random(5);
    double[][] rows = rows(5000, random);
    Labels labels = labels(5000, 4, random);
    Gatherer all = of(kind, rows, labels);
    all.subtract(of(kind, part(rows, 0, 1000), part(labels, 0, 1000)));
    Gatherer rest = of(kind, part(rows, 1000, 5000), part(labels, 1000, 5000));
    assertNear(kind, rest.numbers(), all.numbers());
    assertEquals(4000, all.statistics().rowCount());
  }

  @ParameterizedTest
  @EnumSource
  void whatIsRefusedLeavesTheBits(StatisticsKind kind) {
    for (int n : SIZES) {
      Random random = new Random(n);
      double[][] rows = rows(n, random);
      Labels labels = labels(n, 3, random);
      Gatherer some = of(kind, rows, labels);
      byte[] before = some.bytes();
      double[][] wide = new double[n][D + 1];
      double[] infinite = new double[n];
      Arrays.fill(infinite, Double.MAX_VALUE);
      infinite[n - 1] = Double.POSITIVE_INFINITY;
      Gatherer more = of(kind, rows, labels);
      more.add(rows, labels);
      List<Runnable> refused =
          List.of(
              () -> some.add(rows(n + 1, random), labels),
              () -> some.add(wide, labels),
              () -> some.add(rows, labels.withWeights(infinite)),
              () -> some.add(rows, Labels.ofIndices(new int[n], 1)),
              () -> some.merge(some),
              () -> some.subtract(some),
              () -> some.subtract(more));
      for (int i = 0; i < refused.size(); i++) {
        assertThrows(IllegalArgumentException.class, refused.get(i)::run, "case " + i);
        assertArrayEquals(before, some.bytes(), "case " + i);
      }
    }
  }

  private static void assertSameBits(double[] expected, double[] actual) {
    assertEquals(expected.length, actual.length);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(
          Double.doubleToRawLongBits(expected[i]), Double.doubleToRawLongBits(actual[i]), "" + i);
    }
  }

  /// Counts are exact; moments are put together in another order.
  private static void assertNear(StatisticsKind kind, double[] expected, double[] actual) {
    if (kind.counts()) {
      assertSameBits(expected, actual);
      return;
    }
    assertEquals(expected.length, actual.length);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], 1e-10 * Math.max(1, Math.abs(expected[i])), "" + i);
    }
  }
}
