package org.lanewise;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The lines of Java that the README opens with compile and run as they stand.
class ReadmeExampleTest {

  @Test
  void theExampleOfTheReadmeRuns(@TempDir Path folder) throws Exception {
    String readme = Files.readString(Path.of("..", "README.md"));
    int from = readme.indexOf("```java\n") + "```java\n".length();
    String example = readme.substring(from, readme.indexOf("```", from));
    String printed = ExampleProgram.run(example, folder);
    assertTrue(printed.startsWith("setosa "), printed);
  }
}
