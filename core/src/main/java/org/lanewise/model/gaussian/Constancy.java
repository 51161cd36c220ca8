package org.lanewise.model.gaussian;

import java.util.function.IntPredicate;
import org.lanewise.internal.score.Naming;

/// Behaviour of features of variance 0 elsewhere: one that is the same in all rows says nothing,
/// one that differs between classes tells them apart by itself.
final class Constancy {

  /// Describes features that do not vary.
  enum Kind {
    /// It is the same in all rows.
    EVERYWHERE("constant"),

    /// It does not vary within any class and differs between them.
    WITHIN_CLASSES("constant within each class"),

    /// It varies, but its squares are below the range of doubles.
    UNDERFLOWS("of too small a scale: squares of differences underflow"),

    /// It does not vary in this class and does in others.
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

  /// Of a covariance that all classes share.
  static Constancy shared(ClassMeans means) {
    return new Constancy(means, feature -> false);
  }

  /// Of features that vary in a class where a caller says so.
  ///
  /// @param varies whether a feature, which is constant in one class, varies in any
  static Constancy of(ClassMeans means, IntPredicate varies) {
    return new Constancy(means, varies);
  }

  /// Of the covariance of a class.
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

  /// The words for features and classes.
  Naming naming() {
    return means.naming();
  }

  /// Describes a feature that is constant in the covariance.
  Kind of(int feature) {
    if (means.underflows().get(feature)) {
      return Kind.UNDERFLOWS;
    }
    if (variesElsewhere.test(feature)) {
      return Kind.HERE;
    }
    return differs(feature) ? Kind.WITHIN_CLASSES : Kind.EVERYWHERE;
  }

  /// Whether class means differ. Those of a feature that does not vary are its values, without
  /// rounding; a class of prior 0 may have no rows and no mean.
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
