package org.lanewise.interop;

import java.util.function.IntFunction;

/// A named array of numbers that is computed piece by piece as it is written.
///
/// @param name its name
/// @param type how its numbers are stored
/// @param shape its dimensions
/// @param pieces the number of pieces
/// @param piece computes the numbers of a piece; in order, the pieces are the array in C order
record Tensor(String name, Type type, long[] shape, int pieces, IntFunction<double[]> piece) {

  /// How numbers are stored.
  enum Type {
    /// Doubles.
    F64(8),
    /// Integers of 8 bytes.
    I64(8),
    /// Floats.
    F32(4),
    /// Half floats.
    F16(2);

    private final int bytes;

    Type(int bytes) {
      this.bytes = bytes;
    }

    /// The number of bytes of an array with this shape.
    ///
    /// @throws ArithmeticException if it is too large
    long byteCount(long... shape) {
      long count = bytes;
      for (long size : shape) {
        count = Math.multiplyExact(count, size);
      }
      return count;
    }
  }

  /// The bytes of a number of a model.
  static final int NUMBER_BYTES = 8;

  /// A tensor of a description.
  ///
  /// @param prefix the prefix of its name
  static Tensor of(String prefix, org.lanewise.description.Tensor tensor) {
    return new Tensor(
        prefix + tensor.name(),
        Type.F64,
        tensor.shape().stream().mapToLong(Integer::longValue).toArray(),
        tensor.pieceCount(),
        tensor.piece());
  }

  static Tensor vector(String name, double[] values) {
    return new Tensor(name, Type.F64, new long[] {values.length}, 1, _ -> values);
  }

  static Tensor integers(String name, int[] values) {
    double[] numbers = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      numbers[i] = values[i];
    }
    return new Tensor(name, Type.I64, new long[] {values.length}, 1, _ -> numbers);
  }

  /// A matrix.
  static Tensor rows(String name, int rowCount, int columnCount, IntFunction<double[]> row) {
    return new Tensor(name, Type.F64, new long[] {rowCount, columnCount}, rowCount, row);
  }

  /// The number of bytes.
  long byteCount() {
    return type.byteCount(shape);
  }
}
