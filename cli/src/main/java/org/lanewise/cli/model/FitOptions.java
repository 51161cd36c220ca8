package org.lanewise.cli.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.table.Table;
import org.lanewise.data.MissingValues;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.discrete.ComplementOptions;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.model.gaussian.Shrinkage;

/// How the user wants a classifier to be fitted, whichever it is; what was not given is the
/// library's default.
///
/// @param given the options that were given and not every classifier takes, each with its text
/// @param discriminant of linear and quadratic discriminants
/// @param regularized of regularised discriminants
/// @param gaussianBayes of Gaussian Naive Bayes
/// @param naiveBayes of Naive Bayes with bits, categories and counts
/// @param complement of complement Naive Bayes
/// @param binarize the threshold above which a value is 1
/// @param unseen what becomes of categories that were not learned
public record FitOptions(
    Map<Parameter, String> given,
    DiscriminantOptions discriminant,
    RegularizedOptions regularized,
    GaussianBayesOptions gaussianBayes,
    NaiveBayesOptions naiveBayes,
    ComplementOptions complement,
    OptionalDouble binarize,
    UnseenCategory unseen) {

  private static final int MAX_ITERATIONS = 100_000;

  /// The library's defaults.
  ///
  /// @param missing the text of a missing value, if there is one
  public static FitOptions defaults(Optional<String> missing) {
    return new FitOptions(
        missing.map(text -> Map.of(Parameter.MISSING, text)).orElse(Map.of()),
        DiscriminantOptions.DEFAULT,
        RegularizedOptions.DEFAULT,
        GaussianBayesOptions.DEFAULT,
        NaiveBayesOptions.DEFAULT,
        ComplementOptions.DEFAULT,
        OptionalDouble.empty(),
        UnseenCategory.REFUSE);
  }

  /// Copies what was given and checks that nothing is null.
  public FitOptions {
    given = copy(given);
    Objects.requireNonNull(discriminant, "discriminant");
    Objects.requireNonNull(regularized, "regularized");
    gaussianBayes =
        gaussianBayes.withMissing(
            given.containsKey(Parameter.MISSING) ? MissingValues.ALLOW : MissingValues.REFUSE);
    Objects.requireNonNull(naiveBayes, "naiveBayes");
    Objects.requireNonNull(complement, "complement");
    Objects.requireNonNull(binarize, "binarize");
    Objects.requireNonNull(unseen, "unseen");
  }

  /// The types of the columns of a table, as asked for or guessed.
  ///
  /// @throws org.lanewise.cli.table.DataException if the rows are no table of columns, or what was
  ///   asked for makes no sense
  public ColumnTypes types(Table rows) {
    ColumnTypes types =
        ColumnTypes.of(rows, Optional.ofNullable(given.get(Parameter.COLUMN)), missing());
    return hasIndicators() ? types.ofNumbersAndCategories(rows) : types;
  }

  /// The same for statistics that are gathered already.
  ///
  /// @param gathering the options by which they were
  /// @param threshold the threshold above which a value was 1
  public FitOptions withGathered(Map<Parameter, String> gathering, OptionalDouble threshold) {
    Map<Parameter, String> all = new EnumMap<>(Parameter.class);
    all.putAll(given);
    all.putAll(gathering);
    return new FitOptions(
        all, discriminant, regularized, gaussianBayes, naiveBayes, complement, threshold, unseen);
  }

  /// The same with a shrinkage of covariances that was chosen.
  FitOptions withShrinkage(Shrinkage shrinkage) {
    return new FitOptions(
        given,
        discriminant.withShrinkage(shrinkage),
        regularized,
        gaussianBayes,
        naiveBayes,
        complement,
        binarize,
        unseen);
  }

  /// The transform of the rows, if one was asked for.
  public Optional<TransformText> transform() {
    return Optional.ofNullable(given.get(Parameter.TRANSFORM)).map(TransformText::of);
  }

  /// The same with categories as indicator columns; an unseen category is integrated out.
  public FitOptions withIndicators() {
    return withGathered(Map.of(Parameter.CATEGORIES, "indicator"), binarize).withIgnoredUnseen();
  }

  /// The same with unseen categories left out of the score.
  public FitOptions withIgnoredUnseen() {
    return new FitOptions(
        withGathered(Map.of(Parameter.UNSEEN, "ignore"), binarize).given,
        discriminant,
        regularized,
        gaussianBayes,
        naiveBayes,
        complement,
        binarize,
        UnseenCategory.IGNORE);
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
    return IncompleteRows.Way.DROP.id().equals(given.get(Parameter.INCOMPLETE))
        ? IncompleteRows.Way.DROP
        : IncompleteRows.Way.EM;
  }

  /// The same without rows that have missing values, for covariances.
  public FitOptions withDroppedRows() {
    return withGathered(Map.of(Parameter.INCOMPLETE, IncompleteRows.Way.DROP.id()), binarize);
  }

  /// When expectation and maximisation stops: after many more iterations than by default where a
  /// tolerance was given.
  public ExpectationMaximization.Options maximization() {
    String tolerance = given.get(Parameter.EM_TOLERANCE);
    return tolerance == null
        ? ExpectationMaximization.Options.DEFAULT
        : new ExpectationMaximization.Options(Double.parseDouble(tolerance), MAX_ITERATIONS);
  }

  /// A copy in the order of the parameters.
  static Map<Parameter, String> copy(Map<Parameter, String> given) {
    Map<Parameter, String> copy = new EnumMap<>(Parameter.class);
    copy.putAll(given);
    return Collections.unmodifiableMap(copy);
  }
}
