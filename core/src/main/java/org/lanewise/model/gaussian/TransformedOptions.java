package org.lanewise.model.gaussian;

import java.util.Objects;
import org.lanewise.model.Recipe;
import org.lanewise.transform.Transform;

/// The options of a [TransformedClassifier].
///
/// @param transform the transform of the rows
/// @param recipe the model of the transformed rows
public record TransformedOptions(Transform transform, Recipe<? extends GaussianClassifier> recipe) {

  /// Checks for null.
  public TransformedOptions {
    Objects.requireNonNull(transform, "transform");
    Objects.requireNonNull(recipe, "recipe");
  }
}
