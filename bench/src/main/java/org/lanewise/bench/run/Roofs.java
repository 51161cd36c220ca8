package org.lanewise.bench.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.lanewise.bench.RoofBenchmark;
import org.lanewise.bench.job.Step;
import org.lanewise.bench.machine.CacheSizes;
import org.lanewise.bench.machine.Roof;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.result.RoofValues;
import org.openjdk.jmh.results.BenchmarkResult;

/// The roofs of one thread and of all.
final class Roofs {

  private static final String METHODS = RoofBenchmark.class.getName() + ".";
  private static final long MAX_BYTES = 1L << 30;

  private final Map<Integer, Roof> byThreads = new LinkedHashMap<>();
  private final Map<Integer, Double> othersByThreads = new LinkedHashMap<>();

  /// The roof of a number of threads; of one thread where that was not measured.
  Roof of(int threads) {
    Roof one = byThreads.getOrDefault(1, new Roof(CacheSizes.ofThisMachine()));
    return byThreads.getOrDefault(threads, one);
  }

  /// Plans to measure them.
  ///
  /// @param flags of the JVMs beside the tier
  void plan(Session session, int allThreads, List<String> flags, Mode mode) {
    for (int threads : allThreads == 1 ? new int[] {1} : new int[] {1, allThreads}) {
      Roof roof = new Roof(CacheSizes.ofThisMachine());
      byThreads.put(threads, roof);
      Plan plan = new Plan(session, threads, flags, mode);
      plan.add(
          "fmaDouble",
          Map.of(),
          List.of(),
          nanos -> roof.setDouble(threads * RoofBenchmark.doubleFlops() / nanos));
      plan.add(
          "fmaFloat",
          Map.of(),
          List.of(),
          nanos -> roof.setFloat(threads * RoofBenchmark.floatFlops() / nanos));
      plan.add(
          "popcount",
          Map.of(),
          List.of(),
          nanos -> roof.setPopcount((double) threads * RoofBenchmark.POPCOUNT_WORDS / nanos));
      for (CacheSizes.Level level : CacheSizes.Level.values()) {
        plan.add(
            "read",
            Map.of("level", level.label()),
            heap(threads * CacheSizes.ofThisMachine().probe(level), memory()),
            nanos ->
                roof.setRead(level, (double) threads * RoofBenchmark.bytesRead(level) / nanos));
      }
    }
  }

  /// The steps of one roof.
  private final class Plan {
    private final Session session;
    private final int threads;
    private final List<String> flags;
    private final Step.Pace pace;

    private Plan(Session session, int threads, List<String> flags, Mode mode) {
      this.session = session;
      this.threads = threads;
      this.flags = flags;
      pace = mode == Mode.QUICK ? new Step.Pace(1, 4, 4, 100) : new Step.Pace(2, 3, 5, 200);
    }

    /// A roof is the best that was seen, the other work the most.
    private void add(
        String method, Map<String, String> parameters, List<String> heap, Consumer<Double> use) {
      List<String> jvmArguments = new ArrayList<>(flags);
      jvmArguments.addAll(Tier.VECTOR.jvmArguments());
      jvmArguments.addAll(heap);
      session.plan(
          new Step(METHODS + method, parameters, jvmArguments, threads, pace),
          result -> {
            double least = Double.POSITIVE_INFINITY;
            for (BenchmarkResult fork : result.getBenchmarkResults()) {
              least = Math.min(least, fork.getPrimaryResult().getStatistics().getMin());
            }
            use.accept(least);
          },
          others -> othersByThreads.merge(threads, others, Math::max));
    }
  }

  /// A heap that holds arrays which the usual one does not: eight times a cache of 260 MiB is more
  /// than the old generation, two thirds of 3 GiB. Where that is more than half of the memory the
  /// usual one stays, and the roof fails and says so.
  ///
  /// @param bytes of all arrays
  /// @param memory of the machine
  static List<String> heap(long bytes, long memory) {
    return bytes <= MAX_BYTES || 4 * bytes > memory
        ? List.of()
        : List.of("-Xmx" + (2 * bytes >> 20) + "m");
  }

  private static long memory() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  /// The roofs as the result file holds them.
  Map<String, Map<String, Double>> values() {
    Map<String, Map<String, Double>> roofs = new LinkedHashMap<>();
    byThreads.forEach((threads, roof) -> {
      Map<String, Double> values = new LinkedHashMap<>();
      values.put("double GFLOP/s", roof.doubleGigaflops());
      values.put("float GFLOP/s", roof.floatGigaflops());
      values.put("popcount Gword/s", roof.gigapopcounts());
      for (CacheSizes.Level level : CacheSizes.Level.values()) {
        values.put("read " + level.label() + " GB/s", roof.read(level));
      }
      values.put(RoofValues.OTHERS, 100 * othersByThreads.getOrDefault(threads, Double.NaN));
      roofs.put(threads == 1 ? RoofValues.ONE : threads + " threads", values);
    });
    return roofs;
  }
}
