package org.lanewise.cli.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;

class TableTest {

  private static Table table(FeatureTable features) {
    long[] lines = new long[features.rowCount()];
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

  @Test
  void twoTablesHaveAsManySparseFeaturesAsEither() {
    Table narrow =
        table(new SparseFeatures(1, 2, new int[] {0, 1}, new int[] {1}, new double[] {7}, 3));
    Table wide =
        table(new SparseFeatures(1, 5, new int[] {0, 1}, new int[] {4}, new double[] {8}, 0));
    assertEquals(5, ((SparseFeatures) narrow.withFeaturesOf(wide).features()).featureCount());
    assertEquals(5, ((SparseFeatures) wide.withFeaturesOf(narrow).features()).featureCount());
    // And both count from 0 if either has the index 0.
    assertEquals(0, ((SparseFeatures) wide.withFeaturesOf(narrow).features()).firstIndex());
  }
}
