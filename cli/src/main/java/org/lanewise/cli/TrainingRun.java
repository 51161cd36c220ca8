package org.lanewise.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// A training run, as the JDK calls it (JEP 483): runs commands one after the other in one process
/// and drops what they say. The launcher has the JVM watch it, for archives of what commands load
/// and link.
final class TrainingRun {

  /// Between two commands.
  private static final String NEXT = "+";

  private static final int ROWS = 100_000;
  private static final int COLUMNS = 20;

  private TrainingRun() {}

  /// @param args the commands with their arguments, and where a file of rows is needed for the
  ///   next, `rows FILE`; the process fails with the first command that does
  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    List<String> left = Arrays.asList(args);
    while (!left.isEmpty()) {
      int end = left.contains(NEXT) ? left.indexOf(NEXT) : left.size();
      run(left.subList(0, end).toArray(String[]::new));
      left = left.subList(Math.min(end + 1, left.size()), left.size());
    }
  }

  private static void run(String... command) throws IOException {
    if (command[0].equals("rows")) {
      write(Path.of(command[1]));
      return;
    }
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Session session = new Session(OutputStream.nullOutputStream(), nowhere, false, false);
    if (Lanewise.run(session, command) != Lanewise.SUCCESS) {
      System.exit(Lanewise.FAILURE);
    }
  }

  /// Rows of three classes and numbers of six decimals, enough for the compilers to see what loops
  /// over large files do.
  private static void write(Path file) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int row = 0; row < ROWS; row++) {
        int label = random.nextInt(3);
        for (int column = 0; column < COLUMNS; column++) {
          double value = random.nextGaussian() + (column % 3 == label ? 1 : 0);
          out.write(Math.rint(value * 1e6) / 1e6 + ",");
        }
        out.write("c" + label + "\n");
      }
    }
  }
}
