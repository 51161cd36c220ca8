package org.lanewise.report.figure;

import java.util.Optional;

/// The number of rows of a class, and of other rows, with scores in each of many bins, for scores
/// that are too many to keep.
///
/// A bin is a range of doubles with the same leading bits, 2^bits bins for each power of two from
/// 2^−10 to 2^10 on each side of 0; scores nearer to 0 or further from it are in the first or last
/// bin.
final class ScoreBins {

  private static final int MIN_EXPONENT = -10;
  private static final int POWERS = 20;
  private static final int MAX_BITS = 14;
  private static final int MIN_BITS = 4;
  private static final long MAX_BYTES = 32 << 20;
  private static final int FRACTION_BITS = 52;

  private final int bits;

  /// The number of bins on one side.
  private final int half;

  private final long[][] own;
  private final long[][] others;

  private ScoreBins(int curveCount, int bits) {
    this.bits = bits;
    half = POWERS << bits;
    own = new long[curveCount][2 * half];
    others = new long[curveCount][2 * half];
  }

  /// Empty bins, as fine as 32 MB allow; none if that is too coarse, for more than 3,000 curves.
  static Optional<ScoreBins> of(int curveCount) {
    for (int bits = MAX_BITS; bits >= MIN_BITS; bits--) {
      if ((4L * Long.BYTES * POWERS << bits) * curveCount <= MAX_BYTES) {
        return Optional.of(new ScoreBins(curveCount, bits));
      }
    }
    return Optional.empty();
  }

  /// Adds a score.
  ///
  /// @param isOwn whether the row belongs to the class of the curve
  void add(int curve, boolean isOwn, double score) {
    (isOwn ? own : others)[curve][bin(score)]++;
  }

  private int bin(double score) {
    long first = Double.doubleToRawLongBits(Math.abs(score)) >>> FRACTION_BITS - bits;
    long least = (long) Double.MAX_EXPONENT + MIN_EXPONENT << bits;
    int fromZero = (int) Math.clamp(first - least, 0L, half - 1L);
    // 0 and −0 are above all negative scores.
    return score < 0 ? half - 1 - fromZero : half + fromZero;
  }

  /// The area: pairs within a bin count half, so the error is at most half of them.
  Optional<RocArea> area(int curve) {
    double below = 0;
    double pairs = 0;
    double within = 0;
    double inside = 0;
    for (int bin = 0; bin < 2 * half; bin++) {
      double in = own[curve][bin];
      double out = others[curve][bin];
      pairs += in * (below + 0.5 * out);
      within += 0.5 * in * out;
      below += out;
      inside += in;
    }
    double all = inside * below;
    return all == 0 ? Optional.empty() : Optional.of(new RocArea(pairs / all, within / all));
  }
}
