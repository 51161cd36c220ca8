package org.lanewise.internal.gather.counts;

import org.lanewise.data.BadDataException;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.store.BitStore;
import org.lanewise.internal.store.Stores;

/// Counts how many rows of each class have each feature set: feature j in class c of k is cell
/// `[j·k + c]`, as one call counts all classes of a column.
public final class BitCounts {

  private static final int MASK_WORDS = 4096;
  private static final int BLOCK_WORDS = 1 << 15;
  private static final int MAX_BLOCK = 32;
  private static final int MIN_TILE = 64;
  private static final int MAX_TILE = 256;

  private BitCounts() {}

  /// Counts features `from` to `to − 1` into `[j·k + c]`, and if `classes` is not null the rows of
  /// the classes into it.
  ///
  /// The class masks of a tile of rows fit the first cache, those of a block of tiles the second.
  /// So a block is read column by column, in long runs that the hardware foresees.
  public static void count(
      BitColumns rows, Labels labels, int from, int to, long[] out, long[] classes) {
    int classCount = labels.classCount();
    BitStore bits = Stores.of(rows);
    int wordCount = bits.wordCount();
    int tile = Math.clamp((MASK_WORDS / classCount) & -MIN_TILE, MIN_TILE, MAX_TILE);
    int tiles = Math.clamp(BLOCK_WORDS / ((long) tile * classCount), 1, MAX_BLOCK);
    tiles = Math.min(tiles, (wordCount + tile - 1) / tile);
    ClassMasks[] masks = new ClassMasks[tiles];
    for (int t = 0; t < tiles; t++) {
      masks[t] = new ClassMasks(classCount, tile);
    }
    int[] slots = new int[tile * Long.SIZE];
    long[][] lent = new long[2][];
    long[][] copies = new long[2][tile];
    for (int block = 0; block < wordCount; block += tiles * tile) {
      int end = Math.min(wordCount, block + tiles * tile);
      for (int first = block; first < end; first += tile) {
        masks[(first - block) / tile].set(
            labels, first, Math.min(tile, end - first), slots, classes);
      }
      for (int j = from; j < to; j += 2) {
        int columns = Math.min(2, to - j);
        for (int first = block; first < end; first += tile) {
          ClassMasks m = masks[(first - block) / tile];
          // Bits after the last row are in no mask.
          int offset = bits.lend(j, columns, first, lent);
          if (offset < 0) {
            offset = 0;
            for (int i = 0; i < columns; i++) {
              bits.copyRaw(j + i, first, m.words(), copies[i], 0);
              lent[i] = copies[i];
            }
          }
          m.count(lent, columns, offset, out, j * classCount);
        }
      }
    }
  }

  /// Adds the weights of rows for features `from` to `to − 1` to `[j·k + c]`, row by row.
  public static void sum(BitColumns rows, Labels labels, int from, int to, double[] out) {
    int classCount = labels.classCount();
    BitStore store = Stores.of(rows);
    for (int j = from; j < to; j++) {
      for (int w = 0; w < store.wordCount(); w++) {
        for (long bits = store.word(j, w); bits != 0; bits &= bits - 1) {
          int row = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
          out[j * classCount + labels.index(row)] += labels.weight(row);
        }
      }
    }
  }

  /// Adds sparse rows of stored values 0 or 1, whose class c is class `to[c]` of `classCount`.
  ///
  /// @param row to read rows with, so that nothing is made here that may fail
  /// @param counts cells with room for sums if the rows have weights
  public static void add(
      SparseRows rows, SparseRow row, Labels labels, int[] to, int classCount, ClassCounts counts) {
    for (int i = 0; i < rows.rowCount(); i++) {
      rows.row(i, row);
      int label = to[labels.index(i)];
      int[] indices = row.indices();
      double[] values = row.values();
      for (int at = row.from(); at < row.to(); at++) {
        if (values == null || values[at] == 1) {
          int cell = indices[at] * classCount + label;
          if (labels.areWeighted()) {
            counts.sums[cell] += labels.weight(i);
          } else {
            counts.exact[cell]++;
          }
        }
      }
    }
  }

  /// Refuses stored values other than 0 and 1.
  public static void requireBinary(SparseRows rows) {
    if (rows.isBinary()) {
      return;
    }
    SparseRow row = new SparseRow();
    for (int i = 0; i < rows.rowCount(); i++) {
      rows.row(i, row);
      for (int at = row.from(); at < row.to(); at++) {
        double value = row.values()[at];
        if (value != 0 && value != 1) {
          throw new BadDataException(
              "%s, %s is %s; 0 or 1 is expected, or a threshold to make it one",
              Fact.row(i), Fact.feature(row.indices()[at], rows.features()), Fact.value(value));
        }
      }
    }
  }

  /// Refuses to subtract more rows that lack a feature than there are.
  ///
  /// @param rest counts of set features at `[j·k + c]`, of `rows`
  /// @param subtracted those to subtract, of `subtractedRows`
  public static void requireUnsetSubtractable(
      ClassCounts rest,
      ClassRows rows,
      ClassCounts subtracted,
      ClassRows subtractedRows,
      Features features,
      Classes classes) {
    int k = classes.count();
    for (int cell = 0; cell < rest.exact.length; cell++) {
      int label = cell % k;
      long unset = rows.count(label) - rest.exact[cell];
      long less = subtractedRows.count(label) - subtracted.exact[cell];
      if (less > unset) {
        throw new BadDataException(
            "the rows of %s without %s are %s in the statistics to subtract; at most %d is"
                + " expected, which these hold",
            Fact.label(label, classes), Fact.feature(cell / k, features), Fact.value(less), unset);
      }
    }
  }
}
