package org.lanewise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.score.Scorer;

/// The lines of Java that the README opens with compile and run as they stand.
class ReadmeExampleTest {

  @Test
  void theExampleOfTheReadmeRuns(@TempDir Path folder) throws Exception {
    String readme = Files.readString(Path.of("..", "README.md"));
    int from = readme.indexOf("```java\n") + "```java\n".length();
    String example = readme.substring(from, readme.indexOf("```", from));
    Path source = folder.resolve("Example.java");
    Files.writeString(
        source,
        """
        import org.lanewise.data.*;
        import org.lanewise.model.gaussian.*;
        import org.lanewise.score.*;
        import org.lanewise.statistics.*;

        public class Example {
          public static void main(String[] arguments) {
        %s
          }
        }
        """
            .formatted(example));
    Path library =
        Path.of(Scorer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dlanewise.kernels=scalar",
                "-classpath",
                library.toString(),
                source.toString())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    assertTrue(printed.startsWith("setosa "), printed);
  }
}
