package org.lanewise.cli.reading;

import java.nio.file.Path;

/// Standard input in the place of a file.
///
/// The launcher, which has another use for descriptor 0, says by the system property
/// `lanewise.stdin` which file it is.
public final class StandardInput {

  /// What stands for it, and for standard output, among arguments.
  public static final String ARGUMENT = "-";

  private static final String NAME = "standard input";

  private StandardInput() {}

  /// The file that an argument names.
  public static Path file(String argument) {
    return argument.equals(ARGUMENT) ? path() : Path.of(argument);
  }

  /// What messages call a file.
  static String nameOf(Path file) {
    return file.equals(path()) ? NAME : file.toString();
  }

  private static Path path() {
    return Path.of(System.getProperty("lanewise.stdin", "/dev/stdin"));
  }
}
