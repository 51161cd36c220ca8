package org.lanewise.bench.job;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/// What JMH says while it runs, in a file: the terminal gets a line for each benchmark instead.
public final class JmhLog implements OutputFormat, Closeable {

  private static final Pattern FAILURE =
      Pattern.compile("(?m)^(?:Caused by: )?[\\w.$]*?(\\w+(?:Exception|Error)): (.*)$");

  private final PrintStream file;
  private final StringBuilder recent = new StringBuilder();

  public JmhLog(Path path) throws IOException {
    Files.createDirectories(path.getParent());
    file = new PrintStream(Files.newOutputStream(path), true, StandardCharsets.UTF_8);
  }

  /// Forgets what was said so far, for [#failure].
  public void begin(String title) {
    recent.setLength(0);
    file.println();
    file.println(title);
  }

  /// The file.
  public PrintStream stream() {
    return file;
  }

  /// The message of the first exception since the last [#begin].
  public String failure() {
    return failure(recent);
  }

  /// The message of the first exception in what JMH said.
  public static String failure(CharSequence said) {
    Matcher matcher = FAILURE.matcher(said);
    if (!matcher.find()) {
      return "JMH gave no result";
    }
    // The name of a class that is missing says little alone.
    String message = matcher.group(2);
    return message.contains(" ") ? message : matcher.group(1) + ": " + message;
  }

  @Override
  public void iteration(BenchmarkParams benchmark, IterationParams iteration, int number) {}

  @Override
  public void iterationResult(
      BenchmarkParams benchmark, IterationParams iteration, int number, IterationResult result) {
    println(
        "  %s %d: %s".formatted(iteration.getType(), number, result.getPrimaryResult().toString()));
  }

  @Override
  public void startBenchmark(BenchmarkParams benchmark) {
    println("  " + String.join(" ", benchmark.getJvmArgs()));
  }

  @Override
  public void endBenchmark(BenchmarkResult result) {
    if (result != null) {
      println("  " + result.getPrimaryResult().extendedInfo());
    }
  }

  @Override
  public void startRun() {}

  @Override
  public void endRun(Collection<RunResult> results) {}

  @Override
  public void print(String text) {
    recent.append(text);
    file.print(text);
  }

  @Override
  public void println(String text) {
    print(text + "\n");
  }

  @Override
  public void flush() {
    file.flush();
  }

  /// JMH closes it after each benchmark; it stays open for the next.
  @Override
  public void close() {
    file.flush();
  }

  @Override
  public void verbosePrintln(String text) {
    println(text);
  }

  @Override
  public void write(int character) {
    print(String.valueOf((char) character));
  }

  @Override
  public void write(byte[] bytes) {
    print(new String(bytes, StandardCharsets.UTF_8));
  }
}
