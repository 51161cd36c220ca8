package org.lanewise.model;

import java.io.IOException;
import java.util.List;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.description.ParameterSource;

/// The contents of a model's description in a file.
public interface ModelSource extends ParameterSource {

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

  /// The number of classes k.
  default int classCount() {
    return classes().count();
  }

  /// The number of features d.
  default int featureCount() {
    return features().count();
  }

  /// The tensor `priors`, a prior for each class.
  default double[] priors() throws IOException {
    return vector("priors", classCount());
  }

  /// A tensor with a row for each class and a column for each feature.
  default double[][] rows(String tensor) throws IOException {
    return rows(tensor, classCount(), featureCount());
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
}
