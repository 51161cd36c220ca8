package org.lanewise.bench;

import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.OneRow;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.rival.OpenBlas;
import org.lanewise.bench.rival.Rival;
import org.lanewise.bench.rival.RivalOutcome;
import org.lanewise.bench.rival.RivalRows;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// How long does the [Rival] on the class path take? `bench/run` puts one there; without it this
/// benchmark has nothing to time.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RivalBenchmark {

  /// Single rows whose labels are compared.
  private static final int COMPARED_ROWS = 1000;

  /// What is fitted, as in [Rival#prepare].
  @Param("lda")
  public String model;

  /// As in the benchmark of ours; 1 row for one-row benchmarks.
  @Param("100000x64x10")
  public String shape;

  /// The kernels of OpenBLAS, if the rival calls it; `default` leaves the choice to it.
  @Param("default")
  public String coreType;

  private Rival.Task task;
  private int turn;

  /// Fits, and compares labels with ours.
  ///
  /// @throws Exception if the rival fails
  @Setup(Level.Trial)
  public void prepare() throws Exception {
    OpenBlas.choose(coreType);
    Rival rival =
        ServiceLoader.load(Rival.class)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("there is no rival on the class path"));
    Shape size = Shape.parse(shape);
    boolean single = size.rowCount() == 1;
    RivalRows rows = RivalRows.of(model, single ? size.training() : size);
    task = rival.prepare(model, rows);
    task.fit();
    int[] ours = rows.ours();
    int[] theirs;
    if (single) {
      ours = Arrays.copyOf(ours, Math.min(ours.length, COMPARED_ROWS));
      theirs = new int[ours.length];
      for (int i = 0; i < theirs.length; i++) {
        theirs[i] = task.predict(i);
      }
    } else {
      theirs = task.predict();
    }
    RivalOutcome.of(rival.version(), ours, theirs).write();
  }

  /// Ends what the rival started.
  ///
  /// @throws Exception if the rival fails
  @TearDown(Level.Trial)
  public void close() throws Exception {
    if (task != null) {
      task.close();
    }
  }

  /// Rows to a model.
  ///
  /// @throws Exception if the rival fails
  @Benchmark
  public Object fit() throws Exception {
    return task.fit();
  }

  /// The labels of a batch.
  ///
  /// @throws Exception if the rival fails
  @Benchmark
  public int[] predict() throws Exception {
    return task.predict();
  }

  /// Rows to a model, and the labels of others.
  ///
  /// @throws Exception if the rival fails
  @Benchmark
  public int[] fitAndPredict() throws Exception {
    task.fit();
    return task.predict();
  }

  /// The label of one row, taking turns over some.
  ///
  /// @throws Exception if the rival fails
  @Benchmark
  public int predictRow() throws Exception {
    return task.predict(turn++ & OneRow.ROWS - 1);
  }
}
