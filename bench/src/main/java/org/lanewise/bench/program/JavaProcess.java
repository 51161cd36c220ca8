package org.lanewise.bench.program;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A process of its own, of the same JDK and class path, that prints its results as lines of JSON.
public final class JavaProcess {

  private static final JsonMapper JSON = new JsonMapper();

  private JavaProcess() {}

  /// Runs a class.
  ///
  /// @param flags of the JVM
  /// @param type what each line holds
  /// @return the lines
  /// @throws IOException if it fails, with the message of its exception
  public static <T> List<T> run(
      List<String> flags, Class<?> main, List<String> arguments, Class<T> type)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    Path errors = Files.createTempFile(Path.of("target"), "errors", ".txt");
    try {
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException("%s: %s".formatted(main.getSimpleName(), said(errors)));
      }
      List<T> results = new ArrayList<>();
      for (String line : output.lines().toList()) {
        results.add(JSON.readValue(line, type));
      }
      return results;
    } finally {
      Files.delete(errors);
    }
  }

  /// The line that names the exception, or the last one.
  private static String said(Path errors) throws IOException {
    List<String> lines = Files.readAllLines(errors);
    return lines.stream()
        .filter(line -> line.startsWith("Exception in thread"))
        .findFirst()
        .orElse(lines.isEmpty() ? "it failed and said nothing" : lines.getLast());
  }
}
