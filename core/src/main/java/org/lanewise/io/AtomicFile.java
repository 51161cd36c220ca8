package org.lanewise.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/// Files that are written whole or not at all.
final class AtomicFile {

  private AtomicFile() {}

  /// What is to be written.
  interface Content {
    void write(OutputStream stream) throws IOException;
  }

  /// Makes something of the bytes of a file.
  interface Reader<T> {
    T read(InputStream stream, String source) throws IOException;
  }

  /// Writes beside the file, and moves what is complete and on the disk to its place.
  ///
  /// @throws UnusableFileException if that fails; the file is then as it was
  static void write(Path path, Content content) throws UnusableFileException {
    try {
      if (Files.isDirectory(path)) {
        throw new UnusableFileException(
            "'%s' is a folder; the name of a file is expected".formatted(path));
      }
      // Through a link, to the file it leads to.
      Path target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        // A pipe or device cannot be replaced.
        try (OutputStream stream = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
          content.write(stream);
        }
      } else if (Files.exists(target) && !Files.isWritable(target)) {
        throw new UnusableFileException(
            "'%s' is write-protected; a file that may be replaced is expected".formatted(path));
      } else {
        replace(target, content);
      }
    } catch (UnusableFileException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new UnusableFileException(
          "'%s' cannot be written: its folder does not exist".formatted(path), e);
    } catch (AccessDeniedException e) {
      throw new UnusableFileException(
          "'%s' cannot be written: access to its folder is denied".formatted(path), e);
    } catch (IOException e) {
      throw new UnusableFileException(
          "'%s' cannot be written: %s".formatted(path, e.getMessage()), e);
    }
  }

  private static void replace(Path target, Content content) throws IOException {
    String mark = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    Path beside = target.resolveSibling("." + target.getFileName() + "." + mark + ".tmp");
    try {
      try (FileChannel channel =
          FileChannel.open(beside, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
        content.write(Channels.newOutputStream(channel));
        channel.force(true);
      }
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  /// Reads a file.
  ///
  /// @throws UnusableFileException if it cannot be read, or `reader` throws it
  static <T> T read(Path path, Reader<T> reader) throws UnusableFileException {
    String source = "'" + path + "'";
    if (Files.isDirectory(path)) {
      throw new UnusableFileException(source + " is a folder; a file is expected");
    }
    try (InputStream stream = Files.newInputStream(path)) {
      return reader.read(stream, source);
    } catch (UnusableFileException e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new UnusableFileException(source + " does not exist; a file is expected", e);
    } catch (AccessDeniedException e) {
      throw new UnusableFileException(source + " cannot be read: access is denied", e);
    } catch (IOException e) {
      throw new UnusableFileException("%s cannot be read: %s".formatted(source, e.getMessage()), e);
    }
  }
}
