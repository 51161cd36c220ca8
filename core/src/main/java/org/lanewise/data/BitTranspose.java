package org.lanewise.data;

/// Transposes 64×64 bits in place: bit j of word i becomes bit i of word j.
///
/// Swaps the off-diagonal quadrants at block sizes 32, 16, … 1 (Warren, *Hacker's Delight*, 2nd
/// ed., section 7–3), 32 word pairs a stage.
final class BitTranspose {

  private BitTranspose() {}

  /// Transposes `words[0 … 63]`.
  static void transpose(long[] words) {
    stage(words, 32, 0x00000000FFFFFFFFL);
    stage(words, 16, 0x0000FFFF0000FFFFL);
    stage(words, 8, 0x00FF00FF00FF00FFL);
    stage(words, 4, 0x0F0F0F0F0F0F0F0FL);
    stage(words, 2, 0x3333333333333333L);
    stage(words, 1, 0x5555555555555555L);
  }

  private static void stage(long[] words, int size, long mask) {
    for (int block = 0; block < Long.SIZE; block += 2 * size) {
      for (int i = block; i < block + size; i++) {
        long low = words[i];
        long high = words[i + size];
        long swap = ((low >>> size) ^ high) & mask;
        words[i] = low ^ (swap << size);
        words[i + size] = high ^ swap;
      }
    }
  }
}
