package org.lanewise.internal.tier;

import org.lanewise.internal.kernel.CountKernels;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ElementaryKernels;
import org.lanewise.internal.kernel.FactorKernels;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.MissingKernels;
import org.lanewise.internal.kernel.PackKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.StripKernels;
import org.lanewise.internal.kernel.SyntheticCall;
import org.lanewise.internal.kernel.TableKernels;

/// The kernels, each with its switch from scalar to vector and a synthetic call for [Exercise]. A
/// kernel starts scalar, unless vectors are [forced][#force], and switches at most once.
///
/// The fields that callers read are plain, so a caller may see the switch late, but never half of
/// it: the switch guards the vector tier, a constant of a class that was initialized before. A call
/// noted at the moment of a check may be lost, which only delays the switch by one check.
public enum Kernel {
  // Scores of rows of numbers.
  AFFINE_ROW(Contract.SCORE, Shape.ROW),
  AFFINE_PANEL(Contract.SCORE, Shape.BLOCK),
  DIAGONAL_ROW(Contract.SCORE, Shape.ROW),
  DIAGONAL_PANEL(Contract.SCORE, Shape.BLOCK),
  TRIANGULAR_ROW(Contract.SCORE, Shape.ROW),
  TRIANGULAR_BLOCK(Contract.SCORE, Shape.BLOCK),
  SHIFT(Contract.SCORE, Shape.BLOCK),
  FINITE(Contract.SCORE, Shape.BLOCK),
  ARGMAX(Contract.SCORE, Shape.BLOCK),
  // The same in floats, of rows one by one.
  AFFINE_FLOATS(Contract.FLOATS, Shape.FLOATS),
  TRIANGULAR_FLOATS(Contract.FLOATS, Shape.FLOATS),
  // The same in floats, of rows in strips.
  FILL_STRIPS(Contract.STRIPS, Shape.FLOATS),
  FILL_STRIPS_BY_ROW(Contract.STRIPS, Shape.FLOATS),
  AFFINE_STRIPS(Contract.STRIPS, Shape.FLOATS),
  DIAGONAL_STRIPS(Contract.STRIPS, Shape.FLOATS),
  TRIANGULAR_STRIPS(Contract.STRIPS, Shape.FLOATS),
  LEADERS_IN_STRIPS(Contract.STRIPS, Shape.FLOATS),
  // Scores of rows with missing numbers.
  OBSERVED_PANEL(Contract.MISSING, Shape.BLOCK),
  FIND_MISSING(Contract.MISSING, Shape.BLOCK),
  CLASS_FILL(Contract.MISSING, Shape.ROW),
  SHARED_FILLS(Contract.MISSING, Shape.ROW),
  // Scores of bits, counts and categories.
  SCORE_ROW(Contract.DISCRETE, Shape.ROW),
  SCORE_SPARSE(Contract.DISCRETE, Shape.ROW),
  SCORE_PLACES(Contract.DISCRETE, Shape.ROW),
  SCORE_ROWS(Contract.DISCRETE, Shape.BLOCK),
  SCORE_TILE(Contract.DISCRETE, Shape.BLOCK),
  SCORE_TILE_OF_PLACES(Contract.DISCRETE, Shape.BLOCK),
  // Labels by sums of integers.
  PATTERNS(Contract.TABLES, Shape.BLOCK),
  DIGIT_PATTERNS(Contract.TABLES, Shape.BLOCK),
  CODE_PATTERNS(Contract.TABLES, Shape.BLOCK),
  TILE_SUMS(Contract.TABLES, Shape.BLOCK),
  DIGIT_SUMS(Contract.TABLES, Shape.BLOCK),
  LEADERS(Contract.TABLES, Shape.BLOCK),
  ROW_SUMS(Contract.TABLES, Shape.BLOCK),
  // Exponentials and logarithms.
  LOG(Contract.ELEMENTARY, Shape.BLOCK),
  LOG1P(Contract.ELEMENTARY, Shape.BLOCK),
  EXP_ROW(Contract.ELEMENTARY, Shape.ROW),
  REST_OF_LARGEST(Contract.ELEMENTARY, Shape.BLOCK),
  POSTERIORS(Contract.ELEMENTARY, Shape.BLOCK),
  // Means and scatters.
  DEAL(Contract.GAUSSIAN, Shape.PANELS),
  MOVE(Contract.GAUSSIAN, Shape.PANELS),
  GAUSSIAN_SUMS(Contract.GAUSSIAN, Shape.PANELS),
  CENTRE(Contract.GAUSSIAN, Shape.PANELS),
  GAUSSIAN_ABSORB(Contract.GAUSSIAN, Shape.PANELS),
  PRODUCTS(Contract.GAUSSIAN, Shape.PANELS),
  NEW_SCATTER(Contract.GAUSSIAN, Shape.PANELS),
  MERGE_TILE(Contract.GAUSSIAN, Shape.PANELS),
  MERGE_SCATTER(Contract.GAUSSIAN, Shape.PANELS),
  // Moments of single features.
  MEMBERS(Contract.DIAGONAL, Shape.PANELS),
  DIAGONAL_SUMS(Contract.DIAGONAL, Shape.PANELS),
  WIDE_CHUNK(Contract.DIAGONAL, Shape.PANELS),
  SETTLE_SINGLES(Contract.DIAGONAL, Shape.PANELS),
  // Bits and counts.
  PACK_BYTES(Contract.PACK, Shape.BLOCK),
  PACK_BOOLEANS(Contract.PACK, Shape.BLOCK),
  PACK_BINARY(Contract.PACK, Shape.BLOCK),
  PACK_ABOVE(Contract.PACK, Shape.BLOCK),
  TRANSPOSE(Contract.PACK, Shape.BLOCK),
  COUNT(Contract.COUNT, Shape.BLOCK),
  COUNT_TWO(Contract.COUNT, Shape.BLOCK),
  MASKS(Contract.COUNT, Shape.BLOCK),
  ADD_WHOLE(Contract.COUNT, Shape.ROW),
  ARE_COUNTS(Contract.COUNT, Shape.BLOCK),
  /// All three kernels of a factor.
  FACTOR(Contract.FACTOR, Shape.PANELS);

  /// The interfaces of kernels.
  private enum Contract {
    SCORE,
    FLOATS,
    STRIPS,
    MISSING,
    DISCRETE,
    TABLES,
    ELEMENTARY,
    GAUSSIAN,
    DIAGONAL,
    PACK,
    COUNT,
    FACTOR
  }

  /// The sizes with which a kernel is called.
  enum Shape {
    /// Features, classes and missing features: fewer and more than a vector holds, with every
    /// remainder.
    ROW(
        10,
        new int[][] {
          {1, 3, 1}, {32, 16, 11}, {2, 8, 1}, {20, 12, 9}, {3, 24, 2}, {33, 25, 16}, {5, 40, 4},
          {24, 2, 7}, {6, 8, 5}, {36, 10, 10}, {7, 17, 6}, {28, 20, 3}, {9, 5, 8}, {40, 33, 10},
          {12, 64, 7}, {16, 6, 2}
        }),
    /// Rows, classes and features.
    BLOCK(
        20,
        new int[][] {
          {8, 1, 8},
          {64, 10, 24},
          {16, 3, 16},
          {96, 12, 16},
          {24, 4, 8},
          {128, 8, 8},
          {13, 2, 32},
          {48, 33, 16},
          {200, 5, 8},
          {40, 7, 40}
        }),
    /// The same; until these kernels run in vectors, those of doubles do their work.
    FLOATS(15, BLOCK.extents),
    /// Panels and their rows.
    PANELS(20, new int[][] {{1, 16, 0}, {2, 5, 0}, {3, 24, 0}, {4, 9, 0}, {5, 33, 0}, {9, 8, 0}});

    /// The checks that find a kernel in use: a tenth of a second of single rows. Batches wait
    /// longer, because a command that takes half a second would end before it gained anything.
    final int looks;

    final int[][] extents;

    Shape(int looks, int[][] extents) {
      this.looks = looks;
      this.extents = extents;
    }
  }

  private static boolean forced;

  private final Contract contract;
  final Shape shape;

  private boolean vector;
  private boolean called;
  private boolean recent;
  private int looks;
  private volatile boolean givenUp;

  /// The first wrong result of its vector code, or null.
  private volatile String fault;

  Kernel(Contract contract, Shape shape) {
    this.contract = contract;
    this.shape = shape;
  }

  /// Whether to run in vectors. Before the switch, notes one call between two checks.
  ///
  /// @throws IllegalStateException if vectors are forced and the vector code is wrong
  boolean inVectors() {
    if (vector) {
      return true;
    }
    if (!called) {
      called = true;
      Exercise.wake();
    }
    return forced && isTrusted();
  }

  private boolean isTrusted() {
    if (fault != null) {
      throw new IllegalStateException(
          "the vector kernel %s is wrong here (%s); the kernel mode auto or scalar is expected"
              .formatted(this, fault));
    }
    return true;
  }

  /// Counts the checks since which it was called in scalar loops.
  ///
  /// @param recently whether the last check was a moment ago
  /// @return whether it was called since the last check
  boolean look(boolean recently) {
    recent = recently && isCalled();
    if (!isCalled()) {
      return false;
    }
    looks++;
    called = false;
    return true;
  }

  /// Whether it was called since the last check and may still switch.
  boolean isCalled() {
    return called && !vector && !givenUp;
  }

  /// The number of checks that found a call; 0 if there is nothing to exercise.
  int looks() {
    return vector || givenUp ? 0 : looks;
  }

  /// Whether enough checks found a call; and the last one too, if kernels of floats may have
  /// replaced it meanwhile.
  boolean isDue() {
    return looks() >= shape.looks && (recent || shape == Shape.FLOATS);
  }

  /// Whether it was called and has not been exercised yet.
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

  /// Gives the vector code up because it is wrong.
  void isWrong(String difference) {
    fault = difference;
    givenUp = true;
  }

  /// Whether its vector code is wrong.
  boolean isWrong() {
    return fault != null;
  }

  /// Lets all kernels run in vectors from the first call on, even before they are compared.
  static void force() {
    forced = true;
  }

  static boolean isForced() {
    return forced;
  }

  /// A synthetic call, to have the kernel compiled.
  SyntheticCall syntheticCall() {
    return switch (contract) {
      case SCORE -> ScoreKernels.synthetic(name());
      case FLOATS -> FloatKernels.synthetic(name());
      case STRIPS -> StripKernels.synthetic(name());
      case MISSING -> MissingKernels.synthetic(name());
      case DISCRETE -> DiscreteKernels.synthetic(name());
      case TABLES -> TableKernels.synthetic(name());
      case ELEMENTARY -> ElementaryKernels.synthetic(name());
      case GAUSSIAN -> GaussianKernels.synthetic(name());
      case DIAGONAL -> DiagonalKernels.synthetic(name());
      case PACK -> PackKernels.synthetic(name());
      case COUNT -> CountKernels.synthetic(name());
      case FACTOR -> FactorKernels.synthetic(name());
    };
  }
}
