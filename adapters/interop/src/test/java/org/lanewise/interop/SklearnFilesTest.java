package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the tests of `python/lanewise_sklearn.py`, and reads the files that it writes. Needs a
/// Python with scikit-learn: that of the property `lanewise.python`, `python3`, or that of the
/// system.
class SklearnFilesTest {

  private static final Path SOURCES = Path.of("python").toAbsolutePath();

  @TempDir private Path folder;

  /// Reading a file scores its test rows, which have the scores of scikit-learn.
  @Test
  void javaGetsTheScoresOfScikitLearn() throws IOException, InterruptedException {
    run(python(), "write_examples.py", folder.toString());
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.filter(SklearnFilesTest::isRead).sorted().toList();
    }
    assertTrue(files.size() > 25, files::toString);
    for (Path file : files) {
      assertTrue(ParameterFile.read(file).testRows().isPresent(), file::toString);
    }
  }

  @Test
  void theTestsInPythonPass() throws IOException, InterruptedException {
    run(python(), "-m", "unittest", "-q");
  }

  private static boolean isRead(Path file) {
    return file.getFileName().toString().endsWith(".safetensors");
  }

  private String python() throws IOException, InterruptedException {
    List<String> candidates = new ArrayList<>(List.of("python3", "/usr/bin/python3"));
    Optional.ofNullable(System.getProperty("lanewise.python"))
        .ifPresent(given -> candidates.add(0, given));
    for (String candidate : candidates) {
      try {
        if (status(candidate, "-c", "import sklearn") == 0) {
          return candidate;
        }
      } catch (IOException e) {
        // There is no such program.
      }
    }
    assumeTrue(false, () -> "none of %s has scikit-learn".formatted(candidates));
    return "";
  }

  private void run(String... command) throws IOException, InterruptedException {
    int status = status(command);
    assertEquals(0, status, () -> output(command));
  }

  private int status(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(SOURCES.toFile());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("OPENBLAS_NUM_THREADS", "1");
    builder.redirectErrorStream(true).redirectOutput(log().toFile());
    return builder.start().waitFor();
  }

  private Path log() {
    return folder.resolve("log.txt");
  }

  private String output(String... command) {
    try {
      return String.join(" ", command) + "\n" + Files.readString(log());
    } catch (IOException e) {
      return e.toString();
    }
  }
}
