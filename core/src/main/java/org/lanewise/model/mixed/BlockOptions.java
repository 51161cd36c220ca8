package org.lanewise.model.mixed;

import java.util.Objects;
import org.lanewise.data.MissingValues;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;

/// What the density p_b(x_b | c) of one block of a [MixedNaiveBayes] is, and how it is fitted. The
/// priors of the options of a block are not looked at: those of [MixedOptions] hold for all.
/// Immutable.
public sealed interface BlockOptions {

  /// Numbers that are normal and independent given the class: [GaussianNaiveBayes].
  ///
  /// @param missing what NaN means in the rows of a fit
  record Diagonal(GaussianBayesOptions options, MissingValues missing) implements BlockOptions {

    /// Checks that nothing is null.
    public Diagonal {
      Objects.requireNonNull(options, "options");
      Objects.requireNonNull(missing, "missing values");
    }
  }

  /// Numbers that are normal, with one full covariance for all classes: [LinearDiscriminant].
  record Linear(DiscriminantOptions options) implements BlockOptions {

    /// Checks that nothing is null.
    public Linear {
      Objects.requireNonNull(options, "options");
    }
  }

  /// Numbers that are normal, with a full covariance for each class: [QuadraticDiscriminant].
  record Quadratic(DiscriminantOptions options) implements BlockOptions {

    /// Checks that nothing is null.
    public Quadratic {
      Objects.requireNonNull(options, "options");
    }
  }

  /// Numbers that are normal, with covariances between those of each class and one for all:
  /// [RegularizedDiscriminant].
  record Regularized(RegularizedOptions options) implements BlockOptions {

    /// Checks that nothing is null.
    public Regularized {
      Objects.requireNonNull(options, "options");
    }
  }

  /// Bits, as bit columns, sparse rows, or with missing values codes of 0 and 1:
  /// [BernoulliNaiveBayes].
  record Bernoulli(NaiveBayesOptions options) implements BlockOptions {

    /// Checks that nothing is null.
    public Bernoulli {
      Objects.requireNonNull(options, "options");
    }
  }

  /// Categories, which may be missing: [CategoricalNaiveBayes].
  record Categorical(NaiveBayesOptions options) implements BlockOptions {

    /// Checks that nothing is null.
    public Categorical {
      Objects.requireNonNull(options, "options");
    }
  }

  /// Counts of one multinomial distribution, such as those of words, given how many there are in
  /// all: [MultinomialNaiveBayes]. A block of one such feature says nothing.
  record Multinomial(NaiveBayesOptions options) implements BlockOptions {

    /// Checks that nothing is null.
    public Multinomial {
      Objects.requireNonNull(options, "options");
    }
  }

  /// Counts that are Poisson and independent given the class: [PoissonNaiveBayes].
  record Poisson(NaiveBayesOptions options) implements BlockOptions {

    /// Checks that nothing is null.
    public Poisson {
      Objects.requireNonNull(options, "options");
    }
  }

  /// [Diagonal] of rows that lack nothing.
  static BlockOptions diagonal(GaussianBayesOptions options) {
    return new Diagonal(options, MissingValues.REFUSE);
  }

  /// [Diagonal].
  static BlockOptions diagonal(GaussianBayesOptions options, MissingValues missing) {
    return new Diagonal(options, missing);
  }

  /// [Linear].
  static BlockOptions linear(DiscriminantOptions options) {
    return new Linear(options);
  }

  /// [Quadratic].
  static BlockOptions quadratic(DiscriminantOptions options) {
    return new Quadratic(options);
  }

  /// [Regularized].
  static BlockOptions regularized(RegularizedOptions options) {
    return new Regularized(options);
  }

  /// [Bernoulli].
  static BlockOptions bernoulli(NaiveBayesOptions options) {
    return new Bernoulli(options);
  }

  /// [Categorical].
  static BlockOptions categorical(NaiveBayesOptions options) {
    return new Categorical(options);
  }

  /// [Multinomial].
  static BlockOptions multinomial(NaiveBayesOptions options) {
    return new Multinomial(options);
  }

  /// [Poisson].
  static BlockOptions poisson(NaiveBayesOptions options) {
    return new Poisson(options);
  }
}
