package org.lanewise.internal.kernel.vector;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.kernel.scalar.ScalarTableKernels;

/// [TableKernels] in vectors: lanes are rows in a tile, classes for a row alone.
///
/// A vector of 512 bits holds the 32 entries of a group and class, and one instruction looks 32
/// rows up in it. Narrower vectors cannot: there tiles are summed by the scalar kernel, and
/// [#tilesAreFast()] advises against it. (64 entries of 8 bits would be a tenth faster for sums of
/// the same width but twice as coarse; and where a CPU lacks that lookup it would be emulated,
/// which no property of the virtual machine tells.)
final class VectorTableKernels implements TableKernels {

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = VectorWidth.DOUBLES.withLanes(int.class);
  private static final int LANES = INTS.length();
  private static final boolean WIDE =
      VectorWidth.DOUBLES.vectorBitSize() == 512 && ShortVector.SPECIES_PREFERRED.length() >= 32;
  private static final int TILE = DiscreteKernels.TILE;

  private final ScalarTableKernels narrow = new ScalarTableKernels();

  @Override
  public boolean tilesAreFast() {
    return WIDE;
  }

  @Override
  public void patterns(long[] block, int stride, int word, int groups, byte[] out) {
    if (!WIDE) {
      narrow.patterns(block, stride, word, groups, out);
      return;
    }
    ByteVector bit0 = ByteVector.broadcast(BYTES, (byte) 1);
    ByteVector bit1 = ByteVector.broadcast(BYTES, (byte) 2);
    ByteVector bit2 = ByteVector.broadcast(BYTES, (byte) 4);
    ByteVector bit3 = ByteVector.broadcast(BYTES, (byte) 8);
    ByteVector bit4 = ByteVector.broadcast(BYTES, (byte) 16);
    int next = groups * stride;
    for (int g = 0; g < groups; g++) {
      for (int t = 0; t < RUN; t++) {
        int at = g * stride + word + t;
        ByteVector.zero(BYTES)
            .add(bit0, VectorMask.fromLong(BYTES, block[at]))
            .add(bit1, VectorMask.fromLong(BYTES, block[at + next]))
            .add(bit2, VectorMask.fromLong(BYTES, block[at + 2 * next]))
            .add(bit3, VectorMask.fromLong(BYTES, block[at + 3 * next]))
            .add(bit4, VectorMask.fromLong(BYTES, block[at + 4 * next]))
            .intoArray(out, (t * groups + g) * TILE);
      }
    }
  }

  @Override
  public void codePatterns(byte[] codes, int at, int least, int size) {
    if (!WIDE) {
      narrow.codePatterns(codes, at, least, size);
      return;
    }
    ByteVector pattern =
        ByteVector.fromArray(BYTES, codes, at).min((byte) size).sub((byte) (least - 1));
    VectorMask<Byte> outside = pattern.compare(VectorOperators.UGE, (byte) PATTERNS);
    pattern.blend((byte) 0, outside).intoArray(codes, at);
  }

  @Override
  public void tileSums(
      byte[] patterns, int from, int groups, short[] table, int first, int k, int[] sums) {
    if (!WIDE) {
      narrow.tileSums(patterns, from, groups, table, first, k, sums);
      return;
    }
    for (int begin = 0; begin < groups; begin += CHUNK) {
      int end = Math.min(groups, begin + CHUNK);
      int c = first;
      for (; c + 2 <= k; c += 2) {
        sumTwo(patterns, from, begin, end, groups, table, (c - first) * groups, sums, c);
      }
      if (c < k) {
        sumOne(patterns, from, begin, end, table, (c - first) * groups, sums, c);
      }
    }
  }

  /// Sums groups `begin` to `end − 1` of two classes (four are more than C2 inlines). A pair of
  /// patterns, of an even row and the odd one behind it, is a 16-bit lane: a lookup reads its low
  /// bits, so the even row needs no mask.
  private static void sumTwo(
      byte[] patterns,
      int from,
      int begin,
      int end,
      int groups,
      short[] table,
      int firstTable,
      int[] sums,
      int c) {
    ShortVector even0 = ShortVector.zero(SHORTS);
    ShortVector even1 = even0;
    ShortVector odd0 = even0;
    ShortVector odd1 = even0;
    int stride = groups * PATTERNS;
    for (int g = begin; g < end; g++) {
      ShortVector even =
          ByteVector.fromArray(BYTES, patterns, from + g * TILE).reinterpretAsShorts();
      ShortVector odd = even.lanewise(VectorOperators.LSHR, Byte.SIZE);
      int at = (firstTable + g) * PATTERNS;
      ShortVector t0 = ShortVector.fromArray(SHORTS, table, at);
      ShortVector t1 = ShortVector.fromArray(SHORTS, table, at + stride);
      even0 = even.selectFrom(t0).add(even0);
      odd0 = odd.selectFrom(t0).add(odd0);
      even1 = even.selectFrom(t1).add(even1);
      odd1 = odd.selectFrom(t1).add(odd1);
    }
    // Unsigned sums of 16 bits, of the even and the odd rows, are added at their places.
    int to0 = c * TILE;
    IntVector evens0 = even0.reinterpretAsInts();
    IntVector odds0 = odd0.reinterpretAsInts();
    evens0.and(0xffff).add(IntVector.fromArray(INTS, sums, to0)).intoArray(sums, to0);
    odds0.and(0xffff).add(IntVector.fromArray(INTS, sums, to0 + 16)).intoArray(sums, to0 + 16);
    evens0
        .lanewise(VectorOperators.LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to0 + 32))
        .intoArray(sums, to0 + 32);
    odds0
        .lanewise(VectorOperators.LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to0 + 48))
        .intoArray(sums, to0 + 48);
    int to1 = to0 + TILE;
    IntVector evens1 = even1.reinterpretAsInts();
    IntVector odds1 = odd1.reinterpretAsInts();
    evens1.and(0xffff).add(IntVector.fromArray(INTS, sums, to1)).intoArray(sums, to1);
    odds1.and(0xffff).add(IntVector.fromArray(INTS, sums, to1 + 16)).intoArray(sums, to1 + 16);
    evens1
        .lanewise(VectorOperators.LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to1 + 32))
        .intoArray(sums, to1 + 32);
    odds1
        .lanewise(VectorOperators.LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to1 + 48))
        .intoArray(sums, to1 + 48);
  }

  private static void sumOne(
      byte[] patterns,
      int from,
      int begin,
      int end,
      short[] table,
      int firstTable,
      int[] sums,
      int c) {
    ShortVector even0 = ShortVector.zero(SHORTS);
    ShortVector odd0 = even0;
    for (int g = begin; g < end; g++) {
      ShortVector even =
          ByteVector.fromArray(BYTES, patterns, from + g * TILE).reinterpretAsShorts();
      ShortVector odd = even.lanewise(VectorOperators.LSHR, Byte.SIZE);
      ShortVector t0 = ShortVector.fromArray(SHORTS, table, (firstTable + g) * PATTERNS);
      even0 = even.selectFrom(t0).add(even0);
      odd0 = odd.selectFrom(t0).add(odd0);
    }
    int to0 = c * TILE;
    IntVector evens0 = even0.reinterpretAsInts();
    IntVector odds0 = odd0.reinterpretAsInts();
    evens0.and(0xffff).add(IntVector.fromArray(INTS, sums, to0)).intoArray(sums, to0);
    odds0.and(0xffff).add(IntVector.fromArray(INTS, sums, to0 + 16)).intoArray(sums, to0 + 16);
    evens0
        .lanewise(VectorOperators.LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to0 + 32))
        .intoArray(sums, to0 + 32);
    odds0
        .lanewise(VectorOperators.LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to0 + 48))
        .intoArray(sums, to0 + 48);
  }

  /// All places in one pass over the classes: that is also too much for C2 to inline into a caller
  /// whose other inlined kernels would leave no room to inline this one's operations.
  @Override
  public long leaders(int[] sums, int k, int margin, int[] best) {
    if (!WIDE) {
      return narrow.leaders(sums, k, margin, best);
    }
    IntVector most0 = IntVector.fromArray(INTS, sums, 0);
    IntVector most1 = IntVector.fromArray(INTS, sums, 16);
    IntVector most2 = IntVector.fromArray(INTS, sums, 32);
    IntVector most3 = IntVector.fromArray(INTS, sums, 48);
    IntVector second0 = IntVector.broadcast(INTS, -1);
    IntVector leader0 = IntVector.zero(INTS);
    IntVector second1 = IntVector.broadcast(INTS, -1);
    IntVector leader1 = IntVector.zero(INTS);
    IntVector second2 = IntVector.broadcast(INTS, -1);
    IntVector leader2 = IntVector.zero(INTS);
    IntVector second3 = IntVector.broadcast(INTS, -1);
    IntVector leader3 = IntVector.zero(INTS);
    for (int c = 1; c < k; c++) {
      int at = c * TILE;
      IntVector sum0 = IntVector.fromArray(INTS, sums, at);
      leader0 =
          IntVector.broadcast(INTS, c).blend(leader0, sum0.compare(VectorOperators.LE, most0));
      second0 = sum0.min(most0).max(second0);
      most0 = sum0.max(most0);
      IntVector sum1 = IntVector.fromArray(INTS, sums, at + 16);
      leader1 =
          IntVector.broadcast(INTS, c).blend(leader1, sum1.compare(VectorOperators.LE, most1));
      second1 = sum1.min(most1).max(second1);
      most1 = sum1.max(most1);
      IntVector sum2 = IntVector.fromArray(INTS, sums, at + 32);
      leader2 =
          IntVector.broadcast(INTS, c).blend(leader2, sum2.compare(VectorOperators.LE, most2));
      second2 = sum2.min(most2).max(second2);
      most2 = sum2.max(most2);
      IntVector sum3 = IntVector.fromArray(INTS, sums, at + 48);
      leader3 =
          IntVector.broadcast(INTS, c).blend(leader3, sum3.compare(VectorOperators.LE, most3));
      second3 = sum3.min(most3).max(second3);
      most3 = sum3.max(most3);
    }
    leader0.intoArray(best, 0);
    leader1.intoArray(best, 16);
    leader2.intoArray(best, 32);
    leader3.intoArray(best, 48);
    VectorMask<Integer> decided0 = most0.sub(second0).compare(VectorOperators.GT, margin);
    VectorMask<Integer> decided1 = most1.sub(second1).compare(VectorOperators.GT, margin);
    VectorMask<Integer> decided2 = most2.sub(second2).compare(VectorOperators.GT, margin);
    VectorMask<Integer> decided3 = most3.sub(second3).compare(VectorOperators.GT, margin);
    return decided0.toLong()
        | decided1.toLong() << 16
        | decided2.toLong() << 32
        | decided3.toLong() << 48;
  }

  @Override
  public void rowSums(byte[] patterns, int from, int groups, int[] table, int k, int[] sums) {
    if (k == 1) {
      int sum = 0;
      for (int g = 0; g < groups; g++) {
        sum += table[g * PATTERNS + patterns[from + g * TILE]];
      }
      sums[0] += sum;
      return;
    }
    int c = 0;
    for (; c + LANES < k; c += 2 * LANES) {
      IntVector sum0 = IntVector.fromArray(INTS, sums, c);
      IntVector sum1 = IntVector.fromArray(INTS, sums, c + LANES);
      for (int g = 0; g < groups; g++) {
        int at = (g * PATTERNS + patterns[from + g * TILE]) * k + c;
        sum0 = IntVector.fromArray(INTS, table, at).add(sum0);
        sum1 = IntVector.fromArray(INTS, table, at + LANES).add(sum1);
      }
      sum0.intoArray(sums, c);
      sum1.intoArray(sums, c + LANES);
    }
    if (c < k) {
      IntVector sum = IntVector.fromArray(INTS, sums, c);
      for (int g = 0; g < groups; g++) {
        int at = (g * PATTERNS + patterns[from + g * TILE]) * k + c;
        sum = IntVector.fromArray(INTS, table, at).add(sum);
      }
      sum.intoArray(sums, c);
    }
  }
}
