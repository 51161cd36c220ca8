package org.lanewise.bench.program;

import java.util.List;

/// What is known of single calls.
///
/// @param clock the floor of all of it
/// @param percentiles of warm calls
/// @param cold the first calls of fresh processes
public record LatencyResults(Clock clock, List<Percentiles> percentiles, List<ColdStart> cold) {

  public LatencyResults {
    percentiles = List.copyOf(percentiles);
    cold = List.copyOf(cold);
  }
}
