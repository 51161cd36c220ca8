package org.lanewise.internal.score.scratch;

import java.util.Arrays;

/// The part of a [Workspace] for a row of which some features were not seen.
public final class MarginalScratch {

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

  /// Whether rows of a batch have missing values.
  public boolean[] holes;

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

  /// Marks of so many rows, cleared.
  public void makeHoles(int rows) {
    if (holes.length < rows) {
      holes = new boolean[rows];
    }
    Arrays.fill(holes, 0, rows, false);
  }

  void empty() {
    missing = NO_INTS;
    columns = NO_DOUBLES;
    inverses = NO_DOUBLES;
    images = NO_DOUBLES;
    holes = NO_BOOLEANS;
    count = 0;
  }
}
