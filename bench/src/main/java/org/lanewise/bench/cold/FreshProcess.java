package org.lanewise.bench.cold;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.lanewise.data.BitColumns;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;

/// A process that fits a model on few rows and then times what comes first; it prints one number,
/// in milliseconds.
///
/// Arguments: the task, the model, features and classes. Tasks:
///
/// - `fit`: from the rows to a scorer;
/// - `rows`: the first 10,000 rows, one by one;
/// - `batches`: the first ten batches of 10,000 rows;
/// - `open`: of 30,000 rows that are due 10,000 a second, the time from when one was due until it
///   was answered that one of 1,000 exceeds;
/// - `steady`: from the first row until 5,000 rows one by one take no longer than 1.3 times what
///   they take in the end;
/// - `final`: what 100,000 rows take in the end, after 3 seconds.
final class FreshProcess {

  private static final int FEW = 1_000;
  private static final int MANY = 10_000;

  private final Scorer<Object, RowBatch> scorer;
  private final Object[] rows;
  private final RowBatch batch;
  private final double fitMillis;
  private int sum;

  @SuppressWarnings("unchecked")
  private FreshProcess(String model, int d, int k) {
    SplittableRandom random = new SplittableRandom(7);
    double[][] columns = new double[d][MANY];
    int[] labels = new int[FEW];
    for (int i = 0; i < MANY; i++) {
      int label = i % k;
      if (i < FEW) {
        labels[i] = label;
      }
      for (int j = 0; j < d; j++) {
        columns[j][i] = random.nextGaussian() + (j % k == label ? 1 : 0);
      }
    }
    double[][] few = new double[d][];
    for (int j = 0; j < d; j++) {
      few[j] = Arrays.copyOf(columns[j], FEW);
    }
    boolean bits = model.equals("bernoulli-nb");
    RowBatch training =
        bits ? BitColumns.copyOf(DoubleColumns.of(few), 0.5) : DoubleColumns.of(few);
    batch = bits ? BitColumns.copyOf(DoubleColumns.of(columns), 0.5) : DoubleColumns.of(columns);
    rows = new Object[FEW];
    for (int i = 0; i < FEW; i++) {
      if (bits) {
        boolean[] row = new boolean[d];
        for (int j = 0; j < d; j++) {
          row[j] = columns[j][i] > 0.5;
        }
        rows[i] = BitColumns.packRow(row);
      } else {
        double[] row = new double[d];
        for (int j = 0; j < d; j++) {
          row[j] = columns[j][i];
        }
        rows[i] = row;
      }
    }
    Labels classes = Labels.ofIndices(labels, k);
    long begin = System.nanoTime();
    Scorer<?, ?> made =
        switch (model) {
          case "lda" -> LinearDiscriminant.fit((NumericColumns) training, classes).scorer();
          case "qda" -> QuadraticDiscriminant.fit((NumericColumns) training, classes).scorer();
          case "gaussian-nb" -> GaussianNaiveBayes.fit((NumericColumns) training, classes).scorer();
          case "bernoulli-nb" -> BernoulliNaiveBayes.fit((BitColumns) training, classes).scorer();
          default -> throw new IllegalArgumentException("no model '" + model + "'");
        };
    fitMillis = (System.nanoTime() - begin) / 1e6;
    scorer = (Scorer<Object, RowBatch>) made;
  }

  /// Prints the number.
  ///
  /// @param arguments the task, the model, features and classes
  public static void main(String... arguments) {
    FreshProcess process =
        new FreshProcess(
            arguments[1], Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
    double millis =
        switch (arguments[0]) {
          case "fit" -> process.fitMillis;
          case "rows" -> process.millisOf(MANY);
          case "batches" -> process.batches();
          case "open" -> process.open();
          case "steady" -> process.steady(true);
          case "final" -> process.steady(false);
          default -> throw new IllegalArgumentException("no task '" + arguments[0] + "'");
        };
    System.out.println(millis);
    // The labels are used.
    if (process.sum < 0) {
      throw new IllegalStateException("a label is negative");
    }
  }

  private double millisOf(int calls) {
    long begin = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      sum |= scorer.predict(rows[i % FEW]);
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  private double batches() {
    int[] labels = new int[MANY];
    long begin = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      scorer.predict(batch, labels);
      sum |= labels[i];
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  private double open() {
    int calls = 30_000;
    long every = 100_000;
    double[] late = new double[calls];
    long begin = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      long due = begin + i * every;
      while (System.nanoTime() - due < 0) {
        if (due - System.nanoTime() > 60_000) {
          LockSupport.parkNanos(1_000);
        }
        Thread.onSpinWait();
      }
      sum |= scorer.predict(rows[i % FEW]);
      late[i] = (System.nanoTime() - due) / 1e6;
    }
    Arrays.sort(late);
    return late[calls - calls / 1000];
  }

  private double steady(boolean when) {
    int block = 5_000;
    int most = 200_000;
    double[] at = new double[most];
    double[] millis = new double[most];
    long begin = System.nanoTime();
    int count = 0;
    while (count < most && System.nanoTime() - begin < 3_000_000_000L) {
      millis[count] = millisOf(block);
      at[count++] = (System.nanoTime() - begin) / 1e6;
    }
    double[] end = Arrays.copyOfRange(millis, count * 3 / 4, count);
    Arrays.sort(end);
    double last = end[end.length / 2];
    if (!when) {
      return last * 20;
    }
    int together = 10;
    for (int i = 0; i + together < count; i++) {
      int near = 0;
      for (int j = 0; j < together; j++) {
        near += millis[i + j] <= 1.3 * last ? 1 : 0;
      }
      if (near >= together - 2) {
        return at[i];
      }
    }
    return Double.NaN;
  }
}
