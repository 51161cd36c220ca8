package org.lanewise.serving;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/// Identifies the state of a file without reading all of it, by its size, time, identity and last
/// bytes, which are the checksum of a model file. Links are followed.
record FileSnapshot(Path path, long size, FileTime time, Object key, int lastBytes) {

  /// Returns the file for a path: the path itself, or in a folder the file that was written last,
  /// and among those the last by name. Hidden files (`.…`, such as parts of files) are ignored.
  ///
  /// @return empty if there is none
  static Optional<FileSnapshot> of(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return ofFile(path);
    }
    FileSnapshot newest = null;
    Comparator<FileSnapshot> later =
        Comparator.comparing(FileSnapshot::time)
            .thenComparing(stamp -> stamp.path().getFileName().toString());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        if (file.getFileName().toString().startsWith(".") || !Files.isRegularFile(file)) {
          continue;
        }
        FileSnapshot stamp = ofFile(file).orElse(null);
        if (stamp != null && (newest == null || later.compare(stamp, newest) > 0)) {
          newest = stamp;
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return Optional.ofNullable(newest);
  }

  /// Whether both are the same state of the same file, whatever its path.
  @Override
  public boolean equals(Object other) {
    return other instanceof FileSnapshot stamp
        && size == stamp.size
        && lastBytes == stamp.lastBytes
        && time.equals(stamp.time)
        && Objects.equals(key, stamp.key)
        && place().equals(stamp.place());
  }

  @Override
  public int hashCode() {
    return Objects.hash(size, lastBytes, time, key, place());
  }

  private Path place() {
    return path.toAbsolutePath().normalize();
  }

  /// Returns the state of a file, or empty if there is none.
  static Optional<FileSnapshot> ofFile(Path file) {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (IOException _) {
      // The file is gone.
      return Optional.empty();
    }
    if (!attributes.isRegularFile()) {
      return Optional.empty();
    }
    return Optional.of(
        new FileSnapshot(
            file,
            attributes.size(),
            attributes.lastModifiedTime(),
            attributes.fileKey(),
            lastBytes(file)));
  }

  /// 0 if they cannot be read; reading the file then reports why.
  private static int lastBytes(Path file) {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      ByteBuffer last = ByteBuffer.allocate(Integer.BYTES);
      channel.position(Math.max(0, channel.size() - Integer.BYTES));
      return channel.read(last) < Integer.BYTES ? 0 : last.getInt(0);
    } catch (IOException _) {
      return 0;
    }
  }
}
