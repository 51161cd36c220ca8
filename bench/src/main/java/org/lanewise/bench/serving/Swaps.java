package org.lanewise.bench.serving;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.OneRow;
import org.lanewise.bench.data.Shape;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.serving.ModelHandle;
import org.lanewise.serving.RefusedModelException;
import org.lanewise.serving.ServedModel;
import org.lanewise.serving.ServingOptions;

/// One thread that scores in an open loop at half of what it can, twice: undisturbed, and while its
/// model is replaced 1,000 times, every tenth time by a damaged file. A call's time counts from
/// when it was due. Every label is compared with that of the model that gave it.
final class Swaps {

  private static final int SWAPS = 1000;
  private static final int MASK = OneRow.ROWS - 1;

  private final ModelHandle<double[], NumericColumns> handle;
  private final double[][] rows = new double[OneRow.ROWS][];
  private final int[][] labels = new int[2][OneRow.ROWS];
  private final Path[] good = new Path[2];
  private final Path bad;
  private long wrong;

  private Swaps(Path folder) throws IOException {
    NormalRows made = NormalRows.of(Shape.parse("1x32x10").training());
    LinearDiscriminant model = LinearDiscriminant.fit(made.columns(), made.labels());
    for (int i = 0; i < rows.length; i++) {
      rows[i] = made.rowArrays()[i];
    }
    for (int which = 0; which < 2; which++) {
      LinearDiscriminant other = which == 0 ? model : turned(made);
      good[which] = folder.resolve("good" + which);
      new ModelFile(other)
          .withTestRows(TestRows.of(other, NumericColumns.fromRows(rows)))
          .write(good[which]);
      for (int i = 0; i < rows.length; i++) {
        labels[which][i] = other.scorer().predict(rows[i]);
      }
    }
    bad = folder.resolve("bad");
    byte[] bytes = Files.readAllBytes(good[1]);
    bytes[bytes.length / 2] ^= 4;
    Files.write(bad, bytes);
    handle = ModelHandle.open(LinearDiscriminant.class, good[0], ServingOptions.DEFAULT);
    while (!handle.current().isWarm()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  /// One of which every row has another class.
  private static LinearDiscriminant turned(NormalRows made) {
    int[] indices = made.indices().clone();
    Classes classes = made.labels().classes();
    Arrays.setAll(indices, row -> (indices[row] + 1) % classes.count());
    return LinearDiscriminant.fit(made.columns(), Labels.ofIndices(indices, classes));
  }

  static void run(int seconds) throws IOException {
    // A line for each of a thousand models is nobody's.
    System.setProperty("java.util.logging.SimpleFormatter.format", "");
    Path folder = Files.createTempDirectory("swaps");
    Swaps swaps = new Swaps(folder);
    for (int i = 0; i < 20; i++) {
      swaps.open(200_000, 1_000, new Histogram(3));
    }
    double capacity = swaps.capacity();
    double interval = 2 * capacity;
    long calls = (long) (seconds * 1e9 / interval);
    System.out.printf(
        "%s, half load: a call every %.0f ns, %d s each%n",
        swaps.handle.scorer().kernels(), interval, seconds);
    for (int round = 0; round < 2; round++) {
      Histogram alone = new Histogram(3);
      long bytes = swaps.open(calls, interval, alone);
      print("without swaps", alone, bytes, swaps.wrong);
      Histogram swapped = new Histogram(3);
      Thread swapper = new Thread(() -> swaps.swap(seconds));
      swapper.start();
      bytes = swaps.open(calls, interval, swapped);
      try {
        swapper.join();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      print("with swaps", swapped, bytes, swaps.wrong);
      System.out.printf(
          "p99.9 with swaps by that without: %.2f; %d swaps, %d refused%n",
          (double) swapped.getValueAtPercentile(99.9) / alone.getValueAtPercentile(99.9),
          swaps.handle.swaps(),
          swaps.handle.refusals());
    }
    for (String name : new String[] {"good0", "good1", "bad"}) {
      Files.delete(folder.resolve(name));
    }
    Files.delete(folder);
  }

  private static void print(String what, Histogram histogram, long bytes, long wrong) {
    System.out.printf(
        "%-14s p50 %d ns, p99 %d, p99.9 %d, p99.99 %d, most %d; %d calls, %d wrong, %d bytes%n",
        what,
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getValueAtPercentile(99.99),
        histogram.getMaxValue(),
        histogram.getTotalCount(),
        wrong,
        bytes);
  }

  private void swap(int seconds) {
    long interval = seconds * 1_000_000_000L / SWAPS;
    long start = System.nanoTime();
    long longest = 0;
    long sum = 0;
    int which = (int) (handle.version() % 2);
    for (int i = 1; i <= SWAPS; i++) {
      boolean damaged = i % 10 == 0;
      long begin = System.nanoTime();
      try {
        handle.replace(damaged ? bad : good[which]);
        which = 1 - which;
        if (damaged) {
          throw new IllegalStateException("a damaged model was served");
        }
      } catch (RefusedModelException e) {
        if (!damaged) {
          throw new IllegalStateException(e);
        }
      }
      long took = System.nanoTime() - begin;
      longest = Math.max(longest, took);
      sum += took;
      LockSupport.parkNanos(start + i * interval - System.nanoTime());
    }
    System.out.printf(
        "a replacement took %.2f ms, at most %.1f ms%n", sum / 1e6 / SWAPS, longest / 1e6);
  }

  private double capacity() {
    long calls = 5_000_000;
    long begin = System.nanoTime();
    open(calls, 0, new Histogram(3));
    return (double) (System.nanoTime() - begin) / calls;
  }

  /// @return the bytes that the calls allocated
  private long open(long calls, double interval, Histogram histogram) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    histogram.recordValue(1_000_000_000);
    histogram.reset();
    threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    for (long done = 0; done < calls; done += 1 << 16) {
      block(done, Math.min(calls, done + (1 << 16)), start, interval, histogram);
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private void block(long from, long to, long start, double interval, Histogram histogram) {
    for (long call = from; call < to; call++) {
      long due = start + (long) (call * interval);
      long now = System.nanoTime();
      while (interval > 0 && now - due < 0) {
        Thread.onSpinWait();
        now = System.nanoTime();
      }
      int i = (int) call & MASK;
      ServedModel<double[], NumericColumns> served = handle.current();
      int label = served.scorer().predict(rows[i]);
      wrong += label == labels[(int) (served.version() + 1 & 1)][i] ? 0 : 1;
      histogram.recordValue(Math.max(0, System.nanoTime() - (interval > 0 ? due : now)));
    }
  }
}
