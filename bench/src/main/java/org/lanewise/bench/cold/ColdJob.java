package org.lanewise.bench.cold;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A job that is timed from outside, as a whole process, or by the number that it prints.
///
/// @param name what the table calls it
/// @param command the process; where it holds [#MODE] the mode of the kernels is put
/// @param prints whether the process prints its time in milliseconds; else all of it is timed
/// @param rival the mode that `auto` is held against
record ColdJob(String name, List<String> command, boolean prints, String rival) {

  /// Stands for `auto`, `scalar` or `vector`.
  static final String MODE = "{mode}";

  /// Stands for letters that nobody reads. How long a command line is moves what the JVM puts on
  /// its heap, and a row of a quadratic discriminant took 7 % more with one length than with
  /// another: so the modes of a turn have the same length, and each of eight turns another.
  private static final String PAD = "{pad}";

  private static final int PADS = 8;

  /// What one pad is longer than another: more than a mode has letters.
  private static final int PAD_STEP = 8;

  /// A call of the command `lanewise`; in the mode `auto` as users type it, without an option that
  /// says so, for the launcher looks whether vectors are worth their module.
  static ColdJob ofCommand(String name, Path lanewise, String... arguments) {
    List<String> command = new ArrayList<>(List.of(lanewise.toString()));
    command.addAll(List.of(arguments));
    command.add("--kernels=" + MODE);
    return new ColdJob(name, command, false, "scalar");
  }

  /// A task of a [FreshProcess]. What is said of the time behind the hand-over is said of vectors.
  static ColdJob ofProcess(String task, String model, int d, int k) {
    boolean isWarm = task.equals("steady") || task.startsWith("final-");
    return new ColdJob(
        "%s %s %d x %d".formatted(task, model, d, k),
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-modules=jdk.incubator.vector",
            "-Dlanewise.kernels=" + MODE,
            "-Dpad=" + PAD,
            "-cp",
            System.getProperty("java.class.path"),
            FreshProcess.class.getName(),
            task,
            model,
            String.valueOf(d),
            String.valueOf(k)),
        true,
        isWarm ? "vector" : "scalar");
  }

  /// Runs it once.
  ///
  /// @param turn which time of this mode it is
  /// @return its time in milliseconds
  /// @throws IOException if it fails
  double run(String mode, int turn) throws IOException, InterruptedException {
    String pad = "-".repeat(PAD_STEP * (1 + turn % PADS) - mode.length());
    List<String> words =
        command.stream()
            .map(word -> word.replace(MODE, mode).replace(PAD, pad))
            .filter(word -> !word.equals("--kernels=auto"))
            .toList();
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    long begin = System.nanoTime();
    Process process = builder.start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    int status = process.waitFor();
    double millis = (System.nanoTime() - begin) / 1e6;
    if (status != 0) {
      throw new IOException(name + " ends with status " + status + ": " + String.join(" ", words));
    }
    return prints ? Double.parseDouble(said) : millis;
  }
}
