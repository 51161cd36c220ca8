package org.lanewise.cli.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;

class TableTest {

  private static Table table(Features features) {
    int[] lines = new int[features.rowCount()];
    Arrays.setAll(lines, row -> row + 1);
    return new Table("data", Schema.SPARSE, features, Labels.of(List.of()), lines);
  }

  @Test
  void chunksAreAllRowsInOrder() {
    Table table = table(new NumberFeatures(5, new double[][] {{1, 2, 3, 4, 5}}));
    List<String> lines = new ArrayList<>();
    for (Table chunk : table.chunks(2)) {
      lines.add(Arrays.toString(chunk.lines()));
    }
    assertEquals(List.of("[1, 2]", "[3, 4]", "[5]"), lines);
  }

  @Test
  void aTableThatIsNoLargerIsItsOwnOnlyChunk() {
    Table table = table(new NumberFeatures(5, new double[][] {{1, 2, 3, 4, 5}}));
    List<Table> chunks = new ArrayList<>();
    table.chunks(5).forEach(chunks::add);
    assertEquals(1, chunks.size());
    assertSame(table, chunks.getFirst());
  }
}
