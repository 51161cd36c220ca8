package org.lanewise.internal.score.scratch;

import java.util.Arrays;
import org.lanewise.internal.kernel.MissingKernels;

/// The part of a [Workspace] for a row with missing features.
public final class MarginalScratch {

  /// The most features of a row that are filled at once.
  public static final int FILLED = MissingKernels.MAX_MISSING;

  /// Columns of features that are made at once, if they take no more.
  private static final int FEW_DOUBLES = 1 << 17;

  /// The missing features, ascending, and how many.
  public int[] missing = {};

  public int count;

  /// A column of a factor for each of them, and what belongs to its reflection.
  public double[] columns = {};

  public double[] inverses = {};

  /// Means of classes, reflected, and the logarithm that belongs to the reflections.
  public double[] images = {};

  public double logs;

  /// How many features rows of a block lack, and which: bit j mod 64 of row r at `[⌊j/64⌋·bitRows +
  /// r]`.
  public double[] counts = {};

  public long[] bits = {};
  private int bitRows;

  /// Rows of a block by how many features they lack, and where those that lack m begin.
  public int[] picks = {};

  public final int[] begins = new int[FILLED + 2];

  /// A row with 0 where a feature is missing, what kernels of fills work in, and the fills of a row
  /// or of a block.
  public double[] row = {};

  public double[] fillScratch = {};
  public double[] fills = {};

  /// Of a row, or of the rows of a block, determinants of the missing features, and what they are
  /// compared with.
  public double[] determinants = {};

  public double[] diagonals = {};

  /// Of the fills of a block their rows and features; and whether a row is scored alone.
  public int[] filledRows = {};

  public int[] filledFeatures = {};

  public boolean[] alone = {};

  /// A number for each row of a block and class.
  public double[] products = {};

  /// Whether the row has been filled.
  public boolean filled;

  private final Growth growth;

  MarginalScratch(Growth growth) {
    this.growth = growth;
  }

  /// Finds the missing features: NaN among the first d values.
  public void find(double[] row, int d) {
    missing = growth.longer(missing, d);
    int found = 0;
    for (int j = 0; j < d; j++) {
      // The next one overwrites an observed feature.
      missing[found] = j;
      found += Double.isNaN(row[j]) ? 1 : 0;
    }
    count = found;
  }

  /// Puts 0 where a feature is missing.
  public void clearMissing(double[] row) {
    for (int q = 0; q < count; q++) {
      row[missing[q]] = 0;
    }
  }

  /// Columns of the missing features. Those of all d where that is little: so that rows with more
  /// of them need no more.
  public void makeColumns(int d, int stride) {
    long all = (long) d * stride;
    int few = Math.multiplyExact(Integer.highestOneBit(count) * 2, stride);
    columns = growth.longer(columns, all <= FEW_DOUBLES ? (int) all : few);
    inverses = growth.longer(inverses, d);
  }

  public void makeImages(int size) {
    images = growth.longer(images, size);
  }

  /// Space for filling rows of features.
  ///
  /// @param values those of rows, rounded up as kernels read them
  /// @param scratch what the kernel of fills needs
  public void makeFills(int values, int scratch, int fillCount, int determinantCount) {
    row = growth.longer(row, values);
    fillScratch = growth.longer(fillScratch, scratch);
    fills = growth.longer(fills, fillCount);
    determinants = growth.longer(determinants, determinantCount);
    diagonals = growth.longer(diagonals, determinantCount);
  }

  public void makePicks(int rows) {
    picks = growth.longer(picks, rows);
  }

  /// Further space for the rows of a block.
  public void makeRows(int rows, int filled, int productCount) {
    filledRows = growth.longer(filledRows, filled);
    filledFeatures = growth.longer(filledFeatures, filled);
    products = growth.longer(products, productCount);
    if (alone.length < rows) {
      alone = new boolean[rows];
    }
  }

  /// Copies a row of d features, 0 where one is missing and up to `width`, and finds those.
  public void take(double[] values, int d, int width) {
    find(values, d);
    System.arraycopy(values, 0, row, 0, d);
    clearMissing(row);
    Arrays.fill(row, d, width, 0);
  }

  /// As [#take(double[], int, int)] of row r of a block of columns `stride` apart.
  public void take(double[] block, int r, int stride, int d, int width) {
    missing = growth.longer(missing, d);
    count = list(r, d, 0);
    for (int j = 0; j < d; j++) {
      row[j] = block[j * stride + r];
    }
    clearMissing(row);
    Arrays.fill(row, d, width, 0);
  }

  /// Lists what row r of a block lacks.
  ///
  /// @param at where in [#missing]
  /// @return how many features
  private int list(int r, int d, int at) {
    int found = at;
    for (int first = 0, word = r; first < d; first += Long.SIZE, word += bitRows) {
      for (long rest = bits[word]; rest != 0; rest &= rest - 1) {
        missing[found++] = first + Long.numberOfTrailingZeros(rest);
      }
    }
    return found - at;
  }

  /// Copies rows of columns, row r to `row[r·width]`, 0 where a feature is missing and up to
  /// `width`; of rows that may be filled what they lack is in `missing[r·FILLED]`, and [#picks] are
  /// those, by how many features they lack.
  ///
  /// @param columns with rows up to a multiple of 8
  public void takeRows(double[][] columns, int rows, int d, int width) {
    missing = growth.longer(missing, Math.max(d, Math.multiplyExact(rows, FILLED)));
    transpose(columns, rows, d, width);
    Arrays.fill(begins, 0);
    int most = Math.min(FILLED, d - 1);
    for (int r = 0; r < rows; r++) {
      int lacks = (int) counts[r];
      if (lacks > 0 && lacks <= most) {
        begins[lacks]++;
        list(r, d, r * FILLED);
        for (int q = r * FILLED; q < r * FILLED + lacks; q++) {
          row[r * width + missing[q]] = 0;
        }
      }
    }
    int end = 0;
    for (int m = 1; m <= FILLED; m++) {
      int here = begins[m];
      begins[m] = end;
      end += here;
    }
    for (int r = 0; r < rows; r++) {
      int lacks = (int) counts[r];
      if (lacks > 0 && lacks <= most) {
        picks[begins[lacks]++] = r;
      }
    }
    // Each begin has become the next one.
    System.arraycopy(begins, 0, begins, 1, FILLED + 1);
    begins[1] = 0;
  }

  private void transpose(double[][] columns, int rows, int d, int width) {
    for (int r = 0; r < rows; r += 8) {
      int at = r * width;
      for (int j = 0; j < d; j++) {
        double[] column = columns[j];
        row[at + j] = column[r];
        row[at + width + j] = column[r + 1];
        row[at + 2 * width + j] = column[r + 2];
        row[at + 3 * width + j] = column[r + 3];
        row[at + 4 * width + j] = column[r + 4];
        row[at + 5 * width + j] = column[r + 5];
        row[at + 6 * width + j] = column[r + 6];
        row[at + 7 * width + j] = column[r + 7];
      }
      for (int i = 0; i < 8; i++) {
        Arrays.fill(row, at + i * width + d, at + (i + 1) * width, 0);
      }
    }
  }

  /// Bits of so many rows of d features, cleared.
  public void makeBits(int rows, int d) {
    int size = Math.multiplyExact(rows, (d + Long.SIZE - 1) / Long.SIZE);
    counts = growth.longer(counts, rows);
    bits = growth.longer(bits, size);
    bitRows = rows;
    Arrays.fill(bits, 0, size, 0);
  }

  /// Counts what rows of d features lack by their bits.
  ///
  /// @return whether one lacks any
  public boolean countBits(int rows, int d) {
    long any = 0;
    for (int r = 0; r < rows; r++) {
      int lacks = 0;
      for (int first = 0, word = r; first < d; first += Long.SIZE, word += bitRows) {
        lacks += Long.bitCount(bits[word]);
      }
      counts[r] = lacks;
      any |= lacks;
    }
    return any != 0;
  }
}
