package org.lanewise.bench.cold;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.lanewise.bench.pair.Interval;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.serving.ModelHandle;

/// A process that reads a model, times what it does first, and prints three numbers, in
/// nanoseconds.
///
/// Its arguments are the task and the file of the model; tasks of rows take the [ColdModel], a time
/// of 1,000 rows that only vector kernels reach, and seconds. Once ten times of 1,000 rows have a
/// median within that time, and allocate nothing, vectors are compiled: the process goes on for the
/// seconds, and the second half of them is the end.
///
/// - `open`: until [ModelHandle#open] returns; until the model is warm, infinity after 30 seconds;
///   the processor time of the process by then.
/// - `rows`, `batches`: 1,000 rows again and again, one at a time or as a batch. The first 10,000;
///   when vectors ran, infinity if they did not; 1,000 in the end.
final class FreshProcess {

  /// Times that have one median.
  private static final int TOGETHER = 10;

  /// Vectors run from the first such median on that is within 12 % of that in the end.
  private static final double IN_VECTORS = 1.12;

  /// Of a process that does not come to vectors.
  private static final long MAX_NANOS = 10_000_000_000L;

  private static final long MAX_OPEN_NANOS = 30_000_000_000L;
  private static final int MAX_TIMES = 1 << 20;

  private FreshProcess() {}

  public static void main(String... arguments) throws IOException, InterruptedException {
    Path file = Path.of(arguments[1]);
    double[] nanos;
    if (arguments[0].equals("open")) {
      nanos = open(file);
    } else {
      RowBatch batch = ColdModel.valueOf(arguments[2]).rows().batch();
      Classifier<?, ?> model = ModelFile.read(file).model();
      Runnable work = work(arguments[0], model, batch, new int[batch.rowCount()]);
      nanos = times(work, Double.parseDouble(arguments[3]), Double.parseDouble(arguments[4]));
    }
    System.out.printf("%s %s %s%n", nanos[0], nanos[1], nanos[2]);
  }

  private static double[] open(Path file) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    ModelHandle<double[], NumericColumns> handle = ModelHandle.open(LinearDiscriminant.class, file);
    long opened = System.nanoTime();
    while (!handle.current().isWarm() && System.nanoTime() - opened < MAX_OPEN_NANOS) {
      Thread.sleep(1);
    }
    double warm = handle.current().isWarm() ? System.nanoTime() - begin : Double.POSITIVE_INFINITY;
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new double[] {opened - begin, warm, system.getProcessCpuTime()};
  }

  /// Labels the rows of a batch.
  @SuppressWarnings("unchecked")
  static Runnable work(String task, Classifier<?, ?> model, RowBatch batch, int[] labels) {
    Scorer<Object, RowBatch> scorer = (Scorer<Object, RowBatch>) model.scorer(RowFormat.of(batch));
    if (task.equals("batches")) {
      return () -> scorer.predict(batch, labels);
    }
    Object[] rows = new Object[batch.rowCount()];
    Arrays.setAll(rows, i -> row(batch, i));
    return () -> {
      for (int i = 0; i < rows.length; i++) {
        labels[i] = scorer.predict(rows[i]);
      }
    };
  }

  private static Object row(RowBatch batch, int at) {
    int d = batch.featureCount();
    return switch (batch) {
      case NumericColumns numbers -> filled(new double[d], row -> numbers.row(at, row));
      case BitColumns bits -> filled(new long[BitColumns.rowWords(d)], row -> bits.row(at, row));
      case CategoryColumns codes -> filled(new int[d], row -> codes.row(at, row));
      case SparseRows words -> filled(new SparseRow(), row -> words.row(at, row));
      default -> throw new IllegalArgumentException("the rows are " + batch);
    };
  }

  private static <T> T filled(T row, Consumer<T> fill) {
    fill.accept(row);
    return row;
  }

  private static double[] times(Runnable work, double reached, double seconds) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double[] took = new double[MAX_TIMES];
    long[] began = new long[MAX_TIMES];
    int count = 0;
    int clean = 0;
    boolean inVectors = false;
    long begin = System.nanoTime();
    long now = begin;
    long more = (long) (1e9 * seconds);
    long end = begin + MAX_NANOS;
    while (count < MAX_TIMES && now < end) {
      long bytes = threads.getCurrentThreadAllocatedBytes();
      began[count] = now;
      work.run();
      now = System.nanoTime();
      took[count] = now - began[count];
      count++;
      clean = threads.getCurrentThreadAllocatedBytes() == bytes ? clean + 1 : 0;
      if (!inVectors && clean >= TOGETHER && median(took, count - TOGETHER, count) <= reached) {
        inVectors = true;
        end = now + more;
      }
    }
    int last = count - 1;
    while (last > 0 && began[last - 1] > now - more / 2) {
      last--;
    }
    double inTheEnd = median(took, last, count);
    int at = 0;
    while (at + TOGETHER < count && median(took, at, at + TOGETHER) > IN_VECTORS * inTheEnd) {
      at++;
    }
    double vectorsAt = inVectors ? began[at] - begin : Double.POSITIVE_INFINITY;
    return new double[] {Arrays.stream(took, 0, TOGETHER).sum(), vectorsAt, inTheEnd};
  }

  private static double median(double[] of, int from, int to) {
    return Interval.medianOf(Arrays.copyOfRange(of, from, to));
  }
}
