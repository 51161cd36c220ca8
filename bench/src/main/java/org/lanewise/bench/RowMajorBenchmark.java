package org.lanewise.bench;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.machine.TierState;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// What do rows cost that lie row by row, beside columns of doubles, which are read in place?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowMajorBenchmark extends TierState {

  /// Rows, features and classes.
  @Param({"100000x64x10"})
  public String shape;

  private NormalRows rows;
  private NumericColumns view;
  private Scorer<double[], NumericColumns> scorer;
  private int[] labels;

  @Override
  protected void prepare() {
    rows = NormalRows.of(Shape.parse(shape));
    int d = rows.arrays().length;
    double[] values = new double[Math.multiplyExact(d, rows.indices().length)];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < rows.indices().length; i++) {
        values[i * d + j] = rows.arrays()[j][i];
      }
    }
    view = NumericColumns.ofRowMajor(values, d);
    scorer =
        LinearDiscriminant.recipe()
            .fit(GaussianStatistics.of(rows.columns(), rows.labels()))
            .scorer();
    int[] expected = new int[rows.indices().length];
    scorer.predict(rows.columns(), expected);
    labels = new int[expected.length];
    if (!Arrays.equals(expected, linear())) {
      throw new IllegalStateException(
          "labels of rows and of columns differ; the same are expected");
    }
  }

  /// Means and variances of rows.
  @Benchmark
  public VarianceStatistics diagonal() {
    return VarianceStatistics.of(view, rows.labels());
  }

  /// Labels of rows.
  @Benchmark
  public int[] linear() {
    scorer.predict(view, labels);
    return labels;
  }

  /// Columns of rows.
  @Benchmark
  public NumericColumns copy() {
    return NumericColumns.copyOf(view);
  }
}
