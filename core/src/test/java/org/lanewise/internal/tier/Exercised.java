package org.lanewise.internal.tier;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.SplittableRandom;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Scorer;

/// A process that warms a scorer up; it prints whether that was decided, the kernels, and the bytes
/// that 10,000 rows allocate then.
final class Exercised {

  private static final int ROWS = 1_200;

  /// Fits, warms up, prints.
  ///
  /// @param arguments the number of features
  public static void main(String... arguments) {
    int d = Integer.parseInt(arguments[0]);
    SplittableRandom random = new SplittableRandom(1);
    double[][] columns = new double[d][ROWS];
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = i % 3;
      for (int j = 0; j < d; j++) {
        columns[j][i] = random.nextGaussian() + labels[i];
      }
    }
    Scorer<double[], NumericColumns> scorer =
        LinearDiscriminant.fit(NumericColumns.of(columns), Labels.ofIndices(labels, 3)).scorer();
    boolean decided = scorer.warmUp(Duration.ofSeconds(60));
    double[] row = new double[d];
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int turn = 0; turn < 5; turn++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 10_000; i++) {
        row[0] = scorer.predict(row);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    System.out.println(decided + " " + scorer.kernels() + " " + least);
  }
}
