package org.lanewise.serving;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Watches a file or folder for a [ModelHandle]: see [ModelHandle#watch].
final class ModelWatch {

  private static final int MAX_FAILURES = 8;

  private final ModelHandle<?, ?> handle;
  private final Path path;
  private final Looks looks;

  /// The state found by the last check.
  private FileSnapshot seen;

  /// The last state that served or was refused, or null.
  private FileSnapshot taken;

  /// The number of consecutive failures of a file that may become readable, and the checks until
  /// the next attempt.
  private int failures;

  private int pause;

  private ModelWatch(ModelHandle<?, ?> handle, Path path, Duration every) {
    this.handle = handle;
    this.path = path;
    looks = new Looks(path, every, this::look);
  }

  static ModelWatch start(ModelHandle<?, ?> handle, Path path, Duration every) {
    if (!Files.exists(path)) {
      throw new IllegalArgumentException(
          "'%s' does not exist; a file or a folder to watch is expected".formatted(path));
    }
    ModelWatch watch = new ModelWatch(handle, path, every);
    watch.looks.start();
    return watch;
  }

  private void look() throws IOException {
    FileSnapshot found = FileSnapshot.of(path).orElse(null);
    boolean settled = found != null && found.equals(seen);
    seen = found;
    if (pause > 0) {
      pause--;
    } else if (settled && !found.equals(taken)) {
      take(found);
    }
  }

  private void take(FileSnapshot found) {
    // A file that was moved away and back has changed. But if the latest file of a folder was
    // deleted, the one that is now the latest has not.
    boolean ever = taken == null || Files.isDirectory(path);
    taken = found;
    try {
      handle.replaceUnlessTried(found, ever);
      failures = 0;
    } catch (RefusedModelException e) {
      // The handle has already counted and logged the refusal.
      if (ModelHandle.mayPass(e.getCause())) {
        taken = null;
        failures = Math.min(failures + 1, MAX_FAILURES);
        pause = 4 << failures;
      }
    }
  }

  /// Stops watching. A model that is being loaded still enters service; when this method returns,
  /// loading has ended.
  void close() {
    looks.close();
  }
}
