package org.lanewise.internal.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.lanewise.io.UnusableFileException;

/// A temporary file in the folder of the file that it will replace.
///
/// Its writer holds a lock on it, which ends with the process. A file with such a name is a
/// leftover if it is not locked and was not written to for a day: on a shared file system other
/// computers may not see the lock, and no writer pauses for a day.
final class PartFile {

  private static final String BEGINNING = ".lanewise-";
  private static final String END = ".tmp";
  private static final Pattern OURS =
      Pattern.compile(Pattern.quote(BEGINNING) + "[0-9a-f]{16}" + Pattern.quote(END));

  /// In a folder with more files than this, the search for leftovers stops here.
  private static final int MAX_LOOKED_AT = 10_000;

  /// The age from which an unlocked file is a leftover.
  private static final Duration LEFT = Duration.ofDays(1);

  private static final LinkOption AS_IT_IS = LinkOption.NOFOLLOW_LINKS;

  /// The files of this process. Opening one would end its lock: on many systems a process loses all
  /// its locks on a file when it closes the file.
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel channel;
  private final OutputStream stream;

  private PartFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
    this.stream = Channels.newOutputStream(channel);
  }

  /// Creates and removes a file to check that a complete file could replace the target.
  ///
  /// @throws UnusableFileException if owner, group and permissions of a file cannot be kept
  /// @throws IOException if no file can be created in the same folder
  static void requireReplaceable(Path target) throws IOException {
    beside(target).remove();
  }

  /// Creates an empty file with the owner and permissions of the file that it will replace.
  ///
  /// @throws UnusableFileException if those cannot be kept
  /// @throws IOException if it cannot be created
  static PartFile beside(Path target) throws IOException {
    removeLeftovers(target.getParent());
    PosixFileAttributeView older =
        Files.getFileAttributeView(target, PosixFileAttributeView.class, AS_IT_IS);
    boolean isThere = older != null && Files.exists(target);
    PosixFileAttributes kept = isThere ? older.readAttributes() : null;
    // Only the owner may read it until its permissions are set.
    FileAttribute<?>[] attributes =
        isThere
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    while (true) {
      PartFile part = create(target, attributes);
      try {
        if (isThere) {
          part.take(kept, target);
        }
        // Lock only now: to set permissions, Java opens and closes the file, which would end the
        // lock.
        if (part.isLocked()) {
          return part;
        }
        part.remove();
      } catch (NoSuchFileException e) {
        // Another process has removed it as a leftover, because it was not locked yet.
        part.remove();
      } catch (IOException e) {
        part.remove();
        throw e;
      }
    }
  }

  private static PartFile create(Path target, FileAttribute<?>... attributes) throws IOException {
    String mark = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    Path path = target.resolveSibling(BEGINNING + mark + END);
    OWN.add(path);
    try {
      Set<StandardOpenOption> options =
          Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
      return new PartFile(path, FileChannel.open(path, options, attributes));
    } catch (IOException e) {
      OWN.remove(path);
      throw e;
    }
  }

  /// Takes the lock. Until then another process may remove the file as a leftover.
  private boolean isLocked() {
    try {
      return channel.tryLock() != null && Files.exists(path, AS_IT_IS);
    } catch (IOException | UnsupportedOperationException e) {
      // On a file system without locks, only the age makes a file a leftover.
      return true;
    }
  }

  private void take(PosixFileAttributes kept, Path target) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, AS_IT_IS);
    PosixFileAttributes own = view.readAttributes();
    try {
      if (!own.owner().equals(kept.owner())) {
        view.setOwner(kept.owner());
      }
      if (!own.group().equals(kept.group())) {
        view.setGroup(kept.group());
      }
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      throw new UnusableFileException(
          "'%s' belongs to %s and the group %s, who would lose it if it were replaced; a file of this user is expected, or none"
              .formatted(target, kept.owner().getName(), kept.group().getName()),
          e);
    }
    view.setPermissions(kept.permissions());
  }

  Path path() {
    return path;
  }

  OutputStream stream() {
    return stream;
  }

  /// Moves the file into place once its content is on disk. Until then it is locked.
  void moveTo(Path target) throws IOException {
    channel.force(true);
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE);
    channel.close();
    OWN.remove(path);
  }

  /// Removes the file.
  void remove() throws IOException {
    try {
      Files.deleteIfExists(path);
    } finally {
      channel.close();
      OWN.remove(path);
    }
  }

  private static void removeLeftovers(Path folder) {
    int looked = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (OURS.matcher(name).matches()) {
          removeIfLeft(file);
        }
        if (++looked == MAX_LOOKED_AT) {
          return;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // A folder that cannot be listed keeps its leftovers.
      return;
    }
  }

  private static boolean isOld(Path file) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, AS_IT_IS);
      Instant written = attributes.lastModifiedTime().toInstant();
      return attributes.isRegularFile() && written.isBefore(Instant.now().minus(LEFT));
    } catch (IOException e) {
      // The file is gone.
      return false;
    }
  }

  private static void removeIfLeft(Path file) {
    if (OWN.contains(file) || !isOld(file)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, AS_IT_IS)) {
      if (channel.tryLock() != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | OverlappingFileLockException | UnsupportedOperationException e) {
      // The file belongs to another process, or is gone.
      return;
    }
  }
}
