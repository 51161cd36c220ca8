package org.lanewise.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.model.Classifier;

/// Runs the tests of `python/lanewise_pyspark.py`. Needs a Python with PySpark 4.2: that of the
/// property `lanewise.python`, `python3`, or that of the system.
class PySparkTest {

  private static final Path SOURCES = Path.of("python").toAbsolutePath();

  @TempDir Path folder;

  @Test
  void theTestsInPythonPass() throws Exception {
    int status = status(python(), "-m", "unittest", "-q");
    assertEquals(0, status, this::log);
  }

  private String python() throws InterruptedException {
    List<String> candidates = new ArrayList<>(List.of("python3", "/usr/bin/python3"));
    Optional.ofNullable(System.getProperty("lanewise.python"))
        .ifPresent(given -> candidates.add(0, given));
    for (String candidate : candidates) {
      try {
        if (status(candidate, "-c", "import pyspark; assert pyspark.__version__.startswith('4.2.')")
            == 0) {
          return candidate;
        }
      } catch (IOException e) {
        // There is no such program.
      }
    }
    assumeTrue(false, () -> "none of %s has PySpark 4.2".formatted(candidates));
    return "";
  }

  private int status(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(SOURCES.toFile());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("LANEWISE_CLASSPATH", classpath());
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("log.txt").toFile());
    return builder.start().waitFor();
  }

  private static String classpath() {
    return Stream.of(Classifier.class, GenerativeClassificationModel.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
        .map(location -> Path.of(URI.create(location.toString())).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("log.txt"));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
