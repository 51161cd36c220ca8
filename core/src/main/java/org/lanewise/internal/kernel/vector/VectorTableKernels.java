package org.lanewise.internal.kernel.vector;

import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.UGE;
import static jdk.incubator.vector.VectorOperators.XOR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2S;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.kernel.scalar.ScalarTableKernels;

/// [TableKernels] in vectors: lanes are rows in a tile, classes for a row alone.
///
/// A vector of 512 bits holds the 32 entries of a group and class, and one instruction looks 32
/// rows up in it. In vectors of 256 bits an instruction looks 16 rows up in the 16 lower or upper
/// digits of a group and class. What the width does not suit is summed by the scalar kernel, and
/// [#tilesAreFast()] and [#digitsAreFast()] advise against it. (64 entries of 8 bits would be a
/// tenth faster for sums of the same width but twice as coarse; and where a CPU lacks that lookup
/// it would be emulated, which no property of the virtual machine tells.)
final class VectorTableKernels implements TableKernels {

  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = VectorWidth.DOUBLES.withLanes(int.class);
  private static final int LANES = INTS.length();
  private static final boolean WIDE =
      VectorWidth.DOUBLES.vectorBitSize() == 512 && ShortVector.SPECIES_PREFERRED.length() >= 32;
  private static final boolean DIGITS =
      VectorWidth.DOUBLES.vectorBitSize() == 256 && ShortVector.SPECIES_PREFERRED.length() >= 16;
  private static final VectorSpecies<Byte> NARROW_BYTES = ByteVector.SPECIES_128;
  private static final VectorSpecies<Byte> CODES = VectorWidth.DOUBLES.withLanes(byte.class);
  private static final VectorSpecies<Short> ROWS = ShortVector.SPECIES_256;
  private static final VectorSpecies<Long> LONGS = VectorWidth.DOUBLES.withLanes(long.class);
  private static final int TILE = DiscreteKernels.TILE;

  /// Groups whose digits sum to at most 65535.
  private static final int SHORT_GROUPS = 256 * DIGIT_SPAN;

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
  public boolean digitsAreFast() {
    return DIGITS;
  }

  /// Two groups at once: their 8 features are rows of 8×8 bits, which are transposed in all bytes
  /// (Warren, *Hacker's Delight*, 2nd ed., section 7–3).
  @Override
  public void digitPatterns(long[] block, int stride, int word, int groups, byte[] out) {
    int next = groups * stride;
    int tile = groups * TILE;
    int half = groups / 2 * TILE;
    long nibble = 0x0F0F0F0F0F0F0F0FL;
    for (int g = 0; g < groups / 2; g++) {
      for (int l = 0; l < RUN; l += LONGS.length()) {
        int at = g * stride + word + l;
        int upper = at + groups / 2 * stride;
        LongVector x0 = LongVector.fromArray(LONGS, block, at);
        LongVector x1 = LongVector.fromArray(LONGS, block, at + 1 * next);
        LongVector x2 = LongVector.fromArray(LONGS, block, at + 2 * next);
        LongVector x3 = LongVector.fromArray(LONGS, block, at + 3 * next);
        LongVector x4 = LongVector.fromArray(LONGS, block, upper);
        LongVector x5 = LongVector.fromArray(LONGS, block, upper + 1 * next);
        LongVector x6 = LongVector.fromArray(LONGS, block, upper + 2 * next);
        LongVector x7 = LongVector.fromArray(LONGS, block, upper + 3 * next);
        LongVector t;
        long lower = 0x0F0F0F0F0F0F0F0FL;
        t = x0.lanewise(LSHR, 4).lanewise(XOR, x4).and(lower);
        x4 = x4.lanewise(XOR, t);
        x0 = x0.lanewise(XOR, t.lanewise(LSHL, 4));
        t = x1.lanewise(LSHR, 4).lanewise(XOR, x5).and(lower);
        x5 = x5.lanewise(XOR, t);
        x1 = x1.lanewise(XOR, t.lanewise(LSHL, 4));
        t = x2.lanewise(LSHR, 4).lanewise(XOR, x6).and(lower);
        x6 = x6.lanewise(XOR, t);
        x2 = x2.lanewise(XOR, t.lanewise(LSHL, 4));
        t = x3.lanewise(LSHR, 4).lanewise(XOR, x7).and(lower);
        x7 = x7.lanewise(XOR, t);
        x3 = x3.lanewise(XOR, t.lanewise(LSHL, 4));
        lower = 0x3333333333333333L;
        t = x0.lanewise(LSHR, 2).lanewise(XOR, x2).and(lower);
        x2 = x2.lanewise(XOR, t);
        x0 = x0.lanewise(XOR, t.lanewise(LSHL, 2));
        t = x1.lanewise(LSHR, 2).lanewise(XOR, x3).and(lower);
        x3 = x3.lanewise(XOR, t);
        x1 = x1.lanewise(XOR, t.lanewise(LSHL, 2));
        t = x4.lanewise(LSHR, 2).lanewise(XOR, x6).and(lower);
        x6 = x6.lanewise(XOR, t);
        x4 = x4.lanewise(XOR, t.lanewise(LSHL, 2));
        t = x5.lanewise(LSHR, 2).lanewise(XOR, x7).and(lower);
        x7 = x7.lanewise(XOR, t);
        x5 = x5.lanewise(XOR, t.lanewise(LSHL, 2));
        lower = 0x5555555555555555L;
        t = x0.lanewise(LSHR, 1).lanewise(XOR, x1).and(lower);
        x1 = x1.lanewise(XOR, t);
        x0 = x0.lanewise(XOR, t.lanewise(LSHL, 1));
        t = x2.lanewise(LSHR, 1).lanewise(XOR, x3).and(lower);
        x3 = x3.lanewise(XOR, t);
        x2 = x2.lanewise(XOR, t.lanewise(LSHL, 1));
        t = x4.lanewise(LSHR, 1).lanewise(XOR, x5).and(lower);
        x5 = x5.lanewise(XOR, t);
        x4 = x4.lanewise(XOR, t.lanewise(LSHL, 1));
        t = x6.lanewise(LSHR, 1).lanewise(XOR, x7).and(lower);
        x7 = x7.lanewise(XOR, t);
        x6 = x6.lanewise(XOR, t.lanewise(LSHL, 1));
        int to = g * TILE + Long.BYTES * l;
        x0.and(nibble).reinterpretAsBytes().intoArray(out, to + 0 * tile);
        x0.lanewise(LSHR, 4).and(nibble).reinterpretAsBytes().intoArray(out, to + 0 * tile + half);
        x1.and(nibble).reinterpretAsBytes().intoArray(out, to + 1 * tile);
        x1.lanewise(LSHR, 4).and(nibble).reinterpretAsBytes().intoArray(out, to + 1 * tile + half);
        x2.and(nibble).reinterpretAsBytes().intoArray(out, to + 2 * tile);
        x2.lanewise(LSHR, 4).and(nibble).reinterpretAsBytes().intoArray(out, to + 2 * tile + half);
        x3.and(nibble).reinterpretAsBytes().intoArray(out, to + 3 * tile);
        x3.lanewise(LSHR, 4).and(nibble).reinterpretAsBytes().intoArray(out, to + 3 * tile + half);
        x4.and(nibble).reinterpretAsBytes().intoArray(out, to + 4 * tile);
        x4.lanewise(LSHR, 4).and(nibble).reinterpretAsBytes().intoArray(out, to + 4 * tile + half);
        x5.and(nibble).reinterpretAsBytes().intoArray(out, to + 5 * tile);
        x5.lanewise(LSHR, 4).and(nibble).reinterpretAsBytes().intoArray(out, to + 5 * tile + half);
        x6.and(nibble).reinterpretAsBytes().intoArray(out, to + 6 * tile);
        x6.lanewise(LSHR, 4).and(nibble).reinterpretAsBytes().intoArray(out, to + 6 * tile + half);
        x7.and(nibble).reinterpretAsBytes().intoArray(out, to + 7 * tile);
        x7.lanewise(LSHR, 4).and(nibble).reinterpretAsBytes().intoArray(out, to + 7 * tile + half);
      }
    }
  }

  @Override
  public void digitSums(
      byte[] patterns, int from, int groups, byte[] table, int at, int[] sums, int to) {
    if (!DIGITS) {
      narrow.digitSums(patterns, from, groups, table, at, sums, to);
      return;
    }
    for (int g = 0; g < groups; g += SHORT_GROUPS) {
      int end = Math.min(groups - g, SHORT_GROUPS);
      for (int r = 0; r < TILE; r += 16) {
        int rows = from + g * TILE + r;
        sumDigits(patterns, rows, end, table, at + g * 2 * DIGIT_PATTERNS, sums, to + r);
      }
    }
  }

  /// Sums the digits of 16 rows: those of a span in bytes, those of all spans in 16 bits.
  private static void sumDigits(
      byte[] patterns, int from, int groups, byte[] table, int at, int[] sums, int to) {
    ShortVector lower = ShortVector.zero(ROWS);
    ShortVector upper = lower;
    for (int g = 0; g < groups; g += DIGIT_SPAN) {
      int row = from + g * TILE;
      int entry = at + g * 2 * DIGIT_PATTERNS;
      ByteVector p0 = ByteVector.fromArray(NARROW_BYTES, patterns, row);
      ByteVector p1 = ByteVector.fromArray(NARROW_BYTES, patterns, row + TILE);
      ByteVector p2 = ByteVector.fromArray(NARROW_BYTES, patterns, row + 2 * TILE);
      ByteVector p3 = ByteVector.fromArray(NARROW_BYTES, patterns, row + 3 * TILE);
      ByteVector span =
          p0.selectFrom(ByteVector.fromArray(NARROW_BYTES, table, entry))
              .add(p1.selectFrom(ByteVector.fromArray(NARROW_BYTES, table, entry + 32)))
              .add(p2.selectFrom(ByteVector.fromArray(NARROW_BYTES, table, entry + 64)))
              .add(p3.selectFrom(ByteVector.fromArray(NARROW_BYTES, table, entry + 96)));
      lower = ((ShortVector) span.convertShape(ZERO_EXTEND_B2S, ROWS, 0)).add(lower);
      span =
          p0.selectFrom(ByteVector.fromArray(NARROW_BYTES, table, entry + 16))
              .add(p1.selectFrom(ByteVector.fromArray(NARROW_BYTES, table, entry + 48)))
              .add(p2.selectFrom(ByteVector.fromArray(NARROW_BYTES, table, entry + 80)))
              .add(p3.selectFrom(ByteVector.fromArray(NARROW_BYTES, table, entry + 112)));
      upper = ((ShortVector) span.convertShape(ZERO_EXTEND_B2S, ROWS, 0)).add(upper);
    }
    IntVector evens = lower.reinterpretAsInts();
    IntVector upperEvens = upper.reinterpretAsInts();
    upperEvens
        .and(0xffff)
        .lanewise(LSHL, DIGIT_BITS)
        .add(evens.and(0xffff))
        .add(IntVector.fromArray(INTS, sums, to))
        .intoArray(sums, to);
    upperEvens
        .lanewise(LSHR, Short.SIZE)
        .lanewise(LSHL, DIGIT_BITS)
        .add(evens.lanewise(LSHR, Short.SIZE))
        .add(IntVector.fromArray(INTS, sums, to + 8))
        .intoArray(sums, to + 8);
  }

  @Override
  public void codePatterns(
      byte[] codes, int least, int size, int patterns, byte[] out, int at, int step) {
    for (int t = 0; t < RUN; t++) {
      for (int r = 0; r < TILE; r += CODES.length()) {
        ByteVector pattern =
            ByteVector.fromArray(CODES, codes, t * TILE + r)
                .min((byte) size)
                .sub((byte) (least - 1));
        VectorMask<Byte> outside = pattern.compare(UGE, (byte) patterns);
        pattern.blend((byte) 0, outside).intoArray(out, at + t * step + r);
      }
    }
  }

  @Override
  public void tileSums(
      byte[] patterns, int from, int groups, short[] table, int first, int k, int[] sums) {
    if (!WIDE) {
      narrow.tileSums(patterns, from, groups, table, first, k, sums);
      return;
    }
    for (int begin = 0; begin < groups; begin += SPAN) {
      int end = Math.min(groups, begin + SPAN);
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
      ShortVector odd = even.lanewise(LSHR, Byte.SIZE);
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
        .lanewise(LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to0 + 32))
        .intoArray(sums, to0 + 32);
    odds0
        .lanewise(LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to0 + 48))
        .intoArray(sums, to0 + 48);
    int to1 = to0 + TILE;
    IntVector evens1 = even1.reinterpretAsInts();
    IntVector odds1 = odd1.reinterpretAsInts();
    evens1.and(0xffff).add(IntVector.fromArray(INTS, sums, to1)).intoArray(sums, to1);
    odds1.and(0xffff).add(IntVector.fromArray(INTS, sums, to1 + 16)).intoArray(sums, to1 + 16);
    evens1
        .lanewise(LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to1 + 32))
        .intoArray(sums, to1 + 32);
    odds1
        .lanewise(LSHR, Short.SIZE)
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
      ShortVector odd = even.lanewise(LSHR, Byte.SIZE);
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
        .lanewise(LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to0 + 32))
        .intoArray(sums, to0 + 32);
    odds0
        .lanewise(LSHR, Short.SIZE)
        .add(IntVector.fromArray(INTS, sums, to0 + 48))
        .intoArray(sums, to0 + 48);
  }

  @Override
  public long leaders(int[] sums, int k, int margin, int[] best) {
    long decided = 0;
    for (int place = 0; place < TILE; place += LANES) {
      IntVector most = IntVector.fromArray(INTS, sums, place);
      IntVector second = IntVector.broadcast(INTS, -1);
      IntVector leader = IntVector.zero(INTS);
      for (int c = 1; c < k; c++) {
        IntVector sum = IntVector.fromArray(INTS, sums, c * TILE + place);
        leader = IntVector.broadcast(INTS, c).blend(leader, sum.compare(LE, most));
        second = sum.min(most).max(second);
        most = sum.max(most);
      }
      leader.intoArray(best, place);
      decided |= most.sub(second).compare(GT, margin).toLong() << place;
    }
    return decided;
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
