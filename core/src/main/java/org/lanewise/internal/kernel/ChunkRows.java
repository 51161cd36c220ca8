package org.lanewise.internal.kernel;

import java.util.Arrays;

/// The classes and weights of a chunk of rows, in the forms that [DiagonalKernels] read.
public final class ChunkRows {

  /// The most rows of a chunk.
  public static final int MAX = 1024;

  /// Words of bits for each class.
  public static final int WORDS = MAX / Long.SIZE;

  private static final double[] ONES = new double[MAX];

  static {
    Arrays.fill(ONES, 1);
  }

  /// The number of classes k.
  public int classCount;

  /// The class of each row; k, at most 8, if its weight is 0.
  public final int[] classes = new int[MAX];

  /// The weight of each row; not to be changed, for others may have the same array.
  public double[] weights = ONES;

  /// Room for weights that are not all 1; null before the first such rows.
  private double[] ownWeights;

  /// Which rows are of class c once they are complete: bit r mod 64 of `members[c·WORDS + r/64]`.
  /// Classes are rounded up to an even number; the one too many has no rows.
  public final long[] members;

  private int count;
  private boolean weighted;
  private boolean absent;

  /// A chunk without rows.
  ///
  /// @param classCount the most classes that its rows may have
  public ChunkRows(int classCount) {
    this.classCount = classCount;
    members = new long[(classCount + 1) / 2 * 2 * WORDS];
  }

  /// Where the bits of a class begin in [#members].
  public static int membersOf(int c) {
    return c * WORDS;
  }

  /// Makes its rows those whose classes were written to [#classes].
  ///
  /// @param classes how many classes there are, no more than this was made for
  /// @param rowWeights the weight of the first row is at `from`; null if all are 1
  public void set(int classes, int rows, double[] rowWeights, int from) {
    classCount = classes;
    count = rows;
    weighted = false;
    absent = false;
    if (rowWeights == null) {
      weights = ONES;
    } else {
      setWeights(rowWeights, from);
    }
  }

  /// Makes the array that rows with weights take.
  public void reserveWeights() {
    if (ownWeights == null) {
      ownWeights = new double[MAX];
    }
  }

  private void setWeights(double[] rowWeights, int from) {
    reserveWeights();
    weights = ownWeights;
    for (int r = 0; r < count; r++) {
      double weight = rowWeights[from + r];
      weights[r] = weight;
      weighted |= weight != 0 && weight != 1;
      if (weight == 0) {
        classes[r] = classCount;
        absent = true;
      }
    }
  }

  /// Finds the members of the classes; to be called after the rows were set.
  public void complete(DiagonalKernels kernels) {
    Arrays.fill(classes, count, MAX, classCount);
    kernels.members(classes, classCount, members);
  }

  /// The number of rows of a class whose weight is not 0.
  public int count(int c) {
    int members = 0;
    for (int w = 0; w < WORDS; w++) {
      members += Long.bitCount(this.members[membersOf(c) + w]);
    }
    return members;
  }

  /// The first row of a class whose weight is not 0; [#MAX] if there is none.
  public int first(int c) {
    int w = 0;
    while (w < WORDS && members[membersOf(c) + w] == 0) {
      w++;
    }
    return w == WORDS ? MAX : w * Long.SIZE + Long.numberOfTrailingZeros(members[membersOf(c) + w]);
  }

  /// The number of rows.
  public int count() {
    return count;
  }

  /// Whether a weight is neither 0 nor 1.
  public boolean weighted() {
    return weighted;
  }

  /// Whether a row has weight 0.
  public boolean absent() {
    return absent;
  }
}
