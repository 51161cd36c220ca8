package org.lanewise.bench.report;

import java.util.List;
import java.util.Locale;
import org.lanewise.bench.program.Clock;
import org.lanewise.bench.program.ColdStart;
import org.lanewise.bench.program.LatencyResults;
import org.lanewise.bench.program.Percentiles;
import org.lanewise.bench.result.TextTable;

/// The part of the report that is about single calls: percentiles, and the first calls of a
/// process.
final class LatencySection {

  private LatencySection() {}

  /// Writes them, if they were measured.
  static void write(LatencyResults latency, Page page) {
    if (latency == null) {
      return;
    }
    page.section("Latency of one row");
    Clock clock = latency.clock();
    page.line(
        """
        Single calls of one thread, vector tier, warm, timed with `System.nanoTime()`: a reading takes %s, shows steps of %s, and
        shows %s for nothing (median; 99th percentile %s). Every time below has that floor in it, except where calls are
        timed in groups, because one is shorter than reading the clock: percentiles are then those of a group's mean.

        **One after the other**: a call begins when the one before has ended. **At a rate**: calls are due at fixed times,
        and the time runs from when a call was due, so that calls which wait behind a slow one count too.\
        """,
        TextTable.time(clock.read()),
        TextTable.time(clock.step()),
        TextTable.time(clock.emptyMedian()),
        TextTable.time(clock.emptyP99()));
    page.line("");
    page.table(
        "job",
        "shape",
        "calls",
        "p50",
        "p99",
        "p99.9",
        "max",
        "number of calls",
        "timed in groups of");
    for (Percentiles p : latency.percentiles()) {
      page.row(
          "`" + p.job() + "`",
          p.shape(),
          p.callsPerSecond() == 0
              ? "one after the other"
              : String.format(Locale.ROOT, "at %,.0f a second", p.callsPerSecond()),
          TextTable.time(p.p50()),
          TextTable.time(p.p99()),
          TextTable.time(p.p999()),
          TextTable.time(p.max()),
          String.format(Locale.ROOT, "%,d", p.calls()),
          String.valueOf(p.group()));
    }
    cold(latency.cold(), page);
  }

  private static void cold(List<ColdStart> all, Page page) {
    if (all.isEmpty()) {
      return;
    }
    page.line("");
    page.line("### The first calls of a fresh JVM");
    page.line("");
    page.line(
        "A process starts, loads the model from a file, and scores: the mean time of a call in each"
            + " stretch%s. Nothing is warmed up. Steady is what it comes to within 0.8 s; a stretch"
            + " of calls within a fifth of that counts as steady.",
        all.getFirst().processes() == 1
            ? ""
            : ", the median of %d processes".formatted(all.getFirst().processes()));
    page.line("");
    page.table(
        "job",
        "shape",
        "tier",
        "model loaded in",
        "call 1",
        "2–10",
        "11–100",
        "101–1,000",
        "1,001–10,000",
        "first 10,000 together",
        "steady",
        "first 10,000 × steady",
        "steady after");
    for (ColdStart c : all) {
      page.row(
          "`" + c.job() + "`",
          c.shape(),
          c.by(),
          TextTable.time(c.loadMillis() * 1e6),
          TextTable.time(c.first()),
          TextTable.time(c.to10()),
          TextTable.time(c.to100()),
          TextTable.time(c.to1000()),
          TextTable.time(c.to10000()),
          TextTable.time(c.total()),
          TextTable.time(c.steady()),
          TextTable.number(c.total() / (10_000 * c.steady())),
          String.format(Locale.ROOT, "%,.0f calls", c.steadyAfter()));
    }
  }
}
