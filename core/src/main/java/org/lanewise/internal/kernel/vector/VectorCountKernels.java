package org.lanewise.internal.kernel.vector;

import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.CountKernels;

/// [CountKernels] in vectors: lanes are words.
final class VectorCountKernels implements CountKernels {

  private static final VectorSpecies<Long> LONGS = VectorWidth.DOUBLES.withLanes(long.class);
  private static final VectorSpecies<Integer> INTS = VectorWidth.DOUBLES.withLanes(int.class);
  private static final Class<? extends Vector<Long>> TYPE = LONGS.vectorType();
  private static final int WORDS = LONGS.length();
  private static final int SIXTEEN = 16;
  private static final int PLANES = 10;
  private static final int RUN = (1 << PLANES) - SIXTEEN;

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

  /// Vertical counters: bit b of plane p is bit p of the count of position b. Sixteen rows at a
  /// time go through a tree of carry-save adders (Harley and Seal; Muła, Kurz and Lemire 2018) into
  /// planes 0 to 3, and their carry ripples into planes 4 to 9; so a run of up to 63 sixteens needs
  /// no other sums.
  @Override
  public void countRows(long[] row, int from, int rowWords, int rows, long[] counts, int offset) {
    int whole = rows & -SIXTEEN;
    for (int w = 0; w < rowWords; w += WORDS) {
      for (int first = 0; first < whole; first += RUN) {
        int last = Math.min(whole, first + RUN);
        countRun(row, from + first * rowWords + w, rowWords, last - first, w, counts, offset);
      }
    }
    for (int i = whole; i < rows; i++) {
      for (int w = 0; w < rowWords; w++) {
        int at = offset + Long.SIZE * w;
        for (long bits = row[from + i * rowWords + w]; bits != 0; bits &= bits - 1) {
          counts[at + Long.numberOfTrailingZeros(bits)]++;
        }
      }
    }
  }

  private static void countRun(
      long[] row, int from, int rowWords, int rows, int word, long[] counts, int offset) {
    VectorMask<Long> lanes = LONGS.indexInRange(word, rowWords);
    LongVector ones = LongVector.zero(LONGS);
    LongVector twos = ones;
    LongVector fours = ones;
    LongVector eights = ones;
    LongVector p4 = ones;
    LongVector p5 = ones;
    LongVector p6 = ones;
    LongVector p7 = ones;
    LongVector p8 = ones;
    LongVector p9 = ones;
    for (int i = 0; i < rows; i += SIXTEEN) {
      int at = from + i * rowWords;
      LongVector x0 = LongVector.fromArray(LONGS, row, at, lanes);
      LongVector x1 = LongVector.fromArray(LONGS, row, at + rowWords, lanes);
      LongVector two0 = x0.and(ones).or(x1.and(x0.lanewise(XOR, ones)));
      ones = x0.lanewise(XOR, ones).lanewise(XOR, x1);
      LongVector x2 = LongVector.fromArray(LONGS, row, at + 2 * rowWords, lanes);
      LongVector x3 = LongVector.fromArray(LONGS, row, at + 3 * rowWords, lanes);
      LongVector two2 = x2.and(ones).or(x3.and(x2.lanewise(XOR, ones)));
      ones = x2.lanewise(XOR, ones).lanewise(XOR, x3);
      LongVector four0 = two0.and(twos).or(two2.and(two0.lanewise(XOR, twos)));
      twos = two0.lanewise(XOR, twos).lanewise(XOR, two2);
      LongVector x4 = LongVector.fromArray(LONGS, row, at + 4 * rowWords, lanes);
      LongVector x5 = LongVector.fromArray(LONGS, row, at + 5 * rowWords, lanes);
      LongVector two4 = x4.and(ones).or(x5.and(x4.lanewise(XOR, ones)));
      ones = x4.lanewise(XOR, ones).lanewise(XOR, x5);
      LongVector x6 = LongVector.fromArray(LONGS, row, at + 6 * rowWords, lanes);
      LongVector x7 = LongVector.fromArray(LONGS, row, at + 7 * rowWords, lanes);
      LongVector two6 = x6.and(ones).or(x7.and(x6.lanewise(XOR, ones)));
      ones = x6.lanewise(XOR, ones).lanewise(XOR, x7);
      LongVector four4 = two4.and(twos).or(two6.and(two4.lanewise(XOR, twos)));
      twos = two4.lanewise(XOR, twos).lanewise(XOR, two6);
      LongVector eight0 = four0.and(fours).or(four4.and(four0.lanewise(XOR, fours)));
      fours = four0.lanewise(XOR, fours).lanewise(XOR, four4);
      LongVector x8 = LongVector.fromArray(LONGS, row, at + 8 * rowWords, lanes);
      LongVector x9 = LongVector.fromArray(LONGS, row, at + 9 * rowWords, lanes);
      LongVector two8 = x8.and(ones).or(x9.and(x8.lanewise(XOR, ones)));
      ones = x8.lanewise(XOR, ones).lanewise(XOR, x9);
      LongVector x10 = LongVector.fromArray(LONGS, row, at + 10 * rowWords, lanes);
      LongVector x11 = LongVector.fromArray(LONGS, row, at + 11 * rowWords, lanes);
      LongVector two10 = x10.and(ones).or(x11.and(x10.lanewise(XOR, ones)));
      ones = x10.lanewise(XOR, ones).lanewise(XOR, x11);
      LongVector four8 = two8.and(twos).or(two10.and(two8.lanewise(XOR, twos)));
      twos = two8.lanewise(XOR, twos).lanewise(XOR, two10);
      LongVector x12 = LongVector.fromArray(LONGS, row, at + 12 * rowWords, lanes);
      LongVector x13 = LongVector.fromArray(LONGS, row, at + 13 * rowWords, lanes);
      LongVector two12 = x12.and(ones).or(x13.and(x12.lanewise(XOR, ones)));
      ones = x12.lanewise(XOR, ones).lanewise(XOR, x13);
      LongVector x14 = LongVector.fromArray(LONGS, row, at + 14 * rowWords, lanes);
      LongVector x15 = LongVector.fromArray(LONGS, row, at + 15 * rowWords, lanes);
      LongVector two14 = x14.and(ones).or(x15.and(x14.lanewise(XOR, ones)));
      ones = x14.lanewise(XOR, ones).lanewise(XOR, x15);
      LongVector four12 = two12.and(twos).or(two14.and(two12.lanewise(XOR, twos)));
      twos = two12.lanewise(XOR, twos).lanewise(XOR, two14);
      LongVector eight8 = four8.and(fours).or(four12.and(four8.lanewise(XOR, fours)));
      fours = four8.lanewise(XOR, fours).lanewise(XOR, four12);
      LongVector carry = eight0.and(eights).or(eight8.and(eight0.lanewise(XOR, eights)));
      eights = eight0.lanewise(XOR, eights).lanewise(XOR, eight8);
      LongVector carry4 = carry.and(p4);
      p4 = carry.lanewise(XOR, p4);
      LongVector carry5 = carry4.and(p5);
      p5 = carry4.lanewise(XOR, p5);
      LongVector carry6 = carry5.and(p6);
      p6 = carry5.lanewise(XOR, p6);
      LongVector carry7 = carry6.and(p7);
      p7 = carry6.lanewise(XOR, p7);
      LongVector carry8 = carry7.and(p8);
      p8 = carry7.lanewise(XOR, p8);
      p9 = carry8.lanewise(XOR, p9);
    }
    int words = Math.min(WORDS, rowWords - word);
    long[] planes = new long[PLANES * WORDS];
    ones.intoArray(planes, 0);
    twos.intoArray(planes, WORDS);
    fours.intoArray(planes, 2 * WORDS);
    eights.intoArray(planes, 3 * WORDS);
    p4.intoArray(planes, 4 * WORDS);
    p5.intoArray(planes, 5 * WORDS);
    p6.intoArray(planes, 6 * WORDS);
    p7.intoArray(planes, 7 * WORDS);
    p8.intoArray(planes, 8 * WORDS);
    p9.intoArray(planes, 9 * WORDS);
    for (int w = 0; w < words; w++) {
      for (int b = 0; b < Long.SIZE; b += WORDS) {
        int to = offset + (word + w) * Long.SIZE + b;
        LongVector sum = LongVector.fromArray(LONGS, counts, to);
        for (int p = 0; p < PLANES; p++) {
          sum =
              ((LongVector) TYPE.cast(sum))
                  .add(1L << p, VectorMask.fromLong(LONGS, planes[p * WORDS + w] >>> b));
        }
        sum.intoArray(counts, to);
      }
    }
  }
}
