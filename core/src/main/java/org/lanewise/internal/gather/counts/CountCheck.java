package org.lanewise.internal.gather.counts;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.SparseRow;
import org.lanewise.internal.kernel.CountKernels;

/// Checks the counts of a batch before anything is changed.
public final class CountCheck {

  /// The largest count of a row.
  public static final double MAX = CountKernels.MAX;

  static final double MAX_EXACT = 0x1p53;

  private final Features features;
  private final boolean weighted;
  private long total;
  private boolean fractions;

  /// @param features those of the batch
  /// @param total the sum of all whole counts so far
  public CountCheck(Features features, boolean weighted, long total) {
    this.features = features;
    this.weighted = weighted;
    this.total = total;
  }

  /// Whether the rows have weights, so that nothing is summed in integers.
  public boolean isWeighted() {
    return weighted;
  }

  /// Whether there was a count that is not summed in integers, in rows without weights.
  public boolean hasFractions() {
    return fractions;
  }

  /// The sum of all whole counts, with those of the batch.
  public long total() {
    return total;
  }

  /// Takes sums of whole counts, which are checked.
  public void whole(double[] sums) {
    for (double sum : sums) {
      total = total(total, (long) sum);
    }
  }

  /// Checks the counts of row `i`.
  public void row(int i, SparseRow row) {
    double[] values = row.values();
    if (values == null) {
      if (!weighted) {
        total = total(total, row.to() - row.from());
      }
      return;
    }
    for (int at = row.from(); at < row.to(); at++) {
      count(i, row.indices()[at], values[at]);
    }
  }

  /// Checks a count.
  public void count(int row, int feature, double value) {
    if (!CountKernels.isCount(value)) {
      throw new BadDataException(
          "%s, %s is %s; a number from 0 to 2^500 is expected",
          Fact.row(row), Fact.feature(feature, features), Fact.value(value));
    }
    if (!weighted) {
      if (isExact(value)) {
        total = total(total, (long) value);
      } else {
        fractions = true;
      }
    }
  }

  /// Whether a count is summed in integers where its row has no weight.
  static boolean isExact(double value) {
    return (long) value == value && value <= MAX_EXACT;
  }

  /// The sum of two sums of whole counts; refuses more than 2^63 − 1.
  public static long total(long a, long b) {
    long total = a + b;
    if (total < 0) {
      throw new BadDataException(
          "the counts sum to more than 2^63 - 1; smaller counts, or a weight for each row, are"
              + " expected");
    }
    return total;
  }
}
