package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.lanewise.data.RowBatch;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.score.Scorer;

/// A Python that has a module. It runs programs in a folder, and finds `lanewise_sklearn`.
record Python(String program, Path folder) {

  private static final double TOLERANCE = 1e-12;

  /// The program that has a module, or nothing.
  private static final Map<String, Optional<String>> PROGRAMS = new ConcurrentHashMap<>();

  /// The output of a program, with its errors.
  record Answer(int status, String text) {

    /// The text of a program that ended well.
    String orFail() {
      assertEquals(0, status, text);
      return text;
    }
  }

  /// The program of the property `lanewise.python`, `python3`, or that of the system. Skips the
  /// test if none has the module.
  static Python with(String module, Path folder) throws IOException, InterruptedException {
    Optional<String> program = PROGRAMS.get(module);
    if (program == null) {
      program = first(module);
      PROGRAMS.put(module, program);
    }
    assumeTrue(program.isPresent(), () -> "no Python has " + module);
    return new Python(program.get(), folder);
  }

  private static Optional<String> first(String module) throws InterruptedException {
    for (String candidate :
        List.of(System.getProperty("lanewise.python", "python3"), "python3", "/usr/bin/python3")) {
      try {
        if (new Python(candidate, Path.of(".")).run("-c", "import " + module).status == 0) {
          return Optional.of(candidate);
        }
      } catch (IOException e) {
        // There is no such program.
      }
    }
    return Optional.empty();
  }

  Answer run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("PYTHONPATH", Path.of("python").toAbsolutePath().toString());
    builder.environment().put("PYTHONUTF8", "1");
    builder.environment().put("OPENBLAS_NUM_THREADS", "1");
    Process process = builder.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(process.waitFor(), text);
  }

  /// Requires what the library says of test rows.
  ///
  /// @param lines for each row the label, the k log joints and, if printed, the k posteriors
  static void assertSame(String name, ModelFile file, TestRows rows, List<String> lines) {
    @SuppressWarnings("unchecked") // The rows are in the model's own format.
    Scorer<?, RowBatch> scorer = (Scorer<?, RowBatch>) file.model().scorer();
    int k = scorer.classCount();
    String[] labels = scorer.label(rows.rows());
    double[][] posteriors = scorer.posterior(rows.rows());
    double[] joints = rows.logJoints();
    assertEquals(rows.rowCount(), lines.size(), name + lines);
    for (int i = 0; i < labels.length; i++) {
      String[] words = lines.get(i).split("\t");
      assertEquals(labels[i], words[0], name + " row " + i);
      double[] found =
          Arrays.stream(words, 1, words.length)
              .mapToDouble(word -> Double.parseDouble(word.replace("inf", "Infinity")))
              .toArray();
      assertClose(name, Arrays.copyOfRange(joints, i * k, (i + 1) * k), found, 0);
      if (found.length > k) {
        assertClose(name, posteriors[i], found, k);
      }
    }
  }

  private static void assertClose(String name, double[] expected, double[] found, int from) {
    double largest =
        Arrays.stream(expected).filter(Double::isFinite).map(Math::abs).max().orElse(0);
    for (int c = 0; c < expected.length; c++) {
      double difference = Math.abs(expected[c] - found[from + c]);
      assertTrue(
          expected[c] == found[from + c] || difference <= TOLERANCE * Math.max(1, largest),
          () -> "%s: %s %s".formatted(name, Arrays.toString(expected), Arrays.toString(found)));
    }
  }
}
