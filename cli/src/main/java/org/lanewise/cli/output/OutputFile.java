package org.lanewise.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/// A file that appears whole or not at all: it is written beside its place under another name and
/// moved there at the end. A pipe or a device is written as it is.
public final class OutputFile implements AutoCloseable {

  private final Path given;
  private final Path target;
  private final Path written;
  private final OutputStream stream;
  private boolean committed;

  private OutputFile(Path given, Path target, Path written, OutputStream stream) {
    this.given = given;
    this.target = target;
    this.written = written;
    this.stream = stream;
  }

  /// Refuses a place where no file can be written, before any work is done for it.
  ///
  /// @throws OutputException if it is a directory, its folder does not exist, or writing is not
  ///   permitted
  public static void requireWritable(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    String problem = null;
    if (Files.isDirectory(file)) {
      problem = "is a directory; the name of a file was expected";
    } else if (Files.exists(file)) {
      problem = Files.isWritable(file) ? null : "may not be written: permission denied";
    } else if (folder == null || !Files.isDirectory(folder)) {
      problem = "cannot be written: there is no directory " + folder;
    }
    if (problem == null && !isSpecial(file) && !Files.isWritable(folder)) {
      problem = "cannot be written: permission denied in the directory " + folder;
    }
    if (problem != null) {
      throw new OutputException("%s %s".formatted(file, problem), false, null);
    }
  }

  /// Refuses a place where a file is that is also read.
  ///
  /// @throws OutputException if both are the same file
  public static void requireOther(Path file, Path input) {
    try {
      if (Files.exists(file)
          && Files.exists(input)
          && !isSpecial(file)
          && Files.isSameFile(file, input)) {
        throw new OutputException(
            "%s is also the file to read; another was expected to write".formatted(file),
            false,
            null);
      }
    } catch (IOException e) {
      throw problem(file, e);
    }
  }

  /// Begins a file.
  ///
  /// @throws OutputException if it cannot be written
  public static OutputFile create(Path file) {
    requireWritable(file);
    try {
      if (isSpecial(file)) {
        return new OutputFile(file, file, file, Files.newOutputStream(file));
      }
      Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
      Path written = target.resolveSibling(".lanewise-" + random + ".tmp");
      OutputStream stream =
          Files.newOutputStream(written, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      // Also where the process is interrupted.
      written.toFile().deleteOnExit();
      return new OutputFile(file, target, written, stream);
    } catch (IOException e) {
      throw problem(file, e);
    }
  }

  /// Where to write; failures are [OutputException].
  public Sink sink() {
    return new Sink(stream, given.toString());
  }

  /// Puts the file in its place.
  ///
  /// @throws OutputException if that fails; there is then no file, or the one that was before
  public void commit() {
    try {
      stream.close();
      if (!written.equals(target)) {
        Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
      }
      committed = true;
    } catch (IOException e) {
      throw problem(given, e);
    }
  }

  /// Removes what has been written, unless it was committed.
  @Override
  public void close() {
    if (committed) {
      return;
    }
    try {
      stream.close();
      if (!written.equals(target)) {
        Files.deleteIfExists(written);
      }
    } catch (IOException e) {
      throw problem(given, e);
    }
  }

  /// Whether it is a pipe or a device, which cannot be replaced.
  public static boolean isSpecial(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  private static OutputException problem(Path file, IOException e) {
    String why =
        switch (e) {
          case AccessDeniedException _ -> "permission denied";
          case NoSuchFileException _ -> "its directory is gone";
          default -> String.valueOf(e.getMessage());
        };
    return new OutputException("%s cannot be written: %s".formatted(file, why), false, e);
  }
}
