package org.lanewise.internal.kernel;

/// Kernels that pack binary values into words: value i is bit `i mod 64` of word `at + i / 64`, and
/// the bits of the last word behind the last value are 0.
public interface PackKernels {

  /// Packs bytes; the bit is the lowest one.
  ///
  /// @return whether all bytes are 0 or 1
  boolean bytes(byte[] values, int from, int count, long[] out, int at);

  /// Packs booleans.
  void booleans(boolean[] values, int from, int count, long[] out, int at);

  /// Packs numbers; the bit is whether the value is 1.
  ///
  /// @return whether all values are 0 or 1
  boolean binary(double[] values, int from, int count, long[] out, int at);

  /// Packs numbers; the bit is whether the value is greater than the threshold.
  ///
  /// @return whether all values are finite
  boolean above(double threshold, double[] values, int from, int count, long[] out, int at);

  /// Transposes 64×64 bits in place: bit j of word i becomes bit i of word j.
  ///
  /// Swaps the off-diagonal quadrants at block sizes 32, 16, … 1 (Warren, *Hacker's Delight*, 2nd
  /// ed., section 7–3).
  ///
  /// @param words 64 words
  void transpose(long[] words);

  /// The bits that stay in the upper rows when blocks of `size` = 2^i < 64 are swapped: the lower
  /// half of every 2·`size` bits.
  static long lowerHalves(int size) {
    return Long.divideUnsigned(-1L, (1L << size) + 1);
  }

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "PACK_BYTES" ->
          (v, a, n, _, _) -> {
            long[] out = a.words.of(SyntheticCall.words(8 * n));
            a.returned(v.pack().bytes(a.binaries.of(8 * n), 0, 8 * n, out, 0));
          };
      case "PACK_BOOLEANS" ->
          (v, a, n, _, _) -> {
            long[] out = a.words.of(SyntheticCall.words(8 * n));
            v.pack().booleans(a.booleans.of(8 * n), 0, 8 * n, out, 0);
          };
      case "PACK_BINARY" ->
          (v, a, n, _, _) -> {
            long[] out = a.words.of(SyntheticCall.words(8 * n));
            a.returned(v.pack().binary(a.binary.of(8 * n), 0, 8 * n, out, 0));
          };
      case "PACK_ABOVE" ->
          (v, a, n, _, _) -> {
            long[] out = a.words.of(SyntheticCall.words(8 * n));
            a.returned(v.pack().above(1, a.x.of(8 * n), 0, 8 * n, out, 0));
          };
      case "TRANSPOSE" -> (v, a, _, _, _) -> v.pack().transpose(a.bits.of(Long.SIZE));
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
