package org.lanewise.cli.classifier;

import java.util.Objects;
import org.lanewise.model.gaussian.Shrinkage;

/// How covariances are regularised.
public sealed interface Regularization {

  /// As core does it.
  ///
  /// @param shrinkage which way
  record Chosen(Shrinkage shrinkage) implements Regularization {

    /// Not at all.
    public static final Chosen NONE = new Chosen(Shrinkage.none());

    /// Checks that it is not null.
    public Chosen {
      Objects.requireNonNull(shrinkage, "shrinkage");
    }
  }

  /// By an intensity that takes the rows a second time.
  enum SecondPass implements Regularization {
    /// [Shrinkage#ledoitWolfBySecondPass].
    LEDOIT_WOLF,

    /// [Shrinkage#ledoitWolfBySecondPassAsScikitLearn].
    LEDOIT_WOLF_AS_SCIKIT_LEARN
  }
}
