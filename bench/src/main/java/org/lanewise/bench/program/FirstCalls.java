package org.lanewise.bench.program;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.OneRow;
import org.lanewise.bench.machine.Tier;

/// A fresh process that loads a model and times its first calls, then goes on until they are as
/// fast as they get. The clock is read between groups of calls only.
public final class FirstCalls {

  /// The call that ends each group.
  private static final int[] ENDS = {1, 10, 100, 1_000, 10_000};

  private static final int BLOCK = 1_000;
  private static final long STEADY_NANOS = TimeUnit.MILLISECONDS.toNanos(800);
  private static final int MAX_BLOCKS = 100_000;

  /// How many blocks decide together whether calls have become steady.
  private static final int BLOCKS_TOGETHER = 10;

  private static final double STEADY = 1.2;

  private FirstCalls() {}

  /// Measures, and prints a [ColdStart].
  ///
  /// @param arguments the folder of model and rows, the job, its shape and the tier
  /// @throws IOException if a file cannot be read
  public static void main(String... arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    long begin = System.nanoTime();
    OneRow<?> oneRow = OneRow.read(folder, arguments[1]);
    double loadMillis = (System.nanoTime() - begin) / 1e6;
    int[] labels = new int[ENDS[ENDS.length - 1]];
    long[] time = new long[ENDS.length + 1];
    time[0] = System.nanoTime();
    int call = 0;
    for (int group = 0; group < ENDS.length; group++) {
      for (; call < ENDS[group]; call++) {
        labels[call] = oneRow.predict(call);
      }
      time[group + 1] = System.nanoTime();
    }
    double[] blocks = blocks(oneRow);
    check(labels, OneRow.labels(folder));
    Tier.require(arguments[3], oneRow.scorer().kernels());
    double steady = median(Arrays.copyOfRange(blocks, blocks.length * 3 / 4, blocks.length));
    System.out.println(
        new JsonMapper()
            .writeValueAsString(
                new ColdStart(
                    arguments[1],
                    arguments[2],
                    arguments[3],
                    1,
                    loadMillis,
                    mean(time, 0),
                    mean(time, 1),
                    mean(time, 2),
                    mean(time, 3),
                    mean(time, 4),
                    time[ENDS.length] - time[0],
                    steady,
                    steadyAfter(blocks, steady))));
  }

  private static double mean(long[] time, int group) {
    int before = group == 0 ? 0 : ENDS[group - 1];
    return (double) (time[group + 1] - time[group]) / (ENDS[group] - before);
  }

  /// The mean time of a call in each block, for a second.
  private static double[] blocks(OneRow<?> oneRow) {
    double[] blocks = new double[MAX_BLOCKS];
    int count = 0;
    long sum = 0;
    long start = System.nanoTime();
    long before = start;
    while (count < MAX_BLOCKS && before - start < STEADY_NANOS) {
      for (int call = 0; call < BLOCK; call++) {
        sum += oneRow.predict(call);
      }
      long now = System.nanoTime();
      blocks[count++] = (double) (now - before) / BLOCK;
      before = now;
    }
    OneRow.requireLabels(sum, count * oneRow.labelSum(BLOCK));
    return Arrays.copyOf(blocks, count);
  }

  /// The calls before the first two runs of blocks whose medians are near the steady time.
  private static double steadyAfter(double[] blocks, double steady) {
    int runs = blocks.length / BLOCKS_TOGETHER;
    int near = 0;
    int run = 0;
    while (run < runs && near < 2) {
      int from = run++ * BLOCKS_TOGETHER;
      double median = median(Arrays.copyOfRange(blocks, from, from + BLOCKS_TOGETHER));
      near = median <= STEADY * steady ? near + 1 : 0;
    }
    return ENDS[ENDS.length - 1] + (double) (run - near) * BLOCKS_TOGETHER * BLOCK;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static void check(int[] labels, int[] expected) {
    for (int call = 0; call < labels.length; call++) {
      if (labels[call] != expected[call % expected.length]) {
        throw new IllegalStateException(
            "call %d gives the label %d; %d is expected"
                .formatted(call + 1, labels[call], expected[call % expected.length]));
      }
    }
  }
}
