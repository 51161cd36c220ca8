package org.lanewise.bench;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.machine.TierState;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Scorer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How long does labelling take of rows of floats that lie row by row, as embeddings do?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FloatRowsBenchmark extends TierState {

  /// Rows, features and classes.
  @Param({"100000x64x10", "10000x784x10", "10000x768x1000"})
  public String shape;

  private NumericColumns view;
  private Scorer<double[], NumericColumns> scorer;
  private int[] labels;

  @Override
  protected void prepare() {
    NormalRows rows = NormalRows.of(Shape.parse(shape));
    view = NumericColumns.ofRowMajor(rows.floatRows(), rows.arrays().length);
    scorer = LinearDiscriminant.recipe().fit(view, rows.labels()).scorer();
    labels = new int[view.rowCount()];
    int[] expected = new int[labels.length];
    scorer.predict(rows.roundedColumns(), expected);
    if (!Arrays.equals(expected, linear())) {
      throw new IllegalStateException(
          "labels of rows and of columns differ; the same are expected");
    }
  }

  /// Labels of rows.
  @Benchmark
  public int[] linear() {
    scorer.predict(view, labels);
    return labels;
  }
}
