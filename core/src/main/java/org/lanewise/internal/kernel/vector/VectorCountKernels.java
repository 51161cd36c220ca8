package org.lanewise.internal.kernel.vector;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.CountKernels;

/// [CountKernels] in vectors: lanes are words.
final class VectorCountKernels implements CountKernels {

  private static final VectorSpecies<Long> LONGS = VectorWidth.DOUBLES.withLanes(long.class);
  private static final VectorSpecies<Integer> INTS = VectorWidth.DOUBLES.withLanes(int.class);
  private static final int WORDS = LONGS.length();

  @Override
  public void count(
      long[] column,
      int from,
      int words,
      long[] mask,
      int maskStride,
      int classes,
      long[] counts,
      int at) {
    int whole = LONGS.loopBound(words);
    for (int c = 0; c < classes; c++) {
      int fromMask = c * maskStride;
      LongVector s = LongVector.zero(LONGS);
      for (int w = 0; w < whole; w += WORDS) {
        LongVector x = LongVector.fromArray(LONGS, column, from + w);
        LongVector m = LongVector.fromArray(LONGS, mask, fromMask + w);
        s = x.and(m).lanewise(VectorOperators.BIT_COUNT).add(s);
      }
      long sum = s.reduceLanes(VectorOperators.ADD);
      for (int w = whole; w < words; w++) {
        sum += Long.bitCount(column[from + w] & mask[fromMask + w]);
      }
      counts[at + c] += sum;
    }
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
    int c = 0;
    for (; c + 4 <= classes; c += 4) {
      countTwoByFour(
          left, right, from, words, mask, c * maskStride, maskStride, classes, counts, at + c);
    }
    if (c + 2 <= classes) {
      countTwoByTwo(
          left, right, from, words, mask, c * maskStride, maskStride, classes, counts, at + c);
      c += 2;
    }
    if (c < classes) {
      countTwoByOne(left, right, from, words, mask, c * maskStride, classes, counts, at + c);
    }
  }

  /// Two columns and four classes: six loads for eight sums that do not wait for each other.
  private static void countTwoByFour(
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
    LongVector s2 = s0;
    LongVector s3 = s0;
    LongVector t0 = s0;
    LongVector t1 = s0;
    LongVector t2 = s0;
    LongVector t3 = s0;
    int whole = LONGS.loopBound(words);
    for (int w = 0; w < whole; w += WORDS) {
      LongVector x = LongVector.fromArray(LONGS, left, from + w);
      LongVector y = LongVector.fromArray(LONGS, right, from + w);
      LongVector m0 = LongVector.fromArray(LONGS, mask, fromMask + w);
      LongVector m1 = LongVector.fromArray(LONGS, mask, fromMask + maskStride + w);
      LongVector m2 = LongVector.fromArray(LONGS, mask, fromMask + 2 * maskStride + w);
      LongVector m3 = LongVector.fromArray(LONGS, mask, fromMask + 3 * maskStride + w);
      s0 = x.and(m0).lanewise(VectorOperators.BIT_COUNT).add(s0);
      s1 = x.and(m1).lanewise(VectorOperators.BIT_COUNT).add(s1);
      s2 = x.and(m2).lanewise(VectorOperators.BIT_COUNT).add(s2);
      s3 = x.and(m3).lanewise(VectorOperators.BIT_COUNT).add(s3);
      t0 = y.and(m0).lanewise(VectorOperators.BIT_COUNT).add(t0);
      t1 = y.and(m1).lanewise(VectorOperators.BIT_COUNT).add(t1);
      t2 = y.and(m2).lanewise(VectorOperators.BIT_COUNT).add(t2);
      t3 = y.and(m3).lanewise(VectorOperators.BIT_COUNT).add(t3);
    }
    counts[at] += s0.reduceLanes(VectorOperators.ADD);
    counts[at + 1] += s1.reduceLanes(VectorOperators.ADD);
    counts[at + 2] += s2.reduceLanes(VectorOperators.ADD);
    counts[at + 3] += s3.reduceLanes(VectorOperators.ADD);
    counts[at + classes] += t0.reduceLanes(VectorOperators.ADD);
    counts[at + classes + 1] += t1.reduceLanes(VectorOperators.ADD);
    counts[at + classes + 2] += t2.reduceLanes(VectorOperators.ADD);
    counts[at + classes + 3] += t3.reduceLanes(VectorOperators.ADD);
    for (int w = whole; w < words; w++) {
      for (int c = 0; c < 4; c++) {
        long m = mask[fromMask + c * maskStride + w];
        counts[at + c] += Long.bitCount(left[from + w] & m);
        counts[at + classes + c] += Long.bitCount(right[from + w] & m);
      }
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
      s0 = x.and(m0).lanewise(VectorOperators.BIT_COUNT).add(s0);
      s1 = x.and(m1).lanewise(VectorOperators.BIT_COUNT).add(s1);
      t0 = y.and(m0).lanewise(VectorOperators.BIT_COUNT).add(t0);
      t1 = y.and(m1).lanewise(VectorOperators.BIT_COUNT).add(t1);
    }
    counts[at] += s0.reduceLanes(VectorOperators.ADD);
    counts[at + 1] += s1.reduceLanes(VectorOperators.ADD);
    counts[at + classes] += t0.reduceLanes(VectorOperators.ADD);
    counts[at + classes + 1] += t1.reduceLanes(VectorOperators.ADD);
    for (int w = whole; w < words; w++) {
      for (int c = 0; c < 2; c++) {
        long m = mask[fromMask + c * maskStride + w];
        counts[at + c] += Long.bitCount(left[from + w] & m);
        counts[at + classes + c] += Long.bitCount(right[from + w] & m);
      }
    }
  }

  private static void countTwoByOne(
      long[] left,
      long[] right,
      int from,
      int words,
      long[] mask,
      int fromMask,
      int classes,
      long[] counts,
      int at) {
    LongVector s0 = LongVector.zero(LONGS);
    LongVector t0 = s0;
    int whole = LONGS.loopBound(words);
    for (int w = 0; w < whole; w += WORDS) {
      LongVector x = LongVector.fromArray(LONGS, left, from + w);
      LongVector y = LongVector.fromArray(LONGS, right, from + w);
      LongVector m0 = LongVector.fromArray(LONGS, mask, fromMask + w);
      s0 = x.and(m0).lanewise(VectorOperators.BIT_COUNT).add(s0);
      t0 = y.and(m0).lanewise(VectorOperators.BIT_COUNT).add(t0);
    }
    counts[at] += s0.reduceLanes(VectorOperators.ADD);
    counts[at + classes] += t0.reduceLanes(VectorOperators.ADD);
    for (int w = whole; w < words; w++) {
      counts[at] += Long.bitCount(left[from + w] & mask[fromMask + w]);
      counts[at + classes] += Long.bitCount(right[from + w] & mask[fromMask + w]);
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
          bits |= labels.compare(VectorOperators.EQ, c).toLong() << r;
        }
        mask[c * words + w] = bits & within;
      }
    }
  }
}
