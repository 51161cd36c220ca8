package org.lanewise.cli.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Rows;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// The classifiers of the command: the one place where a name becomes a model, what it makes of
/// rows, and the options it takes.
///
/// A new classifier is a constant here and a [Form]; if it needs rows that no other takes, these
/// are made in [Rows].
public enum ClassifierKind {
  /// Linear discriminant analysis.
  LDA(
      "lda",
      LinearDiscriminant.class,
      inputs -> GaussianForms.LINEAR,
      Parameter.PRIORS,
      Parameter.COVARIANCE,
      Parameter.SHRINKAGE,
      Parameter.RIDGE,
      Parameter.MISSING,
      Parameter.INCOMPLETE,
      Parameter.EM_TOLERANCE),

  /// Quadratic discriminant analysis.
  QDA(
      "qda",
      QuadraticDiscriminant.class,
      inputs -> GaussianForms.QUADRATIC,
      Parameter.PRIORS,
      Parameter.COVARIANCE,
      Parameter.SHRINKAGE,
      Parameter.RIDGE,
      Parameter.REG,
      Parameter.MISSING,
      Parameter.INCOMPLETE,
      Parameter.EM_TOLERANCE),

  /// Regularised discriminant analysis.
  RDA(
      "rda",
      RegularizedDiscriminant.class,
      inputs -> GaussianForms.REGULARIZED,
      Parameter.PRIORS,
      Parameter.LAMBDA,
      Parameter.GAMMA,
      Parameter.BLEND,
      Parameter.MISSING,
      Parameter.INCOMPLETE,
      Parameter.EM_TOLERANCE),

  /// Naive Bayes with normal features.
  GAUSSIAN_NB(
      "gaussian-nb",
      GaussianNaiveBayes.class,
      inputs -> GaussianForms.NAIVE,
      Parameter.PRIORS,
      Parameter.VARIANCE_SMOOTHING,
      Parameter.COVARIANCE,
      Parameter.VARIANCES,
      Parameter.MISSING),

  /// Naive Bayes with binary features.
  BERNOULLI_NB(
      "bernoulli-nb",
      BernoulliNaiveBayes.class,
      DiscreteForms::bits,
      Parameter.PRIORS,
      Parameter.ALPHA,
      Parameter.BINARIZE,
      Parameter.MISSING),

  /// Naive Bayes with categories.
  CATEGORICAL_NB(
      "categorical-nb",
      CategoricalNaiveBayes.class,
      inputs -> DiscreteForms.CATEGORIES,
      Parameter.PRIORS,
      Parameter.ALPHA,
      Parameter.CATEGORICAL,
      Parameter.MISSING,
      Parameter.UNSEEN),

  /// Naive Bayes with counts of one multinomial distribution.
  MULTINOMIAL_NB(
      "multinomial-nb",
      MultinomialNaiveBayes.class,
      inputs -> DiscreteForms.MULTINOMIAL.of(inputs),
      Parameter.PRIORS,
      Parameter.ALPHA),

  /// Naive Bayes with counts that are compared with those of all other classes.
  COMPLEMENT_NB(
      "complement-nb",
      ComplementNaiveBayes.class,
      inputs -> DiscreteForms.COMPLEMENT.of(inputs),
      Parameter.ALPHA,
      Parameter.NORMALIZE),

  /// Naive Bayes with Poisson counts.
  POISSON_NB(
      "poisson-nb",
      PoissonNaiveBayes.class,
      inputs -> DiscreteForms.POISSON.of(inputs),
      Parameter.PRIORS,
      Parameter.ALPHA),

  /// Naive Bayes over blocks of numbers, bits, categories and counts.
  MIXED_NB(
      "mixed-nb",
      MixedNaiveBayes.class,
      MixedForm::of,
      Parameter.PRIORS,
      Parameter.COLUMN,
      Parameter.NUMBERS,
      Parameter.COUNTS,
      Parameter.ALPHA,
      Parameter.VARIANCE_SMOOTHING,
      Parameter.COVARIANCE,
      Parameter.VARIANCES,
      Parameter.SHRINKAGE,
      Parameter.RIDGE,
      Parameter.MISSING,
      Parameter.EM_TOLERANCE,
      Parameter.UNSEEN);

  private final String id;
  private final Class<?> models;
  private final Function<Inputs, Form<?, ?>> forms;
  private final Set<Parameter> parameters;

  ClassifierKind(
      String id, Class<?> models, Function<Inputs, Form<?, ?>> forms, Parameter... parameters) {
    this.id = id;
    this.models = models;
    this.forms = forms;
    this.parameters = EnumSet.noneOf(Parameter.class);
    this.parameters.addAll(List.of(parameters));
  }

  /// The form in which this classifier takes rows of these inputs.
  Form<?, ?> form(Inputs inputs) {
    return forms.apply(inputs);
  }

  /// The name on the command line.
  public String id() {
    return id;
  }

  /// The classifier of a name.
  public static Optional<ClassifierKind> named(String id) {
    return Stream.of(values()).filter(kind -> kind.id.equals(id)).findFirst();
  }

  /// The names of all classifiers, divided by commas.
  public static String names() {
    return Stream.of(values()).map(ClassifierKind::id).collect(Collectors.joining(", "));
  }

  /// The names of the classifiers that take an option, divided by commas.
  static String namesOfThoseThatTake(Parameter parameter) {
    return Stream.of(values())
        .filter(kind -> kind.takes(parameter))
        .map(ClassifierKind::id)
        .collect(Collectors.joining(", "));
  }

  /// The kind of a model.
  ///
  /// @throws IllegalArgumentException if no kind makes such models
  public static ClassifierKind of(Classifier<?, ?> given) {
    Classifier<?, ?> classifier =
        given instanceof CalibratedClassifier<?, ?> calibrated ? calibrated.model() : given;
    return Stream.of(values())
        .filter(kind -> kind.models.isInstance(classifier))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "a %s is none of the classifiers %s"
                    .formatted(classifier.getClass().getSimpleName(), names())));
  }

  /// Whether the cells of its columns are read as texts.
  public boolean readsTexts() {
    return takes(Parameter.CATEGORICAL) || this == MIXED_NB;
  }

  /// Whether this classifier takes an option.
  public boolean takes(Parameter parameter) {
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

  /// What to say after a covariance was singular: an option that helps every class of this
  /// classifier whatever the units of its features, and one that leaves columns out.
  String regularization() {
    String columns = "; --drop leaves columns out";
    return switch (this) {
      case LDA, QDA -> columns + ", --shrinkage oas regularises every class";
      case RDA -> columns + ", --gamma 0.1 regularises every class";
      case MIXED_NB -> columns + ", --numbers diagonal takes no covariance, --shrinkage shrinks it";
      default -> columns;
    };
  }

  /// Whether rows of a class have a normal density.
  public boolean isOfNormalClasses() {
    return switch (this) {
      case LDA, QDA, RDA, GAUSSIAN_NB -> true;
      default -> false;
    };
  }

  /// Whether a value may be none that this classifier takes, though it is a number.
  boolean isOfBitsOrCounts() {
    return switch (this) {
      case BERNOULLI_NB, MULTINOMIAL_NB, COMPLEMENT_NB, POISSON_NB -> true;
      default -> false;
    };
  }

  /// Whether a model of this kind has a p(x).
  public boolean hasDensity() {
    return this != COMPLEMENT_NB;
  }

  @Override
  public String toString() {
    return id;
  }
}
