package org.lanewise.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.lanewise.calibration.TemperatureScaling;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.ColumnScales;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.model.SpanRows;
import org.lanewise.cli.output.ShellText;
import org.lanewise.cli.report.ChoiceReport;
import org.lanewise.cli.resampling.Part;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.validation.Choosable;
import org.lanewise.cli.validation.RowRemoval;
import org.lanewise.cli.validation.Temperatures;
import org.lanewise.data.Workers;
import org.lanewise.validation.EssentialRows;

/// A classifier to be compared with others.
///
/// @param kind the classifier, with its default options
/// @param chosen an option whose value is chosen by leave-one-out, in each fold from the training
///   rows only
/// @param categories whether columns are numbers and categories, which become indicator columns
///   where the classifier takes numbers
/// @param standardizes whether the option acts on standardised columns
/// @param isWide whether folds are fitted in the space of their rows
/// @param drops whether covariances are fitted without rows that lack values
/// @param tokens how messages become features, if not as words
record Contender(
    ClassifierKind kind,
    Optional<Choosable> chosen,
    boolean categories,
    boolean standardizes,
    boolean isWide,
    boolean drops,
    Optional<String> tokens) {

  /// How contenders are fitted.
  ///
  /// @param missing the text of a missing value, if there is one
  /// @param together whether identical rows are left out together
  /// @param skipsLast whether a row without which a class has no rows is left out of leave-one-out
  /// @param sample the most rows from which an option or a temperature is chosen
  record Tuning(
      Optional<String> missing, boolean together, boolean skipsLast, int sample, Workers workers) {}

  /// A fit.
  ///
  /// @param temperature the temperature of its posteriors, if there is a best one
  record Fit(FittedModel model, Optional<TemperatureScaling> temperature) {

    /// The model with its temperature.
    FittedModel tempered() {
      return temperature.map(found -> model.withTemperature(found.temperature())).orElse(model);
    }
  }

  /// The most features of a classifier with covariances: the time of each fit grows with their
  /// square or cube.
  private static final int MAX_COVARIANCE_FEATURES = 2000;

  /// The same if an option is chosen, for which covariances are decomposed many times.
  private static final int MAX_CHOICE_FEATURES = 200;

  /// The most products of incomplete rows, features and features in an iteration of
  /// expectation-maximisation.
  private static final double MAX_EXPECTATION = 2e6;

  /// The most products of rows, rows and features in the space of the rows.
  private static final long MAX_SPAN = 20_000_000_000L;

  /// With fewer features, the directions of a class are its whole covariance, and `rda` has that.
  private static final int MIN_DIRECTION_FEATURES = 32;

  /// Classifiers that are compared on several features of messages.
  private static final Set<ClassifierKind> OF_TEXT =
      EnumSet.of(
          ClassifierKind.BERNOULLI_NB, ClassifierKind.MULTINOMIAL_NB, ClassifierKind.COMPLEMENT_NB);

  private static final List<String> CHARACTERS =
      List.of(
          "chars-within-words,ngrams=2-4",
          "chars-within-words,ngrams=2-5",
          "chars,ngrams=1-2",
          "chars,ngrams=2-4");

  private static final List<String> COUNTS_AND_WEIGHTS =
      Stream.concat(
              CHARACTERS.stream(),
              Stream.concat(Stream.of("words"), CHARACTERS.stream())
                  .map(tokens -> tokens + ",weights=tf-idf"))
          .toList();

  /// All classifiers, first with default options and then with a chosen one. By default `rda` is
  /// `qda`, so that it is only there with a choice.
  static List<Contender> all() {
    List<Contender> all = new ArrayList<>();
    for (ClassifierKind kind : ClassifierKind.fitted()) {
      if (kind != ClassifierKind.RDA) {
        all.add(of(kind, Optional.empty()));
      }
      Stream.of(Choosable.SHRINKAGE, Choosable.RIDGE, Choosable.LAMBDA_GAMMA, Choosable.ALPHA)
          .filter(what -> what.isOf(kind))
          .filter(what -> what == Choosable.ALPHA ? !kind.hasBlocks() : kind.isOfScatters())
          .forEach(what -> all.add(of(kind, Optional.of(what))));
    }
    return all;
  }

  /// This for messages, with words and with other features. Characters need an alpha of their own,
  /// so that `multinomial-nb` and `complement-nb` count them only with a chosen one.
  ///
  /// @param asked the only features, if any were asked for
  Stream<Contender> forMessages(Optional<String> asked) {
    if (asked.isPresent() && !kind.takes(Parameter.TOKENS)) {
      return Stream.of(this);
    }
    List<String> others =
        asked.isPresent() || !OF_TEXT.contains(kind)
            ? List.of()
            : kind == ClassifierKind.BERNOULLI_NB
                ? chosen.isEmpty() ? CHARACTERS : List.of()
                : chosen.isEmpty() ? List.of() : COUNTS_AND_WEIGHTS;
    return Stream.concat(
        Stream.of(withTokens(asked)), others.stream().map(text -> withTokens(Optional.of(text))));
  }

  private Contender withTokens(Optional<String> text) {
    return new Contender(
        kind, chosen, categories, standardizes, isWide, drops, text.map(kind::text));
  }

  /// Whether the classifier is worth a try that was not asked for.
  boolean suits(Table rows) {
    return kind != ClassifierKind.LOW_RANK
        || rows.schema().featureNames().size() >= MIN_DIRECTION_FEATURES;
  }

  private static Contender of(ClassifierKind kind, Optional<Choosable> chosen) {
    return new Contender(kind, chosen, false, false, false, chosen.isPresent(), Optional.empty());
  }

  /// The same for columns of numbers and categories.
  Contender withCategories() {
    return new Contender(kind, chosen, true, standardizes, isWide, drops, tokens);
  }

  /// The same for some rows: with standardised columns if there is a reason for them, in the space
  /// of the rows if there are more features, and without rows that lack values if
  /// expectation-maximisation would take long.
  Contender forRows(Table rows, Optional<String> missing) {
    return new Contender(
        kind,
        chosen,
        categories,
        standardizes || scalesReason(rows).isPresent(),
        chosen.isPresent() && SpanRows.suit(kind, fitOptions(missing), rows),
        drops || lacking(rows, missing) * square(featureCount(rows)) > MAX_EXPECTATION,
        tokens);
  }

  /// How many rows lack a value without which covariances are not fitted in closed form.
  int lacking(Table rows, Optional<String> missing) {
    return kind.isOfScatters() && missing.isPresent()
        ? IncompleteRows.lacking(rows, kind, fitOptions(missing)).cardinality()
        : 0;
  }

  private int featureCount(Table rows) {
    return FittedModel.featureCount(kind, fitOptions(Optional.empty()), rows);
  }

  private static double square(double x) {
    return x * x;
  }

  /// The reason why its chosen option acts on standardised columns, if it does.
  Optional<String> scalesReason(Table rows) {
    return chosen.flatMap(_ -> ColumnScales.reason(kind, fitOptions(Optional.empty()), rows));
  }

  /// Whether categories become indicator columns.
  boolean indicators() {
    return categories && kind.takes(Parameter.CATEGORIES);
  }

  /// Whether the cells of its columns are read as texts.
  boolean readsTexts() {
    return indicators() || kind.readsTexts();
  }

  /// The name in tables, such as `lda` or `lda, shrinkage`.
  String name() {
    return kind.id()
        + chosen.map(what -> ", " + what.id()).orElse("")
        + tokens.map(text -> ", " + text.replace(",", " ")).orElse("");
  }

  /// The options of `fit` that fit this classifier.
  ///
  /// @param tempered whether it has a temperature
  String options(Tuning tuning, boolean tempered) {
    StringBuilder options = new StringBuilder("--classifier " + kind.id());
    chosen.ifPresent(what -> options.append(" --choose ").append(what.id()));
    fitOptions(tuning.missing())
        .given()
        .forEach((parameter, value) ->
            options.append(' ').append(ShellText.option(parameter.option(), value)));
    options.append(tempered ? " --temperature" : "");
    if (chosen.isPresent() || tempered) {
      options.append(tuning.together() ? " --copies together" : "");
      options.append(tuning.skipsLast() ? " --last-row skip" : "");
    }
    return options.toString();
  }

  /// The default options, with which a category that a fold does not learn is left out. Covariances
  /// whose option is chosen are those of complete rows: by EM, no row could be left out of them.
  private FitOptions fitOptions(Optional<String> missing) {
    FitOptions options =
        FitOptions.defaults(missing.filter(_ -> kind.takes(Parameter.MISSING)))
            .with(tokens.map(text -> Map.of(Parameter.TOKENS, text)).orElse(Map.of()));
    if (indicators()) {
      options = options.with(Parameter.CATEGORIES, "indicator");
    }
    if (indicators()
        || kind == ClassifierKind.CATEGORICAL_NB
        || (categories && kind.readsTexts())) {
      options = options.with(Parameter.UNSEEN, "ignore");
    }
    if (standardizes) {
      options = options.with(Parameter.SCALES, "standard");
    }
    return drops && kind.isOfScatters() && options.missing().isPresent()
        ? options.with(Parameter.INCOMPLETE, IncompleteRows.Way.DROP.id())
        : options;
  }

  /// Refuses rows for which this classifier has no model or would take too long.
  ///
  /// @throws DataException if there are too few rows or too many features
  void requireFast(Table rows) {
    if (!kind.isOfScatters()) {
      return;
    }
    int features = featureCount(rows);
    long n = rows.rowCount();
    if (isWide && n * n * features <= MAX_SPAN) {
      return;
    }
    if (kind != ClassifierKind.LOW_RANK
        && chosen.isEmpty()
        && features > MAX_CHOICE_FEATURES
        && features >= n) {
      throw new DataException(
          "%d rows are too few for a regular covariance of %d features; lda, shrinkage and lda, ridge regularise it"
              .formatted(n, features));
    }
    int most = chosen.isPresent() ? MAX_CHOICE_FEATURES : MAX_COVARIANCE_FEATURES;
    if (features > most) {
      throw new DataException(
          "%d features would take long, and compare runs it with up to %d; use evaluate --classifier %s"
              .formatted(features, most, kind));
    }
  }

  /// Fits to the training rows of a part.
  ///
  /// @throws DataException if the rows are refused
  Fit fit(Part part, Tuning tuning) {
    FitOptions options = fitOptions(tuning.missing());
    return fit(
        isWide ? part.trainingTable() : part.trainingTable(tuning.sample()),
        isWide ? options.ofSpan() : options,
        best -> part.fit(kind, best, tuning.workers()),
        tuning);
  }

  /// Fits to rows as `fit` does, or only finds the temperature of that fit.
  ///
  /// @param wanted whether the model is wanted; otherwise it may be one in the space of the rows
  /// @throws DataException if the rows are refused
  Fit fit(Table rows, Tuning tuning, boolean wanted) {
    FitOptions options = fitOptions(tuning.missing());
    return fit(
        rows,
        isWide && !wanted ? options.ofSpan() : options,
        best -> FittedModel.fit(kind, best, rows, tuning.workers()),
        tuning);
  }

  /// @param sample the rows from which an option and the temperature are chosen
  private Fit fit(
      Table sample, FitOptions options, Function<FitOptions, FittedModel> fit, Tuning tuning) {
    Optional<ChoiceReport> report =
        chosen.map(what ->
            new ChoiceReport(
                what,
                RowRemoval.of(kind, options, sample, tuning.together())
                    .choose(
                        what.values(options, sample).stream()
                            .map(value -> what.with(options, value))
                            .toList(),
                        EssentialRows.LEAVE_OUT,
                        tuning.workers(),
                        _ -> {})));
    FitOptions best = report.map(found -> found.choice().best()).orElse(options);
    FittedModel model = fit.apply(best);
    return new Fit(
        report.map(found -> model.withChosen(found.chosen())).orElse(model),
        temperature(best, sample, tuning));
  }

  /// The temperature of the least log loss, if there is one.
  private Optional<TemperatureScaling> temperature(FitOptions options, Table rows, Tuning tuning) {
    try {
      return Optional.of(
          Temperatures.of(
              kind,
              options,
              rows,
              tuning.together(),
              EssentialRows.LEAVE_OUT,
              tuning.workers(),
              _ -> {}));
    } catch (DataException | IllegalArgumentException e) {
      // Posteriors stay as they are: the best temperature is 0 or infinite.
      return Optional.empty();
    }
  }
}
