package org.lanewise.bench.program;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.lanewise.bench.OneRowBenchmark;
import org.lanewise.bench.data.OneRow;

/// A process that times single calls of one scorer, warm.
///
/// Closed loop: each call follows the one before, as in a batch job. Open loop: calls are due at
/// fixed times whatever happened before, as requests are, and a call's time counts from when it was
/// due, so that those that wait behind a slow one count as slow too (no coordinated omission).
public final class Latency {

  private static final String LINEAR = "row-lda-predict";
  private static final String BITS = "row-bernoulli-nb-predict";
  private static final int DIGITS = 3;
  private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
  private static final int WARM_UP_CALLS = 50_000;
  private static final int BLOCK = 1 << 16;

  private Latency() {}

  /// What is measured.
  ///
  /// @param job the job's name
  /// @param shape one row, features and classes
  /// @param tier the kernel tier
  /// @param calls how many in the closed loop
  /// @param group how many of these are timed together
  /// @param callsPerSecond the rate of the open loop
  /// @param openCalls how many in the open loop
  public record Plan(
      String job,
      String shape,
      String tier,
      long calls,
      int group,
      int callsPerSecond,
      long openCalls) {}

  /// What came of it.
  ///
  /// @param clock the clock of this process
  /// @param closed the closed loop
  /// @param open the open loop
  public record Result(Clock clock, Percentiles closed, Percentiles open) {}

  /// Measures, and prints a [Result].
  ///
  /// @param arguments a [Plan], and a folder that gets the model and the rows
  /// @throws IOException if a file cannot be written
  public static void main(String... arguments) throws IOException {
    JsonMapper json = new JsonMapper();
    Plan plan = json.readValue(arguments[0], Plan.class);
    OneRow.Name name = new OneRow.Name(plan.job, plan.shape);
    OneRow<?> oneRow = fitted(name, plan.tier);
    Clock clock = Clock.measure();
    warmUp(oneRow, plan.group);
    Histogram closed = closed(oneRow, plan.calls, plan.group);
    Histogram open = open(oneRow, plan.openCalls, 1e9 / plan.callsPerSecond);
    oneRow.write(Path.of(arguments[1]));
    System.out.println(
        json.writeValueAsString(
            new Result(
                clock,
                Percentiles.of(name, plan.tier, 0, plan.group, closed),
                Percentiles.of(name, plan.tier, plan.callsPerSecond, 1, open))));
  }

  /// Fits a model of a size, and checks its scorer.
  ///
  /// @param tier the tier that has to run
  static OneRow<?> fitted(OneRow.Name name, String tier) {
    switch (name.job()) {
      case LINEAR -> {
        OneRowBenchmark.Linear state = new OneRowBenchmark.Linear();
        state.shape = name.shape();
        state.tier = tier;
        state.start();
        return state.oneRow();
      }
      case BITS -> {
        OneRowBenchmark.Binary state = new OneRowBenchmark.Binary();
        state.shape = name.shape();
        state.tier = tier;
        state.start();
        return state.oneRow();
      }
      case OneRow.WORDS -> {
        OneRowBenchmark.Words state = new OneRowBenchmark.Words();
        state.shape = name.shape();
        state.tier = tier;
        state.start();
        return state.oneRow();
      }
      default ->
          throw new IllegalArgumentException(
              "the latency of '%s' is asked for; %s, %s and %s are known"
                  .formatted(name.job(), LINEAR, BITS, OneRow.WORDS));
    }
  }

  private static void warmUp(OneRow<?> oneRow, int group) {
    long end = System.nanoTime() + WARM_UP_NANOS;
    while (System.nanoTime() - end < 0) {
      closed(oneRow, WARM_UP_CALLS, group);
      open(oneRow, WARM_UP_CALLS / 10, 1_000);
    }
  }

  /// Times groups of calls, one after the other.
  private static Histogram closed(OneRow<?> oneRow, long calls, int group) {
    Histogram histogram = new Histogram(DIGITS);
    long groups = calls / group;
    long expected = oneRow.labelSum(groups * group);
    long sum = 0;
    for (long done = 0; done < groups; done += BLOCK) {
      sum += closed(oneRow, (int) Math.min(BLOCK, groups - done), group, done * group, histogram);
    }
    OneRow.requireLabels(sum, expected);
    return histogram;
  }

  private static long closed(
      OneRow<?> oneRow, int groups, int group, long firstTurn, Histogram histogram) {
    long sum = 0;
    int turn = (int) firstTurn;
    for (int i = 0; i < groups; i++) {
      long start = System.nanoTime();
      for (int call = 0; call < group; call++) {
        sum += oneRow.predict(turn++);
      }
      histogram.recordValue(System.nanoTime() - start);
    }
    return sum;
  }

  /// Times calls that are due at an interval, from when they were due.
  private static Histogram open(OneRow<?> oneRow, long calls, double intervalNanos) {
    Histogram histogram = new Histogram(DIGITS);
    long expected = oneRow.labelSum(calls);
    long start = System.nanoTime();
    long sum = 0;
    for (long done = 0; done < calls; done += BLOCK) {
      long count = Math.min(BLOCK, calls - done);
      sum += open(oneRow, done, done + count, start, intervalNanos, histogram);
    }
    OneRow.requireLabels(sum, expected);
    return histogram;
  }

  private static long open(
      OneRow<?> oneRow, long from, long to, long start, double intervalNanos, Histogram histogram) {
    long sum = 0;
    for (long call = from; call < to; call++) {
      long due = start + (long) (call * intervalNanos);
      while (System.nanoTime() - due < 0) {
        Thread.onSpinWait();
      }
      sum += oneRow.predict((int) call);
      histogram.recordValue(System.nanoTime() - due);
    }
    return sum;
  }
}
