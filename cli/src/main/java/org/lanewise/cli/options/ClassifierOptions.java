package org.lanewise.cli.options;

import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.reading.ReadOptions;
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
import org.lanewise.score.UnseenCategory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// Options that say what is fitted and how.
public final class ClassifierOptions {

  private static final double MAX = Double.MAX_VALUE;

  @Option(
      names = "--classifier",
      paramLabel = "NAME",
      converter = KindConverter.class,
      completionCandidates = KindNames.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  ClassifierKind kind;

  @Option(
      names = "--priors",
      paramLabel = "PRIORS",
      description =
          "Class priors: empirical (default), uniform, laplace, or p1,p2,... in the order of the"
              + " classes, or CLASS=P,... With --model: those of the rows, as for predict.")
  String priors;

  @Option(
      names = "--alpha",
      paramLabel = "A|A1,A2,...|pseudo-data",
      description =
          "bernoulli-nb, categorical-nb, multinomial-nb, complement-nb, poisson-nb, mixed-nb:"
              + " additive smoothing of counts, one number of at least 0 or one for each feature; 1"
              + " by default. pseudo-data: a row of ones and one of zeros more in each class, which"
              + " also shifts the priors (not categorical-nb, complement-nb). mixed-nb takes one"
              + " number.")
  String alpha;

  @Option(
      names = "--normalize",
      description = "complement-nb: divide the weights of each class by their sum.")
  boolean normalize;

  @Option(
      names = "--variance-smoothing",
      paramLabel = "E",
      description =
          "gaussian-nb, mixed-nb: added to all variances, in units of the largest; 1e-9 by"
              + " default.")
  String varianceSmoothing;

  @Option(
      names = "--covariance",
      paramLabel = "ml|unbiased",
      description =
          "lda, qda, gaussian-nb, mixed-nb: divide scatters by the number of rows (ml, default), or"
              + " by the degrees of freedom.")
  String covariance;

  @Option(
      names = "--variances",
      paramLabel = "by-class|pooled",
      description =
          "gaussian-nb, mixed-nb: each class has variances of its own (default), or all share"
              + " them, so that classes are told apart by linear discriminants.")
  String variances;

  @Option(
      names = "--shrinkage",
      paramLabel = "R|oas|oas-sklearn|lw|lw-sklearn",
      description = {
        "lda, qda, mixed-nb: covariances (1-R) S + R tr(S)/d I, R from 0 to 1 or chosen: oas (Chen"
            + " et al., equation 23), oas-sklearn (without its terms 2/d); by a second pass lw"
            + " (Ledoit and Wolf, of the pooled covariance; lda) and lw-sklearn (scikit-learn's"
            + " auto: of the standardised features of each class)."
      })
  String shrinkage;

  @Option(
      names = "--ridge",
      paramLabel = "R",
      description = "lda, qda, mixed-nb: covariances S + R I, R of at least 0.")
  String ridge;

  @Option(
      names = "--reg",
      paramLabel = "R",
      description = "qda: covariances (1-R) S + R I, R from 0 to 1.")
  String reg;

  @Option(
      names = "--lambda",
      paramLabel = "L",
      description =
          "rda: how far the covariance of each class is drawn towards the pooled one, from 0 (as"
              + " qda, default) to 1 (as lda).")
  String lambda;

  @Option(
      names = "--gamma",
      paramLabel = "G",
      description =
          "rda: how far covariances are then drawn towards tr(S)/d I, from 0 (default) to 1.")
  String gamma;

  @Option(
      names = "--blend",
      paramLabel = "klar|friedman",
      description =
          "rda: L blends unbiased covariances as R's klaR does (default), or scatters and weights"
              + " as Friedman does.")
  String blend;

  @Option(
      names = "--binarize",
      paramLabel = "T",
      description = "bernoulli-nb: a feature is 1 where its value is greater than T.")
  String binarize;

  @Option(
      names = "--categorical",
      description = "Every feature column holds categories, as it always does for categorical-nb.")
  boolean categorical;

  @Mixin MissingOptions missing = new MissingOptions();

  @Option(
      names = "--unseen",
      paramLabel = "error|ignore|smoothed",
      description =
          "categorical-nb, mixed-nb: refuse categories that were not learned (default), leave them"
              + " out, or give them the smoothed probability of one that no row has. evaluate"
              + " without --model knows the categories of all rows, so that none is unseen.")
  String unseen;

  @Mixin MixedOptions mixed = new MixedOptions();

  /// How to read a file to learn from, once it is known which columns are.
  public ReadOptions readOptions(ReadOptions columns) {
    return MissingOptions.readOptions(
        columns.withCategorical(kind.readsTexts()), kind, missing.missing());
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
    return Optional.ofNullable(priors);
  }

  /// What they ask for.
  ///
  /// @throws UsageException if a value makes no sense, or the classifier does not take an option
  public FitOptions fitOptions() {
    if (kind == null) {
      throw new UsageException(
          "--classifier is missing; one of %s was expected".formatted(ClassifierKind.names()));
    }
    Map<Parameter, String> given = given();
    Priors classPriors = priors == null ? Priors.empirical() : parsePriors();
    Smoothing smoothing =
        alpha == null ? NaiveBayesOptions.DEFAULT.smoothing() : parseSmoothing(alpha);
    double added =
        number(Parameter.VARIANCE_SMOOTHING, varianceSmoothing, 0, MAX)
            .orElse(GaussianBayesOptions.DEFAULT.varianceSmoothing());
    CovarianceDivisor divisor =
        either(
            Parameter.COVARIANCE,
            covariance,
            Map.entry("ml", CovarianceDivisor.MAXIMUM_LIKELIHOOD),
            Map.entry("unbiased", CovarianceDivisor.UNBIASED));
    Variances variancesOf =
        either(
            Parameter.VARIANCES,
            variances,
            Map.entry("by-class", Variances.BY_CLASS),
            Map.entry("pooled", Variances.POOLED));
    Blend blended =
        either(
            Parameter.BLEND,
            blend,
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
                number(Parameter.LAMBDA, lambda, 0, 1).orElse(0),
                number(Parameter.GAMMA, gamma, 0, 1).orElse(0),
                blended),
            new GaussianBayesOptions(classPriors, added, divisor, variancesOf),
            new NaiveBayesOptions(classPriors, smoothing),
            new ComplementOptions(smoothing, normalize),
            number(Parameter.BINARIZE, binarize, -MAX, MAX),
            unseen == null ? UnseenCategory.ERROR : parseUnseen(unseen));
    try {
      kind.requireTakes(given.keySet());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    missing.check();
    return options;
  }

  private Map<Parameter, String> given() {
    Map<Parameter, String> given = new EnumMap<>(Parameter.class);
    given.put(Parameter.PRIORS, priors);
    given.put(Parameter.ALPHA, alpha);
    given.put(Parameter.NORMALIZE, flag(normalize));
    given.put(Parameter.VARIANCE_SMOOTHING, varianceSmoothing);
    given.put(Parameter.COVARIANCE, covariance);
    given.put(Parameter.VARIANCES, variances);
    given.put(Parameter.SHRINKAGE, shrinkage);
    given.put(Parameter.RIDGE, ridge);
    given.put(Parameter.REG, reg);
    given.put(Parameter.LAMBDA, lambda);
    given.put(Parameter.GAMMA, gamma);
    given.put(Parameter.BLEND, blend);
    given.put(Parameter.BINARIZE, binarize);
    given.put(Parameter.CATEGORICAL, flag(categorical));
    missing.addTo(given);
    given.put(Parameter.UNSEEN, unseen);
    mixed.addTo(given);
    given.values().removeIf(Objects::isNull);
    return given;
  }

  private static String flag(boolean isGiven) {
    return isGiven ? "true" : null;
  }

  private Shrinkage shrinkage() {
    if (Stream.of(shrinkage, ridge, reg).filter(Objects::nonNull).count() > 1) {
      throw new UsageException(
          "more than one of --shrinkage, --ridge and --reg was given; one was expected");
    }
    if (ridge != null) {
      return Shrinkage.ridge(number(Parameter.RIDGE, ridge, 0, MAX).orElseThrow());
    }
    if (reg != null) {
      return Shrinkage.toIdentity(number(Parameter.REG, reg, 0, 1).orElseThrow());
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
              "--shrinkage is '%s'; a number from 0 to 1, oas, oas-sklearn, lw or lw-sklearn was expected"
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
            "--alpha is '%s'; a finite number of at least 0, one for each feature divided by commas, or pseudo-data was expected"
                .formatted(given));
      }
    }
    return alphas.length == 1 ? Smoothing.of(alphas[0]) : Smoothing.perFeature(alphas);
  }

  /// One of two values by its name; the first if none was given.
  private static <T> T either(
      Parameter parameter, String given, Map.Entry<String, T> first, Map.Entry<String, T> second) {
    if (given == null || given.equals(first.getKey())) {
      return first.getValue();
    }
    if (!given.equals(second.getKey())) {
      throw new UsageException(
          "%s is '%s'; %s or %s was expected"
              .formatted(parameter.option(), given, first.getKey(), second.getKey()));
    }
    return second.getValue();
  }

  /// The treatment of categories that were not learned.
  ///
  /// @throws UsageException if there is none of that name
  public static UnseenCategory parseUnseen(String name) {
    return switch (name) {
      case "error" -> UnseenCategory.ERROR;
      case "ignore" -> UnseenCategory.IGNORE;
      case "smoothed" -> UnseenCategory.SMOOTHED;
      default ->
          throw new UsageException(
              "--unseen is '%s'; error, ignore or smoothed was expected".formatted(name));
    };
  }

  private Priors parsePriors() {
    return switch (priors) {
      case "empirical" -> Priors.empirical();
      case "uniform" -> Priors.uniform();
      case "laplace" -> Priors.laplace();
      default -> NewPriors.fixed(priors, "empirical, uniform, laplace");
    };
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
          "%s is '%s'; %s was expected".formatted(parameter.option(), given, range));
    }
    return OptionalDouble.of(value);
  }

  /// NaN if it is no number.
  static double parse(String given) {
    try {
      return Double.parseDouble(given);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /// Finds classifiers by name.
  static final class KindConverter implements ITypeConverter<ClassifierKind> {

    @Override
    public ClassifierKind convert(String name) {
      return ClassifierKind.named(name)
          .orElseThrow(() ->
              new TypeConversionException(
                  "'%s' is none of %s".formatted(name, ClassifierKind.names())));
    }
  }

  /// The names of all classifiers, for the help.
  static final class KindNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
      return Stream.of(ClassifierKind.values()).map(ClassifierKind::id).iterator();
    }
  }
}
