package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;

final class SegmentColumnsTest {

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

  private static MemorySegment ints(int... values) {
    return MemorySegment.ofArray(values);
  }

  private static void assertRows(double[][] expected, NumericColumns found) {
    assertEquals(expected.length, found.rowCount());
    double[] row = new double[found.featureCount()];
    for (int i = 0; i < expected.length; i++) {
      found.row(i, row);
      assertArrayEquals(expected[i], row);
    }
  }

  @Test
  void aTableMayLieByColumnsOrByRows() {
    double[][] rows = {{1, 2, 3}, {4, 5, 6}};
    assertRows(rows, NumericColumns.of(INT, ints(1, 4), ints(2, 5), ints(3, 6)));
    assertRows(rows, NumericColumns.ofRowMajor(INT, ints(1, 2, 3, 4, 5, 6, 7), 2, 3));
    assertRows(rows, NumericColumns.ofColumnMajor(INT, ints(1, 4, 2, 5, 3, 6, 7), 2, 3));
    assertRows(rows, NumericColumns.ofRowMajor(new double[] {1, 2, 3, 4, 5, 6}, 3));
    assertRows(rows, NumericColumns.ofRowMajor(new float[] {1, 2, 3, 4, 5, 6}, 3));
  }

  @Test
  void halvesAreWidenedExactly() {
    double[][] rows = {
      {1, -2.5, 0x1p-24}, {65504, Double.NEGATIVE_INFINITY, Double.NaN}, {-0.0, 0.0999755859375, 0}
    };
    short[] halves = new short[9];
    short[] columns = new short[9];
    for (int i = 0; i < 9; i++) {
      halves[i] = Float.floatToFloat16((float) rows[i / 3][i % 3]);
      columns[i] = Float.floatToFloat16((float) rows[i % 3][i / 3]);
    }
    ValueLayout half = NumericColumns.FLOAT16;
    assertRows(rows, NumericColumns.ofRowMajorFloat16(halves, 3));
    assertRows(rows, NumericColumns.ofRowMajor(half, MemorySegment.ofArray(halves), 3, 3));
    assertRows(rows, NumericColumns.ofColumnMajor(half, MemorySegment.ofArray(columns), 3, 3));
  }

  @Test
  void shortsWithoutTheNameOfHalvesAreIntegers() {
    MemorySegment one = MemorySegment.ofArray(new short[] {0x3C00});
    assertRows(
        new double[][] {{0x3C00}}, NumericColumns.ofRowMajor(ValueLayout.JAVA_SHORT, one, 1, 1));
    assertRows(new double[][] {{1}}, NumericColumns.ofRowMajor(NumericColumns.FLOAT16, one, 1, 1));
  }

  @Test
  void stridesChooseRowsAndFeatures() {
    MemorySegment table = ints(0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23);
    assertRows(
        new double[][] {{1, 3}, {21, 23}}, NumericColumns.ofStrides(INT, table, 2, 2, 4, 32, 8));
    assertRows(
        new double[][] {{23, 22}, {13, 12}, {3, 2}},
        NumericColumns.ofStrides(INT, table, 3, 2, 44, -16, -4));
    assertRows(
        new double[][] {{11, 11}, {11, 11}}, NumericColumns.ofStrides(INT, table, 2, 2, 20, 0, 0));
    assertRows(
        new double[][] {{0, 1}, {0, 1}, {0, 1}},
        NumericColumns.ofStrides(INT, table, 3, 2, 0, 0, 4));
  }

  @Test
  void longsBeyondTwoToTheFiftyThirdAreRounded() {
    long[] values = {(1L << 53) + 1, (1L << 53) + 3, Long.MIN_VALUE, Long.MAX_VALUE};
    assertRows(
        new double[][] {{0x1p53}, {0x1.0000000000002p53}, {-0x1p63}, {0x1p63}},
        NumericColumns.ofRowMajor(ValueLayout.JAVA_LONG, MemorySegment.ofArray(values), 4, 1));
  }

  @Test
  void namesOfFeaturesAreKept() {
    NumericColumns rows = NumericColumns.ofRowMajor(new double[4], 2).withFeatures("a", "b");
    assertEquals(List.of("a", "b"), rows.features().names());
    assertEquals(List.of("a", "b"), NumericColumns.copyOf(rows).features().names());
    assertRefused(() -> rows.withFeatures("a"), "1 features were given for 2 columns");
  }

  @Test
  void noRowsNeedNoMemory() {
    MemorySegment none = MemorySegment.NULL;
    assertEquals(0, NumericColumns.ofRowMajor(INT, none, 0, 3).rowCount());
    assertEquals(0, NumericColumns.ofStrides(INT, none, 0, 3, -8, 1, 1).rowCount());
    assertEquals(0, NumericColumns.copyOf(NumericColumns.of(INT, none)).rowCount());
  }

  @Test
  void refusesWhatDoesNotLieInTheSegment() {
    MemorySegment table = ints(new int[12]);
    assertRefused(
        () -> NumericColumns.ofRowMajor(INT, table, 5, 3),
        "5 rows of 3 features take bytes 0 to 59 of a segment of 48 bytes; values inside the"
            + " segment are expected");
    assertRefused(
        () -> NumericColumns.ofStrides(INT, table, 3, 4, -1, 16, 4), "take bytes -1 to 46 of");
    assertRefused(
        () -> NumericColumns.ofStrides(INT, table, 3, 4, 12, 16, -5), "take bytes -3 to 47 of");
    assertRefused(
        () -> NumericColumns.ofStrides(INT, table, 3, 1, 0, 1L << 62, 0),
        "3 rows at strides of 4611686018427387904 bytes and 1 features at strides of 0 reach beyond"
            + " 2^63 bytes");
    assertRefused(
        () -> NumericColumns.ofStrides(INT, table, 1, 1, Long.MAX_VALUE, 0, 0), "beyond 2^63");
    assertRefused(() -> NumericColumns.ofRowMajor(INT, table, -1, 3), "rowCount is -1");
    assertRefused(() -> NumericColumns.ofColumnMajor(INT, table, 3, 0), "featureCount is 0");
    assertRefused(
        () -> NumericColumns.of(INT, table, ints(1)), "column 1 has 1 row; 12 are expected");
    assertRefused(
        () -> NumericColumns.of(INT, MemorySegment.ofArray(new byte[6])),
        "column 0 has 6 bytes; a multiple of 4");
    assertRefused(() -> NumericColumns.of(INT), "no columns were given");
    assertRefused(() -> NumericColumns.of(INT, table, null), "column 1 is null");
    assertRefused(() -> NumericColumns.ofRowMajor(new double[5], 2), "the array has 5 values");
    assertRefused(() -> NumericColumns.ofRowMajor(new float[5], 2), "the array has 5 values");
    assertRefused(() -> NumericColumns.ofRowMajorFloat16(new short[5], 0), "featureCount is 0");
    assertRefused(
        () -> NumericColumns.ofRowMajor(ValueLayout.JAVA_CHAR, table, 1, 1),
        "the layout is that of char; double, float, long, int, short or byte is expected");
  }

  @Test
  void aRowOrFeatureThatIsNotThereIsRefused() {
    NumericColumns rows = NumericColumns.ofRowMajor(INT, ints(1, 2, 3, 4, 5, 6), 2, 2);
    assertThrows(IndexOutOfBoundsException.class, () -> rows.value(2, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> rows.value(0, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> rows.value(0, -1));
    assertThrows(IndexOutOfBoundsException.class, () -> rows.row(-1, new double[2]));
    assertThrows(IndexOutOfBoundsException.class, () -> rows.row(0, new double[1]));
  }

  private static final int MANY = 9000;

  private static NumericColumns rows(Arena arena, boolean byRow) {
    MemorySegment memory = arena.allocate(8L * 2 * MANY, 8);
    Random random = new Random(1);
    for (int i = 0; i < 2 * MANY; i++) {
      memory.setAtIndex(ValueLayout.JAVA_DOUBLE, i, random.nextGaussian());
    }
    return byRow
        ? NumericColumns.ofRowMajor(ValueLayout.JAVA_DOUBLE, memory, MANY, 2)
        : NumericColumns.ofColumnMajor(ValueLayout.JAVA_DOUBLE, memory, MANY, 2);
  }

  private static Labels labels() {
    return Labels.ofIndices(new Random(2).ints(MANY, 0, 2).toArray(), 2);
  }

  @Test
  void closedMemoryIsRefusedWithOneSentence() {
    Labels labels = labels();
    for (boolean byRow : new boolean[] {true, false}) {
      Arena arena = Arena.ofShared();
      NumericColumns rows = rows(arena, byRow);
      GaussianNaiveBayes model =
          GaussianNaiveBayes.recipe().fit(GaussianStatistics.of(rows, labels));
      arena.close();
      String closed =
          "the memory of feature 0 is closed; memory that stays open while its rows are in use is"
              + " expected";
      assertSays(closed, () -> rows.value(3, 0));
      assertSays(closed, () -> GaussianStatistics.of(rows, labels));
      assertSays(closed, () -> VarianceStatistics.of(rows, labels));
      assertSays(closed, () -> model.scorer().predict(rows, new int[MANY]));
      withTwoWorkers(workers ->
          assertSays(closed, () -> model.scorer().on(workers).predict(rows, new int[MANY])));
    }
  }

  @Test
  void memoryOfOneThreadIsRefusedToWorkersWithOneSentence() {
    Labels labels = labels();
    try (Arena arena = Arena.ofConfined()) {
      NumericColumns rows = rows(arena, true);
      GaussianNaiveBayes model =
          GaussianNaiveBayes.recipe().fit(GaussianStatistics.of(rows, labels));
      String confined =
          "the memory of feature 0 belongs to another thread than the one that reads it; memory"
              + " that all workers may read is expected, such as that of a shared arena";
      withTwoWorkers(workers -> {
        assertSays(confined, () -> model.scorer().on(workers).predict(rows, new int[MANY]));
        GaussianStatistics statistics =
            new GaussianStatistics(Features.unnamed(2), Classes.unnamed(2));
        assertSays(confined, () -> statistics.on(workers).add(rows, labels));
        assertEquals(0, statistics.rowCount());
      });
    }
  }

  @Test
  void bitsOfOneThreadAreRefusedToWorkersWithOneSentence() {
    Labels labels = labels();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment[] columns = {arena.allocate(MANY / 8), arena.allocate(MANY / 8)};
      BitColumns rows = BitColumns.of(columns, MANY);
      withTwoWorkers(workers ->
          assertSays(
              "the memory of feature ",
              () ->
                  new BernoulliStatistics(Features.unnamed(2), Classes.unnamed(2))
                      .on(workers)
                      .add(rows, labels)));
    }
  }

  @Test
  void memoryMayBeOfAnyByteOrder() {
    MemorySegment memory = MemorySegment.ofArray(new byte[10]).asSlice(1);
    ValueLayout.OfFloat layout = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    memory.set(layout, 0, 1.5f);
    memory.set(layout, 4, -2.25f);
    assertRows(
        new double[][] {{1.5, -2.25}},
        NumericColumns.ofRowMajor(
            ValueLayout.JAVA_FLOAT.withOrder(ByteOrder.BIG_ENDIAN), memory, 1, 2));
  }

  private interface Use {
    void with(Workers workers);
  }

  /// Another thread takes the rows before the caller does.
  private static void withTwoWorkers(Use use) {
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      use.with(new Workers(task -> CompletableFuture.runAsync(task, executor).join(), 2));
    }
  }

  private static void assertSays(String sentence, Executable refused) {
    String message = assertThrows(IllegalStateException.class, refused).getMessage();
    assertTrue(message.startsWith(sentence), message);
  }

  private static void assertRefused(Executable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused).getMessage();
    assertTrue(message.contains(part), message);
  }
}
