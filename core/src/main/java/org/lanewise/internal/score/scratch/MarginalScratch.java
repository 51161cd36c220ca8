package org.lanewise.internal.score.scratch;

import java.util.Arrays;

/// The part of a [Workspace] for a row of which some features were not seen.
public final class MarginalScratch {

  /// The most features of a row that are filled at once.
  public static final int FILLED = 16;

  private static final double[] NO_DOUBLES = {};
  private static final int[] NO_INTS = {};
  private static final boolean[] NO_BOOLEANS = {};

  /// Columns of features that are made at once, if they take no more.
  private static final int FEW_DOUBLES = 1 << 17;

  /// The features that were not seen, ascending, and how many.
  public int[] missing;

  public int count;

  /// A column of a factor for each of them, and what belongs to its reflection.
  public double[] columns;

  public double[] inverses;

  /// Means of classes, reflected, and the logarithm that belongs to the reflections.
  public double[] images;

  public double logs;

  /// How many features rows of a block lack.
  public double[] counts;

  /// A row with 0 where a feature was not seen, what kernels of fills work in, and the fills of a
  /// row or of a block.
  public double[] row;

  public double[] fillScratch;
  public double[] fills;

  /// Of a row, or of the rows of a block, determinants of what was not seen, and what they are
  /// compared with.
  public double[] determinants;

  public double[] diagonals;

  /// Of the fills of a block their rows and features; and whether a row is scored alone.
  public int[] filledRows;

  public int[] filledFeatures;

  public boolean[] alone;

  /// A number for each row of a block and class.
  public double[] products;

  /// Whether the row has been filled.
  public boolean filled;

  private final Growth growth;

  MarginalScratch(Growth growth) {
    this.growth = growth;
    empty();
  }

  /// Finds the features that were not seen: NaN among the first d values.
  public void find(double[] row, int d) {
    missing = growth.longer(missing, d);
    int found = 0;
    for (int j = 0; j < d; j++) {
      // The next one overwrites what was seen.
      missing[found] = j;
      found += Double.isNaN(row[j]) ? 1 : 0;
    }
    count = found;
  }

  /// Puts 0 where a feature was not seen.
  public void clearMissing(double[] row) {
    for (int q = 0; q < count; q++) {
      row[missing[q]] = 0;
    }
  }

  /// Columns of the features that were not seen. Those of all d where that is little: so that rows
  /// with more of them need no more.
  public void makeColumns(int d, int stride) {
    int all = d * stride;
    int few = Math.multiplyExact(Integer.highestOneBit(count) * 2, stride);
    columns = growth.longer(columns, all <= FEW_DOUBLES ? all : few);
    inverses = growth.longer(inverses, d);
  }

  public void makeImages(int size) {
    images = growth.longer(images, size);
  }

  /// What filling rows of d features takes.
  ///
  /// @param width d, rounded up as kernels read a row
  /// @param scratch what the kernel of fills needs
  public void makeFills(int width, int scratch, int fillCount, int determinantCount) {
    row = growth.longer(row, width);
    fillScratch = growth.longer(fillScratch, scratch);
    fills = growth.longer(fills, fillCount);
    determinants = growth.longer(determinants, determinantCount);
    diagonals = growth.longer(diagonals, determinantCount);
  }

  /// What the rows of a block take beside it.
  public void makeRows(int rows, int filled, int productCount) {
    filledRows = growth.longer(filledRows, filled);
    filledFeatures = growth.longer(filledFeatures, filled);
    products = growth.longer(products, productCount);
    if (alone.length < rows) {
      alone = new boolean[rows];
    }
  }

  /// Copies a row of d features, 0 up to `width`, and finds what was not seen.
  ///
  /// @param from its values lie `stride` apart from there on
  public void take(double[] values, int from, int stride, int d, int width) {
    missing = growth.longer(missing, d);
    int found = 0;
    for (int j = 0; j < d; j++) {
      double value = values[from + j * stride];
      boolean lacks = Double.isNaN(value);
      missing[found] = j;
      found += lacks ? 1 : 0;
      row[j] = lacks ? 0 : value;
    }
    Arrays.fill(row, d, width, 0);
    count = found;
  }

  /// As [#take(double[], int, int, int, int)] of row r of columns.
  public void take(double[][] columns, int r, int d, int width) {
    missing = growth.longer(missing, d);
    int found = 0;
    for (int j = 0; j < d; j++) {
      double value = columns[j][r];
      boolean lacks = Double.isNaN(value);
      missing[found] = j;
      found += lacks ? 1 : 0;
      row[j] = lacks ? 0 : value;
    }
    Arrays.fill(row, d, width, 0);
    count = found;
  }

  /// Counts of so many rows, cleared.
  public void makeCounts(int rows) {
    counts = growth.longer(counts, rows);
    Arrays.fill(counts, 0, rows, 0);
  }

  void empty() {
    missing = NO_INTS;
    columns = NO_DOUBLES;
    inverses = NO_DOUBLES;
    images = NO_DOUBLES;
    counts = NO_DOUBLES;
    row = NO_DOUBLES;
    fillScratch = NO_DOUBLES;
    fills = NO_DOUBLES;
    determinants = NO_DOUBLES;
    diagonals = NO_DOUBLES;
    filledRows = NO_INTS;
    filledFeatures = NO_INTS;
    alone = NO_BOOLEANS;
    products = NO_DOUBLES;
    count = 0;
  }
}
