package org.lanewise.bench;

import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.data.Textbook;
import org.lanewise.bench.machine.TierState;
import org.lanewise.statistics.BernoulliStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// Which way of counting set bits by class is faster: columns under class masks, or columns whose
/// rows are grouped by class already?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BernoulliStatisticsBenchmark {

  /// Packed columns with their classes at random: each column word is counted under k masks.
  public static class MaskedColumns extends TierState {

    /// Rows, features and classes. The largest does not fit into a cache.
    @Param({"100000x784x2", "100000x784x10", "100003x100x26", "100003x13x3", "1000000x784x10"})
    public String shape;

    private BinaryRows rows;

    @Override
    protected void prepare() {
      rows = BinaryRows.of(Shape.parse(shape), BinaryRows.Order.MIXED);
      Textbook.checkCounts(rows, count());
    }

    private BernoulliStatistics count() {
      return BernoulliStatistics.of(rows.columns(), rows.labels());
    }
  }

  /// The same columns with their rows sorted by class, which is not timed.
  public static class GroupedColumns extends TierState {

    /// Rows, features and classes. The largest does not fit into a cache.
    @Param({"100000x784x2", "100000x784x10", "1000000x784x10"})
    public String shape;

    private BinaryRows rows;

    @Override
    protected void prepare() {
      rows = BinaryRows.of(Shape.parse(shape), BinaryRows.Order.GROUPED);
      Textbook.checkCounts(rows, count());
    }

    private BernoulliStatistics count() {
      return BernoulliStatistics.of(rows.columns(), rows.labels());
    }
  }

  /// Columns under class masks.
  @Benchmark
  public BernoulliStatistics maskedColumns(MaskedColumns state) {
    return state.count();
  }

  /// Columns grouped by class.
  @Benchmark
  public BernoulliStatistics groupedColumns(GroupedColumns state) {
    return state.count();
  }
}
