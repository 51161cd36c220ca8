package org.lanewise.cli.fuzz;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

  private static Stream<DynamicTest> replay(String folder, Target target)
      throws IOException, URISyntaxException {
    Path path = Path.of(CorpusTest.class.getResource("/fuzz/" + folder).toURI());
    List<Path> inputs;
    try (Stream<Path> files = Files.list(path)) {
      inputs = files.sorted().toList();
    }
    return inputs.stream()
        .map(input ->
            DynamicTest.dynamicTest(
                folder + "/" + input.getFileName(),
                () -> {
                  byte[] bytes = Files.readAllBytes(input);
                  assertTimeoutPreemptively(LONGEST, () -> target.run(bytes));
                }));
  }

  @TestFactory
  Stream<DynamicTest> tablesAreReadOrRefused() throws IOException, URISyntaxException {
    return replay("table", TableFuzz::fuzzerTestOneInput);
  }

  @TestFactory
  Stream<DynamicTest> tablesLikeThatOfAModelAreReadOrRefused()
      throws IOException, URISyntaxException {
    return replay("like", LikeFuzz::fuzzerTestOneInput);
  }

  @TestFactory
  Stream<DynamicTest> sparseLinesAreReadOrRefused() throws IOException, URISyntaxException {
    return replay("sparse", SparseFuzz::fuzzerTestOneInput);
  }

  @TestFactory
  Stream<DynamicTest> messagesAreReadOrRefused() throws IOException, URISyntaxException {
    return replay("text", TextFuzz::fuzzerTestOneInput);
  }

  @TestFactory
  Stream<DynamicTest> gzipDataAreReadOrRefused() throws IOException, URISyntaxException {
    return replay("gzip", GzipFuzz::fuzzerTestOneInput);
  }

  @TestFactory
  Stream<DynamicTest> notesOfModelsAreReadOrRefused() throws IOException, URISyntaxException {
    return replay("notes", NotesFuzz::fuzzerTestOneInput);
  }
}
