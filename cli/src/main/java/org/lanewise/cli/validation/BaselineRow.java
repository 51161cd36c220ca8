package org.lanewise.cli.validation;

import java.util.OptionalInt;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.table.DataException;
import org.lanewise.model.Classifier;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.TransformedClassifier;

/// The row that explanations are relative to: the mean of a class, or of all classes by their
/// priors.
///
/// Models of normal classes and of rates have means. Of bits and categories a mean is no row, and
/// multinomial and complement models do not say how long a row is.
final class BaselineRow {

  private BaselineRow() {}

  /// @param label the class whose mean it is; none for Σ_c π_c μ_c
  /// @throws DataException if the model has no means
  static double[] of(FittedModel model, OptionalInt label) {
    double[][] means = means(model);
    if (label.isPresent()) {
      return means[label.getAsInt()];
    }
    double[] priors = model.uncalibrated().priors();
    double[] mean = new double[means[0].length];
    for (int c = 0; c < means.length; c++) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += priors[c] * means[c][j];
      }
    }
    return mean;
  }

  /// The parameter of a row for each class that is its mean: that of normal classes, or rates.
  private static double[][] means(FittedModel model) {
    Classifier<?, ?> classifier = model.uncalibrated();
    if (classifier instanceof TransformedClassifier) {
      throw new DataException(
          "--baseline: the model transforms its rows, and no row is the mean of a class; use a"
              + " model without --transform");
    }
    if (classifier instanceof IndicatorClassifier) {
      throw new DataException(
          "--baseline: no row is the mean of a class of a model with --categories indicator;"
              + " use --explain without --baseline");
    }
    if (!model.kind().hasMeans()) {
      throw new DataException(
          "--baseline does not apply to a model of %s, whose mean is not a row; expected one of %s"
              .formatted(model.kindName(), ClassifierKind.names(ClassifierKind::hasMeans)));
    }
    ParameterTable table = classifier.parameters(classifier.features().names()).getFirst();
    double[][] means = new double[classifier.classCount()][classifier.featureCount()];
    for (int c = 0; c < means.length; c++) {
      for (int j = 0; j < means[c].length; j++) {
        means[c][j] = table.value().applyAsDouble(new int[] {c, j});
      }
    }
    return means;
  }
}
