package org.lanewise.model;

import java.io.IOException;

/// Makes the models of a kind from their descriptions in files. [org.lanewise.io.ModelKinds] lists
/// the kinds.
@FunctionalInterface
public interface ModelMaker {

  /// Makes a model of the contents of its [Classifier#describe()]. It asks for all contents in the
  /// order of the description.
  ///
  /// @throws IOException if the file cannot be read or does not have the contents
  /// @throws IllegalArgumentException if there is no model of these parameters
  Classifier<?, ?> make(ModelSource in) throws IOException;
}
