package org.lanewise.fuzz;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What fuzzing once found, and the files it starts from, go through the fuzz targets in every
/// build.
class CorpusTest {

  private static final Duration LONGEST = Duration.ofSeconds(20);

  /// A fuzz target.
  private interface Target {
    void run(byte[] bytes) throws IOException;
  }

  private static Stream<DynamicTest> replay(Target target, String... folders)
      throws IOException, URISyntaxException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String folder : folders) {
      Path path = Path.of(CorpusTest.class.getResource("/" + folder).toURI());
      try (Stream<Path> inputs = Files.list(path)) {
        for (Path input : inputs.sorted().toList()) {
          byte[] bytes = Files.readAllBytes(input);
          tests.add(
              DynamicTest.dynamicTest(
                  folder + "/" + input.getFileName(),
                  () -> assertTimeoutPreemptively(LONGEST, () -> target.run(bytes))));
        }
      }
    }
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> modelFilesAreReadOrRefused() throws IOException, URISyntaxException {
    return replay(ModelFileFuzz::fuzzerTestOneInput, "model", "fuzz/model-file");
  }

  @TestFactory
  Stream<DynamicTest> statisticsFilesAreReadOrRefused() throws IOException, URISyntaxException {
    return replay(StatisticsFileFuzz::fuzzerTestOneInput, "model", "fuzz/statistics-file");
  }
}
