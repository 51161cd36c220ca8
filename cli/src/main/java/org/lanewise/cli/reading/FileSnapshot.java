package org.lanewise.cli.reading;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.lanewise.cli.table.DataException;

/// The size and time of a file, which tell whether it has changed.
///
/// @param size its length in bytes
/// @param modified when it was last written to
record FileSnapshot(long size, FileTime modified) {

  /// That of a file now; none of a pipe or a device, and of what is not there.
  static Optional<FileSnapshot> of(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return attributes.isRegularFile()
          ? Optional.of(new FileSnapshot(attributes.size(), attributes.lastModifiedTime()))
          : Optional.empty();
    } catch (IOException e) {
      // Opening it tells more.
      return Optional.empty();
    }
  }

  /// Refuses a file that was written to, or replaced, while it was read. One that was removed
  /// meanwhile has been read as it was.
  ///
  /// @throws DataException if it was
  void requireSame(Path file, String name) {
    Optional<FileSnapshot> now = of(file);
    if (now.isPresent() && !(now.get().size == size && now.get().modified.equals(modified))) {
      throw new DataException(
          now.get().size == size
              ? "%s was modified while it was read".formatted(name)
              : "%s changed while it was read: it had %d bytes and now has %d"
                  .formatted(name, size, now.get().size));
    }
  }
}
