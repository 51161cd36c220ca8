package org.lanewise.serving;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A thread that looks at a path again and again until it is closed.
final class Looks {

  private static final System.Logger LOGGER = System.getLogger("org.lanewise");

  /// One look.
  interface Look {
    void look() throws IOException;
  }

  private final Path path;
  private final Look look;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /// @throws IllegalArgumentException if the time is not above 0
  Looks(Path path, Duration every, Look look) {
    if (every.isNegative() || every.isZero()) {
      throw new IllegalArgumentException(
          "the time between two looks at '%s' is %s; more than 0 is expected"
              .formatted(path, every));
    }
    this.path = path;
    this.look = look;
    long nanos = every.toNanos();
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("lanewise watches " + path)
            .unstarted(() -> lookEvery(nanos));
  }

  void start() {
    thread.start();
  }

  private void lookEvery(long nanos) {
    boolean failed = false;
    while (!areClosedAfter(nanos)) {
      try {
        look.look();
        failed = false;
      } catch (Throwable e) {
        // The next look may succeed; log only the first of consecutive failures.
        if (!failed) {
          LOGGER.log(System.Logger.Level.WARNING, "cannot look at '" + path + "'", e);
        }
        failed = true;
      }
    }
  }

  private boolean areClosedAfter(long nanos) {
    try {
      return closed.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      // A check or a listener left the thread interrupted, which ends no watch.
      return areClosed();
    }
  }

  boolean areClosed() {
    return closed.getCount() == 0;
  }

  /// Ends the looks. A model that is being loaded still enters service; when this method returns,
  /// loading has ended.
  void close() {
    closed.countDown();
    boolean interrupted = false;
    while (thread.isAlive() && !thread.equals(Thread.currentThread())) {
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
