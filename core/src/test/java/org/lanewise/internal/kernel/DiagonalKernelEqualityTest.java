package org.lanewise.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lanewise.internal.kernel.GaussianKernelEqualityTest.assertSameBits;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.internal.kernel.scalar.ScalarDiagonalKernels;
import org.lanewise.internal.tier.Kernel;
import org.lanewise.internal.tier.Kernels;

/// The selected diagonal kernels give the bits of the specification, at every width they run with.
class DiagonalKernelEqualityTest {

  private static final int[] COUNTS = {1, 2, 15, 16, 17, 63, 64, 65, 100, 500, 1007, 1008, 1024};

  private static final DiagonalKernels SCALAR = new ScalarDiagonalKernels();
  private static final DiagonalKernels SELECTED = Kernels.diagonal(Kernel.MEMBERS);

  private enum Weights {
    NONE,
    ONES_AND_ZEROS,
    POSITIVE,
    SOME_ZERO
  }

  private static ChunkRows rows(NastyValues source, int classCount, int count, Weights kind) {
    ChunkRows rows = new ChunkRows(classCount);
    double[] weights = kind == Weights.NONE ? null : new double[count + 3];
    for (int r = 0; r < count; r++) {
      rows.classes[r] = source.nextInt(0, classCount);
      switch (kind) {
        case NONE -> {}
        case ONES_AND_ZEROS -> weights[3 + r] = source.nextInt(0, 2);
        case POSITIVE -> weights[3 + r] = 0.1 * source.nextInt(1, 30);
        case SOME_ZERO -> weights[3 + r] = 0.1 * source.nextInt(0, 3);
      }
    }
    rows.set(classCount, count, weights, 3);
    rows.complete(SELECTED);
    return rows;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void sumsHaveTheBitsOfTheSpecification(int classCount) {
    int size = classCount * 2 * DiagonalKernels.CHAINS;
    for (int count : COUNTS) {
      for (Weights kind : Weights.values()) {
        for (int round = 0; round < 4; round++) {
          NastyValues source = new NastyValues(100_000L * classCount + 10 * count + round);
          ChunkRows rows = rows(source, classCount, count, kind);
          int offset = source.nextInt(0, 9);
          double[] x = source.array(offset + count);
          double[] pivot = source.array(classCount + 2);
          double[] expected = source.array(DiagonalKernels.CHAINS_SIZE);
          double[] found = source.array(DiagonalKernels.CHAINS_SIZE);
          SCALAR.sums(x, offset, rows, pivot, expected);
          SELECTED.sums(x, offset, rows, pivot, found);
          assertSameBits(
              Arrays.copyOf(expected, size),
              Arrays.copyOf(found, size),
              "%d classes, %d rows, weights %s".formatted(classCount, count, kind));
        }
      }
    }
  }

  /// A value that is not of a class leaves its sums alone, even if it is no number.
  @Test
  void rowsOfOtherClassesLeaveNoTrace() {
    for (int count : COUNTS) {
      NastyValues source = new NastyValues(count);
      ChunkRows rows = rows(source, 3, count, Weights.SOME_ZERO);
      double[] x = source.array(count);
      double[] expected = new double[DiagonalKernels.CHAINS_SIZE];
      double[] found = new double[DiagonalKernels.CHAINS_SIZE];
      SELECTED.sums(x, 0, rows, new double[5], expected);
      for (int r = 0; r < count; r++) {
        x[r] = rows.classes[r] == 1 ? x[r] : Double.NaN;
      }
      SELECTED.sums(x, 0, rows, new double[5], found);
      int from = 2 * DiagonalKernels.CHAINS;
      assertSameBits(
          Arrays.copyOfRange(expected, from, 2 * from),
          Arrays.copyOfRange(found, from, 2 * from),
          count + " rows");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void membersAreThoseOfTheSpecification(int classCount) {
    for (int count : COUNTS) {
      ChunkRows rows = rows(new NastyValues(count), classCount, count, Weights.SOME_ZERO);
      long[] expected = new long[rows.members.length];
      SCALAR.members(rows.classes, classCount, expected);
      assertArrayEquals(expected, rows.members);
      for (int c = 0; c < classCount; c++) {
        int members = 0;
        int first = ChunkRows.MAX;
        for (int r = count - 1; r >= 0; r--) {
          if (rows.classes[r] == c) {
            members++;
            first = r;
          }
        }
        assertEquals(members, rows.count(c));
        assertEquals(first, rows.first(c));
      }
    }
  }

  @Test
  void chainsFoldByHalves() {
    double[] chains = new NastyValues(7).array(20);
    double[] s = Arrays.copyOfRange(chains, 3, 19);
    for (int half = 8; half >= 1; half /= 2) {
      for (int i = 0; i < half; i++) {
        s[i] += s[i + half];
      }
    }
    assertEquals(s[0], DiagonalKernels.fold(chains, 3));
  }
}
