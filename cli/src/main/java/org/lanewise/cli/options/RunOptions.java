package org.lanewise.cli.options;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.lanewise.data.Workers;

/// Options that change how fast the work is done, never a bit of its results.
public final class RunOptions implements Arguments.Group {

  private static final int MAX_THREADS = 1024;
  private static final List<String> KERNELS = List.of("auto", "scalar", "vector");

  private String threads;
  private String kernels;

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--threads",
        "N",
        value -> threads = value,
        "The number of threads; by default that of the processors.");
    arguments.text(
        "--kernels",
        "auto|scalar|vector",
        value -> kernels = value,
        "The kernels to run. By default each starts scalar and switches to vectors once they are"
            + " compiled; small tables (256 MB of 20 columns, 6 MB of 784) stay scalar unless you"
            + " give auto.");
  }

  /// Chooses the kernels and starts the workers. Before any class of core that has kernels is used.
  ///
  /// @throws UsageException if a value is invalid
  public Workers start() {
    if (kernels != null) {
      if (!KERNELS.contains(kernels)) {
        throw new UsageException(
            "invalid value '%s' for --kernels; expected auto, scalar or vector".formatted(kernels));
      }
      System.setProperty("lanewise.kernels", kernels);
    }
    int count =
        threads == null
            ? Runtime.getRuntime().availableProcessors()
            : UsageException.number("--threads", threads, 1, MAX_THREADS);
    return count == 1 ? Workers.CALLER : new Workers(pool(count), count);
  }

  /// Threads that are made when there is work for them and do not keep the process alive.
  private static ExecutorService pool(int count) {
    return Executors.newFixedThreadPool(
        count, Thread.ofPlatform().daemon().name("lanewise-", 0).factory());
  }
}
