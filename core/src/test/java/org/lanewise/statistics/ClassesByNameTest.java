package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;
import org.lanewise.statistics.StatisticsKind.Gatherer;

/// Statistics of every kind know classes by name: in whatever order batches and parts meet them,
/// what comes of it is the same.
@Tag("once")
class ClassesByNameTest {

  private static final List<String> NAMES =
      IntStream.range(0, 23).mapToObj(c -> c % 2 == 0 ? "c" + c : "C" + c).toList();

  @ParameterizedTest
  @EnumSource
  void batchesThatMeetClassesInAnyOrderGiveTheBitsOfOneBatch(StatisticsKind kind) {
    for (int k : new int[] {1, 2, 7, 9, 23}) {
      for (int n : new int[] {40, 2500, 20_000}) {
        Random random = new Random(31L * k + n);
        double[][] rows = rows(n, random);
        String[] names = names(n, k, random);
        Gatherer whole = kind.make(Workers.CALLER);
        whole.add(rows, Labels.of(names));
        for (Workers workers : List.of(Workers.CALLER, Workers.common())) {
          Gatherer parts = kind.make(workers);
          int to;
          for (int from = 0; from < n; from = to) {
            // At first a row at a time, so that classes come one by one.
            to = Math.min(n, from + 1 + random.nextInt(1 + 2 * from));
            parts.add(
                Arrays.copyOfRange(rows, from, to), Labels.of(Arrays.copyOfRange(names, from, to)));
          }
          assertEquals(whole.statistics().classes(), parts.statistics().classes());
          assertBits(whole, parts);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void givenClassesGiveTheNumbersOfNaturalOnesInTheirOwnOrder(StatisticsKind kind) {
    Random random = new Random(7);
    double[][] rows = rows(900, random);
    String[] names = names(900, 5, random);
    Gatherer natural = kind.make(Workers.CALLER);
    natural.add(rows, Labels.of(names));
    List<String> order = new ArrayList<>(natural.statistics().classes().names());
    java.util.Collections.reverse(order);
    Gatherer given = kind.make(Workers.CALLER);
    given.add(rows, Labels.of(Classes.of(order), names));
    assertEquals(order, given.statistics().classes().names());
    refused(
        "the labels have the class 'other'; one of",
        () -> given.add(rows(1, random), Labels.of("other")));
    Gatherer merged = kind.make(Workers.CALLER);
    merged.merge(natural);
    if (kind.counts()) {
      natural.subtract(given);
      assertTrue(DoubleStream.of(natural.numbers()).allMatch(number -> number == 0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void partsThatMetClassesInAnotherOrderAreMergedByName(StatisticsKind kind) {
    Random random = new Random(5);
    double[][] rows = rows(600, random);
    String[] names = names(600, 9, random);
    Gatherer left = part(kind, rows, names, 0, 1);
    Gatherer right = part(kind, rows, names, 1, 1);
    Gatherer leftFirst = part(kind, rows, names, 0, -1);
    leftFirst.merge(right);
    left.merge(part(kind, rows, names, 1, -1));
    assertEquals(left.statistics().classes(), leftFirst.statistics().classes());
    double[] one = left.numbers();
    double[] other = leftFirst.numbers();
    for (int i = 0; i < one.length; i++) {
      assertEquals(one[i], other[i], 1e-12 * Math.max(1, Math.abs(one[i])));
    }
    assertEquals(600, left.statistics().rowCount());
  }

  /// Statistics of every second row, in the order of the rows or backwards.
  private static Gatherer part(
      StatisticsKind kind, double[][] rows, String[] names, int first, int step) {
    Gatherer part = kind.make(Workers.CALLER);
    for (int i = 0; i < rows.length / 2; i++) {
      int at = first + 2 * (step > 0 ? i : rows.length / 2 - 1 - i);
      part.add(new double[][] {rows[at]}, Labels.of(names[at]));
    }
    return part;
  }

  @ParameterizedTest
  @EnumSource
  void namedAndUnnamedClassesNeverMix(StatisticsKind kind) {
    double[][] rows = rows(2, new Random(1));
    Gatherer named = kind.make(Workers.CALLER);
    named.add(rows, Labels.of("a", "b"));
    Gatherer unnamed = kind.make(Workers.CALLER);
    unnamed.add(rows, Labels.ofIndices(new int[] {0, 1}, 2));
    double[] before = named.numbers();
    refused(
        "the classes of the labels have no names; names are expected, as known classes have: [a,"
            + " b]",
        () -> named.add(rows, Labels.ofIndices(new int[] {0, 1}, 2)));
    refused(
        "the classes of the labels have names, [a, b]; the indices 0 to 1 are expected",
        () -> unnamed.add(rows, Labels.of("a", "b")));
    refused("have no names; names are expected", () -> named.merge(unnamed));
    refused("have no names; names are expected", () -> named.subtract(unnamed));
    refused(
        "the labels have 3 classes; 2 are expected",
        () -> unnamed.add(rows, Labels.ofIndices(new int[] {0, 1}, 3)));
    assertEquals(Arrays.toString(before), Arrays.toString(named.numbers()));
  }

  private static double[][] rows(int n, Random random) {
    return Stream.generate(
            () -> new double[] {random.nextInt(2), random.nextInt(2), random.nextInt(2)})
        .limit(n)
        .toArray(double[][]::new);
  }

  private static String[] names(int n, int k, Random random) {
    String[] names = new String[n];
    Arrays.setAll(names, i -> NAMES.get((int) (k * random.nextDouble() * random.nextDouble())));
    return names;
  }

  private static void assertBits(Gatherer expected, Gatherer actual) {
    double[] a = expected.numbers();
    double[] b = actual.numbers();
    assertEquals(a.length, b.length);
    for (int i = 0; i < a.length; i++) {
      assertEquals(Double.doubleToRawLongBits(a[i]), Double.doubleToRawLongBits(b[i]));
    }
  }

  private static void refused(String part, Runnable action) {
    String message = assertThrows(IllegalArgumentException.class, action::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
