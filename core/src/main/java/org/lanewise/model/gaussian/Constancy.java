package org.lanewise.model.gaussian;

import java.util.function.IntPredicate;
import org.lanewise.internal.score.Naming;

/// Classifies features of variance 0: a feature that is the same in all rows carries no
/// information, and one that differs between classes separates them by itself.
final class Constancy {

  /// How a feature fails to vary.
  enum Kind {
    /// The feature is the same in all rows.
    EVERYWHERE("constant"),

    /// The feature is constant within every class and differs between classes.
    WITHIN_CLASSES("constant within each class"),

    /// The feature varies, but its squares underflow.
    UNDERFLOWS("of too small a scale: squares of differences underflow"),

    /// The feature is constant in this class and varies in others.
    HERE("constant in this class");

    final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private final ClassMeans means;
  private final IntPredicate variesElsewhere;

  private Constancy(ClassMeans means, IntPredicate variesElsewhere) {
    this.means = means;
    this.variesElsewhere = variesElsewhere;
  }

  /// For a covariance that all classes share.
  static Constancy shared(ClassMeans means) {
    return new Constancy(means, feature -> false);
  }

  /// For features that vary in a class as the caller decides.
  ///
  /// @param varies whether a feature that is constant in one class varies in any
  static Constancy of(ClassMeans means, IntPredicate varies) {
    return new Constancy(means, varies);
  }

  /// For the covariance of one class.
  static Constancy ofClass(ClassMeans means, int label, QuadraticClassifier.Estimates estimates) {
    return of(
        means,
        feature -> {
          for (int c = 0; c < means.classCount(); c++) {
            if (c != label && means.priors()[c] > 0 && estimates.of(c).varies(feature)) {
              return true;
            }
          }
          return false;
        });
  }

  /// The names of features and classes.
  Naming naming() {
    return means.naming();
  }

  /// Classifies a feature that is constant in the covariance.
  Kind of(int feature) {
    if (means.underflows().get(feature)) {
      return Kind.UNDERFLOWS;
    }
    if (variesElsewhere.test(feature)) {
      return Kind.HERE;
    }
    return differs(feature) ? Kind.WITHIN_CLASSES : Kind.EVERYWHERE;
  }

  /// Whether class means differ. The means of a constant feature are its values, without rounding;
  /// a class of prior 0 may have no rows and no mean.
  private boolean differs(int feature) {
    int first = -1;
    for (int c = 0; c < means.classCount(); c++) {
      if (means.priors()[c] > 0) {
        if (first >= 0 && differs(first, c, feature)) {
          return true;
        }
        first = c;
      }
    }
    return false;
  }

  private boolean differs(int a, int b, int feature) {
    double[][] origins = means.origins();
    double[][] residuals = means.residuals();
    return origins[a][feature] == origins[b][feature]
        ? residuals[a][feature] != residuals[b][feature]
        : origins[a][feature] + residuals[a][feature]
            != origins[b][feature] + residuals[b][feature];
  }
}
