package org.lanewise.cli.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.table.Table;
import org.lanewise.data.MissingValues;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.ComplementOptions;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.LowRankOptions;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.text.TextFeatures;

/// The options of a fit, for any classifier. An option that is not given has the library's default.
///
/// Methods that read an option throw an `IllegalArgumentException` if its text is invalid; [#check]
/// reads all of them.
///
/// @param given the text of each given option, in the order of the parameters
/// @param inSpan whether a linear discriminant is fitted in the space of its rows, which gives the
///   same posteriors faster if there are more features than rows ([SpanRows])
public record FitOptions(Map<Parameter, String> given, boolean inSpan) {

  private static final int MAX_ITERATIONS = 100_000;

  private static final double MAX = Double.MAX_VALUE;

  /// Copies the options.
  public FitOptions {
    Map<Parameter, String> copy = new EnumMap<>(Parameter.class);
    copy.putAll(given);
    given = Collections.unmodifiableMap(copy);
  }

  /// Options of a fit in the space of the features.
  public FitOptions(Map<Parameter, String> given) {
    this(given, false);
  }

  /// The library's defaults.
  ///
  /// @param missing the text of a missing value, if there is one
  public static FitOptions defaults(Optional<String> missing) {
    return new FitOptions(missing.map(text -> Map.of(Parameter.MISSING, text)).orElse(Map.of()));
  }

  /// Returns these options with others, which replace those of the same parameters.
  public FitOptions with(Map<Parameter, String> others) {
    Map<Parameter, String> all = new EnumMap<>(Parameter.class);
    all.putAll(given);
    all.putAll(others);
    return new FitOptions(all, inSpan);
  }

  /// Returns these options with another text of one.
  public FitOptions with(Parameter parameter, String text) {
    return with(Map.of(parameter, text));
  }

  /// Returns these options for a fit in the space of the rows.
  public FitOptions ofSpan() {
    return new FitOptions(given, true);
  }

  /// Reads every option.
  ///
  /// @throws IllegalArgumentException if a text is invalid, or options contradict each other
  public void check() {
    word(Parameter.NUMBERS, "diagonal", "pooled", "by-class");
    if (is(Parameter.COUNTS, "complement")) {
      throw new IllegalArgumentException(
          "--counts cannot be complement, whose scores are not a density; expected poisson or"
              + " multinomial");
    }
    word(Parameter.COUNTS, "poisson", "multinomial");
    Object unused =
        List.of(
            naiveBayes(),
            gaussianBayes(),
            word(Parameter.BLEND, "klar", "friedman"),
            discriminant(),
            regularized(),
            lowRank(),
            binarize(),
            unseen());
  }

  /// Reads the options of rows with missing values.
  ///
  /// @throws IllegalArgumentException if a text is invalid, or options contradict each other
  public void checkMissing() {
    boolean drops = is(Parameter.INCOMPLETE, IncompleteRows.Way.DROP.id());
    if (missing().isEmpty()) {
      for (Parameter needing : List.of(Parameter.INCOMPLETE, Parameter.EM_TOLERANCE)) {
        if (given.containsKey(needing)) {
          throw new IllegalArgumentException(
              "%s needs --missing, which says how missing values are written"
                  .formatted(needing.option()));
        }
      }
    }
    word(Parameter.INCOMPLETE, IncompleteRows.Way.EM.id(), IncompleteRows.Way.DROP.id());
    if (drops && given.containsKey(Parameter.EM_TOLERANCE)) {
      throw new IllegalArgumentException(
          "--em-tolerance cannot be used with --incomplete drop, which does not iterate");
    }
    Object unused = maximization();
  }

  /// Class priors.
  public Priors priors() {
    String priors = given.getOrDefault(Parameter.PRIORS, "empirical");
    return switch (priors) {
      case "empirical" -> Priors.empirical();
      case "uniform" -> Priors.uniform();
      case "laplace" -> Priors.laplace();
      default -> fixedPriors(priors, "empirical, uniform, laplace");
    };
  }

  /// Class priors as numbers, in the order of the classes or each after the name of its class.
  ///
  /// @param words the other values of the option, for messages
  /// @throws IllegalArgumentException if they are invalid
  public static Priors fixedPriors(String given, String words) {
    List<String> parts = Arrays.asList(given.split(",", -1));
    try {
      if (parts.stream().noneMatch(part -> part.contains("="))) {
        return Priors.fixed(parts.stream().mapToDouble(FitOptions::parseOrThrow).toArray());
      }
      Map<String, Double> ofClasses = new LinkedHashMap<>();
      for (String part : parts) {
        // A name may contain the character, a number does not.
        int at = part.lastIndexOf('=');
        double prior = at < 0 ? Double.NaN : parseOrThrow(part.substring(at + 1));
        if (at < 0 || ofClasses.put(part.substring(0, at).strip(), prior) != null) {
          throw invalid(given, Parameter.PRIORS, "one CLASS=P for each class, separated by commas");
        }
      }
      return Priors.fixed(ofClasses);
    } catch (NumberFormatException e) {
      throw invalid(given, Parameter.PRIORS, words + ", or numbers separated by commas");
    } catch (BadOptionException e) {
      throw new IllegalArgumentException(
          "invalid value '%s' for --priors: %s"
              .formatted(
                  given,
                  e.label() < 0
                      ? e.getMessage()
                      : "prior %d is %s; expected a number from 0 to 1"
                          .formatted(e.label(), e.value())),
          e);
    }
  }

  /// Options of linear and quadratic discriminants.
  public DiscriminantOptions discriminant() {
    return DiscriminantOptions.DEFAULT
        .withPriors(priors())
        .withDivisor(divisor())
        .withShrinkage(shrinkage());
  }

  /// Options of regularised discriminants.
  public RegularizedOptions regularized() {
    return new RegularizedOptions(
        priors(),
        number(Parameter.LAMBDA, 0, 1).orElse(0),
        number(Parameter.GAMMA, 0, 1).orElse(0),
        word(Parameter.BLEND, "klar", "friedman") == 1);
  }

  /// Options of low-rank discriminants; the subspace has at least as many dimensions as the rank.
  public LowRankOptions lowRank() {
    LowRankOptions given = LowRankOptions.DEFAULT.withPriors(priors());
    given = given.withRank(count(Parameter.RANK).orElse(given.rank()));
    OptionalInt subspace = count(Parameter.SUBSPACE);
    if (subspace.orElse(given.rank()) < given.rank()) {
      throw invalid(
          this.given.get(Parameter.SUBSPACE),
          Parameter.SUBSPACE,
          "at least the rank, %d".formatted(given.rank()));
    }
    return given
        .withSubspace(subspace.orElse(given.subspace()))
        .withKappa(number(Parameter.KAPPA, 0, MAX).orElse(given.kappa()))
        .withGamma(number(Parameter.GAMMA, 0, 1).orElse(given.gamma()));
  }

  /// Options of Gaussian Naive Bayes.
  public GaussianBayesOptions gaussianBayes() {
    return new GaussianBayesOptions(
        priors(),
        number(Parameter.VARIANCE_SMOOTHING, 0, MAX)
            .orElse(GaussianBayesOptions.DEFAULT.varianceSmoothing()),
        divisor(),
        word(Parameter.VARIANCES, "by-class", "pooled") == 1,
        missing().isPresent() ? MissingValues.ALLOW : MissingValues.REFUSE);
  }

  /// Options of Naive Bayes with bits, categories and counts.
  public NaiveBayesOptions naiveBayes() {
    return new NaiveBayesOptions(priors(), smoothing());
  }

  /// Options of complement Naive Bayes.
  public ComplementOptions complement() {
    return new ComplementOptions(smoothing(), given.containsKey(Parameter.NORMALIZE));
  }

  /// The threshold above which a value is 1, if one was given.
  public OptionalDouble binarize() {
    return number(Parameter.BINARIZE, -MAX, MAX);
  }

  /// The treatment of unseen categories.
  public UnseenCategory unseen() {
    return switch (word(Parameter.UNSEEN, "error", "ignore", "smoothed")) {
      case 0 -> UnseenCategory.REFUSE;
      case 1 -> UnseenCategory.IGNORE;
      default -> UnseenCategory.SMOOTHED;
    };
  }

  private CovarianceDivisor divisor() {
    return word(Parameter.COVARIANCE, "ml", "unbiased") == 0
        ? CovarianceDivisor.MAXIMUM_LIKELIHOOD
        : CovarianceDivisor.UNBIASED;
  }

  /// Whether regularisation acts on standardised columns.
  public boolean standardizes() {
    return word(Parameter.SCALES, "none", "standard") == 1;
  }

  /// Whether an option makes singular covariances regular.
  public boolean regularizes() {
    return Stream.of(Parameter.SHRINKAGE, Parameter.RIDGE, Parameter.REG, Parameter.GAMMA)
        .anyMatch(given::containsKey);
  }

  private Shrinkage shrinkage() {
    Shrinkage plain = plainShrinkage();
    if (!standardizes()) {
      return plain;
    }
    if (plain.readsRowsAgain()) {
      throw new IllegalArgumentException(
          "--scales standard cannot be used with --shrinkage %s; use a number, oas or oas-sklearn"
              .formatted(given.get(Parameter.SHRINKAGE)));
    }
    return plain.standardized();
  }

  private Shrinkage plainShrinkage() {
    if (Stream.of(Parameter.SHRINKAGE, Parameter.RIDGE, Parameter.REG)
            .filter(given::containsKey)
            .count()
        > 1) {
      throw new IllegalArgumentException("--shrinkage, --ridge and --reg cannot be used together");
    }
    OptionalDouble ridge = number(Parameter.RIDGE, 0, MAX);
    OptionalDouble reg = number(Parameter.REG, 0, 1);
    if (ridge.isPresent()) {
      return Shrinkage.ridge(ridge.getAsDouble());
    }
    if (reg.isPresent()) {
      return Shrinkage.toIdentity(reg.getAsDouble());
    }
    return switch (given.get(Parameter.SHRINKAGE)) {
      case null -> Shrinkage.none();
      case "oas" -> Shrinkage.oracleApproximating();
      case "oas-sklearn" -> Shrinkage.oracleApproximatingAsScikitLearn();
      case "lw" -> Shrinkage.ledoitWolf();
      case "lw-sklearn" -> Shrinkage.ledoitWolfAsScikitLearn();
      case String number -> {
        double intensity = parse(number);
        if (!(intensity >= 0 && intensity <= 1)) {
          throw invalid(
              number,
              Parameter.SHRINKAGE,
              "a number from 0 to 1, oas, oas-sklearn, lw or lw-sklearn");
        }
        yield Shrinkage.fixed(intensity);
      }
    };
  }

  private Smoothing smoothing() {
    String alpha = given.get(Parameter.ALPHA);
    if (alpha == null) {
      return NaiveBayesOptions.DEFAULT.smoothing();
    }
    if (alpha.equals("pseudo-data")) {
      return Smoothing.pseudoData();
    }
    double[] alphas = Stream.of(alpha.split(",", -1)).mapToDouble(FitOptions::parse).toArray();
    if (!Arrays.stream(alphas).allMatch(each -> each >= 0 && each <= Smoothing.MAX)) {
      throw invalid(
          alpha,
          Parameter.ALPHA,
          "a number from 0 to 2^500, one for each feature separated by commas, or pseudo-data");
    }
    return alphas.length == 1 ? Smoothing.of(alphas[0]) : Smoothing.perFeature(alphas);
  }

  /// The types of the columns of a table, as asked for or guessed.
  ///
  /// @throws org.lanewise.cli.table.DataException if the rows are no table of columns, or what was
  ///   asked for is invalid
  public ColumnTypes types(Table rows) {
    ColumnTypes types =
        ColumnTypes.of(rows, Optional.ofNullable(given.get(Parameter.COLUMN)), missing());
    return hasIndicators() ? types.ofNumbersAndCategories(rows) : types;
  }

  /// How messages become features.
  public TextFeatures text() {
    return given.containsKey(Parameter.TOKENS)
        ? TokenTables.features(given.get(Parameter.TOKENS))
        : TextFeatures.WORDS;
  }

  /// The transform of the rows, if one was asked for.
  public Optional<TransformText> transform() {
    return Optional.ofNullable(given.get(Parameter.TRANSFORM)).map(TransformText::of);
  }

  /// Whether categories become indicator columns.
  public boolean hasIndicators() {
    return given.containsKey(Parameter.CATEGORIES);
  }

  /// The text of a missing value, if there is one.
  public Optional<String> missing() {
    return Optional.ofNullable(given.get(Parameter.MISSING));
  }

  /// How covariances are fitted to rows with missing values.
  public IncompleteRows.Way incomplete() {
    return is(Parameter.INCOMPLETE, IncompleteRows.Way.DROP.id())
        ? IncompleteRows.Way.DROP
        : IncompleteRows.Way.EM;
  }

  /// When expectation–maximisation stops: with a given tolerance, after many more iterations than
  /// by default.
  public ExpectationMaximization.Options maximization() {
    OptionalDouble tolerance = number(Parameter.EM_TOLERANCE, 0, MAX);
    return tolerance.isEmpty()
        ? ExpectationMaximization.Options.DEFAULT
        : new ExpectationMaximization.Options(tolerance.getAsDouble(), MAX_ITERATIONS);
  }

  private boolean is(Parameter parameter, String text) {
    return text.equals(given.get(parameter));
  }

  /// The index of the option's value among words; that of the first by default.
  private int word(Parameter parameter, String... words) {
    String text = given.getOrDefault(parameter, words[0]);
    int index = Arrays.asList(words).indexOf(text);
    if (index < 0) {
      int last = words.length - 1;
      String others = String.join(", ", Arrays.copyOf(words, last));
      throw invalid(text, parameter, others + " or " + words[last]);
    }
    return index;
  }

  private OptionalDouble number(Parameter parameter, double least, double largest) {
    String text = given.get(parameter);
    if (text == null) {
      return OptionalDouble.empty();
    }
    double value = parse(text);
    if (!(value >= least && value <= largest)) {
      String range = least == 0 ? "a finite number of at least 0" : "a finite number";
      throw invalid(text, parameter, largest == 1 ? "a number from 0 to 1" : range);
    }
    return OptionalDouble.of(value);
  }

  private OptionalInt count(Parameter parameter) {
    String text = given.get(parameter);
    if (text == null) {
      return OptionalInt.empty();
    }
    double value = parse(text);
    if (!(value >= 0 && value <= Integer.MAX_VALUE && value == Math.rint(value))) {
      throw invalid(text, parameter, "an integer from 0 to 2147483647");
    }
    return OptionalInt.of((int) value);
  }

  private static IllegalArgumentException invalid(
      String text, Parameter parameter, String expected) {
    return new IllegalArgumentException(
        "invalid value '%s' for %s; expected %s".formatted(text, parameter.option(), expected));
  }

  /// A finite number, written as in cells of numbers; NaN for other texts, also for `7d`, which
  /// Java reads as 7.
  public static double parse(String text) {
    return ColumnTypes.number(text.strip());
  }

  /// The same.
  ///
  /// @throws NumberFormatException if the text is no number
  static double parseOrThrow(String text) {
    double value = parse(text);
    if (Double.isNaN(value)) {
      throw new NumberFormatException(text);
    }
    return value;
  }
}
