package org.lanewise.serving;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Watches a file or folder for a [ModelHandle]: see [ModelHandle#watch].
final class ModelWatch {

  private static final System.Logger LOGGER = System.getLogger("org.lanewise");

  private static final int MAX_TAKEN = 256;
  private static final int MAX_FAILURES = 8;

  private final ModelHandle<?, ?> handle;
  private final Path path;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /// The state found by the last check.
  private FileSnapshot seen;

  /// The states that served or were refused, the latest last: one state of a file, or those of some
  /// files of a folder.
  private final Deque<FileSnapshot> taken = new ArrayDeque<>();

  /// The number of consecutive failures of a file that may become readable, and the checks until
  /// the next attempt.
  private int failures;

  private int pause;

  private ModelWatch(ModelHandle<?, ?> handle, Path path, Duration every) {
    this.handle = handle;
    this.path = path;
    long nanos = every.toNanos();
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("lanewise watches " + path)
            .unstarted(() -> lookEvery(nanos));
  }

  static ModelWatch start(ModelHandle<?, ?> handle, Path path, Duration every) {
    if (!Files.exists(path)) {
      throw new IllegalArgumentException(
          "'%s' does not exist; a file or a folder to watch is expected".formatted(path));
    }
    if (every.isNegative() || every.isZero()) {
      throw new IllegalArgumentException(
          "the time between two looks at '%s' is %s; more than 0 is expected"
              .formatted(path, every));
    }
    ModelWatch watch = new ModelWatch(handle, path, every);
    watch.thread.start();
    return watch;
  }

  private void lookEvery(long nanos) {
    boolean failed = false;
    try {
      while (!closed.await(nanos, TimeUnit.NANOSECONDS)) {
        try {
          look();
          failed = false;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
          // The next check may succeed; log only the first of consecutive failures.
          if (!failed) {
            LOGGER.log(System.Logger.Level.WARNING, "cannot look at '" + path + "'", e);
          }
          failed = true;
        }
      }
    } catch (InterruptedException _) {
      // Only `close` interrupts this thread.
    }
  }

  private void look() throws IOException {
    FileSnapshot found = FileSnapshot.of(path).orElse(null);
    boolean settled = found != null && found.equals(seen);
    seen = found;
    if (pause > 0) {
      pause--;
    } else if (settled && !taken.contains(found)) {
      take(found);
    }
  }

  private void take(FileSnapshot found) {
    boolean first = taken.isEmpty();
    if (!Files.isDirectory(path)) {
      // A file that was moved away and back has changed. But if the latest file of a folder was
      // deleted, the one that is now the latest has not.
      taken.clear();
    }
    if (taken.size() == MAX_TAKEN) {
      taken.removeFirst();
    }
    taken.addLast(found);
    try {
      handle.replaceUnlessTried(found, first);
      failures = 0;
    } catch (RefusedModelException e) {
      // The handle has already counted and logged the refusal.
      if (ModelHandle.mayPass(e.getCause())) {
        taken.removeLast();
        failures = Math.min(failures + 1, MAX_FAILURES);
        pause = 4 << failures;
      }
    }
  }

  /// Stops watching. A model that is being loaded still enters service; when this method returns,
  /// loading has ended.
  void close() {
    closed.countDown();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
