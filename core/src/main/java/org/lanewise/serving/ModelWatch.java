package org.lanewise.serving;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Looks at a file or a folder from time to time, and has a [ModelHandle] serve what has changed.
/// From [ModelHandle#watch].
///
/// A file has changed if its size, its time, its identity (it was moved there) or its checksum has.
/// It is read at the second look in a row that finds it so: one that is being copied has time to be
/// complete, and one that was moved there whole, as [org.lanewise.io.ModelFile#write] does, waits
/// for a look. What is refused is tried again when it changes; what could not be read, as when a
/// network file system failed or memory was short, after a pause too. Of a folder the file that was
/// written last is taken, of equals the last by name; those whose names begin with `.` are none. A
/// file that is gone is no change, nor is the one that was written before it: what was served or
/// refused once is not taken again, until it is written again. What a caller replaces or rolls back
/// stays so until then.
///
/// Looks, and no notices of the system: those are not given on network file systems and for the
/// links by which containers replace files, and come late on some systems. A look reads the names
/// of a folder and the last four bytes of a file.
public final class ModelWatch implements AutoCloseable {

  private static final System.Logger LOGGER = System.getLogger("org.lanewise");

  private static final int MAX_TAKEN = 256;
  private static final int MAX_FAILURES = 8;

  private final ModelHandle<?, ?> handle;
  private final Path path;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /// What was seen at the last look.
  private FileSnapshot seen;

  /// What was served or refused since it was there, the latest last: of a file one state, of a
  /// folder those of some files.
  private final Deque<FileSnapshot> taken = new ArrayDeque<>();

  /// How often a file could not be read that may be read later, one time after the other; and the
  /// looks until that is tried again.
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
          // The next look may tell more; of looks that fail one after the other one message is
          // enough.
          if (!failed) {
            LOGGER.log(System.Logger.Level.WARNING, "cannot look at '" + path + "'", e);
          }
          failed = true;
        }
      }
    } catch (InterruptedException _) {
      // Nobody interrupts it but who wants it to end.
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
      // What was moved away and back is a change; of a folder, where a later file was deleted, the
      // one before it is none.
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
      // The handle has counted it and said why.
      if (ModelHandle.mayPass(e.getCause())) {
        taken.removeLast();
        failures = Math.min(failures + 1, MAX_FAILURES);
        pause = 4 << failures;
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
