package org.lanewise.bench.program;

import org.HdrHistogram.Histogram;

/// What reading the clock costs, which nothing that is timed by it can go below.
///
/// @param read the mean time of `System.nanoTime()`, in nanoseconds
/// @param step the smallest difference above 0 that it showed
/// @param emptyMedian the median of what it shows for nothing: two readings in a row
/// @param emptyP99 the 99th percentile of that
public record Clock(double read, double step, double emptyMedian, double emptyP99) {

  private static final int READINGS = 2_000_000;

  /// Measures the clock of this machine, in about a tenth of a second.
  static Clock measure() {
    Histogram histogram = null;
    double read = 0;
    long step = Long.MAX_VALUE;
    // The first round compiles the loop.
    for (int round = 0; round < 2; round++) {
      histogram = new Histogram(3);
      step = Long.MAX_VALUE;
      long start = System.nanoTime();
      long before = start;
      for (int i = 0; i < READINGS; i++) {
        long now = System.nanoTime();
        long difference = now - before;
        if (difference > 0 && difference < step) {
          step = difference;
        }
        before = now;
      }
      read = (double) (before - start) / READINGS;
      for (int i = 0; i < READINGS; i++) {
        long from = System.nanoTime();
        histogram.recordValue(Math.max(0, System.nanoTime() - from));
      }
    }
    return new Clock(
        read, step, histogram.getValueAtPercentile(50), histogram.getValueAtPercentile(99));
  }
}
