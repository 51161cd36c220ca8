package org.lanewise.cli.options;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.model.TransformText;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.ColumnChoice;
import org.lanewise.data.UnseenCategory;
import picocli.CommandLine.TypeConversionException;

/// Options of the classifier and its fit.
public final class ClassifierOptions implements Arguments.Group {

  private static final Iterable<String> KIND_NAMES =
      () -> ClassifierKind.fitted().stream().map(ClassifierKind::id).iterator();

  private ClassifierKind kind;
  private final TextOptions text = new TextOptions();
  private final EnumMap<Parameter, String> given = new EnumMap<>(Parameter.class);
  private final ColumnOptions columns;

  /// @param columns the options of the columns of the same file
  public ClassifierOptions(ColumnOptions columns) {
    this.columns = columns;
  }

  @Override
  public void addTo(Arguments arguments) {
    arguments.add(
        arguments
            .option(
                ClassifierKind.class,
                "--classifier",
                value -> kind = value,
                "One of ${COMPLETION-CANDIDATES}.")
            .paramLabel("NAME")
            .converters(ClassifierOptions::kindNamed)
            .completionCandidates(KIND_NAMES));
    text(
        arguments,
        Parameter.PRIORS,
        "PRIORS",
        "Class priors: empirical (default), uniform, laplace, or p1,p2,... in the order of the"
            + " classes, or CLASS=P,... With --model: other priors, as for predict.");
    text(
        arguments,
        Parameter.ALPHA,
        "A|A1,A2,...|pseudo-data",
        ClassifierKind.namesTaking(Parameter.ALPHA)
            + ": additive smoothing of counts, one number of at least 0 or one for each feature; 1"
            + " by default. pseudo-data adds a row of ones and a row of zeros to each class, which"
            + " also shifts the priors (not for categorical-nb and complement-nb). mixed-nb takes"
            + " one number.");
    arguments.flag(
        "--normalize",
        () -> given.put(Parameter.NORMALIZE, "true"),
        "complement-nb: divide the weights of each class by their sum.");
    text(
        arguments,
        Parameter.VARIANCE_SMOOTHING,
        "E",
        ClassifierKind.namesTaking(Parameter.VARIANCE_SMOOTHING)
            + ": a share of the largest variance that is added to all variances; 1e-9 by default.");
    text(
        arguments,
        Parameter.COVARIANCE,
        "ml|unbiased",
        ClassifierKind.namesTaking(Parameter.COVARIANCE)
            + ": divide scatters by the number of rows (ml, default) or by the degrees of"
            + " freedom.");
    text(
        arguments,
        Parameter.VARIANCES,
        "by-class|pooled",
        ClassifierKind.namesTaking(Parameter.VARIANCES)
            + ": each class has its own variances (default), or all share them, which makes the"
            + " model linear.");
    arguments.textOfFiles(
        Parameter.TRANSFORM.option(),
        "STEP,...",
        TransformText::files,
        value -> given.put(Parameter.TRANSFORM, value),
        ClassifierKind.namesTaking(Parameter.TRANSFORM)
            + ": transform each row first, for example embeddings: unit (scale"
            + " to length 1), power=P (sign(x)|x|^P), center, standard (by the training rows),"
            + " linear=FILE (a matrix as CSV), random=N:seed=S (N random features). The model"
            + " keeps the transform.");
    text(
        arguments,
        Parameter.SHRINKAGE,
        "R|oas|oas-sklearn|lw|lw-sklearn",
        ClassifierKind.namesTaking(Parameter.SHRINKAGE)
            + ": covariances (1-R) S + R tr(S)/d I, with R from 0 to 1, or chosen: oas"
            + " (Chen et al., equation 23), oas-sklearn (without the terms 2/d), and with a second"
            + " pass lw (Ledoit and Wolf, for the pooled covariance; lda only) or lw-sklearn"
            + " (scikit-learn's auto, on the standardised features of each class).");
    text(
        arguments,
        Parameter.RIDGE,
        "R",
        ClassifierKind.namesTaking(Parameter.RIDGE) + ": covariances S + R I, R of at least 0.");
    text(arguments, Parameter.REG, "R", "qda: covariances (1-R) S + R I, R from 0 to 1.");
    text(
        arguments,
        Parameter.SCALES,
        "none|standard",
        ClassifierKind.namesTaking(Parameter.SCALES)
            + ": with --shrinkage, --ridge and --reg: regularise columns as they are (none,"
            + " default), or divided by their standard deviations within classes (standard), so"
            + " that units do not matter. With --choose, standard is the default if some columns"
            + " are indicators of categories, or if one named column has 100 times the variance"
            + " of another.");
    text(
        arguments,
        Parameter.LAMBDA,
        "L",
        "rda: how far covariances of classes are drawn towards the pooled one, from 0 (like qda,"
            + " default) to 1 (like lda).");
    text(
        arguments,
        Parameter.GAMMA,
        "G",
        "rda, low-rank: how far covariances are then drawn towards tr(S)/d I, from 0 (rda's"
            + " default) to 1; 0.1 for low-rank by default.");
    text(
        arguments,
        Parameter.RANK,
        "R",
        "low-rank: the most directions of a class; 8 by default, and 0 is like lda.");
    text(
        arguments,
        Parameter.SUBSPACE,
        "M",
        "low-rank: the dimensions in which the directions of all classes lie, at least R; 128 by"
            + " default.");
    text(
        arguments,
        Parameter.KAPPA,
        "K",
        "low-rank: the weight of a class's own covariance, at least 0; 0.2 by default.");
    text(
        arguments,
        Parameter.BLEND,
        "klar|friedman",
        "rda: L blends unbiased covariances like R's klaR (default), or scatters and weights like"
            + " Friedman.");
    text(
        arguments,
        Parameter.BINARIZE,
        "T",
        "bernoulli-nb: a feature is 1 if its value is greater than T.");
    arguments.flag(
        "--categorical",
        () -> given.put(Parameter.CATEGORICAL, "true"),
        "All feature columns hold categories; always so for categorical-nb.");
    arguments.add(new MissingOptions(given));
    text(
        arguments,
        Parameter.UNSEEN,
        "error|ignore|smoothed",
        ClassifierKind.namesTaking(Parameter.UNSEEN)
            + ": refuse unseen categories (default), leave them out, or use the smoothed"
            + " probability of a category without rows. evaluate knows the categories of the"
            + " training rows only. With --categories indicator, smoothed does not apply.");
    text(
        arguments,
        Parameter.CATEGORIES,
        "indicator",
        ClassifierKind.namesTaking(Parameter.CATEGORIES)
            + ": category columns become indicator columns of 0 and 1, such as colour=red, one for"
            + " each category except the most frequent; ties go to the first.");
    arguments.texts(
        "--column",
        "COLUMN=TYPE",
        value -> given.put(Parameter.COLUMN, String.join(",", value)),
        ClassifierKind.namesTaking(Parameter.COLUMN)
            + ": the type of a column, by name or 0-based index: number, bit, category, count or"
            + " text. Repeat for more columns. By default, a column of 0 and 1 is bit, of other"
            + " numbers number, and else category; count and text are never inferred. Of a text,"
            + " mixed-nb counts the words, as of --text. lda, qda, rda and low-rank need"
            + " --categories indicator, and read bit and count as number.");
    text(
        arguments,
        Parameter.NUMBERS,
        "diagonal|pooled|by-class",
        "mixed-nb: number columns are independent within a class (default), or share a covariance"
            + " over all classes, or have one for each class.");
    text(
        arguments,
        Parameter.COUNTS,
        "poisson|multinomial",
        "mixed-nb: count columns are Poisson and independent within a class (default), or"
            + " multinomial shares of their sum.");
    arguments.add(text);
  }

  private void text(Arguments arguments, Parameter parameter, String label, String description) {
    arguments.text(parameter.option(), label, value -> given.put(parameter, value), description);
  }

  /// How to read a file to learn from, once it is known which columns are.
  public ReadOptions readOptions(ReadOptions columns) {
    ReadOptions options =
        readOptions(
            columns.withCategorical(kind.readsTexts() || given.containsKey(Parameter.CATEGORIES)),
            kind.takes(Parameter.MISSING) && !given.containsKey(Parameter.TRANSFORM),
            missing());
    // A text column may be among those of --column.
    options = kind.hasBlocks() ? options : text.readOptions(options);
    return kind.takes(Parameter.CATEGORIES) && !given.containsKey(Parameter.TRANSFORM)
        ? options.withIndicatorsNotGiven()
        : options;
  }

  /// The classifier that was named; null if none was.
  public ClassifierKind kind() {
    return kind;
  }

  /// Whether any option of a fit was given except those of [#ofRows()] and class priors.
  public boolean areGivenButPriors() {
    return kind != null
        || text.areGiven()
        || !EnumSet.of(Parameter.PRIORS, Parameter.MISSING, Parameter.UNSEEN)
            .containsAll(given.keySet());
  }

  /// The options of the rows of a stored model.
  ///
  /// @throws IllegalArgumentException if a value is invalid
  public UnaryOperator<FittedModel> ofRows() {
    return UnknownValueOptions.of(given, columns);
  }

  /// The text of a missing value, if one was given.
  public Optional<String> missing() {
    return columns.marker(given.get(Parameter.MISSING));
  }

  /// Class priors as they were written; none if they were not.
  public Optional<String> priors() {
    return Optional.ofNullable(given.get(Parameter.PRIORS));
  }

  /// Returns the requested options of the fit.
  ///
  /// @param column the column of messages, if one was given; of a classifier of several types of
  ///   columns it is one of them
  /// @throws UsageException if a value is invalid, or the classifier does not take an option
  public FitOptions fitOptions(Optional<String> column) {
    if (kind == null) {
      throw new UsageException(
          "missing --classifier; expected one of %s".formatted(ClassifierKind.names()));
    }
    Map<Parameter, String> values = new EnumMap<>(given);
    missing().ifPresent(text -> values.put(Parameter.MISSING, text));
    FitOptions options = new FitOptions(values);
    if (kind.hasBlocks() && column.isPresent()) {
      String types = given.containsKey(Parameter.COLUMN) ? given.get(Parameter.COLUMN) + "," : "";
      options = options.with(Parameter.COLUMN, types + ColumnChoice.quoted(column.get()) + "=text");
    }
    try {
      if (text.areGiven()) {
        options = options.with(Parameter.TOKENS, kind.text(text.notation().orElseThrow()));
      }
      options.check();
      kind.requireTakes(options.given().keySet());
      Object unused = options.transform(); // Only whether it can be read.
      requireIndicator(options);
      options.checkMissing();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    return options;
  }

  private static void requireIndicator(FitOptions options) {
    String categories = options.given().getOrDefault(Parameter.CATEGORIES, "indicator");
    if (!categories.equals("indicator")) {
      throw UsageException.invalid("--categories", categories, "indicator");
    }
    if (options.hasIndicators() && options.unseen() == UnseenCategory.SMOOTHED) {
      throw new UsageException(
          "--unseen smoothed cannot be used with --categories indicator; use error or ignore");
    }
  }

  /// How to read rows of a classifier.
  ///
  /// @param takesMissing whether `--missing` could be given
  /// @param missing the text of a missing value, if there is one
  static ReadOptions readOptions(
      ReadOptions options, boolean takesMissing, Optional<String> missing) {
    return missing.isPresent() || takesMissing ? options.withMissing(missing) : options;
  }

  private static ClassifierKind kindNamed(String name) {
    return ClassifierKind.named(name)
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is not one of %s".formatted(name, ClassifierKind.names())));
  }
}
