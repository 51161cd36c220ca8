package org.lanewise.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the tests of the Python package on the folder that the build makes. Needs a Python with
/// scikit-learn and JPype: that of the property `lanewise.python`, `python3`, or that of the
/// system.
class PythonPackageTest {

  private static final String FOLDER = System.getProperty("lanewise.python.package");
  private static final Path TESTS = Path.of("tests").toAbsolutePath();
  private static final String[] TESTS_OF_NUMBERS = {
    "test_docs", "test_estimators", "test_models", "test_numbers"
  };

  @TempDir private Path folder;

  /// Of the JVM in Python.
  private String options = "";

  /// As those in Java, in scalar kernels and compiled by C1 only, which takes a third of the time.
  @Test
  void theTestsInPythonPass() throws IOException, InterruptedException {
    options = "-XX:TieredStopAtLevel=1 -Dlanewise.kernels=scalar";
    runTests("sklearn, jpype", TESTS_OF_NUMBERS);
  }

  @Test
  void aForkedProcessIsRefused() throws IOException, InterruptedException {
    runTests(
        "sklearn, jpype",
        "test_jvm.ProcessesTest.test_a_forked_process_gets_a_model_and_is_refused_when_it_uses_it");
  }

  @Test
  @Tag("sweep")
  void theTestsInPythonPassWithVectorKernels() throws IOException, InterruptedException {
    runTests("sklearn, jpype", TESTS_OF_NUMBERS);
  }

  @Test
  @Tag("sweep")
  void everyProcessFindsItsJvm() throws IOException, InterruptedException {
    runTests("sklearn, jpype", "test_jvm");
  }

  @Test
  @Tag("sweep")
  void estimatorsPassTheChecksOfScikitLearn() throws IOException, InterruptedException {
    runTests("sklearn, jpype", "test_checks");
  }

  /// Without the network, so with the setuptools of the system.
  @Test
  @Tag("sweep")
  void pipInstallsTheWheelAndTheSources() throws IOException, InterruptedException {
    runTests("sklearn, jpype, pip, setuptools, wheel", "test_package");
  }

  @Test
  @Tag("sweep")
  void mypyFindsTheTypes() throws IOException, InterruptedException {
    runTests("sklearn, jpype, mypy", "test_types");
  }

  /// The first Python that has some modules.
  private String python(String modules) throws IOException, InterruptedException {
    List<String> candidates =
        List.of(System.getProperty("lanewise.python", "python3"), "/usr/bin/python3");
    for (String candidate : candidates) {
      try {
        if (status(candidate, "", "-c", "import " + modules) == 0) {
          return candidate;
        }
      } catch (IOException e) {
        // There is no such program.
      }
    }
    assumeTrue(false, () -> "none of %s has all of %s".formatted(candidates, modules));
    return "";
  }

  private void runTests(String modules, String... names) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("-m", "unittest"));
    arguments.addAll(List.of(names));
    String python = python(modules);
    assertEquals(
        0, status(python, FOLDER + "/src", arguments.toArray(String[]::new)), this::output);
  }

  private int status(String python, String path, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(python));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(TESTS.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("PYTHONPATH", path);
    builder.environment().put("OPENBLAS_NUM_THREADS", "1");
    if (!options.isEmpty()) {
      builder.environment().put("JAVA_TOOL_OPTIONS", options);
    }
    return builder
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log.txt").toFile())
        .start()
        .waitFor();
  }

  private String output() {
    try {
      return Files.readString(folder.resolve("log.txt"));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
