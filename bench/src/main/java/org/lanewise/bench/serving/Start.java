package org.lanewise.bench.serving;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.OneRow;
import org.lanewise.bench.data.Shape;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.serving.ModelHandle;

/// A process that opens a model and answers: how long until it is warm, what a row takes then in
/// platform and virtual threads, and how late answers come of which one is due every 50 µs. The
/// model is made in this process and served in a fresh one, with the same flags for Java.
final class Start {

  private static final int MASK = OneRow.ROWS - 1;
  private static final int CALLS = 1 << 14;
  private static final int ROUNDS = 101;
  private static final long INTERVAL = 50_000;
  private static final int DUE = 100_000;

  private Start() {}

  static void run() throws IOException {
    Path folder = Files.createTempDirectory("start");
    Path file = folder.resolve("model");
    NormalRows made = NormalRows.of(Shape.parse("1x32x10").training());
    new ModelFile(LinearDiscriminant.fit(made.columns(), made.labels())).write(file);
    try {
      // The first process reads Java from the disk for the others.
      for (int round = 0; round < 4; round++) {
        fresh(file, round == 0);
      }
    } finally {
      Files.delete(file);
      Files.delete(folder);
    }
  }

  private static void fresh(Path file, boolean discard) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Serve.class.getName(), "opened", file.toString()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.redirectOutput(
        discard ? ProcessBuilder.Redirect.DISCARD : ProcessBuilder.Redirect.INHERIT);
    try {
      int code = builder.start().waitFor();
      if (code != 0) {
        throw new IOException("a fresh process ended with " + code);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /// What the fresh process does.
  static void opened(Path file) throws IOException {
    long main = System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    long begin = System.nanoTime();
    ModelHandle<double[], NumericColumns> handle = ModelHandle.open(LinearDiscriminant.class, file);
    double open = (System.nanoTime() - begin) * 1e-6;
    while (!handle.current().isWarm()) {
      LockSupport.parkNanos(1_000_000);
    }
    double warm = (System.nanoTime() - begin) * 1e-6;
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    double processor = system.getProcessCpuTime() * 1e-6;
    Scorer<double[], NumericColumns> scorer = handle.scorer();
    double[][] rows =
        Arrays.copyOf(NormalRows.of(Shape.parse("1x32x10").training()).rowArrays(), OneRow.ROWS);
    System.out.printf(
        "main after %d ms, open after %.0f ms more, warm after %.0f, %.0f ms of processors by then;"
            + " %s%n",
        main, open, warm, processor, scorer.kernels());
    Runnable calls = () -> calls(scorer, rows);
    calls.run();
    Thread virtual = Thread.ofVirtual().start(calls);
    try {
      virtual.join();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    lateness(scorer, rows);
  }

  private static void calls(Scorer<double[], NumericColumns> scorer, double[][] rows) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double[] logPosterior = new double[1];
    Results results = results(logPosterior);
    double[] labels = new double[ROUNDS];
    double[] answers = new double[ROUNDS];
    double sink = 0;
    boolean platform = !Thread.currentThread().isVirtual();
    long bytes = 0;
    for (int round = -50; round < ROUNDS; round++) {
      if (round == 0 && platform) {
        threads.getCurrentThreadAllocatedBytes();
        bytes = threads.getCurrentThreadAllocatedBytes();
      }
      long begin = System.nanoTime();
      sink += labels(scorer, rows);
      long between = System.nanoTime();
      sink += answers(scorer, rows, results, logPosterior);
      long end = System.nanoTime();
      labels[Math.max(0, round)] = (double) (between - begin) / CALLS;
      answers[Math.max(0, round)] = (double) (end - between) / CALLS;
    }
    bytes = platform ? threads.getCurrentThreadAllocatedBytes() - bytes : 0;
    Arrays.sort(labels);
    Arrays.sort(answers);
    System.out.printf(
        "  %s thread: label %.0f ns, answer %.0f ns%s (%.0f)%n",
        platform ? "platform" : "virtual",
        labels[ROUNDS / 2],
        answers[ROUNDS / 2],
        platform ? ", %d bytes in all".formatted(bytes) : "",
        sink % 10);
  }

  private static long labels(Scorer<double[], NumericColumns> scorer, double[][] rows) {
    long sum = 0;
    for (int call = 0; call < CALLS; call++) {
      sum += scorer.predict(rows[call & MASK]);
    }
    return sum;
  }

  /// The label, its log posterior and the log density of a row.
  static Results results(double[] logPosterior) {
    return Results.none()
        .withLabels(new int[1])
        .withBestLogPosteriors(logPosterior)
        .withLogDensities(new double[1]);
  }

  private static double answers(
      Scorer<double[], NumericColumns> scorer,
      double[][] rows,
      Results results,
      double[] logPosterior) {
    double sum = 0;
    for (int call = 0; call < CALLS; call++) {
      scorer.score(rows[call & MASK], results);
      sum += logPosterior[0];
    }
    return sum;
  }

  /// From when a call was due. The thread sleeps in between, as those of a service do.
  private static void lateness(Scorer<double[], NumericColumns> scorer, double[][] rows) {
    Histogram histogram = new Histogram(3);
    double[] logPosterior = new double[1];
    Results results = results(logPosterior);
    long start = System.nanoTime();
    for (int call = 0; call < DUE; call++) {
      long due = start + call * INTERVAL;
      while (System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      scorer.score(rows[call & MASK], results);
      histogram.recordValue(System.nanoTime() - due);
    }
    System.out.printf(
        "  answers due every %d µs: p50 %.1f µs late, p99 %.1f, p99.9 %.1f, most %.1f%n",
        INTERVAL / 1000,
        histogram.getValueAtPercentile(50) * 1e-3,
        histogram.getValueAtPercentile(99) * 1e-3,
        histogram.getValueAtPercentile(99.9) * 1e-3,
        histogram.getMaxValue() * 1e-3);
  }
}
