package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.textbook.Allocation;

class ManyClassesAllocationTest {

  private static final int CLASSES = 4_000;
  private static final long BYTES_OF_CLASS = 2_000;

  /// An array of a number for each class, made once for each class, would be sixteen times as much.
  @Test
  void aFitTakesAsMuchMoreMemoryAsThereAreMoreClasses() {
    double[] column = IntStream.range(0, 2 * CLASSES).mapToDouble(Math::sqrt).toArray();
    int[] labels = IntStream.range(0, 2 * CLASSES).map(row -> row % CLASSES).toArray();
    VarianceStatistics statistics =
        VarianceStatistics.of(DoubleColumns.of(column), Labels.ofIndices(labels, CLASSES));
    long bytes = Allocation.least(CLASSES * BYTES_OF_CLASS, () -> fit(statistics));
    assertTrue(bytes <= CLASSES * BYTES_OF_CLASS, () -> bytes + " bytes");
  }

  private static long fit(VarianceStatistics statistics) {
    long before = Allocation.ofThread();
    GaussianNaiveBayes.fit(statistics);
    return Allocation.ofThread() - before;
  }
}
