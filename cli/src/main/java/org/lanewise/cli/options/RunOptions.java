package org.lanewise.cli.options;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.lanewise.data.Workers;

/// Options that change how fast the work is done, never a bit of its results.
public final class RunOptions implements Arguments.Group {

  private static final int MAX_THREADS = 1024;
  private static final List<String> KERNELS = List.of("auto", "scalar", "vector");

  private int threads = Runtime.getRuntime().availableProcessors();
  private Optional<String> kernels = Optional.empty();

  @Override
  public void addTo(Arguments arguments) {
    arguments.number(
        "--threads",
        "N",
        1,
        MAX_THREADS,
        value -> threads = value,
        "The number of threads; by default that of the processors.");
    arguments.value(
        "--kernels",
        "auto|scalar|vector",
        "auto, scalar or vector",
        text -> Optional.of(text).filter(KERNELS::contains),
        value -> kernels = Optional.of(value),
        "The kernels to run. By default each starts scalar and switches to vectors once they are"
            + " compiled; small tables (256 MB of 20 columns, 6 MB of 784) stay scalar unless you"
            + " give auto.");
  }

  /// Chooses the kernels and starts the workers. Before any class of core that has kernels is used.
  public Workers start() {
    kernels.ifPresent(chosen -> System.setProperty("lanewise.kernels", chosen));
    return threads == 1 ? Workers.CALLER : new Workers(pool(threads), threads);
  }

  /// Threads that are made when there is work for them and do not keep the process alive.
  private static ExecutorService pool(int count) {
    return Executors.newFixedThreadPool(
        count, Thread.ofPlatform().daemon().name("lanewise-", 0).factory());
  }
}
