package org.lanewise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.lanewise.score.Scorer;

/// Lines of Java of the documentation, compiled and run as a program as they stand.
final class ExampleProgram {

  private static final List<String> IMPORTS =
      List.of(
          "java.nio.file.*",
          "java.util.*",
          "org.lanewise.data.*",
          "org.lanewise.io.*",
          "org.lanewise.model.gaussian.*",
          "org.lanewise.score.*",
          "org.lanewise.statistics.*");

  private ExampleProgram() {}

  /// Runs lines in a folder.
  ///
  /// @return what they print
  static String run(String lines, Path folder)
      throws IOException, InterruptedException, URISyntaxException {
    assertFalse(lines.isBlank(), "there is no example");
    Path source = folder.resolve("Example.java");
    Files.writeString(
        source,
        """
        %s

        public class Example {
          public static void main(String[] arguments) throws Exception {
        %s
          }
        }
        """
            .formatted(
                IMPORTS.stream().map("import %s;"::formatted).collect(Collectors.joining("\n")),
                lines));
    Path library =
        Path.of(Scorer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dlanewise.kernels=scalar",
                "-classpath",
                library.toString(),
                source.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return printed;
  }
}
