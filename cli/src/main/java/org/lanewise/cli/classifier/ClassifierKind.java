package org.lanewise.cli.classifier;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Samples;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.ComplementOptions;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.score.UnseenCategory;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.DiagonalStatistics;
import org.lanewise.statistics.FourthMoments;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// The classifiers of the command: the one place where a name and options become a representation
/// of the rows, statistics of them, a model, and a scorer.
///
/// A new classifier is a constant here; if it needs rows that no other takes, also one of
/// [Representation].
public enum ClassifierKind {
  /// Linear discriminant analysis.
  LDA(
      "lda",
      Representation.NUMBERS,
      Parameter.PRIORS,
      Parameter.COVARIANCE,
      Parameter.SHRINKAGE,
      Parameter.RIDGE) {
    @Override
    Fit fit(Training training, FitOptions options) {
      boolean perClass =
          options.regularization() == Regularization.SecondPass.LEDOIT_WOLF_AS_SCIKIT_LEARN;
      GaussianStatistics statistics = perClass ? gaussian(training) : shared(training);
      Shrinkage shrinkage = shrinkage(training, options, statistics);
      return new Fit(
          LinearDiscriminant.fit(statistics, discriminant(options, shrinkage)),
          intensities(shrinkage, statistics, true));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof LinearDiscriminant;
    }
  },

  /// Quadratic discriminant analysis.
  QDA(
      "qda",
      Representation.NUMBERS,
      Parameter.PRIORS,
      Parameter.COVARIANCE,
      Parameter.SHRINKAGE,
      Parameter.RIDGE,
      Parameter.REG) {
    @Override
    Fit fit(Training training, FitOptions options) {
      if (options.regularization() == Regularization.SecondPass.LEDOIT_WOLF) {
        throw new IllegalArgumentException(
            "--shrinkage lw is of a covariance that all classes share, as lda has it; a number,"
                + " oas, oas-sklearn or lw-sklearn was expected for qda");
      }
      GaussianStatistics statistics = gaussian(training);
      Shrinkage shrinkage = shrinkage(training, options, statistics);
      return new Fit(
          QuadraticDiscriminant.fit(statistics, discriminant(options, shrinkage)),
          intensities(shrinkage, statistics, false));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof QuadraticDiscriminant;
    }
  },

  /// Regularised discriminant analysis.
  RDA(
      "rda",
      Representation.NUMBERS,
      Parameter.PRIORS,
      Parameter.LAMBDA,
      Parameter.GAMMA,
      Parameter.BLEND) {
    @Override
    Fit fit(Training training, FitOptions options) {
      return new Fit(RegularizedDiscriminant.fit(gaussian(training), options.blending()));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof RegularizedDiscriminant;
    }
  },

  /// Naive Bayes with normal features.
  GAUSSIAN_NB(
      "gaussian-nb",
      Representation.NUMBERS,
      Parameter.PRIORS,
      Parameter.VARIANCE_SMOOTHING,
      Parameter.COVARIANCE) {
    @Override
    Fit fit(Training training, FitOptions options) {
      double smoothing =
          options.varianceSmoothing().orElse(GaussianBayesOptions.DEFAULT.varianceSmoothing());
      return new Fit(
          GaussianNaiveBayes.fit(
              diagonal(training),
              new GaussianBayesOptions(options.priors(), smoothing, divisor(options))));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof GaussianNaiveBayes;
    }
  },

  /// Naive Bayes with binary features.
  BERNOULLI_NB(
      "bernoulli-nb",
      Representation.BITS,
      Parameter.PRIORS,
      Parameter.ALPHA,
      Parameter.BINARIZE,
      Parameter.MISSING) {
    @Override
    Fit fit(Training training, FitOptions options) {
      return new Fit(
          BernoulliNaiveBayes.fit(
              bernoulli(training), new NaiveBayesOptions(options.priors(), smoothing(options))));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof BernoulliNaiveBayes;
    }
  },

  /// Naive Bayes with categories.
  CATEGORICAL_NB(
      "categorical-nb",
      Representation.CATEGORIES,
      Parameter.PRIORS,
      Parameter.ALPHA,
      Parameter.CATEGORICAL,
      Parameter.MISSING,
      Parameter.UNSEEN) {
    @Override
    Fit fit(Training training, FitOptions options) {
      return new Fit(
          CategoricalNaiveBayes.fit(
              categories(training), new NaiveBayesOptions(options.priors(), smoothing(options))));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof CategoricalNaiveBayes;
    }
  },

  /// Naive Bayes with counts of one multinomial distribution.
  MULTINOMIAL_NB("multinomial-nb", Representation.COUNTS, Parameter.PRIORS, Parameter.ALPHA) {
    @Override
    Fit fit(Training training, FitOptions options) {
      return new Fit(
          MultinomialNaiveBayes.fit(
              counts(training), new NaiveBayesOptions(options.priors(), smoothing(options))));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof MultinomialNaiveBayes;
    }
  },

  /// Naive Bayes with counts that are compared with those of all other classes.
  COMPLEMENT_NB("complement-nb", Representation.COUNTS, Parameter.ALPHA, Parameter.NORMALIZE) {
    @Override
    Fit fit(Training training, FitOptions options) {
      return new Fit(
          ComplementNaiveBayes.fit(
              counts(training), new ComplementOptions(smoothing(options), options.normalize())));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof ComplementNaiveBayes;
    }
  },

  /// Naive Bayes with Poisson counts.
  POISSON_NB("poisson-nb", Representation.COUNTS, Parameter.PRIORS, Parameter.ALPHA) {
    @Override
    Fit fit(Training training, FitOptions options) {
      return new Fit(
          PoissonNaiveBayes.fit(
              counts(training), new NaiveBayesOptions(options.priors(), smoothing(options))));
    }

    @Override
    boolean made(Classifier<?, ?> classifier) {
      return classifier instanceof PoissonNaiveBayes;
    }
  };

  /// Scatters of all classes with more numbers than this are not kept where one is enough.
  private static final long MOST_SCATTER_VALUES = 1 << 23;

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
  abstract Fit fit(Training training, FitOptions options);

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

  /// The names of the classifiers that take an option, divided by "or".
  static String namesOfThoseThatTake(Parameter parameter) {
    return Stream.of(values())
        .filter(kind -> kind.takes(parameter))
        .map(ClassifierKind::id)
        .collect(Collectors.joining(" or "));
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

  /// Whether this classifier takes an option.
  boolean takes(Parameter parameter) {
    return parameters.contains(parameter);
  }

  /// Refuses options that this classifier does not take.
  ///
  /// @throws IllegalArgumentException if there is one, and which are taken
  public void requireTakes(Set<Parameter> given) {
    for (Parameter parameter : given) {
      if (!takes(parameter)) {
        throw new IllegalArgumentException(
            "%s does not take %s; it takes %s"
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
  static Batch<?> batch(Classifier<?, ?> classifier, Samples rows, UnseenCategory unseen) {
    return switch (classifier) {
      case GaussianClassifier model -> new Batch<>(model.scorer(), numbers(rows));
      case BernoulliNaiveBayes model when rows instanceof BitColumns bits ->
          new Batch<>(model.scorer(), bits);
      case BernoulliNaiveBayes model when rows instanceof SparseRows sparse ->
          new Batch<>(model.sparseScorer(), sparse);
      case BernoulliNaiveBayes model when rows instanceof CategoryColumns incomplete ->
          new Batch<>(model.missingScorer(), incomplete);
      case CategoricalNaiveBayes model when rows instanceof CategoryColumns categories ->
          new Batch<>(model.scorer(unseen), categories);
      case MultinomialNaiveBayes model when rows instanceof SparseRows sparse ->
          new Batch<>(model.sparseScorer(), sparse);
      case MultinomialNaiveBayes model -> new Batch<>(model.scorer(), numbers(rows));
      case ComplementNaiveBayes model when rows instanceof SparseRows sparse ->
          new Batch<>(model.sparseScorer(), sparse);
      case ComplementNaiveBayes model -> new Batch<>(model.scorer(), numbers(rows));
      case PoissonNaiveBayes model when rows instanceof SparseRows sparse ->
          new Batch<>(model.sparseScorer(), sparse);
      case PoissonNaiveBayes model -> new Batch<>(model.scorer(), numbers(rows));
      default -> throw mismatch(classifier.getClass().getSimpleName(), rows);
    };
  }

  /// Whether a model has a p(x).
  static boolean hasDensity(Classifier<?, ?> classifier) {
    return !(classifier instanceof ComplementNaiveBayes);
  }

  private static GaussianStatistics gaussian(Training training) {
    NumericColumns rows = numbers(training.rows());
    int classCount = training.labels().classCount();
    Memory.requireScatters(rows.featureCount(), classCount, false);
    return new GaussianStatistics(rows.featureCount(), classCount)
        .on(training.workers())
        .add(rows, training.labels().withWeights(training.weights()));
  }

  /// Statistics for one covariance that all classes share: without the scatter of each class where
  /// those would be large.
  private static GaussianStatistics shared(Training training) {
    NumericColumns rows = numbers(training.rows());
    long d = rows.featureCount();
    int classCount = training.labels().classCount();
    if (classCount * (d * (d + 1) / 2) <= MOST_SCATTER_VALUES) {
      return gaussian(training);
    }
    Memory.requireScatters(d, classCount, true);
    return GaussianStatistics.pooled(rows.featureCount(), classCount)
        .on(training.workers())
        .add(rows, training.labels().withWeights(training.weights()));
  }

  private static Shrinkage shrinkage(
      Training training, FitOptions options, GaussianStatistics statistics) {
    return switch (options.regularization()) {
      case Regularization.Chosen(Shrinkage shrinkage) -> shrinkage;
      case Regularization.SecondPass.LEDOIT_WOLF ->
          Shrinkage.ledoitWolfBySecondPass(secondPass(training, statistics));
      case Regularization.SecondPass.LEDOIT_WOLF_AS_SCIKIT_LEARN ->
          Shrinkage.ledoitWolfBySecondPassAsScikitLearn(secondPass(training, statistics));
    };
  }

  private static FourthMoments secondPass(Training training, GaussianStatistics first) {
    FourthMoments moments = FourthMoments.secondPass(first);
    NumericColumns rows = numbers(training.rows());
    return training.weights() == null
        ? moments.add(rows, training.labels())
        : moments.add(rows, training.labels().withWeights(training.weights()));
  }

  private static List<Double> intensities(
      Shrinkage shrinkage, GaussianStatistics statistics, boolean shared) {
    return switch (shrinkage) {
      case Shrinkage.Fixed(double intensity) -> List.of(intensity);
      case Shrinkage.TowardsVariances(double[] intensities) ->
          DoubleStream.of(intensities).boxed().toList();
      case Shrinkage.OracleApproximating oracle -> {
        GaussianSummary summary = statistics.summary();
        int d = summary.featureCount();
        if (shared) {
          yield List.of(oracle.intensity(summary.packedWithinScatter(), d, summary.totalWeight()));
        }
        double[] weights = summary.classWeights();
        yield IntStream.range(0, weights.length)
            .mapToObj(c -> oracle.intensity(summary.packedScatter(c), d, weights[c]))
            .toList();
      }
      case Shrinkage.None _, Shrinkage.Identity _, Shrinkage.Ridge _ -> List.of();
    };
  }

  private static CategoryStatistics categories(Training training) {
    if (training.rows() instanceof CategoryColumns rows) {
      Labels labels = training.labels();
      return new CategoryStatistics(rows.dictionaries(), labels.classCount())
          .on(training.workers())
          .add(rows, labels.withWeights(training.weights()));
    }
    throw mismatch("a categorical model", training.rows());
  }

  private static CountStatistics counts(Training training) {
    Labels labels = training.labels();
    double[] weights = training.weights();
    CountStatistics statistics =
        new CountStatistics(training.rows().featureCount(), labels.classCount());
    return switch (training.rows()) {
      case SparseRows sparse when weights == null -> statistics.add(sparse, labels);
      case SparseRows sparse -> statistics.add(sparse, labels.withWeights(weights));
      case NumericColumns numbers when weights == null -> statistics.add(numbers, labels);
      case NumericColumns numbers -> statistics.add(numbers, labels.withWeights(weights));
      default -> throw mismatch("a model of counts", training.rows());
    };
  }

  private static DiagonalStatistics diagonal(Training training) {
    NumericColumns rows = numbers(training.rows());
    return new DiagonalStatistics(rows.featureCount(), training.labels().classCount())
        .on(training.workers())
        .add(rows, training.labels().withWeights(training.weights()));
  }

  private static BernoulliStatistics bernoulli(Training training) {
    Labels labels = training.labels();
    BernoulliStatistics statistics =
        new BernoulliStatistics(training.rows().featureCount(), labels.classCount());
    return switch (training.rows()) {
      case BitColumns bits ->
          statistics.on(training.workers()).add(bits, labels.withWeights(training.weights()));
      case CategoryColumns incomplete ->
          statistics.on(training.workers()).add(incomplete, labels.withWeights(training.weights()));
      case SparseRows sparse when training.weights() == null -> statistics.add(sparse, labels);
      case SparseRows sparse -> statistics.add(sparse, labels.withWeights(training.weights()));
      default -> throw mismatch("Bernoulli statistics", training.rows());
    };
  }

  private static NumericColumns numbers(Samples rows) {
    if (rows instanceof NumericColumns numbers) {
      return numbers;
    }
    throw mismatch("a model of numbers", rows);
  }

  private static IllegalStateException mismatch(String what, Samples rows) {
    return new IllegalStateException(what + " does not take " + rows.getClass().getSimpleName());
  }

  private static DiscriminantOptions discriminant(FitOptions options, Shrinkage shrinkage) {
    return new DiscriminantOptions(options.priors(), divisor(options), shrinkage);
  }

  private static Smoothing smoothing(FitOptions options) {
    return options.smoothing().orElseGet(Smoothing::laplace);
  }

  private static CovarianceDivisor divisor(FitOptions options) {
    return options.covariance().orElse(CovarianceDivisor.MAXIMUM_LIKELIHOOD);
  }
}
