package org.lanewise.cli.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.reading.WholeFile;
import org.lanewise.cli.table.Table;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;

class RowsTest {

  private static final String SPARSE = "+1 0:1 3:2.5\n-1\n+1 1:-1e-3 # a comment 7:8\n";

  @TempDir private Path folder;

  private Table read(String content) throws IOException {
    return WholeFile.read(Files.writeString(folder.resolve("data"), content), ReadOptions.DEFAULT);
  }

  private static Inputs inputs(Table table, Features features, OptionalDouble threshold) {
    return new Inputs(
        table.schema(), features, Optional.empty(), threshold, Optional.empty(), Optional.empty());
  }

  @Test
  void sparseRowsAsNumbersHaveTheirZerosWrittenOut() throws IOException {
    Table table = read(SPARSE);
    Features features = Features.unnamed(5);
    NumericColumns numbers = Rows.numbers(inputs(table, features, OptionalDouble.empty()), table);
    assertEquals(features, numbers.features());
    double[][] expected = {{1, 0, 0, 2.5, 0}, {0, 0, 0, 0, 0}, {0, -1e-3, 0, 0, 0}};
    for (int row = 0; row < expected.length; row++) {
      double[] found = new double[5];
      numbers.row(row, found);
      assertArrayEquals(expected[row], found);
    }
  }

  @Test
  void belowAThresholdOfLessThanZeroWhatIsAbsentIsOne() throws IOException {
    Table table = read(SPARSE);
    Features features = Features.of("a", "b", "c", "d");
    BitColumns bits = Rows.bits(inputs(table, features, OptionalDouble.of(-1e-3)), table);
    assertEquals(features, bits.features());
    String[] expected = {"1111", "1111", "1011"};
    for (int row = 0; row < expected.length; row++) {
      StringBuilder found = new StringBuilder();
      for (int feature = 0; feature < 4; feature++) {
        found.append(bits.value(row, feature) ? 1 : 0);
      }
      assertEquals(expected[row], found.toString());
    }
  }
}
