package org.lanewise.cli.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Standard input in the place of a file.
///
/// The launcher, which has another use for descriptor 0, says by the system property
/// `lanewise.stdin` which file it is.
public final class StandardInput {

  /// What stands for it, and for standard output, among arguments.
  public static final String ARGUMENT = "-";

  private static final String NAME = "standard input";
  private static final String PROPERTY = "lanewise.stdin";

  private StandardInput() {}

  /// The file that an argument names.
  public static Path file(String argument) {
    return argument.equals(ARGUMENT) ? path() : Path.of(argument);
  }

  /// Whether a file is standard input, which comes once.
  public static boolean is(Path file) {
    return file.equals(path());
  }

  /// What messages call a file.
  public static String nameOf(Path file) {
    return file.equals(path()) ? NAME : file.toString();
  }

  /// What a line of progress calls a file.
  public static String shortNameOf(Path file) {
    return file.equals(path()) ? NAME : String.valueOf(file.getFileName());
  }

  /// Opens a file. Standard input is the descriptor itself, unless the launcher has another use for
  /// it: its name may lead to the beginning of a file that was read in part, or nowhere.
  static InputStream open(Path file) throws IOException {
    return file.equals(path()) && System.getProperty(PROPERTY) == null
        ? System.in
        : Files.newInputStream(file);
  }

  private static Path path() {
    return Path.of(System.getProperty(PROPERTY, "/dev/stdin"));
  }
}
