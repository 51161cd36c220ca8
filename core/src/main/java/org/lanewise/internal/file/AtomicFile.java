package org.lanewise.internal.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.lanewise.io.UnusableFileException;

/// Writes a file atomically: [#stream()] writes to a temporary file, and [#commit()] moves it into
/// place. Without a commit, no file is left.
///
/// ```java
/// try (AtomicFile file = AtomicFile.of(path)) {
///   writeTo(file.stream());
///   file.commit();
/// }
/// ```
///
/// - An existing file does not change before the commit. The new file keeps its owner, group and
///   permissions; if owner or group cannot be kept, the file is not replaced.
/// - A symbolic link is followed: its target is replaced or created.
/// - A pipe or device is written directly. So is the target of names such as `/dev/stdout` or
///   `/dev/fd/3`, which is already open; if it is a file, the output is appended.
/// - The temporary file is named `.lanewise-`, 16 hexadecimal digits, `.tmp`. It is created with
///   the first byte and removed if a signal that Java handles ends the process. If a process was
///   killed, a later writer in the same folder removes its temporary file once the file is a day
///   old and not locked: on shared file systems, locks may be visible on only one computer.
/// - The contents are on disk before the file is moved, so after a power failure either the new or
///   the old file exists.
///
/// Not thread-safe.
public final class AtomicFile implements AutoCloseable {

  private static final int MAX_LINKS = 40;

  /// Names of open files of a process.
  private static final Pattern DESCRIPTOR =
      Pattern.compile("/dev/(stdin|stdout|stderr|fd/[0-9]+)|/proc/[^/]+/(task/[0-9]+/)?fd/[0-9]+");

  private static final long PATIENCE_SECONDS = 1;

  private final Path path;
  private final Path target;
  private final OpenOption[] special;
  private final OutputStream stream = new Lazy();
  // Held while writing. At the end of the process the shutdown hook takes it and keeps it, so a
  // later writer waits until the process is gone.
  private final ReentrantLock lock = new ReentrantLock();
  private final Thread atExit;
  // At most one of the two is set.
  private PartFile part;
  private OutputStream device;
  private boolean isClosed;

  /// @param special options to open a target that cannot be replaced; none for a file
  private AtomicFile(Path path, Path target, OpenOption... special) {
    this.path = path;
    this.target = target;
    this.special = special;
    this.atExit = Thread.ofPlatform().name("remove part of " + path).unstarted(this::abandon);
  }

  /// The content to write.
  public interface Content {

    /// Writes the content to a stream, which need not be closed.
    ///
    /// @throws IOException if the stream throws it
    void write(OutputStream stream) throws IOException;
  }

  /// Prepares a file without creating anything yet.
  ///
  /// @throws UnusableFileException if no file can be written at this path: it is a folder, its
  ///   folder does not exist, access is denied, or owner and group of an existing file cannot be
  ///   kept
  public static AtomicFile of(Path path) throws UnusableFileException {
    try {
      if (path.toString().isEmpty()) {
        throw new UnusableFileException("the name of the file is empty; a file is expected");
      }
      if (Files.isDirectory(path)) {
        throw new UnusableFileException(
            "'%s' is a folder; the name of a file is expected".formatted(path));
      }
      boolean exists = Files.exists(path);
      if (exists && isOpen(path)) {
        // Appends, so that what others have written to it stays.
        return new AtomicFile(path, path, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
      }
      if (exists && !Files.isRegularFile(path)) {
        return new AtomicFile(path, path, StandardOpenOption.WRITE);
      }
      Path target = exists ? path.toRealPath() : followed(path);
      if (exists && !Files.isWritable(target)) {
        throw new UnusableFileException(
            "'%s' is write-protected; a file that may be replaced is expected".formatted(path));
      }
      requireFolder(path, target);
      if (exists) {
        PartFile.requireReplaceable(target);
      }
      return new AtomicFile(path, target);
    } catch (IOException e) {
      throw problem(path, e);
    }
  }

  /// Whether a path is a name, or a link to a name, of an open file of a process, such as
  /// `/dev/stdout` or `/dev/fd/3`, which is written directly.
  ///
  /// @throws UnusableFileException if a link cannot be followed
  public static boolean isNameOfOpen(Path path) throws UnusableFileException {
    try {
      return isOpen(path);
    } catch (IOException e) {
      throw problem(path, e);
    }
  }

  private static boolean isOpen(Path path) throws IOException {
    Path target = path.toAbsolutePath().normalize();
    for (int links = 0; links < MAX_LINKS; links++) {
      if (DESCRIPTOR.matcher(target.toString()).matches()) {
        return true;
      }
      if (!Files.isSymbolicLink(target)) {
        return false;
      }
      target = target.resolveSibling(Files.readSymbolicLink(target)).normalize();
    }
    return false;
  }

  /// The path at which a new file is created: the target of a link, if it is one.
  private static Path followed(Path path) throws IOException {
    Path target = path.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(target); links++) {
      if (links == MAX_LINKS) {
        throw new UnusableFileException(
            "'%s' is a link that leads to itself; the name of a file is expected".formatted(path));
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    try {
      // Reports a bad name now: one that is too long.
      Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      // The file does not exist yet, as expected.
    }
    // Two paths to the same folder must give the same key in the set of this process's own files.
    Path folder = target.getParent();
    return folder != null && Files.isDirectory(folder)
        ? folder.toRealPath().resolve(target.getFileName())
        : target;
  }

  private static void requireFolder(Path path, Path target) throws UnusableFileException {
    Path folder = target.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new UnusableFileException(
          "'%s' cannot be written: there is no folder '%s'".formatted(path, folder));
    }
    if (!Files.isWritable(folder)) {
      throw new UnusableFileException(
          "'%s' cannot be written: access to its folder is denied".formatted(path));
    }
  }

  /// Writes a file.
  ///
  /// @throws UnusableFileException if that fails; the file is then unchanged
  public static void write(Path path, Content content) throws UnusableFileException {
    try (AtomicFile file = of(path)) {
      content.write(file.stream());
      file.commit();
    } catch (IOException e) {
      throw problem(path, e);
    }
  }

  /// The stream for the content. It need not be closed; closing it does not commit.
  ///
  /// Its methods throw an [UnusableFileException] if the file cannot be created, for example
  /// because its owner cannot be kept, and other exceptions of the file system if it cannot be
  /// written.
  public OutputStream stream() {
    return stream;
  }

  /// The temporary file, for libraries that write files by name. They must overwrite it, not
  /// replace it.
  ///
  /// @throws UnusableFileException if it cannot be created, or if the target is a pipe, a device or
  ///   an open file
  public Path part() throws UnusableFileException {
    lock.lock();
    try {
      if (special.length > 0) {
        throw new UnusableFileException(
            "'%s' is a pipe, a device or open already; the name of a file is expected"
                .formatted(path));
      }
      open();
      return part.path();
    } catch (IOException e) {
      throw problem(path, e);
    } finally {
      lock.unlock();
    }
  }

  /// Moves the file into place; it is empty if nothing was written. After this call the file is
  /// complete, however the process ends.
  ///
  /// @throws UnusableFileException if that fails; then there is no file, or still the old one
  public void commit() throws UnusableFileException {
    lock.lock();
    try {
      open();
      isClosed = true;
      if (part == null) {
        device.close();
      } else {
        part.moveTo(target);
        forgetPart();
      }
    } catch (IOException e) {
      throw problem(path, e);
    } finally {
      lock.unlock();
    }
  }

  /// Removes the temporary file, unless it was committed.
  ///
  /// @throws UnusableFileException if that fails
  @Override
  public void close() throws UnusableFileException {
    lock.lock();
    try {
      isClosed = true;
      if (device != null) {
        device.close();
      }
      if (part != null) {
        part.remove();
        forgetPart();
      }
    } catch (IOException e) {
      throw problem(path, e);
    } finally {
      lock.unlock();
    }
  }

  private void forgetPart() {
    part = null;
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process ends already, and there is nothing left to remove.
      return;
    }
  }

  /// Creates the target of writing, once.
  private void open() throws IOException {
    if (isClosed) {
      throw new UnusableFileException(
          "'%s' is closed; it is expected to be written before that".formatted(path));
    }
    if (part != null || device != null) {
      return;
    }
    if (special.length > 0) {
      device = Files.newOutputStream(target, special);
      return;
    }
    try {
      Runtime.getRuntime().addShutdownHook(atExit);
    } catch (IllegalStateException e) {
      throw new UnusableFileException(
          "'%s' cannot be written: the process is ending".formatted(path), e);
    }
    try {
      part = PartFile.beside(target);
    } finally {
      if (part == null) {
        forgetPart();
      }
    }
  }

  /// At the end of the process: takes the lock for good and removes incomplete files.
  private void abandon() {
    try {
      // Do not wait for a write that hangs in the file system.
      boolean _ = lock.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (part != null) {
        part.remove();
      }
    } catch (InterruptedException | IOException e) {
      // The process is ending, so the failure cannot be reported.
      return;
    }
  }

  private static UnusableFileException problem(Path path, IOException e) {
    return switch (e) {
      case UnusableFileException told -> told;
      case NoSuchFileException _ ->
          new UnusableFileException(
              "'%s' cannot be written: its folder does not exist".formatted(path), e);
      case AccessDeniedException _ ->
          new UnusableFileException(
              "'%s' cannot be written: access to its folder is denied".formatted(path), e);
      case ClosedByInterruptException _ ->
          new UnusableFileException(
              "'%s' cannot be written: its thread was interrupted".formatted(path), e);
      default ->
          new UnusableFileException("'%s' cannot be written: %s".formatted(path, reason(e)), e);
    };
  }

  /// The message of the file system, without the file names at its start.
  private static String reason(IOException e) {
    return e instanceof FileSystemException failure && failure.getReason() != null
        ? failure.getReason()
        : String.valueOf(e.getMessage());
  }

  /// Opens its target with the first byte.
  private final class Lazy extends OutputStream {

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      lock.lock();
      try {
        open();
        OutputStream out = part == null ? device : part.stream();
        out.write(bytes, offset, length);
      } catch (ClosedByInterruptException e) {
        throw problem(path, e);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void flush() throws IOException {
      lock.lock();
      try {
        if (device != null) {
          device.flush();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
