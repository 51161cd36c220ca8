package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.Classes;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.io.UnusableFileException;

class ParameterFileTest {

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("m.safetensors");
  }

  @Test
  void aModelThatIsWrittenAndReadIsTheSame() throws IOException {
    for (Map.Entry<String, ModelFile> entry : TestModels.all().entrySet()) {
      ModelFile written = entry.getValue();
      ParameterFile.write(written, file());
      ModelFile read = ParameterFile.read(file());
      if (!written.model().classes().names().equals(sorted(written))
          || written.model().classes().areNatural()) {
        // Names in natural order are read as such.
        assertArrayEquals(TestModels.bytes(written), TestModels.bytes(read), entry.getKey());
      }
      TestRows rows = read.testRows().orElseThrow();
      rows.require(written.model());
      written.testRows().ifPresent(kept -> assertEquals(kept, rows, entry.getKey()));
    }
  }

  private static List<String> sorted(ModelFile file) {
    return Classes.sorted(file.model().classes().names()).names();
  }

  @Test
  void theSameModelGivesTheSameBytes() throws IOException {
    for (Map.Entry<String, ModelFile> entry : TestModels.all().entrySet()) {
      ParameterFile.write(entry.getValue(), file());
      byte[] bytes = Files.readAllBytes(file());
      ParameterFile.write(ParameterFile.read(file()), file());
      assertArrayEquals(bytes, Files.readAllBytes(file()), entry.getKey());
    }
  }

  @Test
  void syntheticRowsMeetMostClasses() throws IOException {
    for (Map.Entry<String, ModelFile> entry : TestModels.all().entrySet()) {
      ParameterFile.write(new ModelFile(entry.getValue().model()), file());
      TestRows rows = ParameterFile.read(file()).testRows().orElseThrow();
      int k = entry.getValue().model().classCount();
      double[] joints = rows.logJoints();
      BitSet met = new BitSet(k);
      for (int i = 0; i < rows.rowCount(); i++) {
        int best = 0;
        for (int c = 1; c < k; c++) {
          best = joints[i * k + c] > joints[i * k + best] ? c : best;
        }
        met.set(best);
      }
      assertTrue(2 * met.cardinality() >= k, entry.getKey() + " " + met);
    }
  }

  @Test
  void aFileThatCannotBeWrittenLeavesTheOldOne() throws IOException {
    ModelFile model = TestModels.one("linear-named");
    ParameterFile.write(model, file());
    byte[] before = Files.readAllBytes(file());
    ModelFile half = new ModelFile(model.model(), Map.of("note", "\ud800"));
    assertEquals(
        "a text of the description of the model contains half a surrogate pair; whole characters"
            + " are expected",
        assertThrows(IllegalArgumentException.class, () -> ParameterFile.write(half, file()))
            .getMessage());
    assertArrayEquals(before, Files.readAllBytes(file()));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file()), files.toList());
    }
    Path nowhere = folder.resolve("none/m.safetensors");
    assertTrue(
        assertThrows(UnusableFileException.class, () -> ParameterFile.write(model, nowhere))
            .getMessage()
            .startsWith("'" + nowhere + "' cannot be written: "));
  }
}
