package org.lanewise.calibration;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;

/// How probabilities are put into bins.
///
/// @param kind whether bins are of one width, or hold as many rows
/// @param count m, how many there are at most
public record Bins(Kind kind, int count) {

  /// The number of bins that nobody asked for otherwise: 15, as in Guo et al. (2017).
  public static final int DEFAULT_COUNT = 15;

  /// What bins have in common.
  public enum Kind {

    /// Bin i is [i/m, (i + 1)/m), the last one with 1.
    EQUAL_WIDTH,

    /// Rows in the order of their probabilities are cut so that each bin has a share of 1/m of the
    /// weight, as nearly as rows of one probability, which stay together, allow; so there may be
    /// fewer bins.
    EQUAL_COUNT
  }

  /// Checks the count.
  ///
  /// @throws IllegalArgumentException if it is not 1 to 1,000,000
  public Bins {
    if (count < 1 || count > 1_000_000) {
      throw new BadDataException(
          "%s bins were asked for; 1 to 1000000 are expected", Fact.value(count));
    }
  }

  /// Bins of one width.
  ///
  /// @throws IllegalArgumentException if the count is not 1 to 1,000,000
  public static Bins equalWidth(int count) {
    return new Bins(Kind.EQUAL_WIDTH, count);
  }

  /// Bins of as many rows each.
  ///
  /// @throws IllegalArgumentException if the count is not 1 to 1,000,000
  public static Bins equalCount(int count) {
    return new Bins(Kind.EQUAL_COUNT, count);
  }
}
