package org.lanewise.cli.validation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.model.discrete.Smoothing;

/// Options of a fit whose value can be chosen by leave-one-out, or by folds, with the values that
/// are tried.
public enum Choosable {
  /// The share of the unit matrix in covariances.
  SHRINKAGE("shrinkage", Parameter.SHRINKAGE),
  /// The amount that is added to the diagonals of covariances.
  RIDGE("ridge", Parameter.RIDGE),
  /// Both options of regularised discriminants.
  LAMBDA_GAMMA("lambda-gamma", Parameter.LAMBDA, Parameter.GAMMA),
  /// The weights of low-rank discriminants.
  KAPPA_GAMMA("kappa-gamma", Parameter.KAPPA, Parameter.GAMMA),
  /// All options of low-rank discriminants.
  RANK_SUBSPACE_KAPPA_GAMMA(
      "rank-subspace-kappa-gamma",
      Parameter.RANK,
      Parameter.SUBSPACE,
      Parameter.KAPPA,
      Parameter.GAMMA),
  /// Additive smoothing of counts.
  ALPHA("alpha", Parameter.ALPHA),
  /// The amount that is added to variances.
  VARIANCE_SMOOTHING("variance-smoothing", Parameter.VARIANCE_SMOOTHING);

  private static final double[] SHARES = {
    0, 1e-5, 1e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
    1
  };
  private static final double[] LAMBDAS = {0, 0.1, 0.25, 0.5, 0.75, 0.9, 1};
  private static final double[] GAMMAS = {0, 1e-3, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1};
  private static final double[] RANKS = {8, 16, 32};
  private static final double[] SUBSPACES = {64, 128, 256};
  private static final double[] KAPPAS = {0.1, 0.2, 0.5, 1};
  private static final double[] FEW_GAMMAS = {0.02, 0.1, 0.3};
  private static final double[] GAMMAS_OF_DIRECTIONS = {0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5};
  // Not 0: a model of relative frequencies is fitted again for every row.
  private static final double[] ALPHAS = {
    0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10, 30, 100
  };

  // Characters are many, and each value takes long.
  private static final double[] ALPHAS_OF_TOKENS = {0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10};

  private static final double MIN_PLAIN = 1e-6;
  private static final double MAX_PLAIN = 1e7;

  private final String id;
  private final List<Parameter> parameters;

  Choosable(String id, Parameter... parameters) {
    this.id = id;
    this.parameters = List.of(parameters);
  }

  /// The name on the command line.
  public String id() {
    return id;
  }

  /// The options whose values are chosen.
  public List<Parameter> parameters() {
    return parameters;
  }

  /// That of a name.
  public static Optional<Choosable> named(String id) {
    return Stream.of(values()).filter(what -> what.id.equals(id)).findFirst();
  }

  /// All names, each with the classifiers that take it.
  public static String namesWithClassifiers() {
    return Stream.of(values())
        .map(what -> what.id + " (" + ClassifierKind.names(what::isOf) + ")")
        .collect(Collectors.joining(", "));
  }

  /// The names of those that a classifier takes, separated by commas.
  public static String names(ClassifierKind kind) {
    return Stream.of(values())
        .filter(what -> what.isOf(kind))
        .map(Choosable::id)
        .collect(Collectors.joining(", "));
  }

  /// How values are compared, in words.
  ///
  /// @param given the options that the classifier was given
  public String way(Set<Parameter> given) {
    boolean inFolds = parameters.contains(Parameter.KAPPA);
    return (inFolds ? RowRemoval.FOLDS + " folds" : "leave-one-out")
        + (inFolds || given.contains(Parameter.TOKENS) ? ", at the best temperature" : "");
  }

  /// Whether a classifier takes the options. A ridge is in the units of columns that are all
  /// numbers.
  public boolean isOf(ClassifierKind kind) {
    return (!kind.hasBlocks() || this != RIDGE) && parameters.stream().allMatch(kind::takes);
  }

  /// The values that are tried, a value for each of [#parameters].
  ///
  /// @param options those of the fit
  /// @param rows what is learned from: a ridge is in their units, unless columns are standardised
  public List<double[]> values(FitOptions options, Table rows) {
    // With more features than rows, covariances are singular without regularisation.
    boolean isWide =
        rows.features() instanceof NumberFeatures numbers
            && numbers.columns().length > numbers.rowCount();
    return switch (this) {
      case SHRINKAGE -> each(Arrays.stream(SHARES).filter(value -> value > 0 || !isWide));
      case RIDGE -> {
        double scale = options.standardizes() ? 1 : scale(rows);
        yield each(
            ladder(-8, 2).filter(value -> value > 0 || !isWide).map(value -> round(value * scale)));
      }
      case LAMBDA_GAMMA -> product(LAMBDAS, GAMMAS);
      case KAPPA_GAMMA -> byGamma(product(KAPPAS, GAMMAS_OF_DIRECTIONS));
      case RANK_SUBSPACE_KAPPA_GAMMA -> {
        // More dimensions than features are as many.
        double most =
            rows.features() instanceof NumberFeatures numbers && options.transform().isEmpty()
                ? numbers.columns().length
                : Double.MAX_VALUE;
        yield byGamma(product(atMost(most, RANKS), atMost(most, SUBSPACES), KAPPAS, FEW_GAMMAS));
      }
      case ALPHA ->
          each(
              Arrays.stream(
                  options.given().containsKey(Parameter.TOKENS) ? ALPHAS_OF_TOKENS : ALPHAS));
      case VARIANCE_SMOOTHING -> each(ladder(-12, 2));
    };
  }

  private static List<double[]> each(DoubleStream values) {
    return values.mapToObj(value -> new double[] {value}).toList();
  }

  private static double[] atMost(double most, double... values) {
    return Arrays.stream(values).map(value -> Math.min(value, most)).distinct().toArray();
  }

  /// Values one after the other that share decompositions.
  private static List<double[]> byGamma(List<double[]> values) {
    return values.stream()
        .sorted(Comparator.comparingDouble(value -> value[value.length - 1]))
        .toList();
  }

  /// All combinations, the values of the last list first.
  private static List<double[]> product(double[]... lists) {
    List<double[]> all = List.of(new double[0]);
    for (double[] list : lists) {
      all =
          all.stream()
              .flatMap(first ->
                  Arrays.stream(list)
                      .mapToObj(value -> {
                        double[] next = Arrays.copyOf(first, first.length + 1);
                        next[first.length] = value;
                        return next;
                      }))
              .toList();
    }
    return all;
  }

  /// 0 and 1·10^e, 3·10^e … 1·10^last.
  private static DoubleStream ladder(int first, int last) {
    List<Double> values = new ArrayList<>(List.of(0.0));
    for (int exponent = first; exponent <= last; exponent++) {
      values.add(Double.parseDouble("1e" + exponent));
      if (exponent < last) {
        values.add(Double.parseDouble("3e" + exponent));
      }
    }
    return values.stream().mapToDouble(value -> value);
  }

  /// The power of ten that is nearest to the mean variance of the columns.
  private static double scale(Table rows) {
    if (!(rows.features() instanceof NumberFeatures numbers)) {
      return 1;
    }
    double mean = Arrays.stream(numbers.variances()).average().orElse(0);
    double exponent = Math.rint(Math.log10(mean));
    return Double.isFinite(exponent) ? Math.pow(10, exponent) : 1;
  }

  /// To a few digits, so that what is written reads as it is meant.
  private static double round(double value) {
    return Double.parseDouble("%.2e".formatted(value));
  }

  /// Whether a value can be tried.
  public boolean takes(double value) {
    double most =
        switch (this) {
          case SHRINKAGE, LAMBDA_GAMMA, KAPPA_GAMMA, RANK_SUBSPACE_KAPPA_GAMMA -> 1;
          case ALPHA -> Smoothing.MAX;
          case RIDGE, VARIANCE_SMOOTHING -> Double.MAX_VALUE;
        };
    return value >= 0 && value <= most;
  }

  /// The values that can be tried, in words.
  public String range() {
    return takes(2) ? "finite numbers of at least 0" : "numbers from 0 to 1";
  }

  /// Returns options with these values.
  public FitOptions with(FitOptions options, double[] values) {
    FitOptions chosen = options;
    for (int i = 0; i < values.length; i++) {
      chosen = chosen.with(parameters.get(i), text(values[i]));
    }
    return chosen;
  }

  /// The values that options have, such as `0.1` or `0.5 0.01`.
  public String valuesOf(FitOptions options) {
    return parameters.stream().map(options.given()::get).collect(Collectors.joining(" "));
  }

  private static String text(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    return value >= MIN_PLAIN && value < MAX_PLAIN ? digits.toPlainString() : digits.toString();
  }
}
