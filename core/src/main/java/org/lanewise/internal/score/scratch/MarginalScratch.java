package org.lanewise.internal.score.scratch;

import java.util.Arrays;

/// The part of a [Workspace] for a row of which some features were not seen.
public final class MarginalScratch {

  private static final double[] NO_DOUBLES = {};
  private static final double[][] NO_COLUMNS = {};
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

  /// Whether rows of a batch have missing values.
  public boolean[] holes;

  /// Columns of a block, 0 where a value was not seen; 1 where it was, else 0; and sums of its
  /// rows.
  public double[][] values;

  public double[][] seen;
  public double[] squares;
  public double[] constants;

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
    long all = (long) d * stride;
    int few = Math.multiplyExact(Integer.highestOneBit(count) * 2, stride);
    columns = growth.longer(columns, all <= FEW_DOUBLES ? (int) all : few);
    inverses = growth.longer(inverses, d);
  }

  public void makeImages(int size) {
    images = growth.longer(images, size);
  }

  /// Marks of so many rows, cleared.
  public void makeHoles(int rows) {
    if (holes.length < rows) {
      holes = new boolean[rows];
    }
    Arrays.fill(holes, 0, rows, false);
  }

  /// A block of so many columns and rows.
  public void makeBlock(int d, int rows) {
    if (values.length < d) {
      values = Arrays.copyOf(values, d);
      seen = Arrays.copyOf(seen, d);
    }
    for (int j = 0; j < d; j++) {
      values[j] = growth.longer(values[j] == null ? NO_DOUBLES : values[j], rows);
      seen[j] = growth.longer(seen[j] == null ? NO_DOUBLES : seen[j], rows);
    }
    squares = growth.longer(squares, rows);
    constants = growth.longer(constants, rows);
  }

  void empty() {
    missing = NO_INTS;
    columns = NO_DOUBLES;
    inverses = NO_DOUBLES;
    images = NO_DOUBLES;
    holes = NO_BOOLEANS;
    values = NO_COLUMNS;
    seen = NO_COLUMNS;
    squares = NO_DOUBLES;
    constants = NO_DOUBLES;
    count = 0;
  }
}
