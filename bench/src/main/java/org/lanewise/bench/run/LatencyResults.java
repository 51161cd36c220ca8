package org.lanewise.bench.run;

import java.util.List;
import org.lanewise.bench.Clock;
import org.lanewise.bench.ColdStart;
import org.lanewise.bench.Percentiles;

/// What is known of single calls.
///
/// @param clock the floor of all of it
/// @param percentiles of warm calls
/// @param cold the first calls of fresh processes
record LatencyResults(Clock clock, List<Percentiles> percentiles, List<ColdStart> cold) {

  LatencyResults {
    percentiles = List.copyOf(percentiles);
    cold = List.copyOf(cold);
  }
}
