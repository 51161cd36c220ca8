package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;

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
      assertArrayEquals(TestModels.bytes(written), TestModels.bytes(read), entry.getKey());
      TestRows rows = read.testRows().orElseThrow();
      rows.require(written.model());
      written.testRows().ifPresent(kept -> assertEquals(kept, rows, entry.getKey()));
    }
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
}
