package org.lanewise.description;

import java.io.IOException;
import java.util.List;
import org.lanewise.data.CategoryDictionary;

/// The contents of a [Description] in a file. What is made of them asks for each by its name, and
/// tensors with their shapes, in the order of the description. A file that lacks what is asked for
/// or has more is refused.
///
/// All methods throw an [IOException] or [IllegalArgumentException] with one sentence for users if
/// the file has no such valid content.
public interface ParameterSource {

  /// The kind, such as `linear-discriminant`.
  String kind();

  /// A truth value.
  boolean flag(String option) throws IOException;

  /// An integer in a range.
  long integer(String option, long least, long most) throws IOException;

  /// A finite number.
  double number(String option) throws IOException;

  /// A list of `count` integers of 32 bits.
  int[] integers(String option, int count) throws IOException;

  /// The categories of features.
  ///
  /// @param least the smallest number of features
  /// @param most the largest number of features
  List<CategoryDictionary> categories(int least, int most) throws IOException;

  /// Whether there is a tensor of this name that was not read yet.
  boolean has(String tensor) throws IOException;

  /// A tensor of `size` numbers; all numbers are finite.
  double[] vector(String tensor, long size) throws IOException;

  /// A tensor of `rowCount` rows and `columnCount` columns; all numbers are finite.
  double[][] rows(String tensor, long rowCount, long columnCount) throws IOException;

  /// A matrix with `columnCount` columns; all numbers are finite.
  double[][] matrix(String tensor, long columnCount) throws IOException;

  /// Symmetric matrices: a tensor with `count` matrices, or a single matrix if `count` is 0; all
  /// numbers are finite.
  double[][][] matrices(String tensor, int count, int size) throws IOException;

  /// Counts numbers that the model makes in memory and the file does not hold, such as the matrix
  /// of random features. All models of a file may have 2²⁷ of them, 1 GB.
  void reserve(long numbers) throws IOException;

  /// The parts of a role, which are read one after the other.
  List<? extends ParameterSource> parts(String role) throws IOException;
}
