package org.lanewise.bench;

import java.util.concurrent.TimeUnit;
import org.lanewise.bench.data.BinaryRows;
import org.lanewise.bench.data.Shape;
import org.lanewise.bench.machine.TierState;
import org.lanewise.data.BitColumns;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;

/// How fast do columns of bytes become columns of bits?
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PackingBenchmark extends TierState {

  /// Rows, features and classes, of which there is no need.
  @Param({"100000x784x2", "100003x100x2"})
  public String shape;

  private byte[][] columns;

  @Override
  protected void prepare() {
    BinaryRows rows = BinaryRows.of(Shape.parse(shape), BinaryRows.Order.MIXED);
    int n = rows.indices().length;
    columns = new byte[rows.words().length][n];
    for (int j = 0; j < columns.length; j++) {
      for (int row = 0; row < n; row++) {
        columns[j][row] = (byte) (rows.words()[j][row >>> 6] >>> row & 1);
      }
    }
    BitColumns packed = bytes();
    for (int j = 0; j < columns.length; j++) {
      for (int row = 0; row < n; row++) {
        if (packed.value(row, j) != (columns[j][row] == 1)) {
          throw new IllegalStateException(
              "row %d of column %d is %b; %d is expected"
                  .formatted(row, j, packed.value(row, j), columns[j][row]));
        }
      }
    }
  }

  /// Columns of bits.
  @Benchmark
  public BitColumns bytes() {
    return BitColumns.copyOfColumns(columns);
  }
}
