package org.lanewise.cli;

import java.nio.file.Path;

/// Runs of the command for tests in rooms of their own.
public final class PageCommand {

  private PageCommand() {}

  /// A file of the example data.
  public static Path example(String name) {
    return CommandRun.example(name);
  }

  /// Runs the command, which has to succeed.
  public static String run(Object... arguments) {
    return CommandRun.output(arguments);
  }
}
