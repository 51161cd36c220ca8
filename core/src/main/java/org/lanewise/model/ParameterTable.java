package org.lanewise.model;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// The numbers of one parameter of a model, such as its means or probabilities. Each number is
/// addressed by one index per axis and computed on request.
///
/// @param name the parameter, such as `mean`
/// @param axes the names along each axis, such as those of classes and features; without axes the
///   parameter is a single number
/// @param isSymmetric whether the last two axes form symmetric matrices
/// @param value computes a number from its indices, one per axis
public record ParameterTable(
    String name, List<List<String>> axes, boolean isSymmetric, ToDoubleFunction<int[]> value) {

  /// Creates a parameter that is a single number.
  public static ParameterTable of(String name, double value) {
    return new ParameterTable(name, List.of(), false, _ -> value);
  }

  /// Creates a parameter with a number for each name. The array is borrowed.
  ///
  /// @param values one for each name
  public static ParameterTable of(String name, List<String> names, double[] values) {
    return new ParameterTable(name, List.of(names), false, at -> values[at[0]]);
  }

  /// Creates a parameter with a number for each pair of names of two axes. The arrays are borrowed.
  ///
  /// @param values one array for each row, with a number for each column
  public static ParameterTable of(
      String name, List<String> rows, List<String> columns, double[][] values) {
    return new ParameterTable(name, List.of(rows, columns), false, at -> values[at[0]][at[1]]);
  }
}
