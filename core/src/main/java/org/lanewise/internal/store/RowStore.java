package org.lanewise.internal.store;

/// An array of consecutive rows: column j of row i is value `i·columnCount + j`.
///
/// Eight rows are transposed at once, so that each cache line of a column is written whole and
/// those of the eight rows stay in the first-level cache. Each type has its own loop, whose eight
/// accesses the compiler unrolls.
public abstract sealed class RowStore implements NumericStore {

  private static final int EIGHT = 8;

  /// The most values of a block that is read before it is transposed: it stays in the cache.
  private static final int MAX_READ = 1 << 18;

  private final int rowCount;
  final int columnCount;

  private RowStore(int rowCount, int columnCount) {
    this.rowCount = rowCount;
    this.columnCount = columnCount;
  }

  /// Rows of doubles.
  public static RowStore of(double[] values, int rowCount, int columnCount) {
    return new OfDoubles(values, rowCount, columnCount);
  }

  /// Rows of floats.
  public static RowStore of(float[] values, int rowCount, int columnCount) {
    return new OfFloats(values, rowCount, columnCount);
  }

  /// Rows of half-precision floats, given as their bits.
  public static RowStore ofFloat16(short[] values, int rowCount, int columnCount) {
    return new OfHalves(values, rowCount, columnCount);
  }

  /// Value `index` of the array.
  abstract double get(int index);

  /// Copies `width` values of each of eight rows, the first row from value `at` on, into
  /// `out[l][offset … offset + 7]`.
  abstract void eight(int at, int width, double[][] out, int offset);

  /// Reads a value of each cache line.
  ///
  /// @return their sum
  double read(int from, int to) {
    return 0;
  }

  @Override
  public final int rowCount() {
    return rowCount;
  }

  @Override
  public final int columnCount() {
    return columnCount;
  }

  @Override
  public final boolean rowsLieTogether() {
    return true;
  }

  @Override
  public final double value(int row, int column) {
    return get(row * columnCount + column);
  }

  @Override
  public final void fill(
      int first, int width, int firstRow, int count, double[][] out, int offset) {
    int at = firstRow * columnCount + first;
    boolean block = count >= EIGHT && (long) count * columnCount <= MAX_READ;
    if (first == 0 && block && columnCount > EIGHT) {
      // Memory delivers rows faster in their order than eight side by side. The fill replaces the
      // sum.
      out[0][offset] = read(at, at + count * columnCount);
    }
    int done = 0;
    for (; done <= count - EIGHT; done += EIGHT, at += EIGHT * columnCount) {
      eight(at, width, out, offset + done);
    }
    for (; done < count; done++, at += columnCount) {
      for (int l = 0; l < width; l++) {
        out[l][offset + done] = get(at + l);
      }
    }
  }

  private static final class OfDoubles extends RowStore {

    private final double[] values;

    OfDoubles(double[] values, int rowCount, int columnCount) {
      super(rowCount, columnCount);
      this.values = values;
    }

    @Override
    double get(int index) {
      return values[index];
    }

    @Override
    public void rows(int first, int count, double[] out) {
      System.arraycopy(values, first * columnCount, out, 0, count * columnCount);
    }

    @Override
    public double[] lendDoubles() {
      return values;
    }

    @Override
    double read(int from, int to) {
      double sum = 0;
      for (int i = from; i < to; i += EIGHT) {
        sum += values[i];
      }
      return sum;
    }

    @Override
    void eight(int at, int width, double[][] out, int offset) {
      for (int l = 0; l < width; l++) {
        double[] column = out[l];
        for (int r = 0; r < EIGHT; r++) {
          column[offset + r] = values[at + r * columnCount + l];
        }
      }
    }
  }

  private static final class OfFloats extends RowStore {

    private final float[] values;

    OfFloats(float[] values, int rowCount, int columnCount) {
      super(rowCount, columnCount);
      this.values = values;
    }

    @Override
    double get(int index) {
      return values[index];
    }

    @Override
    public void rows(int first, int count, double[] out) {
      int at = first * columnCount;
      for (int i = 0; i < count * columnCount; i++) {
        out[i] = values[at + i];
      }
    }

    @Override
    public float[] lendRows() {
      return values;
    }

    @Override
    double read(int from, int to) {
      double sum = 0;
      for (int i = from; i < to; i += 2 * EIGHT) {
        sum += values[i];
      }
      return sum;
    }

    @Override
    void eight(int at, int width, double[][] out, int offset) {
      for (int l = 0; l < width; l++) {
        double[] column = out[l];
        for (int r = 0; r < EIGHT; r++) {
          column[offset + r] = values[at + r * columnCount + l];
        }
      }
    }
  }

  private static final class OfHalves extends RowStore {

    private final short[] values;

    OfHalves(short[] values, int rowCount, int columnCount) {
      super(rowCount, columnCount);
      this.values = values;
    }

    @Override
    double get(int index) {
      return Float.float16ToFloat(values[index]);
    }

    @Override
    public void rows(int first, int count, double[] out) {
      int at = first * columnCount;
      for (int i = 0; i < count * columnCount; i++) {
        out[i] = Float.float16ToFloat(values[at + i]);
      }
    }

    @Override
    void eight(int at, int width, double[][] out, int offset) {
      for (int l = 0; l < width; l++) {
        double[] column = out[l];
        for (int r = 0; r < EIGHT; r++) {
          column[offset + r] = Float.float16ToFloat(values[at + r * columnCount + l]);
        }
      }
    }
  }
}
