package org.lanewise.bench.pair;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.lanewise.bench.job.JmhLog;
import org.lanewise.bench.job.Step;

/// One benchmark in a fresh process of a tree's own JMH, driven by JMH's command line: the only
/// thing that both trees have to have in common.
///
/// JMH's own process starts the one that is timed, as in `bench/run`, so that what JMH tells the
/// compiler holds there too; it takes half a second.
final class JmhProcess implements Closeable {

  /// Iterations that do not count are longer than those in turns, so that calls of any length are
  /// warmed up for about as long.
  static final int WARMUP_MILLIS = 500;

  private final Process process;
  private final Path log;
  private final Path json;

  private JmhProcess(Process process, Path log, Path json) {
    this.process = process;
    this.log = log;
    this.json = json;
  }

  /// Starts it.
  ///
  /// @param build the folder with the tree's jar, and the others in `lib`
  /// @param profiler the folder with the class of [TurnProfiler]
  /// @param port where the process waits for its turns
  /// @param step what to measure
  /// @param files where results and messages go, without `.json` and `.log`
  static JmhProcess start(Path build, Path profiler, int port, Step step, Path files)
      throws IOException {
    Path json = Path.of(files + ".json");
    Path log = Path.of(files + ".log");
    Files.deleteIfExists(json);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Two at once is what is wanted here: turns keep them apart.
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djmh.ignoreLock=true"));
    command.addAll(
        List.of(
            "-cp",
            String.join(
                File.pathSeparator,
                build.resolve("lanewise-bench.jar").toString(),
                build.resolve("lib") + File.separator + "*",
                profiler.toString())));
    command.add("org.openjdk.jmh.Main");
    command.add("^" + step.method().replace(".", "\\.") + "$");
    for (Map.Entry<String, String> parameter : step.parameters().entrySet()) {
      command.addAll(List.of("-p", parameter.getKey() + "=" + parameter.getValue()));
    }
    command.addAll(List.of("-f", "1", "-t", String.valueOf(step.threads()), "-foe", "true"));
    command.addAll(
        List.of("-wi", String.valueOf(step.pace().warmups()), "-w", WARMUP_MILLIS + "ms"));
    command.addAll(
        List.of("-i", String.valueOf(step.pace().iterations()), "-r", step.pace().millis() + "ms"));
    command.addAll(List.of("-prof", TurnProfiler.class.getName(), "-prof", "gc"));
    command.addAll(List.of("-rf", "json", "-rff", json.toString(), "-jvmArgs"));
    command.add(
        step.jvmArguments().stream()
            .map(argument -> argument.contains(" ") ? '"' + argument + '"' : argument)
            .collect(Collectors.joining(" ", "", " -D" + TurnProfiler.PORT + "=" + port)));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new JmhProcess(process, log, json);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// Waits for its end and reads what it measured.
  ///
  /// @throws IOException if it failed, with the message of its exception
  JmhSample result() throws IOException, InterruptedException {
    if (process.waitFor() != 0 || !Files.exists(json)) {
      String said = Files.readString(log);
      throw new IOException(
          said.contains("No matching benchmarks")
              ? "it has no such benchmark"
              : JmhLog.failure(said));
    }
    return JmhSample.read(json);
  }

  /// Ends it, and the process that is timed.
  @Override
  public void close() throws IOException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
