package org.lanewise.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.lanewise.internal.file.AtomicFile;
import org.lanewise.io.UnusableFileException;

/// A file that appears whole or not at all, as [AtomicFile] has it, in the words of the command. A
/// pipe, a device, and what is open already are written as they are.
public final class OutputFile implements AutoCloseable {

  /// The names that stand for standard output.
  private static final Set<String> STANDARD =
      Set.of("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");

  private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

  // Of the mode that stat tells.
  private static final int KINDS = 0xf000;
  private static final int CHARACTER_DEVICE = 0x2000;
  private static final int SOCKET = 0xc000;

  private final AtomicFile file;

  private OutputFile(AtomicFile file) {
    this.file = file;
  }

  /// Refuses a place where no file can be written, before any work is done for it. Standard output
  /// is not refused.
  ///
  /// @throws OutputException if it is a directory, its folder does not exist, or writing is not
  ///   permitted
  public static void requireWritable(Path file) {
    if (!isStandardOutput(file)) {
      // Nothing is made before the first byte.
      create(file).close();
    }
  }

  /// Whether a path stands for standard output, or is another name of what is open there: by that
  /// name it would be opened again, and each of the two would write over the other.
  public static boolean isStandardOutput(Path file) {
    try {
      return STANDARD.contains(file.toString())
          || (Files.exists(file)
              && AtomicFile.isNameOfOpen(file)
              && Files.isSameFile(file, STANDARD_OUTPUT));
    } catch (IOException e) {
      // Nothing is open there.
      return false;
    }
  }

  /// Refuses a place where a file is that is also read.
  ///
  /// @param output the file to write, or what stands for standard output
  /// @throws OutputException if both are the same file
  public static void requireOther(Path output, Path input) {
    Path file = isStandardOutput(output) ? STANDARD_OUTPUT : output;
    try {
      if (Files.exists(file)
          && Files.exists(input)
          && !isTwoWay(file)
          && Files.isSameFile(file, input)) {
        throw new OutputException(
            "%s is also an input; choose another output"
                .formatted(isStandardOutput(output) ? "standard output" : file),
            false,
            null);
      }
    } catch (IOException e) {
      throw new OutputException("cannot write %s: %s".formatted(file, e.getMessage()), false, e);
    }
  }

  /// Where a file is or would be, the same for all its names.
  public static Path place(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    try {
      return Files.exists(absolute)
          ? absolute.toRealPath()
          : absolute.getParent().toRealPath().resolve(absolute.getFileName());
    } catch (IOException e) {
      // Its folder does not exist, which is refused where it is opened.
      return absolute;
    }
  }

  /// Begins a file, which is created with its first byte.
  ///
  /// @throws OutputException if it cannot be written
  public static OutputFile create(Path file) {
    try {
      return new OutputFile(AtomicFile.of(file));
    } catch (UnusableFileException e) {
      throw new OutputException(e.getMessage(), false, e);
    }
  }

  /// Where to write; failures are [OutputException].
  public Sink sink() {
    return new Sink(file.stream(), file.toString());
  }

  /// The file that is written until it is put in its place, for a library that writes by name.
  ///
  /// @throws OutputException if it cannot be made, or this is no file
  public Path part() {
    try {
      return file.part();
    } catch (UnusableFileException e) {
      throw new OutputException(e.getMessage(), false, e);
    }
  }

  /// Puts the file in its place.
  ///
  /// @throws OutputException if that fails; there is then no file, or the one that was before
  public void commit() {
    try {
      file.commit();
    } catch (UnusableFileException e) {
      throw new OutputException(e.getMessage(), false, e);
    }
  }

  /// Removes what has been written, unless it was committed.
  @Override
  public void close() {
    try {
      file.close();
    } catch (UnusableFileException e) {
      throw new OutputException(e.getMessage(), false, e);
    }
  }

  /// Whether what is written to it does not come back where it is read: a terminal, or a socket.
  private static boolean isTwoWay(Path file) throws IOException {
    if (!isSpecial(file) || !file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return false;
    }
    int kind = (int) Files.getAttribute(file, "unix:mode") & KINDS;
    return kind == CHARACTER_DEVICE || kind == SOCKET;
  }

  /// Whether it is a pipe or a device, which cannot be replaced.
  public static boolean isSpecial(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }
}
