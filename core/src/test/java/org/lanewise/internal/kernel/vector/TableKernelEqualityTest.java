package org.lanewise.internal.kernel.vector;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.kernel.scalar.ScalarTableKernels;

/// The vector kernels give the integers of the scalar ones.
final class TableKernelEqualityTest {

  private static final int RUN = TableKernels.RUN;
  private static final int PATTERNS = TableKernels.PATTERNS;

  private final TableKernels scalar = new ScalarTableKernels();
  private TableKernels vector;

  @BeforeEach
  void needsTheVectorModule() {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "the module jdk.incubator.vector is not loaded");
    vector = new VectorTableKernels();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5, 6, 39, 200, 201, 784})
  void patternsAreTheBitsOfAGroup(int d) {
    Random random = new Random(d);
    int groups = TableKernels.groups(d);
    int stride = 2 * RUN + 3;
    long[] block = random.longs((long) 5 * groups * stride).toArray();
    Arrays.fill(block, d * stride, block.length, 0);
    byte[] expected = new byte[RUN * groups * 64];
    byte[] actual = expected.clone();
    scalar.patterns(block, stride, 5, groups, expected);
    vector.patterns(block, stride, 5, groups, actual);
    assertArrayEquals(expected, actual);
    for (int check = 0; check < 500; check++) {
      int t = random.nextInt(RUN);
      int g = random.nextInt(groups);
      int r = random.nextInt(64);
      int pattern = 0;
      for (int i = 0; i < 5; i++) {
        pattern |= (int) (block[(g + i * groups) * stride + 5 + t] >>> r & 1) << i;
      }
      assertEquals(pattern, expected[(t * groups + g) * 64 + r]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 15, 16, 17, 200, 784})
  void patternsOfDigitsAreTheBitsOfAGroup(int d) {
    Random random = new Random(d);
    int groups = TableKernels.digitGroups(d);
    int stride = 2 * RUN + 3;
    long[] block = random.longs((long) 4 * groups * stride).toArray();
    Arrays.fill(block, d * stride, block.length, 0);
    byte[] expected = new byte[RUN * groups * 64];
    byte[] actual = expected.clone();
    scalar.digitPatterns(block, stride, 5, groups, expected);
    vector.digitPatterns(block, stride, 5, groups, actual);
    assertArrayEquals(expected, actual);
    for (int check = 0; check < 500; check++) {
      int row = random.nextInt(64 * RUN);
      int g = random.nextInt(groups);
      int pattern = 0;
      for (int i = 0; i < 4; i++) {
        pattern |= (int) (block[(g + i * groups) * stride + 5 + row / 64] >>> row & 1) << i;
      }
      assertEquals(pattern, expected[(row % 8 * groups + g) * 64 + row / 8]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 196, 1020, 1024, 1028, 2052})
  void sumsOfDigits(int groups) {
    Random random = new Random(groups);
    byte[] patterns = new byte[groups * 64 + 7];
    for (int i = 0; i < patterns.length; i++) {
      patterns[i] = (byte) random.nextInt(16);
    }
    byte[] table = new byte[32 * groups + 5];
    for (boolean largest : new boolean[] {false, true}) {
      for (int i = 0; i < table.length; i++) {
        // Four of the largest fill a byte.
        table[i] = (byte) (largest ? 63 : random.nextInt(64));
      }
      for (int g = 3; largest && g < groups; g += 4) {
        Arrays.fill(table, 5 + 32 * g, 5 + 32 * (g + 1), (byte) 66);
      }
      int[] expected = random.ints(3 * 64, 0, 1 << 29).toArray();
      int[] actual = expected.clone();
      int before = expected[64];
      scalar.digitSums(patterns, 7, groups, table, 5, expected, 64);
      vector.digitSums(patterns, 7, groups, table, 5, actual, 64);
      assertArrayEquals(expected, actual);
      if (largest) {
        assertEquals(before + groups / 4 * 255 * 65, actual[64]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 12, 30, 31, 126})
  void patternsOfCodes(int size) {
    for (int patterns : new int[] {16, 32}) {
      patternsOfCodes(size, patterns);
    }
  }

  private void patternsOfCodes(int size, int patterns) {
    Random random = new Random(size);
    for (int least = 0; least <= size; least += patterns - 1) {
      byte[] codes = new byte[TableKernels.RUN * 64];
      for (int i = 0; i < codes.length; i++) {
        codes[i] = (byte) random.nextInt(-1, 128);
      }
      byte[] expected = new byte[3 + TableKernels.RUN * 70];
      byte[] actual = expected.clone();
      scalar.codePatterns(codes, least, size, patterns, expected, 3, 70);
      vector.codePatterns(codes, least, size, patterns, actual, 3, 70);
      assertArrayEquals(expected, actual);
      for (int i = 0; i < codes.length; i++) {
        int code = Math.min(codes[i], size);
        boolean inside = code >= least && code < least + patterns - 1;
        assertEquals(inside ? code - least + 1 : 0, expected[3 + i / 64 * 70 + i % 64]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 39, 40, 41, 80, 157})
  void sumsOfTilesAndRows(int groups) {
    Random random = new Random(groups);
    byte[] patterns = new byte[3 * groups * 64];
    for (int i = 0; i < patterns.length; i++) {
      patterns[i] = (byte) random.nextInt(PATTERNS);
    }
    int from = groups * 64;
    for (int k = 1; k <= 35; k++) {
      for (int first = 0; first < Math.min(2, k); first++) {
        int tables = k - first;
        short[] coarse = new short[groups * tables * PATTERNS];
        for (int i = 0; i < coarse.length; i++) {
          // The largest that 40 groups may have, often.
          coarse[i] = (short) (random.nextBoolean() ? 1638 : random.nextInt(1639));
        }
        int[] expected = random.ints(64L * k, 0, 1 << 29).toArray();
        int[] actual = expected.clone();
        scalar.tileSums(patterns, from, groups, coarse, first, k, expected);
        vector.tileSums(patterns, from, groups, coarse, first, k, actual);
        assertArrayEquals(expected, actual);

        int[] fine =
            random.ints((long) groups * tables * PATTERNS + TableKernels.SLACK, 0, 999).toArray();
        int[] sums = random.ints(tables + TableKernels.SLACK, 0, 1 << 29).toArray();
        int[] vectorSums = sums.clone();
        int row = from + random.nextInt(64);
        scalar.rowSums(patterns, row, groups, fine, tables, sums);
        vector.rowSums(patterns, row, groups, fine, tables, vectorSums);
        assertArrayEquals(Arrays.copyOf(sums, tables), Arrays.copyOf(vectorSums, tables));
      }
    }
  }

  @Test
  void sumsOfAChunkUseAllSixteenBits() {
    int groups = TableKernels.SPAN;
    byte[] patterns = new byte[groups * 64];
    short[] table = new short[groups * 2 * PATTERNS];
    Arrays.fill(table, 0, PATTERNS, (short) 0xffff);
    Arrays.fill(table, groups * PATTERNS, table.length, (short) (0xffff / groups));
    for (TableKernels kernels : new TableKernels[] {scalar, vector}) {
      int[] sums = new int[2 * 64];
      kernels.tileSums(patterns, 0, groups, table, 0, 2, sums);
      for (int place = 0; place < 64; place++) {
        assertEquals(0xffff, sums[place]);
        assertEquals(0xffff / groups * groups, sums[64 + place]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 33})
  void leadersAndTheirLeads(int k) {
    Random random = new Random(k);
    for (int bound : new int[] {1, 2, 5, 1 << 30}) {
      int[] sums = random.ints(64L * k, 0, bound).toArray();
      for (int margin : new int[] {0, 1, bound / 20, Integer.MAX_VALUE}) {
        int[] expected = new int[64];
        int[] actual = new int[64];
        long decided = scalar.leaders(sums, k, margin, expected);
        assertEquals(decided, vector.leaders(sums, k, margin, actual));
        assertArrayEquals(expected, actual);
      }
    }
  }

  @Test
  void everyRowHasItsPlace() {
    boolean[] taken = new boolean[64];
    boolean[] rows = new boolean[64];
    for (int row = 0; row < 64; row++) {
      int place = TableKernels.place(row);
      assertEquals(row, TableKernels.row(place));
      taken[place] = true;
      rows[TableKernels.digitRow(place)] = true;
    }
    for (int i = 0; i < 64; i++) {
      assertEquals(true, taken[i] && rows[i]);
    }
  }
}
