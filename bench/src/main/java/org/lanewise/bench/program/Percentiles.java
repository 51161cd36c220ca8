package org.lanewise.bench.program;

import org.HdrHistogram.Histogram;
import org.lanewise.bench.data.OneRow;

/// How long one call took, over many. Times are in nanoseconds.
///
/// @param job the job's name
/// @param shape its shape
/// @param by the tier
/// @param callsPerSecond the rate at which calls were due; 0 where each followed the one before
/// @param calls how many
/// @param group how many calls were timed together: percentiles are those of their means
/// @param mean the mean
/// @param p50 the median
/// @param p99 what 99 in 100 did not exceed
/// @param p999 what 999 in 1,000 did not exceed
/// @param max the longest
public record Percentiles(
    String job,
    String shape,
    String by,
    double callsPerSecond,
    long calls,
    int group,
    double mean,
    double p50,
    double p99,
    double p999,
    double max) {

  /// The percentiles of a histogram of the times of groups of calls.
  static Percentiles of(
      OneRow.Name name, String tier, double callsPerSecond, int group, Histogram histogram) {
    return new Percentiles(
        name.job(),
        name.shape(),
        tier,
        callsPerSecond,
        histogram.getTotalCount() * group,
        group,
        histogram.getMean() / group,
        (double) histogram.getValueAtPercentile(50) / group,
        (double) histogram.getValueAtPercentile(99) / group,
        (double) histogram.getValueAtPercentile(99.9) / group,
        (double) histogram.getMaxValue() / group);
  }
}
