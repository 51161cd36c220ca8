package org.lanewise.model;

import java.io.IOException;
import java.util.List;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.transform.Transform;

/// The contents of a model's description in a file. What is made of them asks for each by its name,
/// and tensors with their shapes, in the order of the description. A file that lacks what is asked
/// for or has more is refused.
///
/// All methods that read contents throw an [IOException] or [IllegalArgumentException] with one
/// sentence for users if the file has no such valid content.
public interface ModelSource {

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
  List<? extends ModelSource> parts(String role) throws IOException;

  /// The classes.
  Classes classes();

  /// The features of the rows.
  Features features();

  /// The model of a part.
  ///
  /// @param features its features
  Classifier<?, ?> model(String role, Features features) throws IOException;

  /// The models of parts that share out the features among them, in order.
  List<Classifier<?, ?>> models(String role) throws IOException;

  /// The tensor `priors`, a prior for each class.
  default double[] priors() throws IOException {
    return vector("priors", classes().count());
  }

  /// A tensor with a row for each class and a column for each feature.
  default double[][] rows(String tensor) throws IOException {
    return rows(tensor, classes().count(), features().count());
  }

  /// The model of a part whose rows are numbers.
  ///
  /// @throws IllegalArgumentException if its rows are of another format
  default Classifier<double[], NumericColumns> modelOfNumbers(String role, Features features)
      throws IOException {
    Classifier<?, ?> model = model(role, features);
    if (model.format() != RowFormat.NUMBERS) {
      throw new IllegalArgumentException(
          "the model inside is a %s; a model of numbers is expected"
              .formatted(model.getClass().getSimpleName()));
    }
    return model.in(RowFormat.NUMBERS);
  }

  /// The transform whose steps are the parts of a role.
  ///
  /// @throws IOException if a step cannot be read
  /// @throws IllegalArgumentException if there is no step, if a kind is not known, if a parameter
  ///   is invalid, or if a step does not accept rows of the width that reaches it
  default Transform transform(String role) throws IOException {
    Transform transform = null;
    int width = features().count();
    for (ModelSource in : parts(role)) {
      Transform step = in.step(width);
      width = step.outputCount(width);
      transform = transform == null ? step : transform.then(step);
    }
    if (transform == null) {
      throw new IllegalArgumentException("a transform has no steps; at least one is expected");
    }
    return transform;
  }

  private Transform step(int width) throws IOException {
    return switch (kind()) {
      case "unit-length" -> Transform.unitLength();
      case "signed-power" -> Transform.signedPower(number("exponent"));
      case "standardization" -> {
        double[] means = vector("means", width);
        yield has("deviations")
            ? Transform.standardization(means, vector("deviations", width))
            : Transform.centering(means);
      }
      case "linear" -> {
        double[][] matrix = matrix("matrix", width);
        yield Transform.linear(matrix, vector("offset", matrix.length));
      }
      case "random-features" -> {
        int count = (int) integer("count", 1, Integer.MAX_VALUE);
        reserve((long) count * width);
        yield Transform.randomFeatures(count, integer("seed", Long.MIN_VALUE, Long.MAX_VALUE));
      }
      default ->
          throw new IllegalArgumentException(
              "'%s' is not a step of a transform; unit-length, signed-power, standardization, linear or random-features is expected"
                  .formatted(kind()));
    };
  }
}
