package org.lanewise.serving;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Looks at a file or a folder from time to time, and has a [ModelHandle] serve what has changed.
/// From [ModelHandle#watch].
///
/// A file has changed if its size, its time, its identity (it was moved there) or its checksum has.
/// It is read at the second look in a row that finds it so: one that is being copied has time to be
/// complete, and one that was moved there whole, as [org.lanewise.io.ModelFile#write] does, waits
/// for a look. What is refused is tried again when it changes. Of a folder the file that was
/// written last is taken, of equals the last by name; those whose names begin with `.` are none. A
/// file that is gone is no change.
///
/// Looks, and no notices of the system: those are not given on network file systems and for the
/// links by which containers replace files, and come late on some systems. A look reads the names
/// of a folder and the last four bytes of a file.
public final class ModelWatch implements AutoCloseable {

  private final ModelHandle<?, ?> handle;
  private final Path path;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /// What was seen at the last look.
  private Stamp seen;

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
    try {
      while (!closed.await(nanos, TimeUnit.NANOSECONDS)) {
        look();
      }
    } catch (InterruptedException _) {
      // Nobody interrupts it but who wants it to end.
    }
  }

  private void look() {
    Stamp found;
    try {
      found = Stamp.of(path).orElse(null);
    } catch (IOException _) {
      // A folder that cannot be read now: the next look tells.
      return;
    }
    boolean settled = found != null && found.equals(seen);
    seen = found;
    if (settled && !found.equals(handle.tried())) {
      try {
        handle.replace(found.path());
      } catch (RefusedModelException _) {
        // The handle has counted it and said why.
        return;
      }
    }
  }

  /// Looks no more. A model that is being loaded is still served; when this returns that is over.
  @Override
  public void close() {
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
