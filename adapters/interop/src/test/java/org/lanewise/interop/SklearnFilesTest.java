package org.lanewise.interop;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.io.ModelFile;

/// Runs the tests of `python/lanewise_sklearn`, reads the files that it writes, and has it read
/// files of the library.
class SklearnFilesTest {

  @TempDir private Path folder;

  private Python python;

  @BeforeEach
  void python() throws IOException, InterruptedException {
    python = Python.with("sklearn", Path.of("python/tests"));
  }

  /// Reading a file scores its test rows, which have the scores of scikit-learn.
  @Test
  void javaGetsTheScoresOfScikitLearn() throws IOException, InterruptedException {
    python.run("write_examples.py", folder.toString()).orFail();
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.sorted().toList();
    }
    assertTrue(files.size() > 25, files::toString);
    for (Path file : files) {
      assertTrue(ParameterFile.read(file).testRows().isPresent(), file::toString);
    }
  }

  @Test
  void scikitLearnGetsTheScoresOfJava() throws IOException, InterruptedException {
    Map<String, ModelFile> models = TestModels.all();
    models.remove(TestModels.INFINITE); // Rows of infinite scores are refused there.
    for (Map.Entry<String, ModelFile> entry : models.entrySet()) {
      ParameterFile.write(entry.getValue(), file(entry.getKey()));
    }
    // Each line begins with the name of the file.
    Map<String, List<String>> lines =
        python
            .run("read_examples.py", folder.toString())
            .orFail()
            .lines()
            .collect(
                groupingBy(
                    line -> line.substring(0, line.indexOf('\t')),
                    mapping(line -> line.substring(line.indexOf('\t') + 1), toList())));
    assertEquals(models.keySet(), lines.keySet());
    for (String name : lines.keySet()) {
      ModelFile read = ParameterFile.read(file(name));
      Python.assertSame(name, read, read.testRows().orElseThrow(), lines.get(name));
    }
  }

  private Path file(String name) {
    return folder.resolve(name + ".safetensors");
  }

  @Test
  void theTestsInPythonPass() throws IOException, InterruptedException {
    python.run("-m", "unittest", "-q").orFail();
  }
}
