package org.lanewise.bench.serving;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.OneRow;
import org.lanewise.bench.data.Shape;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRow;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.serving.NumericRow;

/// What one row costs in each form, and for each answer: nanoseconds a call, the median of rounds
/// that take turns, so that what else the machine does meets all of them.
final class RowForms {

  private static final int ROUNDS = 31;
  private static final int CALLS = 1 << 18;
  private static final int MASK = OneRow.ROWS - 1;

  /// Calls, each of another row; gives something that depends on all of them.
  private interface Loop {
    double run(int calls);
  }

  private RowForms() {}

  static void run() {
    for (String shape : new String[] {"1x4x3", "1x32x10", "1x256x10"}) {
      run(Shape.parse(shape));
    }
  }

  private static void run(Shape shape) {
    NormalRows made = NormalRows.of(shape.training());
    LinearDiscriminant model = LinearDiscriminant.fit(made.columns(), made.labels());
    Scorer<double[], NumericColumns> scorer = model.scorer();
    scorer.warmUp();
    int d = shape.featureCount();
    int k = shape.classCount();
    double[][] rows = new double[OneRow.ROWS][];
    float[][] floats = new float[OneRow.ROWS][d];
    MemorySegment segment = Arena.global().allocate(8L * d * OneRow.ROWS + 64);
    MemorySegment floatSegment = Arena.global().allocate(4L * d * OneRow.ROWS + 64);
    ByteBuffer buffer =
        ByteBuffer.allocateDirect(8 * d * OneRow.ROWS).order(ByteOrder.nativeOrder());
    ByteBuffer network = ByteBuffer.allocate(8 * d * OneRow.ROWS);
    SparseRow[] sparse = new SparseRow[OneRow.ROWS];
    for (int i = 0; i < OneRow.ROWS; i++) {
      rows[i] = made.rowArrays()[i];
      int[] indices = new int[(d + 3) / 4];
      double[] values = new double[indices.length];
      for (int j = 0; j < d; j++) {
        floats[i][j] = (float) rows[i][j];
        segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8L * (i * d + j) + 4, rows[i][j]);
        floatSegment.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * (i * d + j) + 2, floats[i][j]);
        buffer.putDouble(8 * (i * d + j), rows[i][j]);
        network.putDouble(8 * (i * d + j), rows[i][j]);
        if (j % 4 == 0) {
          indices[j / 4] = j;
          values[j / 4] = rows[i][j];
        }
      }
      sparse[i] = SparseRow.of(indices, values);
    }
    double[] out = new double[k];
    double[] logPosterior = new double[1];
    Results results = Start.results(logPosterior);
    NumericRow row = new NumericRow(d);
    Map<String, Loop> loops = new LinkedHashMap<>();
    loops.put(
        "label, double[]",
        calls -> {
          long sum = 0;
          for (int i = 0; i < calls; i++) {
            sum += scorer.predict(rows[i & MASK]);
          }
          return sum;
        });
    loops.put(
        "label, float[]",
        calls -> {
          long sum = 0;
          for (int i = 0; i < calls; i++) {
            sum += scorer.predict(row.set(floats[i & MASK]));
          }
          return sum;
        });
    loops.put(
        "label, segment of doubles",
        calls -> {
          long sum = 0;
          for (int i = 0; i < calls; i++) {
            sum += scorer.predict(row.setDoubles(segment, 8L * d * (i & MASK) + 4));
          }
          return sum;
        });
    loops.put(
        "label, segment of floats",
        calls -> {
          long sum = 0;
          for (int i = 0; i < calls; i++) {
            sum += scorer.predict(row.setFloats(floatSegment, 4L * d * (i & MASK) + 2));
          }
          return sum;
        });
    loops.put(
        "label, direct buffer",
        calls -> {
          long sum = 0;
          for (int i = 0; i < calls; i++) {
            sum += scorer.predict(row.setDoubles(buffer, 8 * d * (i & MASK)));
          }
          return sum;
        });
    loops.put(
        "label, heap buffer, big-endian",
        calls -> {
          long sum = 0;
          for (int i = 0; i < calls; i++) {
            sum += scorer.predict(row.setDoubles(network, 8 * d * (i & MASK)));
          }
          return sum;
        });
    loops.put(
        "label, pairs of a quarter",
        calls -> {
          long sum = 0;
          for (int i = 0; i < calls; i++) {
            sum += scorer.predict(row.set(sparse[i & MASK]));
          }
          return sum;
        });
    loops.put(
        "posteriors",
        calls -> {
          double sum = 0;
          for (int i = 0; i < calls; i++) {
            scorer.posterior(rows[i & MASK], out);
            sum += out[0];
          }
          return sum;
        });
    loops.put(
        "log posteriors",
        calls -> {
          double sum = 0;
          for (int i = 0; i < calls; i++) {
            scorer.logPosterior(rows[i & MASK], out);
            sum += out[0];
          }
          return sum;
        });
    loops.put(
        "log density",
        calls -> {
          double sum = 0;
          for (int i = 0; i < calls; i++) {
            sum += scorer.logDensity(rows[i & MASK]);
          }
          return sum;
        });
    loops.put(
        "label, posterior, density",
        calls -> {
          double sum = 0;
          for (int i = 0; i < calls; i++) {
            scorer.score(rows[i & MASK], results);
            sum += logPosterior[0];
          }
          return sum;
        });
    print(shape, scorer.kernels(), loops);
  }

  private static void print(Shape shape, String kernels, Map<String, Loop> loops) {
    // About as long for each shape.
    int calls = CALLS / (1 + shape.featureCount() / 32);
    double[][] nanos = new double[loops.size()][ROUNDS];
    double sink = 0;
    for (int round = -5; round < ROUNDS; round++) {
      int at = 0;
      for (Loop loop : loops.values()) {
        long begin = System.nanoTime();
        sink += loop.run(calls);
        long took = System.nanoTime() - begin;
        if (round >= 0) {
          nanos[at][round] = (double) took / calls;
        }
        at++;
      }
    }
    System.out.printf("%s, %s (%.0f)%n", shape, kernels, sink % 10);
    double first = 0;
    int at = 0;
    for (String name : loops.keySet()) {
      Arrays.sort(nanos[at]);
      double median = nanos[at][ROUNDS / 2];
      first = at == 0 ? median : first;
      System.out.printf("  %-32s %7.1f ns  %.2f%n", name, median, median / first);
      at++;
    }
  }
}
