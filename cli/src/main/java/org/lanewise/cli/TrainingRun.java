package org.lanewise.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A training run, as the JDK calls it (JEP 483): runs commands one after the other in one process
/// and drops what they say. The JVM watches it for an archive of what commands load, link and run.
final class TrainingRun {

  /// Between two commands.
  private static final String NEXT = "+";

  private TrainingRun() {}

  /// @param args the commands with their arguments; the process fails with the first that does
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    OutputStream nowhere = OutputStream.nullOutputStream();
    PrintStream errors = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    Session session = new Session(nowhere, errors, false, false);
    List<String> left = Arrays.asList(args);
    while (!left.isEmpty()) {
      int end = left.contains(NEXT) ? left.indexOf(NEXT) : left.size();
      int code = Lanewise.run(session, left.subList(0, end).toArray(String[]::new));
      if (code != Lanewise.SUCCESS) {
        System.exit(code);
      }
      left = left.subList(Math.min(end + 1, left.size()), left.size());
    }
  }
}
