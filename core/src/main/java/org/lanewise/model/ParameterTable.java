package org.lanewise.model;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// The numbers of one parameter of a model, such as its means or its probabilities. Each stands at
/// a place, an index for every axis, and is read when it is asked for.
///
/// @param name the parameter, such as `mean`
/// @param axes the names along each axis, such as those of the classes and of the features; without
///   an axis the parameter is one number
/// @param isSymmetric whether the last two axes are those of symmetric matrices
/// @param value the number at a place, which is not kept
public record ParameterTable(
    String name, List<List<String>> axes, boolean isSymmetric, ToDoubleFunction<int[]> value) {

  /// A parameter that is one number.
  public static ParameterTable of(String name, double value) {
    return new ParameterTable(name, List.of(), false, _ -> value);
  }

  /// A parameter that is a number for each name.
  ///
  /// @param values as many as there are names
  public static ParameterTable of(String name, List<String> names, double[] values) {
    return new ParameterTable(name, List.of(names), false, at -> values[at[0]]);
  }

  /// A parameter that is a number for each name of two axes.
  ///
  /// @param values an array for each row, of a number for each column
  public static ParameterTable of(
      String name, List<String> rows, List<String> columns, double[][] values) {
    return new ParameterTable(name, List.of(rows, columns), false, at -> values[at[0]][at[1]]);
  }
}
