package org.lanewise.calibration;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;

/// How probabilities are put into bins.
///
/// @param count m, how many there are at most
record Bins(Kind kind, int count) {

  enum Kind {
    EQUAL_WIDTH,
    EQUAL_COUNT
  }

  /// @throws IllegalArgumentException if the count is not 1 to 1,000,000
  Bins {
    if (count < 1 || count > 1_000_000) {
      throw new BadDataException(
          "%s bins were asked for; 1 to 1000000 are expected", Fact.value(count));
    }
  }
}
