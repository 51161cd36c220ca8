package org.lanewise.bench;

import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.NormalRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.data.Textbook;
import org.lanewise.bench.machine.TierState;
import org.lanewise.statistics.GaussianStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How fast are Gaussian statistics gathered: packing by class, centring, scatter, merging?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GaussianStatisticsBenchmark extends TierState {

  /// Rows, features and classes.
  @Param({
    "100000x16x2",
    "100000x16x10",
    "100000x64x2",
    "100000x64x10",
    "50000x128x2",
    "50000x128x10",
    "25000x256x2",
    "25000x256x10",
    "12500x512x2",
    "12500x512x10",
    "10000x784x2",
    "10000x784x10",
    "8000x1024x2",
    "8000x1024x10",
    "100003x13x3",
    "50021x100x26"
  })
  public String shape;

  private NormalRows rows;

  @Override
  protected void prepare() {
    rows = NormalRows.of(Shape.parse(shape));
    Textbook.checkMoments(rows, add().summary());
  }

  /// Statistics of all rows.
  @Benchmark
  public GaussianStatistics add() {
    return GaussianStatistics.of(rows.columns(), rows.labels());
  }
}
