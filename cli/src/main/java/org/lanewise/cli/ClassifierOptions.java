package org.lanewise.cli;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.lanewise.cli.classifier.ClassifierKind;
import org.lanewise.cli.classifier.FitOptions;
import org.lanewise.cli.classifier.Parameter;
import org.lanewise.model.CovarianceDivisor;
import org.lanewise.model.Priors;
import org.lanewise.model.Smoothing;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// Options that say what is fitted and how.
final class ClassifierOptions {

  private static final double LARGEST_SMOOTHING = Double.MAX_VALUE;

  @Option(
      names = "--classifier",
      required = true,
      paramLabel = "NAME",
      converter = KindConverter.class,
      completionCandidates = KindNames.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  ClassifierKind kind;

  @Option(
      names = "--weight",
      paramLabel = "COLUMN",
      description = "The column of row weights, by name or 0-based index. By default all are 1.")
  String weight;

  @Option(
      names = "--priors",
      paramLabel = "PRIORS",
      description =
          "Class priors: empirical (default), uniform, laplace, or p1,p2,... in the order of the"
              + " classes.")
  String priors;

  @Option(
      names = "--alpha",
      paramLabel = "A",
      description = "bernoulli-nb: additive smoothing of counts, 0 or more; 1 by default.")
  String alpha;

  @Option(
      names = "--variance-smoothing",
      paramLabel = "E",
      description =
          "gaussian-nb: added to all variances, in units of the largest; 1e-9 by default.")
  String varianceSmoothing;

  @Option(
      names = "--covariance",
      paramLabel = "ml|unbiased",
      description =
          "lda, qda, gaussian-nb: divide scatters by the number of rows (ml, default), or by the"
              + " degrees of freedom.")
  String covariance;

  @Option(
      names = "--binarize",
      paramLabel = "T",
      description = "bernoulli-nb: a feature is 1 where its value is greater than T.")
  String binarize;

  /// What they ask for.
  ///
  /// @throws UsageException if a value makes no sense, or the classifier does not take an option
  FitOptions fitOptions() {
    FitOptions options =
        new FitOptions(
            priors == null ? Priors.empirical() : parsePriors(),
            number(Parameter.ALPHA, alpha, 0, Smoothing.LARGEST),
            number(Parameter.VARIANCE_SMOOTHING, varianceSmoothing, 0, LARGEST_SMOOTHING),
            Optional.ofNullable(covariance).map(ClassifierOptions::parseDivisor),
            number(Parameter.BINARIZE, binarize, -Double.MAX_VALUE, Double.MAX_VALUE));
    try {
      kind.requireTakes(options.given());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    return options;
  }

  private Priors parsePriors() {
    return switch (priors) {
      case "empirical" -> Priors.empirical();
      case "uniform" -> Priors.uniform();
      case "laplace" -> Priors.laplace();
      default -> {
        try {
          List<String> parts = Arrays.asList(priors.split(",", -1));
          yield Priors.fixed(
              parts.stream().mapToDouble(part -> Double.parseDouble(part.strip())).toArray());
        } catch (NumberFormatException e) {
          throw new UsageException(
              "--priors is '%s'; empirical, uniform, laplace, or numbers divided by commas were expected"
                  .formatted(priors));
        } catch (IllegalArgumentException e) {
          throw new UsageException(
              "--priors is '%s': %s"
                  .formatted(
                      priors, e.getMessage().replaceFirst("of class ([0-9]+)", "number $1")));
        }
      }
    };
  }

  private static CovarianceDivisor parseDivisor(String name) {
    return switch (name) {
      case "ml" -> CovarianceDivisor.MAXIMUM_LIKELIHOOD;
      case "unbiased" -> CovarianceDivisor.UNBIASED;
      default ->
          throw new UsageException(
              "--covariance is '%s'; ml or unbiased was expected".formatted(name));
    };
  }

  private static OptionalDouble number(
      Parameter parameter, String given, double least, double largest) {
    if (given == null) {
      return OptionalDouble.empty();
    }
    double value;
    try {
      value = Double.parseDouble(given);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!(value >= least && value <= largest)) {
      String range = least == 0 ? "a finite number of at least 0" : "a finite number";
      throw new UsageException(
          "%s is '%s'; %s was expected".formatted(parameter.option(), given, range));
    }
    return OptionalDouble.of(value);
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
