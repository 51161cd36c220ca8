package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.internal.store.BitStore;
import org.lanewise.internal.store.Stores;
import org.lanewise.statistics.BernoulliStatistics;

final class BitColumnsTest {

  @Property(seed = "1", tries = 60)
  void allWaysInHoldTheSameBits(
      @ForAll @IntRange(max = 200) int n,
      @ForAll @IntRange(min = 1, max = 150) int d,
      @ForAll long seed) {
    Random random = new Random(seed);
    boolean[][] booleans = new boolean[d][n];
    byte[][] bytes = new byte[d][n];
    double[][] doubles = new double[d][n];
    boolean[][] rows = new boolean[n][d];
    long[][] words = new long[d][(n + 63) / 64 + 1];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < words[j].length; i++) {
        words[j][i] = random.nextLong();
      }
      for (int i = 0; i < n; i++) {
        boolean bit = (words[j][i / 64] >>> (i % 64) & 1) == 1;
        booleans[j][i] = bit;
        rows[i][j] = bit;
        bytes[j][i] = (byte) (bit ? 1 : 0);
        doubles[j][i] = bit ? 1 : 0;
      }
    }
    BitColumns[] all = {
      BitColumns.copyOfColumns(booleans),
      BitColumns.copyOfColumns(bytes),
      BitColumns.copyOf(NumericColumns.of(doubles)),
      BitColumns.copyOf(NumericColumns.of(doubles), 0.25),
      BitColumns.of(words, n),
      BitColumns.of(segments(words, n, random), n),
      n == 0 ? BitColumns.copyOfColumns(booleans) : BitColumns.fromRows(rows)
    };
    int rowWords = BitColumns.rowWords(d);
    long[] packed = new long[n * rowWords];
    for (BitColumns columns : all) {
      assertEquals(n, columns.rowCount());
      assertEquals(d, columns.featureCount());
      long[] row = new long[rowWords];
      for (int i = 0; i < n; i++) {
        columns.row(i, row);
        for (int j = 0; j < d; j++) {
          assertEquals(booleans[j][i], columns.value(i, j));
          assertEquals(booleans[j][i], (row[j / 64] >>> (j % 64) & 1) == 1);
        }
        assertArrayEquals(row, BitColumns.packRow(rows[i]));
        for (int w = 0; w < rowWords; w++) {
          packed[i * rowWords + w] = row[w];
        }
      }
    }
    BitColumns again = BitColumns.fromPackedRows(packed, d);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        assertEquals(booleans[j][i], again.value(i, j));
      }
    }
  }

  @Test
  void bitsBehindTheLastRowAreNeverRead() {
    BitColumns columns = BitColumns.of(new long[][] {{-1L, -1L, -1L}}, 65);
    BitStore store = Stores.of(columns);
    long[] words = new long[2];
    store.copy(0, 0, 2, words, 0);
    assertArrayEquals(new long[] {-1L, 1L}, words);
    assertEquals(1L, store.word(0, 1));
    long[] block = new long[2];
    store.copyBlock(0, 2, block, 2);
    assertArrayEquals(new long[] {-1L, 1L}, block);
  }

  @Test
  void refusesWhatIsNotBinaryNamingRowAndFeature() {
    for (double value : new double[] {0.5, 2, -1, Double.NaN}) {
      NumericColumns columns = NumericColumns.of(new double[] {0, 1}, new double[] {1, value});
      assertNames(() -> BitColumns.copyOf(columns), "row 1, feature 1 is " + value);
    }
    assertNames(
        () -> BitColumns.copyOfColumns(new byte[] {0, 1, 2}),
        "row 2, feature 0 is 2; 0 or 1 is expected");
    assertNames(() -> BitColumns.copyOfColumns(new byte[] {-1}), "row 0, feature 0 is -1");
  }

  /// Square input that was taken for columns was transposed in silence.
  @Test
  void rowsAreRowsAndColumnsAreColumns() {
    boolean[][] square = {{true, true}, {false, false}};
    assertTrue(BitColumns.fromRows(square).value(0, 1));
    assertFalse(BitColumns.copyOfColumns(square).value(0, 1));
    byte[][] bytes = {{1, 1}, {0, 0}};
    assertFalse(BitColumns.copyOfColumns(bytes).value(0, 1));
  }

  @Test
  void refusesWhatIsNoTableOfRows() {
    assertNames(() -> BitColumns.fromRows(new boolean[0][]), "no rows were given");
    assertNames(() -> BitColumns.fromRows(new boolean[][] {{}}), "row 0 has no features");
    assertNames(
        () -> BitColumns.fromRows(new boolean[2], new boolean[3]), "row 1 has 3 features; 2");
    assertNames(() -> BitColumns.fromRows(new boolean[2], null), "row 1 is null");
    assertNames(() -> BitColumns.fromPackedRows(new long[2], 0), "featureCount is 0");
  }

  @Test
  void refusesWhatHasNoThresholdSide() {
    NumericColumns columns = NumericColumns.of(new double[] {0, Double.NaN});
    assertNames(() -> BitColumns.copyOf(columns, 0), "row 1, feature 0 is NaN");
    assertNames(() -> BitColumns.copyOf(columns, Double.NaN), "the threshold is NaN");
  }

  @Test
  void refusesShapesThatDoNotFit() {
    assertNames(() -> BitColumns.copyOfColumns(new boolean[0][]), "no columns");
    assertNames(
        () -> BitColumns.copyOfColumns(new boolean[1], new boolean[2]), "column 1 has 2 rows; 1");
    assertNames(() -> BitColumns.of(new long[][] {{0}}, 65), "column 0 has 1 words");
    assertNames(() -> BitColumns.of(new long[][] {{0}, null}, 1), "column 1 is null");
    assertNames(() -> BitColumns.of(new long[][] {{0}}, -1), "rowCount is -1");
    MemorySegment[] segments = {MemorySegment.ofArray(new byte[8])};
    assertNames(() -> BitColumns.of(segments, 65), "column 0 has 8 bytes; at least 9");
    assertNames(() -> BitColumns.fromPackedRows(new long[3], 65), "3 words; a multiple of 2");
  }

  /// Segments that begin at any byte and end with the last row's byte or later.
  private static MemorySegment[] segments(long[][] words, int n, Random random) {
    MemorySegment[] segments = new MemorySegment[words.length];
    for (int j = 0; j < words.length; j++) {
      int bytes = Math.min((n + 7) / 8 + random.nextInt(3), 8 * words[j].length);
      int begin = random.nextInt(9);
      MemorySegment memory =
          random.nextBoolean()
              ? Arena.ofAuto().allocate(begin + bytes)
              : MemorySegment.ofArray(new byte[begin + bytes]);
      segments[j] = memory.asSlice(begin, bytes);
      for (int i = 0; i < bytes; i++) {
        byte value = (byte) (words[j][i / 8] >>> (8 * (i % 8)));
        segments[j].set(ValueLayout.JAVA_BYTE, i, value);
      }
    }
    return segments;
  }

  @Test
  void statisticsOfMemoryAreThoseOfArrays() {
    Random random = new Random(4);
    int n = 20_000;
    for (int d : new int[] {1, 2, 7}) {
      long[][] words = new long[d][];
      for (int j = 0; j < d; j++) {
        words[j] = random.longs((n + 63) / 64).toArray();
      }
      Labels labels = Labels.ofIndices(random.ints(n, 0, 5).toArray(), 5);
      BernoulliStatistics heap = BernoulliStatistics.of(BitColumns.of(words, n), labels);
      BernoulliStatistics memory =
          BernoulliStatistics.of(BitColumns.of(segments(words, n, random), n), labels);
      for (int c = 0; c < 5; c++) {
        for (int j = 0; j < d; j++) {
          assertEquals(heap.count(c, j), memory.count(c, j));
        }
      }
    }
  }

  @Test
  void aValueThatIsNotBinaryIsNamedWhereverItLies() {
    for (int row : new int[] {0, 63, 64, 5000, 16_383, 16_384, 29_999}) {
      byte[] bytes = new byte[30_000];
      double[] doubles = new double[30_000];
      bytes[row] = 2;
      doubles[row] = -0.5;
      String where = "row " + row + ", feature 1 is ";
      assertNames(() -> BitColumns.copyOfColumns(new byte[30_000], bytes), where + "2");
      NumericColumns columns = NumericColumns.of(new double[30_000], doubles);
      assertNames(() -> BitColumns.copyOf(columns), where + "-0.5");
      doubles[row] = Double.NEGATIVE_INFINITY;
      assertNames(() -> BitColumns.copyOf(columns, 0), where + "-Infinity");
    }
  }

  private static void assertNames(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
