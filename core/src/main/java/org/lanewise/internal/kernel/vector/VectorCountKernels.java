package org.lanewise.internal.kernel.vector;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.BIT_COUNT;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.CountKernels;

/// [CountKernels] in vectors: lanes are words.
///
/// 512-bit vectors count bits in one instruction. Narrower ones need about eight, so there words
/// are first added up by carry-save adders, and one vector in eight is counted.
final class VectorCountKernels implements CountKernels {

  private static final VectorSpecies<Double> DOUBLES = VectorWidth.DOUBLES;
  private static final VectorSpecies<Long> LONGS = DOUBLES.withLanes(long.class);
  private static final VectorSpecies<Integer> INTS = VectorWidth.DOUBLES.withLanes(int.class);
  private static final int WORDS = LONGS.length();
  private static final int EIGHT = 8 * WORDS;

  /// Classes from which on carry-save adders beat counting two columns at once.
  private static final int ADDED_CLASSES = 4;

  /// Makes of the largest count the largest number.
  private static final double TO_LARGEST = Double.MAX_VALUE / MAX;

  private static final boolean COUNTS_FAST = LONGS.vectorBitSize() == 512;

  @Override
  public long count(long[] column, int from, int words, long[] mask, int fromMask) {
    int eights = COUNTS_FAST ? 0 : words / EIGHT * EIGHT;
    long sum = eights == 0 ? 0 : countEights(column, from, eights, mask, fromMask);
    int whole = LONGS.loopBound(words);
    LongVector s = LongVector.zero(LONGS);
    for (int w = eights; w < whole; w += WORDS) {
      LongVector x = LongVector.fromArray(LONGS, column, from + w);
      LongVector m = LongVector.fromArray(LONGS, mask, fromMask + w);
      s = x.and(m).lanewise(BIT_COUNT).add(s);
    }
    sum += s.reduceLanes(ADD);
    for (int w = whole; w < words; w++) {
      sum += Long.bitCount(column[from + w] & mask[fromMask + w]);
    }
    return sum;
  }

  /// Counts by carry-save adders (Harley and Seal; Muła, Kurz and Lemire, *Faster Population Counts
  /// Using AVX2 Instructions*, 2018). For each bit of a vector, `ones`, `twos` and `fours` are the
  /// binary digits of how many of the vectors so far have it set, but for multiples of eight: an
  /// adder takes two vectors and a digit, and gives the digit and a vector of the next one.
  ///
  /// @param words a multiple of eight vectors
  private static long countEights(long[] column, int from, int words, long[] mask, int fromMask) {
    LongVector zero = LongVector.zero(LONGS);
    LongVector eights = zero;
    LongVector fours = zero;
    LongVector twos = zero;
    LongVector ones = zero;
    for (int w = 0; w < words; w += EIGHT) {
      int x = from + w;
      int m = fromMask + w;
      LongVector a =
          LongVector.fromArray(LONGS, column, x).and(LongVector.fromArray(LONGS, mask, m));
      LongVector b =
          LongVector.fromArray(LONGS, column, x + WORDS)
              .and(LongVector.fromArray(LONGS, mask, m + WORDS));
      LongVector one = a.lanewise(XOR, b);
      LongVector twoA = a.and(b).or(one.and(ones));
      ones = one.lanewise(XOR, ones);
      a =
          LongVector.fromArray(LONGS, column, x + 2 * WORDS)
              .and(LongVector.fromArray(LONGS, mask, m + 2 * WORDS));
      b =
          LongVector.fromArray(LONGS, column, x + 3 * WORDS)
              .and(LongVector.fromArray(LONGS, mask, m + 3 * WORDS));
      one = a.lanewise(XOR, b);
      LongVector twoB = a.and(b).or(one.and(ones));
      ones = one.lanewise(XOR, ones);
      LongVector two = twoA.lanewise(XOR, twoB);
      LongVector fourA = twoA.and(twoB).or(two.and(twos));
      twos = two.lanewise(XOR, twos);
      a =
          LongVector.fromArray(LONGS, column, x + 4 * WORDS)
              .and(LongVector.fromArray(LONGS, mask, m + 4 * WORDS));
      b =
          LongVector.fromArray(LONGS, column, x + 5 * WORDS)
              .and(LongVector.fromArray(LONGS, mask, m + 5 * WORDS));
      one = a.lanewise(XOR, b);
      twoA = a.and(b).or(one.and(ones));
      ones = one.lanewise(XOR, ones);
      a =
          LongVector.fromArray(LONGS, column, x + 6 * WORDS)
              .and(LongVector.fromArray(LONGS, mask, m + 6 * WORDS));
      b =
          LongVector.fromArray(LONGS, column, x + 7 * WORDS)
              .and(LongVector.fromArray(LONGS, mask, m + 7 * WORDS));
      one = a.lanewise(XOR, b);
      twoB = a.and(b).or(one.and(ones));
      ones = one.lanewise(XOR, ones);
      two = twoA.lanewise(XOR, twoB);
      LongVector fourB = twoA.and(twoB).or(two.and(twos));
      twos = two.lanewise(XOR, twos);
      LongVector four = fourA.lanewise(XOR, fourB);
      eights = fourA.and(fourB).or(four.and(fours)).lanewise(BIT_COUNT).add(eights);
      fours = four.lanewise(XOR, fours);
    }
    return eights
        .lanewise(LSHL, 3)
        .add(fours.lanewise(BIT_COUNT).lanewise(LSHL, 2))
        .add(twos.lanewise(BIT_COUNT).lanewise(LSHL, 1))
        .add(ones.lanewise(BIT_COUNT))
        .reduceLanes(ADD);
  }

  @Override
  public void countTwo(
      long[] left,
      long[] right,
      int from,
      int words,
      long[] mask,
      int maskStride,
      int classes,
      long[] counts,
      int at) {
    int pairs = COUNTS_FAST || classes < ADDED_CLASSES ? classes & -2 : 0;
    for (int c = 0; c < pairs; c += 2) {
      countTwoByTwo(
          left, right, from, words, mask, c * maskStride, maskStride, classes, counts, at + c);
    }
    for (int c = pairs; c < classes; c++) {
      counts[at + c] += count(left, from, words, mask, c * maskStride);
      counts[at + classes + c] += count(right, from, words, mask, c * maskStride);
    }
  }

  private static void countTwoByTwo(
      long[] left,
      long[] right,
      int from,
      int words,
      long[] mask,
      int fromMask,
      int maskStride,
      int classes,
      long[] counts,
      int at) {
    LongVector s0 = LongVector.zero(LONGS);
    LongVector s1 = s0;
    LongVector t0 = s0;
    LongVector t1 = s0;
    int whole = LONGS.loopBound(words);
    for (int w = 0; w < whole; w += WORDS) {
      LongVector x = LongVector.fromArray(LONGS, left, from + w);
      LongVector y = LongVector.fromArray(LONGS, right, from + w);
      LongVector m0 = LongVector.fromArray(LONGS, mask, fromMask + w);
      LongVector m1 = LongVector.fromArray(LONGS, mask, fromMask + maskStride + w);
      s0 = x.and(m0).lanewise(BIT_COUNT).add(s0);
      s1 = x.and(m1).lanewise(BIT_COUNT).add(s1);
      t0 = y.and(m0).lanewise(BIT_COUNT).add(t0);
      t1 = y.and(m1).lanewise(BIT_COUNT).add(t1);
    }
    counts[at] += s0.reduceLanes(ADD);
    counts[at + 1] += s1.reduceLanes(ADD);
    counts[at + classes] += t0.reduceLanes(ADD);
    counts[at + classes + 1] += t1.reduceLanes(ADD);
    for (int w = whole; w < words; w++) {
      for (int c = 0; c < 2; c++) {
        long m = mask[fromMask + c * maskStride + w];
        counts[at + c] += Long.bitCount(left[from + w] & m);
        counts[at + classes + c] += Long.bitCount(right[from + w] & m);
      }
    }
  }

  @Override
  public void masks(int[] label, int rows, int classes, int words, long[] mask) {
    for (int w = 0; w < words; w++) {
      int first = w * Long.SIZE;
      long within = rows - first >= Long.SIZE ? -1L : rows <= first ? 0 : -1L >>> -(rows - first);
      for (int c = 0; c < classes; c++) {
        long bits = 0;
        for (int r = 0; r < Long.SIZE; r += INTS.length()) {
          IntVector labels = IntVector.fromArray(INTS, label, first + r);
          bits |= labels.compare(EQ, c).toLong() << r;
        }
        mask[c * words + w] = bits & within;
      }
    }
  }

  @Override
  public boolean addWhole(double[] row, int d, double[] sums, int at) {
    int whole = DOUBLES.loopBound(d);
    // A sum of terms that are 0 for whole numbers, or else above, or NaN.
    DoubleVector notWhole = DoubleVector.zero(DOUBLES);
    for (int j = 0; j < whole; j += DOUBLES.length()) {
      DoubleVector v = DoubleVector.fromArray(DOUBLES, row, j);
      DoubleVector.fromArray(DOUBLES, sums, at + j).add(v).intoArray(sums, at + j);
      DoubleVector rounded = v.add(ROUNDER).sub(ROUNDER);
      notWhole = rounded.sub(v).abs().add(v.abs().sub(v)).add(notWhole);
    }
    boolean all = notWhole.compare(EQ, DoubleVector.zero(DOUBLES)).allTrue();
    for (int j = whole; j < d; j++) {
      sums[at + j] += row[j];
      all &= CountKernels.isWhole(row[j]);
    }
    return all;
  }

  @Override
  public boolean areCounts(double[] values, int from, int count) {
    int whole = DOUBLES.loopBound(count);
    DoubleVector zero = DoubleVector.zero(DOUBLES);
    // A sum of terms that are 0 for counts, or else above, or NaN.
    DoubleVector notCount = zero;
    for (int i = 0; i < whole; i += DOUBLES.length()) {
      DoubleVector v = DoubleVector.fromArray(DOUBLES, values, from + i);
      notCount = v.mul(TO_LARGEST).fma(zero, v.abs().sub(v)).add(notCount);
    }
    boolean all = notCount.compare(EQ, zero).allTrue();
    for (int i = from + whole; i < from + count; i++) {
      all &= CountKernels.isCount(values[i]);
    }
    return all;
  }
}
