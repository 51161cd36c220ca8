package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.TableKernels;

/// The specification of [TableKernels].
public class ScalarTableKernels implements TableKernels {

  private static final int TILE = DiscreteKernels.TILE;

  @Override
  public boolean tilesAreFast() {
    return false;
  }

  @Override
  public void patterns(long[] block, int stride, int word, int groups, byte[] out) {
    for (int g = 0; g < groups; g++) {
      for (int t = 0; t < RUN; t++) {
        int at = g * stride + word + t;
        long w0 = block[at];
        long w1 = block[at + groups * stride];
        long w2 = block[at + 2 * groups * stride];
        long w3 = block[at + 3 * groups * stride];
        long w4 = block[at + 4 * groups * stride];
        for (int r = 0; r < TILE; r += Byte.SIZE) {
          long bits =
              (w0 >>> r & 0xff)
                  | (w1 >>> r & 0xff) << 8
                  | (w2 >>> r & 0xff) << 16
                  | (w3 >>> r & 0xff) << 24
                  | (w4 >>> r & 0xff) << 32;
          bits = transposed(bits);
          int to = (t * groups + g) * TILE + r;
          for (int i = 0; i < Byte.SIZE; i++) {
            out[to + i] = (byte) (bits >>> (Byte.SIZE * i));
          }
        }
      }
    }
  }

  /// 8×8 bits transposed: bit i of byte j becomes bit j of byte i (Warren, *Hacker's Delight*, 2nd
  /// ed., section 7–3).
  private static long transposed(long x) {
    long swap = (x ^ (x >>> 7)) & 0x00AA00AA00AA00AAL;
    x ^= swap ^ (swap << 7);
    swap = (x ^ (x >>> 14)) & 0x0000CCCC0000CCCCL;
    x ^= swap ^ (swap << 14);
    swap = (x ^ (x >>> 28)) & 0x00000000F0F0F0F0L;
    return x ^ swap ^ (swap << 28);
  }

  @Override
  public boolean digitsAreFast() {
    return false;
  }

  /// Two groups at once, 8 rows of a word: row i of them is in tile i.
  @Override
  public void digitPatterns(long[] block, int stride, int word, int groups, byte[] out) {
    int half = groups / 2;
    for (int g = 0; g < half; g++) {
      for (int place = 0; place < TILE; place++) {
        int at = g * stride + word + place / Byte.SIZE;
        int shift = place % Byte.SIZE * Byte.SIZE;
        long bits = 0;
        for (int f = 0; f < DIGIT_FEATURES; f++) {
          long lower = block[at + f * groups * stride] >>> shift & 0xff;
          long upper = block[at + (f * groups + half) * stride] >>> shift & 0xff;
          bits |= lower << f * Byte.SIZE | upper << (f + DIGIT_FEATURES) * Byte.SIZE;
        }
        bits = transposed(bits);
        for (int tile = 0; tile < RUN; tile++) {
          int to = (tile * groups + g) * TILE + place;
          out[to] = (byte) (bits & 0x0f);
          out[to + half * TILE] = (byte) (bits >>> DIGIT_FEATURES & 0x0f);
          bits >>>= Byte.SIZE;
        }
      }
    }
  }

  @Override
  public void digitSums(
      byte[] patterns, int from, int groups, byte[] table, int at, int[] sums, int to) {
    for (int place = 0; place < TILE; place++) {
      int r = TableKernels.digitRow(place);
      int sum = 0;
      for (int g = 0; g < groups; g++) {
        int entry = at + 2 * DIGIT_PATTERNS * g + patterns[from + g * TILE + r];
        sum +=
            Byte.toUnsignedInt(table[entry])
                + (Byte.toUnsignedInt(table[entry + DIGIT_PATTERNS]) << DIGIT_BITS);
      }
      sums[to + place] += sum;
    }
  }

  @Override
  public void codePatterns(
      byte[] codes, int least, int size, int patterns, byte[] out, int at, int step) {
    for (int i = 0; i < RUN * TILE; i++) {
      int pattern = Math.min(codes[i], size) - least + 1;
      boolean inside = pattern >= 0 && pattern < patterns;
      out[at + i / TILE * step + i % TILE] = (byte) (inside ? pattern : 0);
    }
  }

  @Override
  public void tileSums(
      byte[] patterns, int from, int groups, short[] table, int first, int k, int[] sums) {
    for (int c = first; c < k; c++) {
      for (int place = 0; place < TILE; place++) {
        int r = TableKernels.row(place);
        int sum = 0;
        for (int g = 0; g < groups; g++) {
          int entry = ((c - first) * groups + g) * PATTERNS + patterns[from + g * TILE + r];
          sum += Short.toUnsignedInt(table[entry]);
        }
        sums[c * TILE + place] += sum;
      }
    }
  }

  @Override
  public long leaders(int[] sums, int k, int margin, int[] best) {
    long decided = 0;
    for (int place = 0; place < TILE; place++) {
      int leader = 0;
      int most = sums[place];
      int second = -1;
      for (int c = 1; c < k; c++) {
        int sum = sums[c * TILE + place];
        if (sum > most) {
          second = most;
          most = sum;
          leader = c;
        } else {
          second = Math.max(second, sum);
        }
      }
      best[place] = leader;
      decided |= (most - second > margin ? 1L : 0L) << place;
    }
    return decided;
  }

  @Override
  public void rowSums(byte[] patterns, int from, int groups, int[] table, int k, int[] sums) {
    int c = 0;
    for (; c + 4 <= k; c += 4) {
      int sum0 = 0;
      int sum1 = 0;
      int sum2 = 0;
      int sum3 = 0;
      for (int g = 0; g < groups; g++) {
        int at = (g * PATTERNS + patterns[from + g * TILE]) * k + c;
        sum0 += table[at];
        sum1 += table[at + 1];
        sum2 += table[at + 2];
        sum3 += table[at + 3];
      }
      sums[c] += sum0;
      sums[c + 1] += sum1;
      sums[c + 2] += sum2;
      sums[c + 3] += sum3;
    }
    for (; c < k; c++) {
      int sum = 0;
      for (int g = 0; g < groups; g++) {
        sum += table[(g * PATTERNS + patterns[from + g * TILE]) * k + c];
      }
      sums[c] += sum;
    }
  }
}
