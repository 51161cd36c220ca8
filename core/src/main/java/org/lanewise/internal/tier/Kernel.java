package org.lanewise.internal.tier;

/// The kernels, each with a switch: whether it runs in vectors. A kernel begins scalar and changes
/// once, for good.
///
/// Both fields that callers touch are plain, so a caller may see the change late. It never sees
/// half of it: what the switch guards, the vector tier, is a constant of a class that was
/// initialized before. A call that is noted in the moment of a look may be lost, which costs one
/// look.
public enum Kernel {
  // Scores of numeric rows.
  AFFINE_ROW(Shape.ROW),
  AFFINE_PANEL(Shape.BLOCK),
  DIAGONAL_ROW(Shape.ROW),
  DIAGONAL_PANEL(Shape.BLOCK),
  TRIANGULAR_ROW(Shape.ROW),
  TRIANGULAR_BLOCK(Shape.BLOCK),
  SEEN_PANEL(Shape.BLOCK),
  FIND_MISSING(Shape.BLOCK),
  CLASS_FILL(Shape.ROW),
  SHARED_FILLS(Shape.ROW),
  SHIFT(Shape.BLOCK),
  FINITE(Shape.BLOCK),
  ARGMAX(Shape.BLOCK),
  // Scores of bits, counts and categories.
  SCORE_ROW(Shape.ROW),
  SCORE_SPARSE(Shape.ROW),
  SCORE_PLACES(Shape.ROW),
  SCORE_ROWS(Shape.BLOCK),
  SCORE_TILE(Shape.BLOCK),
  SCORE_TILE_OF_PLACES(Shape.BLOCK),
  // Labels by sums of integers.
  PATTERNS(Shape.BLOCK),
  CODE_PATTERNS(Shape.BLOCK),
  TILE_SUMS(Shape.BLOCK),
  LEADERS(Shape.BLOCK),
  ROW_SUMS(Shape.BLOCK),
  // Exponentials and logarithms.
  LOG(Shape.BLOCK),
  LOG1P(Shape.BLOCK),
  EXP_ROW(Shape.ROW),
  REST_OF_LARGEST(Shape.BLOCK),
  // Means and scatters.
  DEAL(Shape.PANELS),
  MOVE(Shape.PANELS),
  GAUSSIAN_SUMS(Shape.PANELS),
  CENTRE(Shape.PANELS),
  GAUSSIAN_ABSORB(Shape.PANELS),
  PRODUCTS(Shape.PANELS),
  NEW_SCATTER(Shape.PANELS),
  MERGE_TILE(Shape.PANELS),
  MERGE_SCATTER(Shape.PANELS),
  // Moments of single features.
  MEMBERS(Shape.PANELS),
  DIAGONAL_SUMS(Shape.PANELS),
  WIDE_CHUNK(Shape.PANELS),
  SETTLE_SINGLES(Shape.PANELS),
  DIAGONAL_ABSORB(Shape.PANELS),
  // Bits and counts.
  PACK_BYTES(Shape.BLOCK),
  PACK_BOOLEANS(Shape.BLOCK),
  PACK_BINARY(Shape.BLOCK),
  PACK_ABOVE(Shape.BLOCK),
  TRANSPOSE(Shape.BLOCK),
  COUNT(Shape.BLOCK),
  COUNT_TWO(Shape.BLOCK),
  MASKS(Shape.BLOCK),
  /// All three of a factor.
  FACTOR(Shape.PANELS);

  /// The extents that a kernel is called with.
  enum Shape {
    /// Features, classes and missing features: fewer and more than vectors hold, with every rest.
    ROW(
        new int[][] {
          {1, 3, 1}, {32, 16, 11}, {2, 8, 1}, {20, 12, 9}, {3, 24, 2}, {33, 25, 16}, {5, 40, 4},
          {24, 2, 7}, {6, 8, 5}, {36, 10, 10}, {7, 17, 6}, {28, 20, 3}, {9, 5, 8}, {40, 33, 10},
          {12, 64, 7}, {16, 6, 2}
        }),
    /// Rows, classes and features.
    BLOCK(
        new int[][] {
          {8, 1, 8},
          {16, 3, 16},
          {24, 4, 8},
          {32, 10, 24},
          {40, 7, 8},
          {64, 12, 32},
          {13, 20, 16},
          {9, 33, 40}
        }),
    /// Panels and their rows.
    PANELS(new int[][] {{1, 16, 0}, {2, 5, 0}, {3, 24, 0}, {4, 9, 0}, {5, 33, 0}, {9, 8, 0}});

    final int[][] extents;

    Shape(int[][] extents) {
      this.extents = extents;
    }
  }

  final Shape shape;

  private boolean vector;
  private boolean called;
  private volatile boolean givenUp;
  private volatile int looks;

  Kernel(Shape shape) {
    this.shape = shape;
  }

  /// Whether to run in vectors. A scalar call is noted, once between two looks.
  boolean inVectors() {
    if (vector) {
      return true;
    }
    if (!called) {
      called = true;
      Exercise.wake();
    }
    return false;
  }

  /// Counts the looks in which it was seen to be called in scalar loops.
  ///
  /// @return whether it was called since the last one
  boolean look() {
    if (!called || vector || givenUp) {
      return false;
    }
    looks++;
    called = false;
    return true;
  }

  /// In how many looks it was seen, 0 if there is nothing to exercise.
  int looks() {
    return vector || givenUp ? 0 : looks;
  }

  /// Whether it was called and still is to be exercised.
  boolean isPending() {
    return !vector && !givenUp && (called || looks > 0);
  }

  /// Forgets the calls so far.
  void forget() {
    called = false;
    looks = 0;
  }

  void runInVectors(boolean on) {
    vector = on;
  }

  void staysScalar() {
    givenUp = true;
  }
}
