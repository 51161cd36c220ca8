package org.lanewise.serving;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.lanewise.data.RowBatch;

/// A model of a [ModelRepository]: a folder of versions, and the handle that serves one of them.
final class VersionedModel<R, B extends RowBatch> {

  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");
  private static final String FILE = "model";

  /// Looks that read the folder after something has changed, as times of folders may be coarse.
  private static final int BUSY_LOOKS = 30;

  /// One look of so many reads the folder in any case.
  private static final int FULL_LOOK = 64;

  private static final int MAX_FAILURES = 8;

  private record Version(long number, FileSnapshot file) {}

  private final ModelRepository<R, B> repository;
  private final String name;
  private final Path folder;
  private final ModelHandle<R, B> handle;
  private final ReentrantLock lock = new ReentrantLock();

  /// The states of files that are not to be tried again, by version; guarded by the lock.
  private final Map<Long, FileSnapshot> left = new HashMap<>();

  /// Guarded by the open models of the repository.
  private long counted;

  /// The results of the looks; guarded by the lock.
  private FileSnapshot seen;

  private FileTime folderTime;
  private Object folderKey;

  /// The next looks that read the folder.
  private int busy;

  /// The number of looks, from a number of its own, so that not all models are read at once.
  private int looks;

  private int failures;
  private int pause;

  VersionedModel(ModelRepository<R, B> repository, String name, Path folder) {
    this.repository = repository;
    this.name = name;
    this.folder = folder;
    looks = name.hashCode() & FULL_LOOK - 1;
    handle = repository.handle(name, this::openAgain);
    handle.onSwap(_ -> repository.count(this));
  }

  String name() {
    return name;
  }

  ModelHandle<R, B> handle() {
    return handle;
  }

  /// Sets the bytes that the repository counts, 0 for a closed model, and returns the change.
  long count(long bytes) {
    long change = bytes - counted;
    counted = bytes;
    return change;
  }

  boolean isCounted() {
    return counted > 0;
  }

  private ServedModel<R, B> openAgain() {
    try {
      return open();
    } catch (RefusedModelException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the current model, and opens one if there is none: that which was closed, or the
  /// highest version that is not refused.
  ServedModel<R, B> open() throws RefusedModelException {
    ServedModel<R, B> current = handle.ifOpen();
    if (current != null) {
      return current;
    }
    if (lock.isHeldByCurrentThread()) {
      throw new IllegalStateException(
          "model '%s' is just being opened; a call after that is expected".formatted(name));
    }
    lock.lock();
    try {
      current = handle.ifOpen();
      if (current != null) {
        return current;
      }
      if (repository.isClosed()) {
        throw new IllegalStateException(
            "the repository of model '%s' is closed; an open one is expected".formatted(name));
      }
      return openHighest();
    } finally {
      lock.unlock();
    }
  }

  private ServedModel<R, B> openHighest() throws RefusedModelException {
    FileSnapshot closed = handle.closedFile();
    if (closed != null && FileSnapshot.ofFile(closed.path()).filter(closed::equals).isPresent()) {
      String number = closed.path().getParent().getFileName().toString();
      try {
        return serve(new Version(Long.parseLong(number), closed));
      } catch (RefusedModelException _) {
        // Another version may do.
      }
    }
    RefusedModelException refused = null;
    for (Optional<Version> next = below(Long.MAX_VALUE);
        next.isPresent();
        next = below(next.get().number)) {
      try {
        return serve(next.get());
      } catch (RefusedModelException e) {
        refused = refused == null ? e : refused;
      }
    }
    if (refused != null) {
      throw refused;
    }
    throw left.isEmpty()
        ? new RefusedModelException(
            "'%s' has no version; a folder with a whole number as its name and a file '%s' in it is expected"
                .formatted(folder, FILE),
            new NoSuchFileException(folder.toString()))
        : new RefusedModelException(
            "no version of model '%s' can be served; the last reason: %s"
                .formatted(name, handle.lastRefusal().orElse("it was rolled back")),
            null);
  }

  /// Returns the highest version below another that has a file which was not left, if any.
  private Optional<Version> below(long end) throws RefusedModelException {
    for (long number : numbers()) {
      if (number < end) {
        Optional<FileSnapshot> file =
            FileSnapshot.ofFile(folder.resolve(Long.toString(number)).resolve(FILE));
        if (file.isPresent() && !file.get().equals(left.get(number))) {
          return Optional.of(new Version(number, file.get()));
        }
      }
    }
    return Optional.empty();
  }

  /// The numbers of all versions, the highest first; forgets what was left of others.
  private List<Long> numbers() throws RefusedModelException {
    List<Long> numbers = new ArrayList<>();
    try (DirectoryStream<Path> versions = Files.newDirectoryStream(folder)) {
      for (Path version : versions) {
        String number = version.getFileName().toString();
        if (NUMBER.matcher(number).matches()) {
          numbers.add(Long.parseLong(number));
        }
      }
    } catch (NoSuchFileException _) {
      // The model was deleted.
    } catch (IOException | DirectoryIteratorException e) {
      throw new RefusedModelException(
          "'%s' cannot be read: %s; a folder of versions is expected".formatted(folder, e), e);
    }
    numbers.sort(Comparator.reverseOrder());
    left.keySet().retainAll(numbers);
    return numbers;
  }

  /// Serves a version, and leaves it if it is refused.
  private ServedModel<R, B> serve(Version version) throws RefusedModelException {
    try {
      ServedModel<R, B> served =
          handle.replaceVersion(version.file, version.number, repository.mostBytes());
      if (!version.file.equals(served.stamp())) {
        left.put(version.number, version.file);
      }
      failures = 0;
      return served;
    } catch (RefusedModelException e) {
      if (ModelHandle.mayPass(e.getCause())) {
        failures = Math.min(failures + 1, MAX_FAILURES);
        pause = 4 << failures;
      } else {
        left.put(version.number, version.file);
      }
      throw e;
    }
  }

  private void serveIfGood(Version version) {
    try {
      serve(version);
    } catch (RefusedModelException _) {
      // The handle has counted and logged it.
    }
  }

  /// Looks whether another version is to be served, and serves it if two looks in a row find it.
  void look() throws RefusedModelException {
    lock.lock();
    try {
      ServedModel<R, B> current = handle.ifOpen();
      if (current == null || pause-- > 0 || isQuiet()) {
        return;
      }
      pause = 0;
      Version found = below(Long.MAX_VALUE).orElse(null);
      boolean settled = found != null && found.file.equals(seen);
      seen = found == null ? null : found.file;
      if (found != null && !found.file.equals(current.stamp())) {
        busy = BUSY_LOOKS;
        if (settled) {
          serveIfGood(found);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /// Whether the time of the folder shows no change, so there is no need to read it.
  private boolean isQuiet() {
    FileTime time = null;
    Object key = null;
    try {
      BasicFileAttributes now = Files.readAttributes(folder, BasicFileAttributes.class);
      time = now.lastModifiedTime();
      key = now.fileKey();
    } catch (IOException _) {
      // It is gone.
    }
    if (time == null || !time.equals(folderTime) || !Objects.equals(key, folderKey)) {
      busy = folderTime == null ? 2 : BUSY_LOOKS;
    }
    folderTime = time;
    folderKey = key;
    looks++;
    busy--;
    return busy < 0 && looks % FULL_LOOK != 0;
  }
}
