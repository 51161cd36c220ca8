package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;

/// The reader of `examples/python` gives the labels and log joints of the library.
class PythonReaderTest {

  @TempDir private Path folder;

  private Python python;

  @BeforeEach
  void python() throws IOException, InterruptedException {
    python = Python.with("numpy", Path.of("../../examples/python"));
  }

  private Python.Answer read(ModelFile model) throws Exception {
    Path file = folder.resolve("m.safetensors");
    ParameterFile.write(model, file);
    return python.run("lanewise_reader.py", file.toString());
  }

  @Test
  void labelsAndLogJointsAreThoseOfTheLibrary() throws Exception {
    for (Map.Entry<String, ModelFile> entry : TestModels.all().entrySet()) {
      String name = entry.getKey();
      // Other models differ from these by their names only.
      if (name.matches(".*(named|apart|tempered).*")) {
        String said = read(entry.getValue()).orFail();
        TestRows rows =
            ParameterFile.read(folder.resolve("m.safetensors")).testRows().orElseThrow();
        Python.assertSame(name, entry.getValue(), rows, said.lines().toList());
      }
    }
  }

  @Test
  void randomFeaturesAreRefusedWithASentence() throws Exception {
    assertEquals(
        "this reader does not know the step random-features\n",
        read(TestModels.one("transformed-random")).text());
  }
}
