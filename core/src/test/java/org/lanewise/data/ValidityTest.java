package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.internal.store.Stores;
import org.lanewise.statistics.VarianceStatistics;

/// Numbers with a bitmap of what is there.
@Tag("once")
class ValidityTest {

  @Property(seed = "1331", tries = 30)
  void valuesThatAreNotThereAreNaNInEveryLayout(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 70) int d,
      @ForAll @IntRange(min = 1, max = 300) int n) {
    Random random = new Random(seed);
    float[][] columns = new float[d][n];
    double[][] expected = new double[d][n];
    boolean[][] valid = new boolean[d][n];
    float[] flat = new float[n * d];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < n; i++) {
        valid[j][i] = random.nextInt(4) > 0;
        columns[j][i] = random.nextFloat();
        flat[i * d + j] = columns[j][i];
        expected[j][i] = valid[j][i] ? columns[j][i] : Double.NaN;
      }
    }
    BitColumns bits = BitColumns.copyOfColumns(valid);
    List<NumericColumns> layouts =
        List.of(
            NumericColumns.copyOf(NumericColumns.of(columns)).withValidity(bits),
            NumericColumns.of(columns).withValidity(bits),
            NumericColumns.ofRowMajor(flat, d).withValidity(bits),
            NumericColumns.of(
                    ValueLayout.JAVA_FLOAT,
                    Arrays.stream(columns)
                        .map(MemorySegment::ofArray)
                        .toArray(MemorySegment[]::new))
                .withValidity(bits));
    int from = random.nextInt(n);
    int count = random.nextInt(n - from + 1);
    for (NumericColumns layout : layouts) {
      double[] row = new double[d];
      double[][] part = new double[d][count + 3];
      Stores.of(layout).fill(0, d, from, count, part, 2);
      double[] together = new double[count * d];
      Stores.of(layout).rows(from, count, together);
      for (int i = 0; i < n; i++) {
        layout.row(i, row);
        for (int j = 0; j < d; j++) {
          assertEquals(expected[j][i], layout.value(i, j));
          assertEquals(expected[j][i], row[j]);
          if (i >= from && i < from + count) {
            assertEquals(expected[j][i], part[j][2 + i - from]);
            assertEquals(expected[j][i], together[(i - from) * d + j]);
          }
        }
      }
    }
  }

  @Test
  void statisticsTakeThemAsNaN() {
    NumericColumns rows = NumericColumns.of(new double[] {1, 7, 3}, new double[] {4, 5, 9});
    BitColumns valid =
        BitColumns.copyOfColumns(
            new boolean[] {true, false, true}, new boolean[] {true, true, true});
    Labels labels = Labels.ofIndices(new int[3], 1);
    VarianceStatistics statistics =
        VarianceStatistics.of(rows.withValidity(valid), labels, MissingValues.ALLOW);
    assertArrayEquals(new double[] {2, 3}, statistics.summary().featureWeights(0));
    assertEquals(
        "row 1, feature 0 is NaN; a finite number is expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> VarianceStatistics.of(rows.withValidity(valid), labels))
            .getMessage());
    assertEquals(
        "there are validity bits for 3 rows of 1 features; 3 rows of 2 features are expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> rows.withValidity(BitColumns.copyOfColumns(new boolean[3])))
            .getMessage());
  }
}
