package org.lanewise.interop;

import java.util.function.IntFunction;

/// A named array of numbers that is computed piece by piece while it is written.
///
/// @param name its name
/// @param type how its numbers are stored
/// @param shape its dimensions
/// @param pieces the number of pieces
/// @param piece the numbers of a piece; one piece after the other they are the array in C order
record Tensor(String name, Type type, long[] shape, int pieces, IntFunction<double[]> piece) {

  /// How numbers are stored.
  enum Type {
    /// Doubles.
    F64,
    /// Integers of 8 bytes.
    I64
  }

  /// The bytes of a number of any type.
  static final int NUMBER_BYTES = 8;

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

  /// A matrix.
  static Tensor rows(String name, double[][] matrix) {
    return rows(name, matrix.length, matrix[0].length, i -> matrix[i]);
  }

  /// Square matrices, one for each class.
  static Tensor matrices(String name, int count, int size, IntFunction<double[][]> matrix) {
    return new Tensor(
        name, Type.F64, new long[] {count, size, size}, count, c -> flat(matrix.apply(c)));
  }

  private static double[] flat(double[][] matrix) {
    int width = matrix[0].length;
    double[] flat = new double[Math.multiplyExact(matrix.length, width)];
    for (int i = 0; i < matrix.length; i++) {
      System.arraycopy(matrix[i], 0, flat, i * width, width);
    }
    return flat;
  }

  /// The number of bytes.
  long byteCount() {
    return byteCount(shape);
  }

  /// The number of bytes of an array with this shape.
  ///
  /// @throws ArithmeticException if it is too large
  static long byteCount(long[] shape) {
    long count = NUMBER_BYTES;
    for (long size : shape) {
      count = Math.multiplyExact(count, size);
    }
    return count;
  }
}
