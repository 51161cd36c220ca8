package org.lanewise.cli.classifier;

import java.util.List;
import org.lanewise.model.Classifier;

/// A model, and what was found on the way to it.
///
/// @param classifier the model
/// @param shrinkageIntensities the intensities of the shrinkage of covariances: one for all classes
///   or one for each, none without shrinkage
record Fit(Classifier<?, ?> classifier, List<Double> shrinkageIntensities) {

  /// Copies the intensities.
  Fit {
    shrinkageIntensities = List.copyOf(shrinkageIntensities);
  }

  /// A model and no findings.
  Fit(Classifier<?, ?> classifier) {
    this(classifier, List.of());
  }
}
