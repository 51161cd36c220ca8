package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
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
        VarianceStatistics.of(NumericColumns.of(column), Labels.ofIndices(labels, CLASSES));
    long bytes = Allocation.least(CLASSES * BYTES_OF_CLASS, () -> fit(statistics));
    assertTrue(bytes <= CLASSES * BYTES_OF_CLASS, () -> bytes + " bytes");
  }

  /// A mean is 1 kB, and a scatter for each class would be 70 kB of each.
  @Test
  void aLinearDiscriminantTakesAMultipleOfTheMeans() {
    int d = 128;
    int k = 1_100;
    double[][] columns = new double[d][2 * k];
    for (int j = 0; j < d; j++) {
      int feature = j;
      Arrays.setAll(columns[j], row -> (row * 7919L * (feature + 1) + feature) % 1009);
    }
    NumericColumns rows = NumericColumns.of(columns);
    int[] labels = IntStream.range(0, 2 * k).map(row -> row % k).toArray();
    long most = k * 32L * d * Double.BYTES;
    long bytes =
        Allocation.least(
            most,
            () -> {
              long before = Allocation.ofThread();
              LinearDiscriminant.fit(rows, Labels.ofIndices(labels, k));
              return Allocation.ofThread() - before;
            });
    assertTrue(bytes <= most, () -> bytes + " bytes of " + most);
  }

  private static long fit(VarianceStatistics statistics) {
    long before = Allocation.ofThread();
    GaussianNaiveBayes.recipe().fit(statistics);
    return Allocation.ofThread() - before;
  }
}
