package org.lanewise.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Runs commands one after the other in one process and drops what they say: the launcher has the
/// JVM watch it, for archives of what commands load and link.
final class Rehearsal {

  /// Between two commands.
  private static final String NEXT = "+";

  private Rehearsal() {}

  /// @param args the commands with their arguments; the process fails with the first that does
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    List<String> left = Arrays.asList(args);
    while (!left.isEmpty()) {
      int end = left.contains(NEXT) ? left.indexOf(NEXT) : left.size();
      PrintStream nowhere =
          new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
      Session session = new Session(OutputStream.nullOutputStream(), nowhere, false, false);
      if (Lanewise.run(session, left.subList(0, end).toArray(String[]::new)) != Lanewise.SUCCESS) {
        System.exit(Lanewise.FAILURE);
      }
      left = left.subList(Math.min(end + 1, left.size()), left.size());
    }
  }
}
