package org.lanewise.bench.serving;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.serving.ModelRepository;
import org.lanewise.serving.ServingOptions;

/// A repository of many models of 32 features and 10 classes: what they take on the heap, how long
/// a call takes if a tenth of them fit and get 99 % of the calls, and what looking at their files
/// costs an idle process.
final class Models {

  private static final int CALLS = 2_000_000;
  private static final int IDLE_SECONDS = 60;

  private Models() {}

  static void run(int count) throws IOException {
    Path folder = Files.createTempDirectory("lanewise-models");
    try {
      measure(folder, count);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(Models::delete);
      }
    }
  }

  private static void measure(Path folder, int count) throws IOException {
    NormalRows made = NormalRows.of(Shape.parse("1x32x10").training());
    byte[] file = null;
    for (int i = 0; i < count; i++) {
      Path path = Files.createDirectories(folder.resolve(name(i)).resolve("1")).resolve("model");
      if (file == null) {
        ModelFile.write(LinearDiscriminant.fit(made.columns(), made.labels()), path);
        file = Files.readAllBytes(path);
      } else {
        Files.write(path, file);
      }
    }
    double[] row = made.rowArrays()[0];
    System.out.printf("%d models, a file of %d bytes each%n", count, file.length);
    int hot = count / 10;
    long before = used();
    try (ModelRepository<double[], NumericColumns> models = open(folder, Long.MAX_VALUE)) {
      long begin = System.nanoTime();
      for (int i = 0; i < count; i++) {
        models.handle(name(i)).scorer().predict(row);
      }
      long nanos = System.nanoTime() - begin;
      System.out.printf(
          "all open: %d bytes of heap each, %.0f us to open one%n",
          (used() - before) / count, nanos / 1e3 / count);
    }
    long limit = hot * 11L / 10 * file.length;
    try (ModelRepository<double[], NumericColumns> models = open(folder, limit)) {
      Histogram hotCalls = new Histogram(TimeUnit.SECONDS.toNanos(10), 3);
      Histogram coldCalls = new Histogram(TimeUnit.SECONDS.toNanos(10), 3);
      for (int part = 0; part < 2; part++) {
        hotCalls.reset();
        coldCalls.reset();
        long openings = models.openings();
        SplittableRandom random = new SplittableRandom(part);
        for (int call = 0; call < CALLS; call++) {
          boolean cold = random.nextInt(100) == 0;
          String name = name(cold ? hot + random.nextInt(count - hot) : random.nextInt(hot));
          long begin = System.nanoTime();
          models.handle(name).scorer().predict(row);
          (cold ? coldCalls : hotCalls).recordValue(System.nanoTime() - begin);
        }
        System.out.printf(
            "a limit of %d bytes, %d open, %.2f %% of the calls open a model%n",
            limit, models.openCount(), 100.0 * (models.openings() - openings) / CALLS);
        print("of " + hot + " hot models", hotCalls);
        print("of the others", coldCalls);
      }
      System.out.printf("heap with them: %d bytes%n", used() - before);
    }
    try (ModelRepository<double[], NumericColumns> models = open(folder, Long.MAX_VALUE)) {
      for (int i = 0; i < hot; i++) {
        models.handle(name(i)).scorer().predict(row);
      }
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(20));
      OperatingSystemMXBean system =
          (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      long begin = system.getProcessCpuTime();
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(IDLE_SECONDS));
      double share = (system.getProcessCpuTime() - begin) / 1e9 / IDLE_SECONDS;
      long threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().startsWith("lanewise"))
              .count();
      System.out.printf(
          "%d open handles, a look a second: %.2f %% of a processor for the process, %d threads%n",
          models.openCount(), 100 * share, threads);
    }
  }

  private static void print(String which, Histogram calls) {
    System.out.printf(
        "  calls %s: p50 %.1f us, p99 %.1f us, p99.9 %.1f us%n",
        which,
        calls.getValueAtPercentile(50) / 1e3,
        calls.getValueAtPercentile(99) / 1e3,
        calls.getValueAtPercentile(99.9) / 1e3);
  }

  private static ModelRepository<double[], NumericColumns> open(Path folder, long limit) {
    return ModelRepository.open(
        LinearDiscriminant.class, folder, ServingOptions.DEFAULT, limit, Duration.ofSeconds(1));
  }

  private static String name(int i) {
    return "model-" + i;
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Bytes in use after collections.
  private static long used() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
