package org.lanewise.internal.kernel.vector;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.PackKernels;
import org.lanewise.internal.kernel.scalar.ScalarPackKernels;

/// [PackKernels] in vectors: a comparison of a vector's values gives their bits. Values behind the
/// last whole word go to the scalar kernels.
final class VectorPackKernels implements PackKernels {

  private static final VectorSpecies<Double> DOUBLES = VectorWidth.DOUBLES;
  private static final VectorSpecies<Byte> BYTES = DOUBLES.withLanes(byte.class);
  private static final VectorSpecies<Long> LONGS = DOUBLES.withLanes(long.class);
  private static final int WORDS = LONGS.length();

  private final ScalarPackKernels rest = new ScalarPackKernels();

  @Override
  public boolean bytes(byte[] values, int from, int count, long[] out, int at) {
    int whole = count & -Long.SIZE;
    ByteVector all = ByteVector.zero(BYTES);
    for (int first = 0; first < whole; first += Long.SIZE) {
      long word = 0;
      for (int i = 0; i < Long.SIZE; i += BYTES.length()) {
        ByteVector x = ByteVector.fromArray(BYTES, values, from + first + i);
        all = x.or(all);
        word |= x.and((byte) 1).compare(VectorOperators.NE, (byte) 0).toLong() << i;
      }
      out[at + (first >>> 6)] = word;
    }
    return !all.compare(VectorOperators.UGT, (byte) 1).anyTrue()
        & rest.bytes(values, from + whole, count - whole, out, at + (whole >>> 6));
  }

  @Override
  public void booleans(boolean[] values, int from, int count, long[] out, int at) {
    int whole = count & -Long.SIZE;
    for (int first = 0; first < whole; first += Long.SIZE) {
      long word = 0;
      for (int i = 0; i < Long.SIZE; i += BYTES.length()) {
        word |= VectorMask.fromArray(BYTES, values, from + first + i).toLong() << i;
      }
      out[at + (first >>> 6)] = word;
    }
    rest.booleans(values, from + whole, count - whole, out, at + (whole >>> 6));
  }

  @Override
  public boolean binary(double[] values, int from, int count, long[] out, int at) {
    int whole = count & -Long.SIZE;
    long all = -1L;
    for (int first = 0; first < whole; first += Long.SIZE) {
      long ones = 0;
      long zeros = 0;
      for (int i = 0; i < Long.SIZE; i += DOUBLES.length()) {
        DoubleVector x = DoubleVector.fromArray(DOUBLES, values, from + first + i);
        ones |= x.compare(VectorOperators.EQ, 1).toLong() << i;
        zeros |= x.compare(VectorOperators.EQ, 0).toLong() << i;
      }
      all &= ones | zeros;
      out[at + (first >>> 6)] = ones;
    }
    return all == -1L & rest.binary(values, from + whole, count - whole, out, at + (whole >>> 6));
  }

  @Override
  public boolean above(double threshold, double[] values, int from, int count, long[] out, int at) {
    int whole = count & -Long.SIZE;
    // 0 while all values are finite, then NaN.
    DoubleVector zero = DoubleVector.zero(DOUBLES);
    DoubleVector all = zero;
    for (int first = 0; first < whole; first += Long.SIZE) {
      long word = 0;
      for (int i = 0; i < Long.SIZE; i += DOUBLES.length()) {
        DoubleVector x = DoubleVector.fromArray(DOUBLES, values, from + first + i);
        all = x.fma(zero, all);
        word |= x.compare(VectorOperators.GT, threshold).toLong() << i;
      }
      out[at + (first >>> 6)] = word;
    }
    return all.compare(VectorOperators.EQ, zero).allTrue()
        & rest.above(threshold, values, from + whole, count - whole, out, at + (whole >>> 6));
  }

  /// Blocks larger than a vector are swapped between vectors, smaller ones between the lanes of
  /// one. A rotation brings the bits in place, and those that wrap around are not taken.
  @Override
  public void transpose(long[] words) {
    for (int size = Long.SIZE / 2; size >= WORDS; size /= 2) {
      long mask = PackKernels.lowerHalves(size);
      for (int i = 0; i < Long.SIZE; i += WORDS) {
        if ((i & size) == 0) {
          LongVector low = LongVector.fromArray(LONGS, words, i);
          LongVector high = LongVector.fromArray(LONGS, words, i + size);
          low.lanewise(
                  VectorOperators.BITWISE_BLEND, high.lanewise(VectorOperators.ROL, size), ~mask)
              .intoArray(words, i);
          high.lanewise(
                  VectorOperators.BITWISE_BLEND, low.lanewise(VectorOperators.ROR, size), mask)
              .intoArray(words, i + size);
        }
      }
    }
    for (int size = WORDS / 2; size > 0; size /= 2) {
      swapLanes(words, size);
    }
  }

  private static void swapLanes(long[] words, int size) {
    long mask = PackKernels.lowerHalves(size);
    LongVector index = LongVector.zero(LONGS).addIndex(1);
    VectorMask<Long> upper = index.and(size).compare(VectorOperators.NE, 0);
    LongVector partners = index.lanewise(VectorOperators.XOR, size);
    LongVector shift = LongVector.broadcast(LONGS, size).blend(Long.SIZE - size, upper);
    LongVector taken = LongVector.broadcast(LONGS, ~mask).blend(mask, upper);
    for (int i = 0; i < Long.SIZE; i += WORDS) {
      LongVector x = LongVector.fromArray(LONGS, words, i);
      LongVector other = partners.selectFrom(x).lanewise(VectorOperators.ROL, shift);
      x.lanewise(VectorOperators.BITWISE_BLEND, other, taken).intoArray(words, i);
    }
  }
}
