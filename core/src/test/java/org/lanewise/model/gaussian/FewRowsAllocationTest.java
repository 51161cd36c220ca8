package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.textbook.Allocation;

class FewRowsAllocationTest {

  private static final int ROWS = 1_000;
  private static final int FEATURES = 32;
  private static final int CLASSES = 10;

  /// The rows are held twice, as they came and by class; with room for as many more, and a copy
  /// that is settled.
  private static final long MAX_BYTES = 8L * ROWS * FEATURES * Double.BYTES;

  /// With the tiles of all classes in an array that grew with each of them it was twice as much,
  /// and touching new memory took a quarter of the fit's time, in vectors nearly half.
  @Test
  void aFitOfFewRowsMakesRoomForAllClassesAtOnce() {
    double[][] columns = new double[FEATURES][];
    for (int j = 0; j < FEATURES; j++) {
      int feature = j;
      columns[j] = IntStream.range(0, ROWS).mapToDouble(i -> Math.sin(i * (feature + 1))).toArray();
    }
    NumericColumns rows = NumericColumns.of(columns);
    Labels labels =
        Labels.ofIndices(IntStream.range(0, ROWS).map(i -> i % CLASSES).toArray(), CLASSES);
    long bytes = Allocation.least(MAX_BYTES, () -> fit(rows, labels));
    assertTrue(bytes <= MAX_BYTES, () -> bytes + " bytes");
  }

  private static long fit(NumericColumns rows, Labels labels) {
    long before = Allocation.ofThread();
    LinearDiscriminant.fit(rows, labels);
    return Allocation.ofThread() - before;
  }
}
