package org.lanewise.bench;

import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.data.Textbook;
import org.lanewise.bench.machine.TierState;
import org.lanewise.data.BitColumns;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.statistics.BernoulliStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// Which way of counting set bits by class is fastest: columns under class masks, columns whose
/// rows are grouped by class already, or packed rows class by class?
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

  /// Packed rows sorted by class, which is not timed: one run of rows a class, counted by position.
  public static class GroupedRows extends TierState {

    /// Rows, features and classes.
    @Param({"100000x784x2", "100000x784x10"})
    public String shape;

    private int rowWords;
    private long[] packed;
    private int[] classStart;

    @Override
    protected void prepare() {
      Shape size = Shape.parse(shape);
      BinaryRows rows = BinaryRows.of(size, BinaryRows.Order.GROUPED);
      rowWords = BitColumns.rowWords(size.featureCount());
      packed = rows.packedRows();
      classStart = new int[size.classCount() + 1];
      for (int label : rows.indices()) {
        classStart[label + 1]++;
      }
      for (int c = 0; c < size.classCount(); c++) {
        classStart[c + 1] += classStart[c];
      }
      long[] counts = count();
      Textbook.checkCounts(rows, (label, j) -> counts[label * rowWords * Long.SIZE + j]);
    }

    private long[] count() {
      int positions = rowWords * Long.SIZE;
      long[] counts = new long[(classStart.length - 1) * positions];
      for (int c = 0; c + 1 < classStart.length; c++) {
        Kernels.count()
            .countRows(
                packed,
                classStart[c] * rowWords,
                rowWords,
                classStart[c + 1] - classStart[c],
                counts,
                c * positions);
      }
      return counts;
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

  /// Packed rows grouped by class.
  @Benchmark
  public long[] groupedRows(GroupedRows state) {
    return state.count();
  }
}
