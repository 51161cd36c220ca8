package org.lanewise.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Random;

/// One table in every way in which a view may hold it.
final class Views {

  private Views() {}

  /// What a value is stored as.
  enum Type {
    DOUBLE(ValueLayout.JAVA_DOUBLE_UNALIGNED),
    FLOAT(ValueLayout.JAVA_FLOAT_UNALIGNED),
    FLOAT16(NumericColumns.FLOAT16.withByteAlignment(1)),
    LONG(ValueLayout.JAVA_LONG_UNALIGNED),
    INT(ValueLayout.JAVA_INT_UNALIGNED),
    SHORT(ValueLayout.JAVA_SHORT_UNALIGNED),
    BYTE(ValueLayout.JAVA_BYTE);

    private final ValueLayout layout;

    Type(ValueLayout layout) {
      this.layout = layout;
    }

    /// A value of the type, widened; not negative where `count`.
    private double random(Random random, boolean count) {
      double value =
          switch (this) {
            case DOUBLE -> 3 * random.nextGaussian();
            case FLOAT -> (float) (3 * random.nextGaussian());
            case FLOAT16 -> Float.float16ToFloat(half(3 * random.nextGaussian()));
            // Every other one is beyond 2^53.
            case LONG -> random.nextLong() >> 32 * random.nextInt(2);
            case INT -> random.nextInt() >> random.nextInt(32);
            case SHORT -> (short) random.nextInt();
            case BYTE -> (byte) random.nextInt();
          };
      return count ? Math.abs(value) : value;
    }

    private void set(MemorySegment to, long at, double value, ByteOrder order) {
      switch (layout.withOrder(order)) {
        case ValueLayout.OfDouble doubles -> to.set(doubles, at, value);
        case ValueLayout.OfFloat floats -> to.set(floats, at, (float) value);
        case ValueLayout.OfLong longs -> to.set(longs, at, (long) value);
        case ValueLayout.OfInt ints -> to.set(ints, at, (int) value);
        case ValueLayout.OfShort shorts ->
            to.set(shorts, at, this == FLOAT16 ? half(value) : (short) value);
        case ValueLayout.OfByte bytes -> to.set(bytes, at, (byte) value);
        default -> throw new IllegalArgumentException(layout.toString());
      }
    }
  }

  private static short half(double value) {
    return Float.floatToFloat16((float) value);
  }

  /// How values lie.
  enum Layout {
    ARRAYS,
    ARRAY_OF_ROWS,
    COLUMNS,
    COLUMN_MAJOR,
    ROW_MAJOR,
    WIDE_ROWS,
    REVERSED_ROWS,
    ANY_STRIDES
  }

  /// A view, and the same values as columns of doubles.
  record Pair(NumericColumns view, NumericColumns widened) {}

  /// A table of random values.
  ///
  /// @param counts whether values are not negative
  static Pair of(Type type, Layout layout, int n, int d, boolean counts, Random random) {
    double[][] columns = new double[d][n];
    for (double[] column : columns) {
      for (int i = 0; i < n; i++) {
        double value = type.random(random, counts);
        // The least integer has no absolute value of its type.
        boolean fits = type != Type.SHORT || value <= Short.MAX_VALUE;
        fits &= type != Type.BYTE || value <= Byte.MAX_VALUE;
        fits &= type != Type.INT || value <= Integer.MAX_VALUE;
        fits &= type != Type.LONG || value < 0x1p63;
        column[i] = fits ? value : 1;
      }
    }
    return new Pair(view(type, layout, columns, n, random), NumericColumns.of(columns));
  }

  private static NumericColumns view(
      Type type, Layout layout, double[][] columns, int n, Random random) {
    int d = columns.length;
    long bytes = type.layout.byteSize();
    ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    ValueLayout ordered = type.layout.withOrder(order);
    long back = d * bytes + random.nextInt(9);
    return switch (layout) {
      case ARRAYS -> arrays(type, columns, n);
      case ARRAY_OF_ROWS -> arrayOfRows(type, columns, n);
      case COLUMNS -> {
        MemorySegment[] segments = new MemorySegment[d];
        for (int j = 0; j < d; j++) {
          segments[j] = memory(n * bytes, random);
          for (int i = 0; i < n; i++) {
            type.set(segments[j], i * bytes, columns[j][i], order);
          }
        }
        yield NumericColumns.of(ordered, segments);
      }
      case COLUMN_MAJOR -> {
        MemorySegment segment =
            strided(type, columns, n, n * d * bytes, 0, bytes, n * bytes, order, random);
        yield NumericColumns.ofColumnMajor(ordered, segment, n, d);
      }
      case ROW_MAJOR -> {
        MemorySegment segment =
            strided(type, columns, n, n * d * bytes, 0, d * bytes, bytes, order, random);
        yield NumericColumns.ofRowMajor(ordered, segment, n, d);
      }
      // Gaps that are copied and gaps that are not, strides that are no multiple of a value.
      case WIDE_ROWS -> {
        long stride = random.nextBoolean() ? back : 5 * back;
        MemorySegment segment =
            strided(type, columns, n, 3 + n * stride, 3, stride, bytes, order, random);
        yield NumericColumns.ofStrides(ordered, segment, n, d, 3, stride, bytes);
      }
      case REVERSED_ROWS -> {
        long start = (n - 1) * back + (d - 1) * bytes;
        MemorySegment segment =
            strided(type, columns, n, n * back, start, -back, -bytes, order, random);
        yield NumericColumns.ofStrides(ordered, segment, n, d, start, -back, -bytes);
      }
      case ANY_STRIDES -> {
        long stride = bytes + random.nextInt(40);
        long far = n * stride + random.nextInt(9);
        long start = (n - 1) * stride;
        MemorySegment segment =
            strided(type, columns, n, d * far, start, -stride, far, order, random);
        yield NumericColumns.ofStrides(ordered, segment, n, d, start, -stride, far);
      }
    };
  }

  private static NumericColumns arrays(Type type, double[][] columns, int n) {
    if (type == Type.DOUBLE) {
      return NumericColumns.of(columns);
    }
    if (type == Type.FLOAT) {
      float[][] floats = new float[columns.length][n];
      for (int j = 0; j < columns.length; j++) {
        for (int i = 0; i < n; i++) {
          floats[j][i] = (float) columns[j][i];
        }
      }
      return NumericColumns.of(floats);
    }
    return arrayOfRows(type, columns, n);
  }

  private static NumericColumns arrayOfRows(Type type, double[][] columns, int n) {
    int d = columns.length;
    double[] doubles = new double[n * d];
    float[] floats = new float[n * d];
    short[] halves = new short[n * d];
    int[] ints = new int[n * d];
    for (int i = 0; i < doubles.length; i++) {
      double value = columns[i % d][i / d];
      doubles[i] = value;
      floats[i] = (float) value;
      halves[i] = half(value);
      ints[i] = (int) value;
    }
    return switch (type) {
      case DOUBLE, LONG -> NumericColumns.ofRowMajor(doubles, d);
      case FLOAT -> NumericColumns.ofRowMajor(floats, d);
      case FLOAT16 -> NumericColumns.ofRowMajorFloat16(halves, d);
      default -> NumericColumns.ofRowMajor(ValueLayout.JAVA_INT, MemorySegment.ofArray(ints), n, d);
    };
  }

  private static MemorySegment strided(
      Type type,
      double[][] columns,
      int n,
      long size,
      long start,
      long rowStride,
      long columnStride,
      ByteOrder order,
      Random random) {
    MemorySegment segment = memory(Math.max(0, size), random);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < columns.length; j++) {
        type.set(segment, start + i * rowStride + j * columnStride, columns[j][i], order);
      }
    }
    return segment;
  }

  /// Memory on or off the heap that begins at any byte.
  private static MemorySegment memory(long size, Random random) {
    int begin = random.nextInt(9);
    MemorySegment memory =
        random.nextBoolean()
            ? Arena.ofAuto().allocate(begin + size)
            : MemorySegment.ofArray(new byte[Math.toIntExact(begin + size)]);
    return memory.asSlice(begin, size);
  }
}
