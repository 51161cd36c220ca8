package org.lanewise.bench.run;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.lanewise.bench.machine.Tier;
import org.lanewise.bench.program.Clock;
import org.lanewise.bench.program.ColdStart;
import org.lanewise.bench.program.FirstCalls;
import org.lanewise.bench.program.JavaProcess;
import org.lanewise.bench.program.Latency;
import org.lanewise.bench.program.LatencyResults;
import org.lanewise.bench.program.Percentiles;

/// One-row latency: warm percentiles of the vector tier, and the first calls of fresh processes in
/// every tier.
final class SingleCalls {

  private static final JsonMapper JSON = new JsonMapper();

  /// Calls a second that are due in the open loop.
  static final int RATE = 200_000;

  private static final double START_SECONDS = 4;
  private static final double COLD_SECONDS = 1.8;

  private static final List<Case> CASES =
      List.of(
          new Case("row-lda-predict", "1x4x3", 64, true),
          new Case("row-lda-predict", "1x32x10", 1, false),
          new Case("row-lda-predict", "1x256x10", 1, false),
          new Case("row-lda-predict", "1x784x10", 1, false),
          new Case("row-bernoulli-nb-predict", "1x784x10", 1, true),
          new Case("row-words-predict", "1x150000x2", 1, false),
          new Case("row-words-predict", "1x150000x20", 1, false));

  private final List<String> flags;
  private final boolean quick;
  private final List<Percentiles> percentiles = new ArrayList<>();
  private final List<ColdStart> cold = new ArrayList<>();
  private Clock clock;

  /// What is called.
  ///
  /// @param group calls that are timed together: one is shorter than reading the clock
  /// @param quick whether a quick run has it
  private record Case(String job, String shape, int group, boolean quick) {}

  /// Begins.
  ///
  /// @param flags of the JVMs beside the tier
  SingleCalls(List<String> flags, boolean quick) {
    this.flags = flags;
    this.quick = quick;
  }

  /// What was measured, or null if nothing was.
  LatencyResults results() {
    return clock == null ? null : new LatencyResults(clock, percentiles, cold);
  }

  /// Plans all models.
  void plan(Session session, List<Tier> tiers) {
    for (Case each : CASES) {
      if (!quick || each.quick) {
        long calls = quick ? 100_000 : 10_000_000;
        long openCalls = quick ? 100_000 : 1_000_000;
        session.plan(
            "latency %s %s".formatted(each.job, each.shape),
            START_SECONDS
                + 6e-7 * calls
                + (double) openCalls / RATE
                + tiers.size() * processes() * COLD_SECONDS,
            () -> measure(each, tiers, calls, openCalls));
      }
    }
  }

  private int processes() {
    return quick ? 1 : 3;
  }

  private void measure(Case each, List<Tier> tiers, long calls, long openCalls)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(Path.of("target"), "latency");
    try {
      Latency.Plan plan =
          new Latency.Plan(
              each.job, each.shape, Tier.VECTOR.label(), calls, each.group, RATE, openCalls);
      Latency.Result warm =
          JavaProcess.run(
                  flags(Tier.VECTOR),
                  Latency.class,
                  List.of(JSON.writeValueAsString(plan), folder.toString()),
                  Latency.Result.class)
              .getFirst();
      clock = clock == null ? warm.clock() : clock;
      percentiles.add(warm.closed());
      percentiles.add(warm.open());
      for (Tier tier : tiers) {
        List<ColdStart> starts = new ArrayList<>();
        for (int process = 0; process < processes(); process++) {
          starts.addAll(
              JavaProcess.run(
                  flags(tier),
                  FirstCalls.class,
                  List.of(folder.toString(), each.job, each.shape, tier.label()),
                  ColdStart.class));
        }
        cold.add(median(starts));
      }
    } finally {
      delete(folder);
    }
  }

  private List<String> flags(Tier tier) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(tier.jvmArguments());
    return all;
  }

  private static ColdStart median(List<ColdStart> starts) {
    Function<ToDoubleFunction<ColdStart>, Double> median =
        of -> {
          double[] sorted = starts.stream().mapToDouble(of).sorted().toArray();
          return sorted[sorted.length / 2];
        };
    ColdStart first = starts.getFirst();
    return new ColdStart(
        first.job(),
        first.shape(),
        first.by(),
        starts.size(),
        median.apply(ColdStart::loadMillis),
        median.apply(ColdStart::first),
        median.apply(ColdStart::to10),
        median.apply(ColdStart::to100),
        median.apply(ColdStart::to1000),
        median.apply(ColdStart::to10000),
        median.apply(ColdStart::total),
        median.apply(ColdStart::steady),
        median.apply(ColdStart::steadyAfter));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
