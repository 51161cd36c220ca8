package org.lanewise.cli.options;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.data.MissingValues;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.ComplementOptions;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianBayesOptions.Variances;
import org.lanewise.model.gaussian.RegularizedDiscriminant.Blend;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import picocli.CommandLine.TypeConversionException;

/// Options that say what is fitted and how.
public final class ClassifierOptions implements Arguments.Group {

  private static final double MAX = Double.MAX_VALUE;

  private static final Iterable<String> KIND_NAMES =
      () -> ClassifierKind.fitted().stream().map(ClassifierKind::id).iterator();

  private ClassifierKind kind;
  private final EnumMap<Parameter, String> texts = new EnumMap<>(Parameter.class);
  private final MissingOptions missing = new MissingOptions();
  private final MixedModelOptions mixed = new MixedModelOptions();

  @Override
  public void addTo(Arguments arguments) {
    arguments.add(
        Arguments.option(
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
        () -> texts.put(Parameter.NORMALIZE, "true"),
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
    text(
        arguments,
        Parameter.TRANSFORM,
        "STEP,...",
        "lda, qda, rda, gaussian-nb: transform each row first, for example embeddings: unit (scale"
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
        Parameter.LAMBDA,
        "L",
        "rda: how far covariances of classes are drawn towards the pooled one, from 0 (like qda,"
            + " default) to 1 (like lda).");
    text(
        arguments,
        Parameter.GAMMA,
        "G",
        "rda: how far covariances are then drawn towards tr(S)/d I, from 0 (default) to 1.");
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
        () -> texts.put(Parameter.CATEGORICAL, "true"),
        "All feature columns hold categories; always so for categorical-nb.");
    arguments.add(missing);
    text(
        arguments,
        Parameter.UNSEEN,
        "error|ignore|smoothed",
        ClassifierKind.namesTaking(Parameter.UNSEEN)
            + ": refuse unseen categories (default), leave them out, or use the smoothed"
            + " probability of a category without rows. evaluate without --model knows the"
            + " categories of all rows, so none is unseen. With --categories indicator, smoothed"
            + " does not apply, and evaluate knows the categories of the training rows only.");
    text(
        arguments,
        Parameter.CATEGORIES,
        "indicator",
        ClassifierKind.namesTaking(Parameter.CATEGORIES)
            + ": category columns become indicator columns of 0 and 1, such as colour=red, one for"
            + " each category except the most frequent; ties go to the first.");
    arguments.add(mixed);
  }

  private void text(Arguments arguments, Parameter parameter, String label, String description) {
    arguments.text(parameter.option(), label, value -> texts.put(parameter, value), description);
  }

  /// How to read a file to learn from, once it is known which columns are.
  public ReadOptions readOptions(ReadOptions columns) {
    ReadOptions options =
        MissingOptions.readOptions(
            columns.withCategorical(kind.readsTexts() || texts.containsKey(Parameter.CATEGORIES)),
            kind,
            missing.missing());
    return kind.takes(Parameter.CATEGORIES) && !texts.containsKey(Parameter.TRANSFORM)
        ? options.withIndicatorsNotGiven()
        : options;
  }

  /// The classifier that was named; null if none was.
  public ClassifierKind kind() {
    return kind;
  }

  /// Whether something was said about a fit that is no class priors, and not what a missing value
  /// looks like.
  public boolean areGivenButPriors() {
    Map<Parameter, String> given = given();
    given.remove(Parameter.PRIORS);
    given.remove(Parameter.MISSING);
    return kind != null || !given.isEmpty();
  }

  /// The text of a missing value, if one was given.
  public Optional<String> missing() {
    return missing.missing();
  }

  /// Class priors as they were written; none if they were not.
  public Optional<String> priors() {
    return Optional.ofNullable(texts.get(Parameter.PRIORS));
  }

  /// Returns the requested options of the fit.
  ///
  /// @throws UsageException if a value makes no sense, or the classifier does not take an option
  public FitOptions fitOptions() {
    if (kind == null) {
      throw new UsageException(
          "missing --classifier; expected one of %s".formatted(ClassifierKind.names()));
    }
    Map<Parameter, String> given = given();
    Priors classPriors = priors().map(ClassifierOptions::parsePriors).orElseGet(Priors::empirical);
    String alpha = given.get(Parameter.ALPHA);
    String unseen = given.get(Parameter.UNSEEN);
    String categories = given.get(Parameter.CATEGORIES);
    Smoothing smoothing =
        alpha == null ? NaiveBayesOptions.DEFAULT.smoothing() : parseSmoothing(alpha);
    double added =
        number(Parameter.VARIANCE_SMOOTHING, 0, MAX)
            .orElse(GaussianBayesOptions.DEFAULT.varianceSmoothing());
    CovarianceDivisor divisor =
        either(
            Parameter.COVARIANCE,
            Map.entry("ml", CovarianceDivisor.MAXIMUM_LIKELIHOOD),
            Map.entry("unbiased", CovarianceDivisor.UNBIASED));
    Variances variancesOf =
        either(
            Parameter.VARIANCES,
            Map.entry("by-class", Variances.BY_CLASS),
            Map.entry("pooled", Variances.POOLED));
    Blend blended =
        either(
            Parameter.BLEND,
            Map.entry("klar", Blend.COVARIANCES),
            Map.entry("friedman", Blend.SCATTERS));
    FitOptions options =
        new FitOptions(
            given,
            DiscriminantOptions.DEFAULT
                .withPriors(classPriors)
                .withDivisor(divisor)
                .withShrinkage(shrinkage()),
            new RegularizedOptions(
                classPriors,
                number(Parameter.LAMBDA, 0, 1).orElse(0),
                number(Parameter.GAMMA, 0, 1).orElse(0),
                blended),
            new GaussianBayesOptions(
                classPriors, added, divisor, variancesOf, MissingValues.REFUSE),
            new NaiveBayesOptions(classPriors, smoothing),
            new ComplementOptions(smoothing, given.containsKey(Parameter.NORMALIZE)),
            number(Parameter.BINARIZE, -MAX, MAX),
            unseen == null ? UnseenCategory.REFUSE : parseUnseen(unseen));
    try {
      kind.requireTakes(given.keySet());
      Object unused = options.transform(); // Only whether it can be read.
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    if (categories != null && !categories.equals("indicator")) {
      throw new UsageException(
          "invalid value '%s' for --categories; expected indicator".formatted(categories));
    }
    if (categories != null && options.unseen() == UnseenCategory.SMOOTHED) {
      throw new UsageException(
          "--unseen smoothed cannot be used with --categories indicator; use error or ignore");
    }
    missing.check();
    number(Parameter.EM_TOLERANCE, given.get(Parameter.EM_TOLERANCE), 0, MAX);
    return options;
  }

  private Map<Parameter, String> given() {
    Map<Parameter, String> given = texts.clone();
    missing.addTo(given);
    mixed.addTo(given);
    given.values().removeIf(Objects::isNull);
    return given;
  }

  private Shrinkage shrinkage() {
    boolean isRidge = texts.containsKey(Parameter.RIDGE);
    boolean isReg = texts.containsKey(Parameter.REG);
    String shrinkage = texts.get(Parameter.SHRINKAGE);
    if (Stream.of(shrinkage != null, isRidge, isReg).filter(is -> is).count() > 1) {
      throw new UsageException("--shrinkage, --ridge and --reg cannot be used together");
    }
    if (isRidge) {
      return Shrinkage.ridge(number(Parameter.RIDGE, 0, MAX).orElseThrow());
    }
    if (isReg) {
      return Shrinkage.toIdentity(number(Parameter.REG, 0, 1).orElseThrow());
    }
    return shrinkage == null ? Shrinkage.none() : parseShrinkage(shrinkage);
  }

  private static Shrinkage parseShrinkage(String given) {
    return switch (given) {
      case "oas" -> Shrinkage.oracleApproximating();
      case "oas-sklearn" -> Shrinkage.oracleApproximatingAsScikitLearn();
      case "lw" -> Shrinkage.ledoitWolf();
      case "lw-sklearn" -> Shrinkage.ledoitWolfAsScikitLearn();
      default -> {
        double intensity = parse(given);
        if (!(intensity >= 0 && intensity <= 1)) {
          throw new UsageException(
              "invalid value '%s' for --shrinkage; expected a number from 0 to 1, oas, oas-sklearn, lw or lw-sklearn"
                  .formatted(given));
        }
        yield Shrinkage.fixed(intensity);
      }
    };
  }

  private static Smoothing parseSmoothing(String given) {
    if (given.equals("pseudo-data")) {
      return Smoothing.pseudoData();
    }
    double[] alphas =
        Stream.of(given.split(",", -1)).mapToDouble(ClassifierOptions::parse).toArray();
    for (double alpha : alphas) {
      if (!(alpha >= 0 && alpha <= Smoothing.MAX)) {
        throw new UsageException(
            "invalid value '%s' for --alpha; expected a finite number of at least 0, one for each feature separated by commas, or pseudo-data"
                .formatted(given));
      }
    }
    return alphas.length == 1 ? Smoothing.of(alphas[0]) : Smoothing.perFeature(alphas);
  }

  /// One of two values by its name; the first if none was given.
  private <T> T either(
      Parameter parameter, Map.Entry<String, T> first, Map.Entry<String, T> second) {
    String given = texts.get(parameter);
    if (given == null || given.equals(first.getKey())) {
      return first.getValue();
    }
    if (!given.equals(second.getKey())) {
      throw new UsageException(
          "invalid value '%s' for %s; expected %s or %s"
              .formatted(given, parameter.option(), first.getKey(), second.getKey()));
    }
    return second.getValue();
  }

  /// The treatment of categories that were not learned.
  ///
  /// @throws UsageException if there is none of that name
  public static UnseenCategory parseUnseen(String name) {
    return switch (name) {
      case "error" -> UnseenCategory.REFUSE;
      case "ignore" -> UnseenCategory.IGNORE;
      case "smoothed" -> UnseenCategory.SMOOTHED;
      default ->
          throw new UsageException(
              "invalid value '%s' for --unseen; expected error, ignore or smoothed"
                  .formatted(name));
    };
  }

  private static Priors parsePriors(String priors) {
    return switch (priors) {
      case "empirical" -> Priors.empirical();
      case "uniform" -> Priors.uniform();
      case "laplace" -> Priors.laplace();
      default -> NewPriors.fixed(priors, "empirical, uniform, laplace");
    };
  }

  private OptionalDouble number(Parameter parameter, double least, double largest) {
    return number(parameter, texts.get(parameter), least, largest);
  }

  private static OptionalDouble number(
      Parameter parameter, String given, double least, double largest) {
    if (given == null) {
      return OptionalDouble.empty();
    }
    double value = parse(given);
    if (!(value >= least && value <= largest)) {
      String range = "a finite number";
      if (least == 0) {
        range = largest == 1 ? "a number from 0 to 1" : "a finite number of at least 0";
      }
      throw new UsageException(
          "invalid value '%s' for %s; expected %s".formatted(given, parameter.option(), range));
    }
    return OptionalDouble.of(value);
  }

  /// NaN if it is no number.
  public static double parse(String given) {
    try {
      return Double.parseDouble(given);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static ClassifierKind kindNamed(String name) {
    return ClassifierKind.named(name)
        .orElseThrow(() ->
            new TypeConversionException(
                "'%s' is not one of %s".formatted(name, ClassifierKind.names())));
  }
}
