package org.lanewise.internal.kernel.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// The vector shape that all kernels use, how many registers of it there are, and its lanes that
/// the bits of a word choose.
final class VectorWidth {

  /// The preferred species, at most 512 bits: layouts are panels of 8 doubles.
  static final VectorSpecies<Double> DOUBLES =
      DoubleVector.SPECIES_PREFERRED.length() > 8
          ? DoubleVector.SPECIES_512
          : DoubleVector.SPECIES_PREFERRED;

  /// 32, but 16 on x86 below AVX-512, where a block of more than about 12 accumulators spills.
  static final int REGISTERS =
      DOUBLES.length() < 8 && isX86(System.getProperty("os.arch", "")) ? 16 : 32;

  /// Vectors of rows that a block of scores holds in registers at once, times up to four outputs.
  static final int ROW_VECTORS = REGISTERS >= 32 ? 4 : 2;

  /// Rows of such a block.
  static final int ROW_STEP = ROW_VECTORS * DOUBLES.length();

  private static final VectorSpecies<Long> LONGS = DOUBLES.withLanes(long.class);

  /// Element i is bit i alone.
  private static final long[] BIT = new long[Long.SIZE];

  static {
    for (int i = 0; i < Long.SIZE; i++) {
      BIT[i] = 1L << i;
    }
  }

  private VectorWidth() {}

  /// The lanes i for which bit `from` + i of a word is set.
  ///
  /// Vectors of 512 bits have registers for masks, which are such words. In narrower ones a mask is
  /// a vector, and to compare a word with the bit of each lane takes less than to spread it.
  static VectorMask<Double> lanes(long word, int from) {
    if (DOUBLES.length() == 8) {
      return VectorMask.fromLong(DOUBLES, word >>> from);
    }
    LongVector bit = LongVector.fromArray(LONGS, BIT, from);
    return LongVector.broadcast(LONGS, word)
        .and(bit)
        .compare(VectorOperators.EQ, bit)
        .cast(DOUBLES);
  }

  /// Rows rounded up to whole blocks.
  static int rounded(int rows) {
    return (rows + ROW_STEP - 1) / ROW_STEP * ROW_STEP;
  }

  private static boolean isX86(String architecture) {
    return architecture.equals("amd64") || architecture.equals("x86_64");
  }
}
