package org.lanewise.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
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
import org.lanewise.cli.model.TokenTables;
import org.lanewise.cli.options.ChooseOptions.ChoiceRequest;
import org.lanewise.cli.output.ShellText;
import org.lanewise.cli.report.ChoiceReport;
import org.lanewise.cli.report.Warnings;
import org.lanewise.cli.resampling.Part;
import org.lanewise.cli.table.ColumnChoice;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.validation.Choosable;
import org.lanewise.cli.validation.RowRemoval;
import org.lanewise.cli.validation.Temperatures;
import org.lanewise.data.Workers;
import org.lanewise.validation.EssentialRows;

/// A classifier to be compared with others.
///
/// @param kind the classifier
/// @param chosen an option whose value is chosen by leave-one-out, in each fold from the training
///   rows only
/// @param options other options that are not the default
/// @param isWide whether folds are fitted in the space of their rows
record Contender(
    ClassifierKind kind, Optional<Choosable> chosen, FitOptions options, boolean isWide) {

  /// How contenders are fitted.
  ///
  /// @param together whether identical rows are left out together
  /// @param skipsLast whether a row without which a class has no rows is left out of leave-one-out
  /// @param sample the most rows from which an option or a temperature is chosen
  record Tuning(boolean together, boolean skipsLast, int sample, Workers workers) {}

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
  /// Several types of columns are the messages and the other columns.
  ///
  /// @param column the column of messages
  /// @param asked the only features, if any were asked for
  Stream<Contender> forMessages(String column, Optional<String> asked) {
    if (asked.isPresent() && !kind.takes(Parameter.TOKENS)) {
      return Stream.of(this);
    }
    if (asked.filter(TokenTables::isOne).isPresent() && !kind.isOfNormalClasses()) {
      // Counts of words and characters, next to the table.
      return forMessages(column, Optional.empty());
    }
    if (kind.hasBlocks()) {
      Contender all = with(Parameter.COLUMN, ColumnChoice.quoted(column) + "=text");
      return Stream.of(Optional.<Choosable>empty(), Optional.of(Choosable.ALPHA))
          .map(what -> new Contender(kind, what, all.options, false))
          .map(each -> each.withCategories().withTokens(asked));
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
    return text.map(notation -> with(Parameter.TOKENS, kind.text(notation))).orElse(this);
  }

  private Contender with(Parameter parameter, String text) {
    return new Contender(kind, chosen, options.with(parameter, text), isWide);
  }

  /// Whether the classifier is worth a try that was not asked for.
  ///
  /// @param asked the only features of messages, if any were asked for
  boolean suits(Table rows, Optional<String> asked) {
    return kind != ClassifierKind.LOW_RANK
        || asked.filter(TokenTables::isOne).isPresent()
        || rows.schema().featureNames().size() >= MIN_DIRECTION_FEATURES;
  }

  private static Contender of(ClassifierKind kind, Optional<Choosable> chosen) {
    Contender plain = new Contender(kind, chosen, FitOptions.defaults(Optional.empty()), false);
    return kind == ClassifierKind.CATEGORICAL_NB ? plain.with(Parameter.UNSEEN, "ignore") : plain;
  }

  /// The same for columns of numbers and categories, which become indicator columns if the
  /// classifier takes numbers. A category that a fold does not learn is left out.
  Contender withCategories() {
    boolean indicators = kind.takes(Parameter.CATEGORIES);
    Contender own = indicators ? with(Parameter.CATEGORIES, "indicator") : this;
    return indicators || kind.readsTexts() ? own.with(Parameter.UNSEEN, "ignore") : own;
  }

  /// The same for some rows: with standardised columns if there is a reason for them, in the space
  /// of the rows if there are more features, and without rows that lack values if an option is
  /// chosen, because no row could be left out of a fit by expectation-maximisation, or if that
  /// would take long.
  Contender forRows(Table rows, Optional<String> missing) {
    Contender own =
        missing
            .filter(_ -> kind.takes(Parameter.MISSING))
            .map(text -> with(Parameter.MISSING, text))
            .orElse(this);
    if (own.scalesReason(rows).isPresent()) {
      own = own.with(Parameter.SCALES, "standard");
    }
    boolean drops =
        chosen.isPresent() || own.lacking(rows) * square(featureCount(rows)) > MAX_EXPECTATION;
    if (drops && kind.isOfScatters() && own.options.missing().isPresent()) {
      own = own.with(Parameter.INCOMPLETE, IncompleteRows.Way.DROP.id());
    }
    return new Contender(
        kind, chosen, own.options, chosen.isPresent() && SpanRows.suit(kind, own.options, rows));
  }

  /// How many rows lack a value without which covariances are not fitted in closed form.
  private int lacking(Table rows) {
    return kind.isOfScatters() && options.missing().isPresent()
        ? IncompleteRows.lacking(rows, kind, options).cardinality()
        : 0;
  }

  /// Sentences on what it does with some rows that others do not.
  ///
  /// @param general the same contender for any rows
  Stream<String> notes(Table rows, Contender general) {
    int lacking = options.incomplete() == IncompleteRows.Way.DROP ? lacking(rows) : 0;
    return Stream.of(
            general.scalesReason(rows).map(reason -> ColumnScales.note(reason, "fit with ")),
            Optional.of(
                    "%d of %d rows have missing values; discriminants are fitted to the rest, as with --incomplete drop, if an option is chosen or expectation-maximisation would take long"
                        .formatted(lacking, rows.rowCount()))
                .filter(_ -> lacking > 0),
            Optional.ofNullable(options.given().get(Parameter.COLUMN))
                .map(_ ->
                    "%s also takes the other columns: %s"
                        .formatted(kind, Warnings.typesOf(rows, options))))
        .flatMap(Optional::stream);
  }

  private int featureCount(Table rows) {
    return FittedModel.featureCount(kind, options, rows);
  }

  private static double square(double x) {
    return x * x;
  }

  /// The reason why its chosen option acts on standardised columns, if it does.
  private Optional<String> scalesReason(Table rows) {
    return chosen.flatMap(_ -> ColumnScales.reason(kind, options, rows));
  }

  /// Whether the cells of its columns are read as texts.
  boolean readsTexts() {
    return options.hasIndicators() || kind.readsTexts();
  }

  /// The name in tables, such as `lda` or `lda, shrinkage`.
  String name() {
    return kind.id()
        + chosen.map(what -> ", " + what.id()).orElse("")
        + Optional.ofNullable(options.given().get(Parameter.TOKENS))
            .map(text -> ", " + (TokenTables.isOne(text) ? text : text.replace(",", " ")))
            .orElse("");
  }

  /// The options of `fit` that fit this classifier.
  ///
  /// @param tempered whether it has a temperature
  String options(Tuning tuning, boolean tempered) {
    StringBuilder text = new StringBuilder("--classifier " + kind.id());
    chosen.ifPresent(what -> text.append(" --choose ").append(what.id()));
    options.given().entrySet().stream()
        // The text column, which --text names.
        .filter(given -> given.getKey() != Parameter.COLUMN)
        .forEach(given ->
            text.append(' ').append(ShellText.option(given.getKey().option(), given.getValue())));
    text.append(tempered ? " --temperature" : "");
    if (chosen.isPresent() || tempered) {
      text.append(tuning.together() ? " --copies together" : "");
      text.append(tuning.skipsLast() ? " --last-row skip" : "");
    }
    return text.toString();
  }

  /// Refuses rows for which this classifier has no model or would take too long.
  ///
  /// @throws DataException if there are too few rows or too many features
  void requireFast(Table rows) {
    if (options.given().containsKey(Parameter.COLUMN) && rows.schema().featureNames().size() == 1) {
      throw new DataException(
          "%s has no feature column next to the messages".formatted(rows.file()));
    }
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
          "%d rows are too few for a regular covariance of %d features; use evaluate with --shrinkage or --ridge"
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
    return fit(
        rows,
        isWide && !wanted ? options.ofSpan() : options,
        best -> FittedModel.fit(kind, best, rows, tuning.workers()),
        tuning);
  }

  /// @param sample the rows from which an option and the temperature are chosen
  private Fit fit(
      Table sample, FitOptions given, Function<FitOptions, FittedModel> fit, Tuning tuning) {
    Optional<ChoiceReport> report =
        chosen.map(what ->
            new ChoiceReport(
                what,
                RowRemoval.of(kind, given, sample, tuning.together())
                    .choose(
                        new ChoiceRequest(what, Optional.empty()).candidates(given, sample),
                        EssentialRows.LEAVE_OUT,
                        tuning.workers(),
                        _ -> {})));
    FitOptions best = report.map(found -> found.choice().best()).orElse(given);
    FittedModel model = fit.apply(best);
    return new Fit(
        report.map(found -> model.withChosen(found.chosen())).orElse(model),
        temperature(best, sample, tuning));
  }

  /// The temperature of the least log loss, if there is one.
  private Optional<TemperatureScaling> temperature(FitOptions best, Table rows, Tuning tuning) {
    try {
      return Optional.of(
          Temperatures.of(
              kind,
              best,
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
