package org.lanewise.cli.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.lanewise.cli.table.DataException;

/// Standard input in the place of a file.
public final class StandardInput {

  /// The argument that stands for it, and for standard output.
  public static final String ARGUMENT = "-";

  private static final String NAME = "standard input";
  private static final Path PATH = Path.of("/dev/stdin");
  private static final List<String> ALIASES =
      List.of(ARGUMENT, "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

  /// The stream that was opened, which is only read from its beginning once.
  private static InputStream opened;

  private StandardInput() {}

  /// The file that an argument names.
  public static Path file(String argument) {
    return ALIASES.contains(argument) ? PATH : Path.of(argument);
  }

  /// Whether a file is standard input, which comes once.
  public static boolean is(Path file) {
    return file.equals(PATH);
  }

  /// Returns the name of a file for messages.
  public static String nameOf(Path file) {
    return is(file) ? NAME : file.toString();
  }

  /// Returns the name of a file for lines of progress.
  public static String shortNameOf(Path file) {
    return is(file) ? NAME : String.valueOf(file.getFileName());
  }

  /// Opens a file. Standard input is the descriptor itself: its name may lead to the beginning of a
  /// file that was read in part, or nowhere.
  ///
  /// @throws DataException if it is standard input, and was opened before
  static synchronized InputStream open(Path file) throws IOException {
    if (!is(file)) {
      return Files.newInputStream(file);
    }
    if (System.in.equals(opened)) {
      throw new DataException(
          "standard input can be read only once; use a file for one of the two");
    }
    opened = System.in;
    return opened;
  }
}
