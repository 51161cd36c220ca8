package org.lanewise.internal.fit;

import org.lanewise.model.Classifier;

/// The line that a model prints about itself.
public final class ModelText {

  private ModelText() {}

  /// Returns the class of a model, its size and its classes, such as `LinearDiscriminant[4
  /// features, 3 classes: [a, b, c], 26 free parameters, shrinkage 0.1]`.
  ///
  /// @param details comma-separated, each after a comma; empty if there are none
  public static String of(Classifier<?, ?> model, String details) {
    return "%s[%d %s, %d %s: %s, %d free parameters%s]"
        .formatted(
            model.getClass().getSimpleName(),
            model.featureCount(),
            model.featureCount() == 1 ? "feature" : "features",
            model.classCount(),
            model.classCount() == 1 ? "class" : "classes",
            model.classes(),
            model.freeParameters(),
            details);
  }
}
