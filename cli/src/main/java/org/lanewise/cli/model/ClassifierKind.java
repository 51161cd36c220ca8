package org.lanewise.cli.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.Rows;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.TransformedStatistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.text.TextFeatures;
import org.lanewise.transform.Transform;

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
      GaussianStatistics.class,
      Typicality.DISTRIBUTION,
      Form::numbers,
      (options, inputs) -> LinearDiscriminant.recipe(options.discriminant()),
      Parameter.ofScatters(
          Parameter.COVARIANCE, Parameter.SHRINKAGE, Parameter.RIDGE, Parameter.SCALES)),

  /// Quadratic discriminant analysis.
  QDA(
      "qda",
      QuadraticDiscriminant.class,
      GaussianStatistics.class,
      Typicality.DISTRIBUTION,
      Form::numbers,
      (options, inputs) -> QuadraticDiscriminant.recipe(options.discriminant()),
      Parameter.ofScatters(
          Parameter.COVARIANCE,
          Parameter.SHRINKAGE,
          Parameter.RIDGE,
          Parameter.REG,
          Parameter.SCALES)),

  /// Regularised discriminant analysis.
  RDA(
      "rda",
      RegularizedDiscriminant.class,
      GaussianStatistics.class,
      Typicality.RANKS,
      Form::numbers,
      (options, inputs) -> RegularizedDiscriminant.recipe(options.regularized()),
      Parameter.ofScatters(Parameter.LAMBDA, Parameter.GAMMA, Parameter.BLEND)),

  /// Discriminant analysis with class covariances of low rank.
  LOW_RANK(
      "low-rank",
      LowRankDiscriminant.class,
      GaussianStatistics.class,
      Typicality.RANKS,
      Form::numbers,
      (options, inputs) -> LowRankDiscriminant.recipe(options.lowRank()),
      Parameter.ofScatters(Parameter.RANK, Parameter.SUBSPACE, Parameter.KAPPA, Parameter.GAMMA)),

  /// Naive Bayes with normal features.
  GAUSSIAN_NB(
      "gaussian-nb",
      GaussianNaiveBayes.class,
      VarianceStatistics.class,
      Typicality.DRAWN,
      Form::numbers,
      (options, inputs) -> GaussianNaiveBayes.recipe(options.gaussianBayes()),
      Parameter.PRIORS,
      Parameter.VARIANCE_SMOOTHING,
      Parameter.COVARIANCE,
      Parameter.VARIANCES,
      Parameter.TRANSFORM,
      Parameter.MISSING,
      Parameter.TOKENS),

  /// Naive Bayes with binary features.
  BERNOULLI_NB(
      "bernoulli-nb",
      BernoulliNaiveBayes.class,
      BernoulliStatistics.class,
      Typicality.DRAWN,
      Form::bits,
      (options, inputs) -> BernoulliNaiveBayes.recipe(options.naiveBayes()),
      Parameter.PRIORS,
      Parameter.ALPHA,
      Parameter.BINARIZE,
      Parameter.MISSING,
      Parameter.TOKENS),

  /// Naive Bayes with categories.
  CATEGORICAL_NB(
      "categorical-nb",
      CategoricalNaiveBayes.class,
      CategoryStatistics.class,
      Typicality.DRAWN,
      _ -> Form.CATEGORIES,
      (options, inputs) -> CategoricalNaiveBayes.recipe(options.naiveBayes()),
      Parameter.PRIORS,
      Parameter.ALPHA,
      Parameter.CATEGORICAL,
      Parameter.MISSING,
      Parameter.UNSEEN),

  /// Naive Bayes with counts of one multinomial distribution.
  MULTINOMIAL_NB(
      "multinomial-nb",
      MultinomialNaiveBayes.class,
      CountStatistics.class,
      Typicality.NONE,
      Form::counts,
      (options, inputs) -> MultinomialNaiveBayes.recipe(options.naiveBayes()),
      Parameter.PRIORS,
      Parameter.ALPHA,
      Parameter.TOKENS),

  /// Naive Bayes with counts that are compared with those of all other classes.
  COMPLEMENT_NB(
      "complement-nb",
      ComplementNaiveBayes.class,
      CountStatistics.class,
      Typicality.NONE,
      Form::counts,
      (options, inputs) -> ComplementNaiveBayes.recipe(options.complement()),
      Parameter.ALPHA,
      Parameter.NORMALIZE,
      Parameter.TOKENS),

  /// Naive Bayes with Poisson counts.
  POISSON_NB(
      "poisson-nb",
      PoissonNaiveBayes.class,
      CountStatistics.class,
      Typicality.DRAWN,
      Form::counts,
      (options, inputs) -> PoissonNaiveBayes.recipe(options.naiveBayes()),
      Parameter.PRIORS,
      Parameter.ALPHA,
      Parameter.TOKENS),

  /// Naive Bayes over blocks of numbers, bits, categories, counts and words.
  MIXED_NB(
      "mixed-nb",
      MixedNaiveBayes.class,
      MixedStatistics.class,
      Typicality.RANKS,
      _ -> Form.BLOCKS,
      (options, inputs) -> new MixedForm(inputs.types().orElseThrow()).applicable(options),
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
      Parameter.UNSEEN,
      Parameter.TOKENS),

  /// Any other model of numbers, such as linear scores, which the command scores but does not fit.
  GIVEN(
      "given",
      Classifier.class,
      null,
      Typicality.NONE,
      Form::numbersOrSparse,
      (options, inputs) -> {
        throw new IllegalArgumentException("given models cannot be fitted");
      });

  /// How usual a row is in a class.
  public enum Typicality {
    /// Not available.
    NONE,
    /// By the distribution of its distance.
    DISTRIBUTION,
    /// By its rank among rows that are drawn from the model.
    DRAWN,
    /// By its rank among the training rows.
    RANKS
  }

  /// Options that make every covariance regular, whatever the units of its features.
  private static final String REGULARIZED = "--ridge 0.0001 --scales standard";

  private static final List<ClassifierKind> FITTED =
      Stream.of(values()).filter(kind -> kind != GIVEN).toList();

  private final String id;
  private final Class<?> models;
  private final Class<? extends Statistics> statistics;
  private final Typicality typicality;
  private final Function<Inputs, Form<?, ?>> forms;
  private final BiFunction<FitOptions, Inputs, Recipe<?>> recipes;
  private final Set<Parameter> parameters;

  ClassifierKind(
      String id,
      Class<?> models,
      Class<? extends Statistics> statistics,
      Typicality typicality,
      Function<Inputs, Form<?, ?>> forms,
      BiFunction<FitOptions, Inputs, Recipe<?>> recipes,
      Parameter... parameters) {
    this.id = id;
    this.models = models;
    this.statistics = statistics;
    this.typicality = typicality;
    this.forms = forms;
    this.recipes = recipes;
    this.parameters = EnumSet.noneOf(Parameter.class);
    this.parameters.addAll(List.of(parameters));
  }

  /// The form in which this classifier takes rows of these inputs.
  public Form<?, ?> form(Inputs inputs) {
    return forms.apply(inputs);
  }

  /// The model to be fitted by options to rows of these inputs.
  ///
  /// @param rows the training rows, for a transform that depends on them
  /// @param labels their classes
  /// @throws IllegalArgumentException if an option was given that would do nothing
  public Recipe<?> recipe(FitOptions options, Inputs inputs, RowBatch rows, Labels labels) {
    if (options.inSpan()) {
      return SpanRows.of(options, (NumericColumns) rows, labels).recipeOfRows(options);
    }
    return options
        .transform()
        .<Recipe<?>>map(
            text -> transformed(text.of((NumericColumns) rows), recipe(options, inputs)))
        .orElseGet(() -> recipe(options, inputs));
  }

  /// The model to be fitted by options to statistics, which know their transform.
  ///
  /// @throws IllegalArgumentException if an option was given that would do nothing
  public Recipe<?> recipe(FitOptions options, Inputs inputs, Statistics gathered) {
    return gathered instanceof TransformedStatistics of
        ? transformed(of.transform(), recipe(options, inputs))
        : recipe(options, inputs);
  }

  private Recipe<?> recipe(FitOptions options, Inputs inputs) {
    return recipes.apply(options, inputs);
  }

  /// Classifiers that take a transform have normal classes.
  @SuppressWarnings("unchecked")
  private static Recipe<TransformedClassifier> transformed(Transform transform, Recipe<?> recipe) {
    return TransformedClassifier.recipe(transform, (Recipe<? extends GaussianClassifier>) recipe);
  }

  /// Fits a model to the rows of a file.
  ///
  /// @param labels their classes, and weights if they have any
  /// @throws org.lanewise.cli.table.DataException if the rows are not what the model takes
  /// @throws IllegalArgumentException if the rows or options do not allow one
  Classifier<?, ?> fit(
      Inputs inputs, Table table, Labels labels, FitOptions options, Workers workers) {
    RowBatch batch = form(inputs).batch(inputs, table);
    if (options.hasIndicators()) {
      return IndicatorRows.of(batch)
          .model(
              new FileWording(table, inputs, labels.classes()),
              this,
              options,
              labels,
              columns -> fit(inputs, columns, labels, options, workers));
    }
    return fit(inputs, batch, labels, options, workers);
  }

  private Classifier<?, ?> fit(
      Inputs inputs, RowBatch rows, Labels labels, FitOptions options, Workers workers) {
    Recipe<?> recipe = recipe(options, inputs, rows, labels);
    Statistics statistics =
        empty(recipe, inputs, rows, labels, options).on(workers).add(rows, labels);
    return recipe.chosen(statistics, rows, labels).fit(statistics);
  }

  /// The statistics of the rows of a file.
  ///
  /// @throws org.lanewise.cli.table.DataException if the rows are not what the model takes
  /// @throws IllegalArgumentException if the rows or options do not allow them
  public Statistics gather(
      Inputs inputs, Table table, Labels labels, FitOptions options, Workers workers) {
    RowBatch rows = form(inputs).batch(inputs, table);
    return empty(recipe(options, inputs, rows, labels), inputs, rows, labels, options)
        .on(workers)
        .add(rows, labels);
  }

  /// Adds rows of a file with their labels to statistics that [#gather] returned.
  ///
  /// @return these statistics
  /// @throws org.lanewise.cli.table.DataException if the rows are not what the model takes
  /// @throws IllegalArgumentException if they cannot be added
  public Statistics add(Statistics gathered, Inputs inputs, Table table) {
    return gathered.add(form(inputs).batch(inputs, table), table.labels());
  }

  /// Empty statistics, for which there is room.
  private Statistics empty(
      Recipe<?> recipe, Inputs inputs, RowBatch rows, Labels labels, FitOptions options) {
    if (isOfScatters()) {
      return Scatters.of(recipe, rows, labels);
    }
    if (hasBlocks()) {
      new MixedForm(inputs.types().orElseThrow()).requireScatters(rows, labels, options);
    }
    return recipe.statistics(rows, labels.classes());
  }

  /// The name on the command line.
  public String id() {
    return id;
  }

  /// The classifiers that the command fits.
  public static List<ClassifierKind> fitted() {
    return FITTED;
  }

  /// The classifier of a name, if the command fits it.
  public static Optional<ClassifierKind> named(String id) {
    return FITTED.stream().filter(kind -> kind.id.equals(id)).findFirst();
  }

  /// The names of the classifiers that the command fits, separated by commas.
  public static String names() {
    return names(kind -> true);
  }

  /// The names of the classifiers that take an option, separated by commas.
  public static String namesTaking(Parameter parameter) {
    return names(kind -> kind.takes(parameter));
  }

  /// The names of some classifiers, separated by commas.
  public static String names(Predicate<ClassifierKind> chosen) {
    return FITTED.stream().filter(chosen).map(ClassifierKind::id).collect(Collectors.joining(", "));
  }

  /// The model of the numbers that rows become by indicators, by a transform or by both; the model
  /// itself, without its temperature, if there are none.
  static Classifier<?, ?> ofNumbers(Classifier<?, ?> given) {
    Classifier<?, ?> bare = given.bare();
    if (bare instanceof IndicatorClassifier indicators) {
      bare = indicators.model();
    }
    return bare instanceof TransformedClassifier transformed ? transformed.model() : bare;
  }

  /// The kind of a model.
  ///
  /// @throws IllegalArgumentException if no kind makes such models
  public static ClassifierKind of(Classifier<?, ?> given) {
    Classifier<?, ?> classifier = ofNumbers(given);
    return Stream.of(values())
        .filter(kind -> kind.models.isInstance(classifier))
        .filter(kind -> kind != GIVEN || classifier.format() == RowFormat.NUMBERS)
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "a %s is not one of the classifiers %s"
                    .formatted(classifier.getClass().getSimpleName(), names())));
  }

  /// Whether the cells of its columns are read as texts.
  public boolean readsTexts() {
    return takes(Parameter.CATEGORICAL) || hasBlocks();
  }

  /// The notation of features of messages for this classifier: a hash is signed for discriminants.
  ///
  /// @throws IllegalArgumentException if it is signed for others, which need counts
  public String text(String notation) {
    TextFeatures features = TokenTables.features(notation);
    if (features.table().isPresent() && !isOfNormalClasses()) {
      throw new IllegalArgumentException(
          "%s does not take the numbers of a token table; expected lda, qda, rda, low-rank or gaussian-nb"
              .formatted(id));
    }
    if (!features.isHashed()) {
      return notation;
    }
    if (features.isSigned() && !isOfScatters()) {
      throw new IllegalArgumentException(
          "--hash cannot be signed for %s, which needs counts of at least 0".formatted(id));
    }
    return (isOfScatters() ? features.withSignedHash() : features).toString();
  }

  /// Whether this classifier takes an option.
  public boolean takes(Parameter parameter) {
    return parameters.contains(parameter);
  }

  /// Refuses options that this classifier does not take.
  ///
  /// @throws IllegalArgumentException if there is one, and which are taken
  public void requireTakes(Set<Parameter> given) {
    if (given.contains(Parameter.TRANSFORM) && given.contains(Parameter.MISSING)) {
      throw new IllegalArgumentException(
          "--transform and --missing cannot be used together: a transform needs complete rows; for"
              + " regularisation on standardised columns, use --scales standard");
    }
    if (given.contains(Parameter.TRANSFORM) && given.contains(Parameter.UNSEEN)) {
      throw new IllegalArgumentException(
          "--transform and --unseen cannot be used together: a transform needs known categories");
    }
    for (Parameter parameter : given) {
      if (isOfScatters()
          && (parameter == Parameter.COLUMN || parameter == Parameter.UNSEEN)
          && !given.contains(Parameter.CATEGORIES)) {
        throw new IllegalArgumentException(
            "%s with %s needs --categories indicator".formatted(parameter.option(), id));
      }
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

  /// Returns the advice after a singular covariance: an option that helps every class of this
  /// classifier whatever the units of its features, and one that leaves columns out.
  ///
  /// @param isZero whether the covariance is zero, which stays so when it is shrunk
  /// @param haveColumns whether features are columns that can be left out, and not words or indices
  String regularization(boolean isZero, boolean haveColumns) {
    String columns = haveColumns ? "; use --drop to leave columns out" : "";
    String options = "";
    if (takes(Parameter.SCALES)) {
      options = REGULARIZED + " to regularise every class";
    } else if (isZero && isOfScatters()) {
      options =
          "%s--ridge R to add R to each variance, because a covariance of zero stays zero when it is shrunk"
              .formatted(takes(Parameter.RIDGE) ? "" : "qda with ");
    } else if (takes(Parameter.NUMBERS)) {
      columns += ", --numbers diagonal to fit no covariance";
      options = isZero ? "--ridge R to add R to each variance" : "--shrinkage to shrink it";
    } else if (takes(Parameter.GAMMA)) {
      options = "--gamma 0.1 to regularise every class";
    }
    return columns
        + (options.isEmpty() ? "" : columns.isEmpty() ? "; use " + options : ", or " + options);
  }

  /// Options that help if a covariance is singular and values are missing.
  String regularizationOfComplete() {
    return "--incomplete drop with %s to leave out rows with missing values and regularise every class"
        .formatted(takes(Parameter.SCALES) ? REGULARIZED : "--gamma 0.1");
  }

  /// Whether rows of a class have a normal density.
  public boolean isOfNormalClasses() {
    return GaussianClassifier.class.isAssignableFrom(models);
  }

  /// Whether models are fitted to scatters.
  public boolean isOfScatters() {
    return statistics == GaussianStatistics.class;
  }

  /// Whether models are fitted to variances of single features, which leave missing values out.
  public boolean isOfVariances() {
    return statistics == VarianceStatistics.class;
  }

  /// Whether a model can be fitted to statistics.
  public boolean isFittedTo(Statistics statisticsOfRows) {
    Statistics given =
        statisticsOfRows instanceof TransformedStatistics of ? of.transformed() : statisticsOfRows;
    boolean isPooled = given instanceof GaussianStatistics scatters && scatters.pooled();
    return statistics.isInstance(given) && (sharesCovariance() || !isPooled);
  }

  /// Whether the classifier refuses some numbers.
  boolean isOfBitsOrCounts() {
    return statistics == BernoulliStatistics.class || statistics == CountStatistics.class;
  }

  /// Whether all classes share a covariance.
  public boolean sharesCovariance() {
    return models == LinearDiscriminant.class;
  }

  /// Whether models can be fitted to one scatter of all classes, possibly with a second pass.
  public boolean isOfOneScatter() {
    return this == LDA || this == LOW_RANK;
  }

  /// Whether classes have directions, which have no closed form of leave-one-out: rows are left out
  /// fold by fold.
  public boolean isOfDirections() {
    return this == LOW_RANK;
  }

  /// Whether several options share decompositions.
  public boolean sharesDecompositions() {
    return this == RDA || this == LOW_RANK;
  }

  /// Whether columns are of several types.
  public boolean hasBlocks() {
    return statistics == MixedStatistics.class;
  }

  /// How usual a row is in a class of a model of this kind.
  public Typicality typicality() {
    return typicality;
  }

  /// Whether typicality ranks rows among rows drawn from the model.
  public boolean drawsRows() {
    return typicality == Typicality.DRAWN;
  }

  /// Whether the mean of a class is a row.
  public boolean hasMeans() {
    return isOfNormalClasses() || models == PoissonNaiveBayes.class;
  }

  @Override
  public String toString() {
    return id;
  }
}
