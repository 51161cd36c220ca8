package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.RowBatch;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.score.Scorer;

/// The reader of `examples/python` gives the labels and log joints of the library.
@EnabledIf(value = "hasNumpy", disabledReason = "there is no python3 with numpy")
class PythonReaderTest {

  private static final String READER = "../../examples/python/lanewise_reader.py";
  private static final double TOLERANCE = 1e-12;

  @TempDir private Path folder;

  static boolean hasNumpy() {
    try {
      return new ProcessBuilder("python3", "-c", "import numpy").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private String run(ModelFile model) throws Exception {
    Path file = folder.resolve("m.safetensors");
    ParameterFile.write(model, file);
    Process process =
        new ProcessBuilder("python3", READER, file.toString()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }

  @Test
  void labelsAndLogJointsAreThoseOfTheLibrary() throws Exception {
    for (Map.Entry<String, ModelFile> entry : TestModels.all().entrySet()) {
      String name = entry.getKey();
      // Other models differ from these by their names only.
      if (!name.matches(".*(named|apart|tempered).*")) {
        continue;
      }
      String said = run(entry.getValue());
      TestRows rows = ParameterFile.read(folder.resolve("m.safetensors")).testRows().orElseThrow();
      @SuppressWarnings("unchecked") // The rows are in the model's own format.
      Scorer<?, RowBatch> scorer = (Scorer<?, RowBatch>) entry.getValue().model().scorer();
      String[] labels = scorer.label(rows.rows());
      List<String> lines = said.lines().toList();
      assertEquals(rows.rowCount(), lines.size(), name + "\n" + said);
      for (int i = 0; i < labels.length; i++) {
        String[] words = lines.get(i).split("\t");
        assertEquals(labels[i], words[0], name + " row " + i);
        double largest = 1;
        int k = scorer.classCount();
        double[] joints = rows.logJoints();
        for (int c = 0; c < k; c++) {
          double joint = joints[i * k + c];
          largest = Double.isFinite(joint) ? Math.max(largest, Math.abs(joint)) : largest;
        }
        for (int c = 0; c < k; c++) {
          double joint = joints[i * k + c];
          double found = Double.parseDouble(words[c + 1].replace("inf", "Infinity"));
          assertTrue(
              joint == found || Math.abs(joint - found) <= TOLERANCE * largest,
              "%s row %d class %d: %s %s".formatted(name, i, c, joint, found));
        }
      }
    }
  }

  @Test
  void randomFeaturesAreRefusedWithASentence() throws Exception {
    assertEquals(
        "this reader does not know the step random-features\n",
        run(TestModels.one("transformed-random")));
  }
}
