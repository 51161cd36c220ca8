package org.lanewise.bench.cold;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.lanewise.data.RowBatch;
import org.lanewise.score.Scorer;

/// A process that fits a model on few rows and then times what comes first; it prints one number,
/// in milliseconds.
///
/// Arguments: the task, the model, features and classes. Tasks:
///
/// - `pack`: laying out 11,000 rows as the model takes them;
/// - `fit`: from the rows to a scorer; `fits` the first ten;
/// - `rows-N`: the first N rows, one by one;
/// - `batches`: the first ten batches of 10,000 rows;
/// - `open`: of 30,000 rows that are due 10,000 a second, the time from when one was due until it
///   was answered that one of 1,000 exceeds;
/// - `steady`: from the first use of the library until 5,000 rows one by one take no longer than
///   1.3 times what they take in the end;
/// - `final-rows`, `final-batches`, `final-fits`: what 100,000 rows one by one, ten batches, ten
///   fits take in the end: after 3 seconds, after 5 for fits, which go through ten kernels and much
///   other code.
final class FreshProcess {

  private static final int TOGETHER = 10;
  private static final long LONG_NANOS = 3_000_000_000L;
  private static final long LONGER_NANOS = 5_000_000_000L;

  private final FreshData data;
  private final long firstUse = System.nanoTime();
  private final double packMillis;
  private final double fitMillis;
  private final Scorer<Object, RowBatch> scorer;
  private final Object[] rows;
  private final int[] labels = new int[FreshData.MANY];
  private long order = 1;
  private int sum;

  private FreshProcess(FreshData data) {
    this.data = data;
    data.pack();
    packMillis = (System.nanoTime() - firstUse) / 1e6;
    long begin = System.nanoTime();
    scorer = data.fit();
    fitMillis = (System.nanoTime() - begin) / 1e6;
    rows = data.rows();
  }

  /// Prints the number.
  ///
  /// @param arguments the task, the model, features and classes
  public static void main(String... arguments) {
    int d = Integer.parseInt(arguments[2]);
    int k = Integer.parseInt(arguments[3]);
    FreshProcess process = new FreshProcess(new FreshData(arguments[1], d, k));
    String task = arguments[0];
    double millis =
        switch (task) {
          case "pack" -> process.packMillis;
          case "fit" -> process.fitMillis;
          case "fits" -> process.fitMillis + millisOf(process::fit, TOGETHER - 1);
          case "batches" -> millisOf(process::batch, TOGETHER);
          case "open" -> process.open();
          case "steady" -> process.steady();
          case "final-rows" -> 20 * last(process::block, LONG_NANOS);
          case "final-batches" -> TOGETHER * last(process::batch, LONG_NANOS);
          case "final-fits" -> TOGETHER * last(process::fit, LONGER_NANOS);
          default -> {
            if (!task.startsWith("rows-")) {
              throw new IllegalArgumentException("no task '" + task + "'");
            }
            yield process.rows(Integer.parseInt(task.substring("rows-".length())));
          }
        };
    System.out.println(millis);
    // The labels are used.
    if (process.sum < 0) {
      throw new IllegalStateException("a label is negative");
    }
  }

  private static double millisOf(Runnable work, int times) {
    long begin = System.nanoTime();
    for (int i = 0; i < times; i++) {
      work.run();
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  private double rows(int calls) {
    long begin = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      sum |= scorer.predict(next());
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  /// Any row, in an order that no branch predictor learns: of 1,000 rows in turns one knew every
  /// label, where little else branched, so that a row of four features took 18 ns in place of 27.
  private Object next() {
    order = order * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    return rows[(int) ((order >>> 32) * FreshData.FEW >>> 32)];
  }

  private void block() {
    rows(5_000);
  }

  private void batch() {
    scorer.predict(data.batch(), labels);
    sum |= labels[sum & 1];
  }

  private void fit() {
    sum |= data.fit().predict(rows[0]);
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
      sum |= scorer.predict(next());
      late[i] = (System.nanoTime() - due) / 1e6;
    }
    Arrays.sort(late);
    return late[calls - calls / 1000];
  }

  /// What some work takes in the end: the median of the last quarter of its times.
  private static double last(Runnable work, long nanos) {
    double[] millis = new double[200_000];
    return last(millis, times(work, nanos, millis, new double[millis.length]));
  }

  private static double last(double[] millis, int count) {
    double[] end = Arrays.copyOfRange(millis, count * 3 / 4, count);
    Arrays.sort(end);
    return end[end.length / 2];
  }

  /// Does some work again and again.
  ///
  /// @param nanos how long
  /// @param millis gets what each time took
  /// @param at gets when each ended, in nanoseconds
  /// @return how many
  private static int times(Runnable work, long nanos, double[] millis, double[] at) {
    long begin = System.nanoTime();
    int count = 0;
    while (count < millis.length && System.nanoTime() - begin < nanos) {
      millis[count] = millisOf(work, 1);
      at[count++] = System.nanoTime();
    }
    return count;
  }

  private double steady() {
    double[] millis = new double[200_000];
    double[] at = new double[millis.length];
    int count = times(this::block, LONG_NANOS, millis, at);
    double last = last(millis, count);
    for (int i = 0; i + TOGETHER < count; i++) {
      int near = 0;
      for (int j = 0; j < TOGETHER; j++) {
        near += millis[i + j] <= 1.3 * last ? 1 : 0;
      }
      if (near >= TOGETHER - 2) {
        return (at[i] - firstUse) / 1e6;
      }
    }
    return Double.NaN;
  }
}
