package org.lanewise.bench.job;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.lanewise.bench.machine.Tier;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// One JMH benchmark with one value of each parameter.
///
/// @param method the full name of the JMH method
/// @param parameters its `@Param`s
/// @param jvmArguments of its processes
/// @param threads how many threads call it at once
/// @param pace how long it is measured
public record Step(
    String method,
    Map<String, String> parameters,
    List<String> jvmArguments,
    int threads,
    Pace pace) {

  /// How long something is measured.
  ///
  /// @param forks processes
  /// @param warmups iterations before those that count
  /// @param iterations iterations that count
  /// @param millis of an iteration
  public record Pace(int forks, int warmups, int iterations, int millis) {}

  /// About how long it takes.
  public double seconds() {
    return pace.forks * (startSeconds() + (pace.warmups + pace.iterations) * pace.millis / 1e3);
  }

  /// What a process takes to start, make its data and check its result.
  private double startSeconds() {
    if (method.contains("Roof")) {
      return 1;
    }
    if (method.contains("OneRow")) {
      return 1.8;
    }
    return Tier.SCALAR.label().equals(parameters.get("tier")) ? 2 : 3;
  }

  public Options options() {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + method.replace(".", "\\.") + "$")
            .forks(pace.forks)
            .warmupForks(0)
            .warmupIterations(pace.warmups)
            .warmupTime(TimeValue.milliseconds(pace.millis))
            .measurementIterations(pace.iterations)
            .measurementTime(TimeValue.milliseconds(pace.millis))
            .threads(threads)
            .jvmArgs(jvmArguments.toArray(String[]::new))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true);
    parameters.forEach(options::param);
    return options.build();
  }

  @Override
  public String toString() {
    return method.substring(method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1)
        + parameters.values().stream().map(value -> " " + value).collect(Collectors.joining())
        + (threads == 1 ? "" : " " + threads + " threads");
  }
}
