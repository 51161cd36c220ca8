package org.lanewise.model;

import java.io.IOException;

/// A kind of model that files can hold. [org.lanewise.io.ModelKinds] lists them.
///
/// @param <M> the class of the models
/// @param id the kind in descriptions, in lower case with hyphens, such as `linear-discriminant`
/// @param name the kind in messages, such as `linear discriminant`
/// @param maker makes a model of the contents of its [Classifier#describe()]
public record ModelKind<M extends Classifier<?, ?>>(String id, String name, Maker<M> maker) {

  /// Makes a model that was described.
  ///
  /// @param <M> the class of the model
  public interface Maker<M> {

    /// Makes the model. It asks for all contents in the order of the description.
    ///
    /// @throws IOException if the file cannot be read or does not have the contents
    /// @throws IllegalArgumentException if there is no model of these parameters
    M make(ModelSource in) throws IOException;
  }
}
