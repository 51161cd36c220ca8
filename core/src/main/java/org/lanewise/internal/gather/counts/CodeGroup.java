package org.lanewise.internal.gather.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/// Consecutive features whose categories are counted together: a row increments one *cell* of all
/// combinations instead of one counter for each feature.
///
/// With K_j the number of categories of feature j, the cell of a row is a number whose digits are
/// its class, and for each feature 1 plus the code, to base K_j + 1; 0 is a missing value. It fits
/// a byte, so eight rows are computed at once in a long.
final class CodeGroup {

  /// Cells of a group: the values of a byte.
  private static final int CELLS = 256;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long SIGNS = 0x8080808080808080L;

  final int from;
  final int end;
  private final int classCount;
  private final int[] even = new int[CELLS];
  private final int[] odd = new int[CELLS];

  private CodeGroup(int from, int end, int classCount) {
    this.from = from;
    this.end = end;
    this.classCount = classCount;
  }

  /// Forms groups of features `from` to `to − 1`. A feature with too many categories for a group is
  /// in none.
  ///
  /// @param first where the categories of each feature begin among those of all
  static void addAll(List<CodeGroup> groups, int[] first, int from, int to, int classCount) {
    for (int j = from; j < to; ) {
      int start = j;
      long cells = classCount;
      while (j < to && fits(cells, first[j + 1] - first[j])) {
        cells *= first[j + 1] - first[j] + 1;
        j++;
      }
      if (j > start) {
        groups.add(new CodeGroup(start, j, classCount));
      } else {
        j++;
      }
    }
  }

  private static boolean fits(long cells, int categories) {
    return categories < Byte.MAX_VALUE && cells * (categories + 1) <= CELLS;
  }

  /// Appends the digit of a feature to the cells of rows.
  ///
  /// @param codes its codes, −1 if missing
  /// @param count the number of rows; both arrays have room up to the next multiple of 8
  static void append(byte[] cells, byte[] codes, int count, int categories) {
    for (int i = 0; i < count; i += Long.BYTES) {
      long code = (long) LONGS.get(codes, i);
      // No byte carries into the next: −1 + 1 and 126 + 1 are added without their sign.
      long digit = (code & ~SIGNS) + ONES ^ code & SIGNS;
      LONGS.set(cells, i, (long) LONGS.get(cells, i) * (categories + 1) + digit);
    }
  }

  /// Counts rows by their cells. Two tables take turns, because an increment waits for the one
  /// before it if both have the same cell.
  void count(byte[] cells, int count) {
    for (int i = 0; i + 1 < count; i += 2) {
      even[cells[i] & 0xff]++;
      odd[cells[i + 1] & 0xff]++;
    }
    if (count % 2 == 1) {
      even[cells[count - 1] & 0xff]++;
    }
  }

  /// Adds the counts of each feature to those of all: category v of feature j in class c to
  /// `out[c·first[d] + first[j] + v]`. Afterwards, the group is not to be used.
  void addTo(long[] out, int[] first) {
    int cells = classCount;
    for (int j = from; j < end; j++) {
      cells *= first[j + 1] - first[j] + 1;
    }
    for (int i = 0; i < cells; i++) {
      even[i] += odd[i];
    }
    // From the last feature to the first: its counts, and the sum over its digit.
    for (int j = end - 1; j >= from; j--) {
      int digits = first[j + 1] - first[j] + 1;
      cells /= digits;
      for (int i = 0; i < cells; i++) {
        int at = i / (cells / classCount) * first[first.length - 1] + first[j];
        int sum = even[i * digits];
        for (int v = 0; v < digits - 1; v++) {
          int count = even[i * digits + 1 + v];
          out[at + v] += count;
          sum += count;
        }
        even[i] = sum;
      }
    }
  }
}
