package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.StatisticsFile;

/// Statistics that are merged piece by piece are those that are merged whole, to the bit.
class SplitStatisticsTest {

  private static final int FEATURES = 5;

  private static final int CLASSES = 11;

  private static byte[] bytes(GaussianStatistics statistics) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new StatisticsFile(statistics).write(bytes);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// Rows of some of the classes.
  private static GaussianStatistics part(SplittableRandom random, Classes classes, int rows) {
    boolean open = classes == null;
    int least = random.nextInt(CLASSES - 1);
    int most = random.nextInt(least, CLASSES);
    String[] labels = new String[rows];
    double[][] values = new double[rows][FEATURES];
    double[] weights = new double[rows];
    for (int i = 0; i < rows; i++) {
      labels[i] = Integer.toString(random.nextInt(least, most + 1));
      weights[i] = random.nextInt(4) / 3.0;
      for (int j = 0; j < FEATURES; j++) {
        values[i][j] = random.nextDouble() * (j + 1) + 1e5;
      }
    }
    Labels known = open ? Labels.of(labels) : Labels.of(classes, labels);
    return GaussianStatistics.of(NumericColumns.fromRows(values), known.withWeights(weights));
  }

  /// The classes of each piece, of which there are so many with the same names modulo a number.
  private static int[][] pieces(Classes classes, int count) {
    return IntStream.range(0, count)
        .mapToObj(piece ->
            IntStream.range(0, classes.count())
                .filter(c -> Integer.parseInt(classes.name(c)) % count == piece)
                .toArray())
        .filter(piece -> piece.length > 0)
        .toArray(int[][]::new);
  }

  private static GaussianStatistics joined(
      Classes classes, List<GaussianStatistics> parts, int count) {
    Map<Integer, GaussianStatistics> merged = new TreeMap<>();
    long rows = 0;
    for (GaussianStatistics part : parts) {
      rows += part.rowCount();
      int[][] pieces = pieces(part.classes(), count);
      List<GaussianStatistics> split = part.split(pieces);
      for (int i = 0; i < pieces.length; i++) {
        int key = Integer.parseInt(part.classes().name(pieces[i][0])) % count;
        merged.merge(
            key, split.get(i), (left, right) -> left.merge(right).as(GaussianStatistics.class));
      }
    }
    Collection<GaussianStatistics> all = merged.values();
    return GaussianStatistics.joined(classes, rows, all);
  }

  private static Classes fixed() {
    return Classes.of(IntStream.range(0, CLASSES).mapToObj(c -> "" + (CLASSES - 1 - c)).toList());
  }

  @Test
  void piecesThatAreMergedAndJoinedAreTheWhole() {
    SplittableRandom random = new SplittableRandom(20261123);
    for (Classes given : Arrays.asList(null, fixed())) {
      for (int count : new int[] {1, 3, CLASSES}) {
        List<GaussianStatistics> parts = new ArrayList<>();
        for (int rows : new int[] {1, 700, 40, 9000, 3}) {
          parts.add(part(random, given, rows));
        }
        GaussianStatistics whole =
            new GaussianStatistics(
                parts.getFirst().features(), given == null ? Classes.sorted(List.of()) : given);
        parts.forEach(whole::merge);
        assertArrayEquals(bytes(whole), bytes(joined(whole.classes(), parts, count)));
      }
    }
  }

  @Test
  void piecesKeepTheErrorOfASubtraction() {
    SplittableRandom random = new SplittableRandom(7);
    GaussianStatistics whole = part(random, fixed(), 900);
    GaussianStatistics some = part(random, fixed(), 4);
    whole.merge(some);
    whole.subtract(some);
    GaussianStatistics joined = joined(whole.classes(), List.of(whole), 3);
    assertArrayEquals(bytes(whole), bytes(joined));
    assertEquals(whole.subtractionError(), joined.subtractionError());
  }

  @Test
  void piecesAreCopies() {
    SplittableRandom random = new SplittableRandom(8);
    GaussianStatistics whole = part(random, fixed(), 300);
    byte[] before = bytes(whole);
    GaussianStatistics piece = whole.split(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}).getFirst();
    GaussianStatistics joined =
        GaussianStatistics.joined(fixed(), whole.rowCount(), List.of(piece));
    byte[] expected = bytes(joined);
    piece.merge(part(random, fixed(), 300));
    assertArrayEquals(before, bytes(whole));
    assertArrayEquals(expected, bytes(joined));
  }

  private static void assertSaid(String message, org.junit.jupiter.api.function.Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void whatCannotBeCutOrJoinedIsRefused() {
    NumericColumns rows = NumericColumns.fromRows(new double[][] {{1}, {2}, {4}});
    Labels labels = Labels.of("a", "b", "a");
    GaussianStatistics whole = GaussianStatistics.of(rows, labels);
    assertSaid("a piece has no class; at least one is expected", () -> whole.split(new int[0]));
    assertSaid(
        "class 1 is out of range or given twice; distinct classes from 0 to 1 are expected",
        () -> whole.split(new int[] {0, 1}, new int[] {1}));
    assertSaid(
        "the statistics to split hold one scatter pooled over the classes; a scatter for each class"
            + " with a name is expected",
        () -> whole.withPooledScatter().split(new int[] {0}));
    assertSaid(
        "the statistics to split hold classes without names; a scatter for each class with a name"
            + " is expected",
        () -> new GaussianStatistics(Features.unnamed(1), Classes.unnamed(2)).split(new int[] {0}));
    GaussianStatistics first = whole.split(new int[] {0}).getFirst();
    assertSaid(
        "there is no piece; at least one is expected",
        () -> GaussianStatistics.joined(whole.classes(), 3, List.of()));
    assertSaid(
        "class 'a' of a piece has rows in another piece too; each of [a, b] in one piece is"
            + " expected",
        () -> GaussianStatistics.joined(whole.classes(), 3, List.of(first, whole)));
    assertSaid(
        "class 'a' of a piece is not among those of all; each of [b, c] in one piece is expected",
        () -> GaussianStatistics.joined(Classes.of("b", "c"), 3, List.of(first)));
    assertSaid(
        "a piece has 3 rows; at most 2 are expected, those of all",
        () -> GaussianStatistics.joined(whole.classes(), 2, List.of(first)));
  }
}
