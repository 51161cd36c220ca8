package org.lanewise.cli.classifier;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lanewise.data.BitColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Samples;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.model.BernoulliNaiveBayes;
import org.lanewise.model.Classifier;
import org.lanewise.model.CovarianceDivisor;
import org.lanewise.model.DiscriminantOptions;
import org.lanewise.model.GaussianNaiveBayes;
import org.lanewise.model.LinearDiscriminant;
import org.lanewise.model.QuadraticDiscriminant;
import org.lanewise.model.Smoothing;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.GaussianStatistics;

/// The classifiers of the command: the one place where a name and options become a representation
/// of the rows, statistics of them, a model, and a scorer.
///
/// A new classifier is a constant here; if it needs rows that no other takes, also one of
/// [Representation].
public enum ClassifierKind {
  /// Linear discriminant analysis.
  LDA("lda", Representation.NUMBERS, Parameter.COVARIANCE) {
    @Override
    Classifier<?, ?> fit(Training training, FitOptions options) {
      return LinearDiscriminant.fit(gaussian(training), discriminant(options));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof LinearDiscriminant;
    }
  },

  /// Quadratic discriminant analysis.
  QDA("qda", Representation.NUMBERS, Parameter.COVARIANCE) {
    @Override
    Classifier<?, ?> fit(Training training, FitOptions options) {
      return QuadraticDiscriminant.fit(gaussian(training), discriminant(options));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof QuadraticDiscriminant;
    }
  },

  /// Naive Bayes with normal features.
  GAUSSIAN_NB(
      "gaussian-nb", Representation.NUMBERS, Parameter.VARIANCE_SMOOTHING, Parameter.COVARIANCE) {
    @Override
    Classifier<?, ?> fit(Training training, FitOptions options) {
      double smoothing =
          options
              .varianceSmoothing()
              .orElse(GaussianNaiveBayes.Options.DEFAULT.varianceSmoothing());
      return GaussianNaiveBayes.fit(
          gaussian(training),
          new GaussianNaiveBayes.Options(options.priors(), smoothing, divisor(options)));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof GaussianNaiveBayes;
    }
  },

  /// Naive Bayes with binary features.
  BERNOULLI_NB("bernoulli-nb", Representation.BITS, Parameter.ALPHA, Parameter.BINARIZE) {
    @Override
    Classifier<?, ?> fit(Training training, FitOptions options) {
      Smoothing smoothing =
          options.alpha().isPresent()
              ? Smoothing.of(options.alpha().getAsDouble())
              : Smoothing.laplace();
      return BernoulliNaiveBayes.fit(bernoulli(training), smoothing, options.priors());
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof BernoulliNaiveBayes;
    }
  };

  private final String id;
  private final Representation representation;
  private final Set<Parameter> parameters;

  ClassifierKind(String id, Representation representation, Parameter... parameters) {
    this.id = id;
    this.representation = representation;
    this.parameters = EnumSet.noneOf(Parameter.class);
    this.parameters.addAll(List.of(parameters));
  }

  /// What a classifier is fitted to.
  ///
  /// @param rows the rows, in the kind's representation
  /// @param labels their classes
  /// @param weights one for each row, or null where all are 1
  /// @param workers who does the work
  record Training(Samples rows, Labels labels, double[] weights, Workers workers) {}

  /// Fits a model.
  ///
  /// @throws IllegalArgumentException if the rows or options do not allow one
  abstract Classifier<?, ?> fit(Training training, FitOptions options);

  /// Whether a model is one of this kind.
  abstract boolean made(Classifier<?, ?> classifier);

  /// The name on the command line.
  public String id() {
    return id;
  }

  /// What rows have to be for it.
  public Representation representation() {
    return representation;
  }

  /// The classifier of a name.
  public static Optional<ClassifierKind> named(String id) {
    return Stream.of(values()).filter(kind -> kind.id.equals(id)).findFirst();
  }

  /// The names of all classifiers, divided by commas.
  public static String names() {
    return Stream.of(values()).map(ClassifierKind::id).collect(Collectors.joining(", "));
  }

  /// The kind of a model, the one of the given name if several make such models.
  ///
  /// @throws IllegalArgumentException if no kind makes such models
  public static ClassifierKind of(Classifier<?, ?> classifier, Optional<String> id) {
    List<ClassifierKind> kinds = Stream.of(values()).filter(kind -> kind.made(classifier)).toList();
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException(
          "a %s is none of the classifiers %s"
              .formatted(classifier.getClass().getSimpleName(), names()));
    }
    return kinds.stream()
        .filter(kind -> id.filter(kind.id::equals).isPresent())
        .findFirst()
        .orElse(kinds.getFirst());
  }

  /// Refuses options that this classifier does not take.
  ///
  /// @throws IllegalArgumentException if there is one, and which are taken
  public void requireTakes(Set<Parameter> given) {
    for (Parameter parameter : given) {
      if (!parameters.contains(parameter)) {
        throw new IllegalArgumentException(
            "%s does not take %s; it takes --priors, %s"
                .formatted(
                    id,
                    parameter.option(),
                    parameters.stream().map(Parameter::option).collect(Collectors.joining(", "))));
      }
    }
  }

  @Override
  public String toString() {
    return id;
  }

  /// The scorer for a model and rows in its representation.
  static Batch<?> batch(Classifier<?, ?> classifier, Samples rows) {
    return switch (classifier) {
      case LinearDiscriminant model -> new Batch<>(model.scorer(), numbers(rows));
      case QuadraticDiscriminant model -> new Batch<>(model.scorer(), numbers(rows));
      case GaussianNaiveBayes model -> new Batch<>(model.scorer(), numbers(rows));
      case BernoulliNaiveBayes model when rows instanceof BitColumns bits ->
          new Batch<>(model.scorer(), bits);
      case BernoulliNaiveBayes model when rows instanceof SparseRows sparse ->
          new Batch<>(model.sparseScorer(), sparse);
      default -> throw mismatch(classifier.getClass().getSimpleName(), rows);
    };
  }

  private static GaussianStatistics gaussian(Training training) {
    NumericColumns rows = numbers(training.rows());
    int classCount = training.labels().classCount();
    Memory.requireScatters(rows.featureCount(), classCount);
    return new GaussianStatistics(rows.featureCount(), classCount)
        .add(rows, training.labels(), training.weights(), training.workers());
  }

  private static BernoulliStatistics bernoulli(Training training) {
    Labels labels = training.labels();
    BernoulliStatistics statistics =
        new BernoulliStatistics(training.rows().featureCount(), labels.classCount());
    return switch (training.rows()) {
      case BitColumns bits -> statistics.add(bits, labels, training.weights(), training.workers());
      case SparseRows sparse when training.weights() == null -> statistics.add(sparse, labels);
      case SparseRows sparse -> statistics.add(sparse, labels, training.weights());
      default -> throw mismatch("Bernoulli statistics", training.rows());
    };
  }

  private static NumericColumns numbers(Samples rows) {
    if (rows instanceof NumericColumns numbers) {
      return numbers;
    }
    throw mismatch("a Gaussian model", rows);
  }

  private static IllegalStateException mismatch(String what, Samples rows) {
    return new IllegalStateException(what + " does not take " + rows.getClass().getSimpleName());
  }

  private static DiscriminantOptions discriminant(FitOptions options) {
    return DiscriminantOptions.DEFAULT.withPriors(options.priors()).withDivisor(divisor(options));
  }

  private static CovarianceDivisor divisor(FitOptions options) {
    return options.covariance().orElse(CovarianceDivisor.MAXIMUM_LIKELIHOOD);
  }
}
