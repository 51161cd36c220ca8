package org.lanewise.description;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/// Numbers that determine a model, such as its means: a name, the length and meaning of each axis,
/// a unit, and the values, which are computed piece by piece when they are written.
///
/// @param name lower-case letters and `_`, such as `means`
/// @param axes the meaning of each axis, such as `class` and `feature`
/// @param shape the length of each axis
/// @param unit the unit of the values, such as `probability` or `feature²`
/// @param isSymmetric whether the last two axes form symmetric matrices
/// @param piece the values of a piece in C order: a matrix for symmetric tensors, otherwise the
///   values along the last axis
public record Tensor(
    String name,
    List<String> axes,
    List<Integer> shape,
    String unit,
    boolean isSymmetric,
    IntFunction<double[]> piece) {

  /// The name of the axis of classes.
  public static final String CLASS = "class";

  /// The name of the axis of features.
  public static final String FEATURE = "feature";

  /// Checks the axes.
  ///
  /// @throws IllegalArgumentException if there are not as many axes as lengths
  public Tensor {
    axes = List.copyOf(axes);
    shape = List.copyOf(shape);
    if (axes.size() != shape.size() || axes.isEmpty()) {
      throw new IllegalArgumentException(
          "tensor '%s' has the axes %s and the shape %s; a length for each axis is expected"
              .formatted(name, axes, shape));
    }
  }

  /// Creates a tensor of one axis. The values are borrowed.
  public static Tensor vector(String name, String axis, String unit, double... values) {
    return new Tensor(name, List.of(axis), List.of(values.length), unit, false, _ -> values);
  }

  /// Creates a tensor of two axes.
  ///
  /// @param row the values of a row
  public static Tensor rows(
      String name,
      String rows,
      int rowCount,
      String columns,
      int columnCount,
      String unit,
      IntFunction<double[]> row) {
    return new Tensor(
        name, List.of(rows, columns), List.of(rowCount, columnCount), unit, false, row);
  }

  /// Creates the tensor `priors`.
  public static Tensor priors(double... priors) {
    return vector("priors", CLASS, "probability", priors);
  }

  /// Creates a tensor with a row for each class and a column for each feature.
  public static Tensor byClass(
      String name, int classCount, int featureCount, String unit, IntFunction<double[]> row) {
    return rows(name, CLASS, classCount, FEATURE, featureCount, unit, row);
  }

  /// Creates a tensor of symmetric matrices of the features.
  ///
  /// @param count the number of classes with a matrix each, or 0 for a single matrix
  /// @param matrix the matrix of a class
  public static Tensor symmetric(
      String name, int count, int size, String unit, IntFunction<double[][]> matrix) {
    return new Tensor(
        name,
        count == 0 ? List.of(FEATURE, FEATURE) : List.of(CLASS, FEATURE, FEATURE),
        count == 0 ? List.of(size, size) : List.of(count, size, size),
        unit,
        true,
        index -> Arrays.stream(matrix.apply(index)).flatMapToDouble(Arrays::stream).toArray());
  }

  /// The number of pieces.
  public int pieceCount() {
    int count = 1;
    for (int axis = 0; axis < shape.size() - (isSymmetric ? 2 : 1); axis++) {
      count = Math.multiplyExact(count, shape.get(axis));
    }
    return count;
  }

  /// The name, the axes with their lengths and the unit, as in `means[class 3, feature 4],
  /// feature`.
  @Override
  public String toString() {
    String[] lengths = new String[axes.size()];
    Arrays.setAll(lengths, axis -> axes.get(axis) + " " + shape.get(axis));
    return "%s[%s], %s".formatted(name, String.join(", ", lengths), unit);
  }
}
