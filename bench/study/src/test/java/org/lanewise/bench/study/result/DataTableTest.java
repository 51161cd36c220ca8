package org.lanewise.bench.study.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataTableTest {

  @TempDir Path folder;

  @Test
  void isReadAsItWasWritten() throws IOException {
    DataTable table = new DataTable("made", "name", "n", "value");
    table.add("a", 50, 0.1);
    table.add("b", 1000, 1234567.0);
    table.add("c", 0, Double.POSITIVE_INFINITY);
    table.write(folder);
    assertEquals(
        "name\tn\tvalue\na\t50\t0.1\nb\t1000\t1.23457e+06\nc\t0\tInfinity\n",
        Files.readString(folder.resolve("made.tsv")));
    DataTable read = DataTable.read(folder, "made");
    assertEquals(1.23457e6, read.where(line -> line.has("n", 1000)).getFirst().number("value"));
    assertEquals(Double.POSITIVE_INFINITY, read.lines().getLast().number("value"));
  }

  @Test
  void aLineOfAnotherLengthIsRefused() throws IOException {
    Files.writeString(folder.resolve("made.tsv"), "a\tb\n1\n");
    IOException refused = assertThrows(IOException.class, () -> DataTable.read(folder, "made"));
    assertEquals(
        "a line of %s has 1 cells; 2 are expected: 1".formatted(folder.resolve("made.tsv")),
        refused.getMessage());
  }

  @Test
  void meansHaveTheirStandardErrors() {
    assertEquals(new Mean(2, Math.sqrt(1.0 / 3)), Mean.of(1, 2, 3));
    assertEquals(new Mean(4, 0), Mean.of(4));
    assertEquals(1, Mean.ofDifferences(new double[] {3, 5}, new double[] {2, 4}).value());
    assertEquals(new Mean(2, 0), Mean.ofRatio(new double[] {2, 6}, new double[] {1, 3}));
  }
}
