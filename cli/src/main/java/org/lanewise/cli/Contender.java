package org.lanewise.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.model.IncompleteRows;
import org.lanewise.cli.model.Parameter;
import org.lanewise.cli.report.ChoiceReport;
import org.lanewise.cli.resampling.Part;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.validation.Choosable;
import org.lanewise.cli.validation.RowRemoval;
import org.lanewise.data.Workers;
import org.lanewise.validation.EssentialRows;

/// A classifier to be compared with others.
///
/// @param kind the classifier, with its default options
/// @param chosen an option whose value is chosen by leave-one-out, in each fold from the training
///   rows only
/// @param categories whether columns are numbers and categories, which become indicator columns
///   where the classifier takes numbers
record Contender(ClassifierKind kind, Optional<Choosable> chosen, boolean categories) {

  /// The most features of a classifier with covariances: the time of each fit grows with their
  /// square or cube.
  private static final int MAX_COVARIANCE_FEATURES = 2000;

  /// The same if an option is chosen, for which covariances are decomposed many times.
  private static final int MAX_CHOICE_FEATURES = 200;

  /// The most rows from which an option is chosen.
  private static final int MAX_CHOICE_ROWS = 20_000;

  /// With fewer features, the directions of a class are its whole covariance, and `rda` has that.
  private static final int MIN_DIRECTION_FEATURES = 32;

  /// All classifiers, first with default options and then with a chosen one. By default `rda` is
  /// `qda`, so that it is only there with a choice.
  static List<Contender> all() {
    List<Contender> all = new ArrayList<>();
    for (ClassifierKind kind : ClassifierKind.fitted()) {
      if (kind != ClassifierKind.RDA) {
        all.add(new Contender(kind, Optional.empty(), false));
      }
      Stream.of(Choosable.SHRINKAGE, Choosable.LAMBDA_GAMMA, Choosable.ALPHA)
          .filter(what -> what.isOf(kind))
          .findFirst()
          .filter(what -> what == Choosable.ALPHA || kind.isOfScatters())
          .ifPresent(what -> all.add(new Contender(kind, Optional.of(what), false)));
    }
    return all;
  }

  /// Whether the classifier is worth a try that was not asked for.
  boolean suits(Table rows) {
    return kind != ClassifierKind.LOW_RANK
        || rows.schema().featureNames().size() >= MIN_DIRECTION_FEATURES;
  }

  /// The same for columns of numbers and categories.
  Contender withCategories() {
    return new Contender(kind, chosen, true);
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
    return chosen.map(what -> kind.id() + ", " + what.id()).orElse(kind.id());
  }

  /// The options of `fit` that fit this classifier.
  ///
  /// @param missing the text of a missing value, if there is one
  /// @param together whether identical rows are left out together where an option is chosen
  String options(Optional<String> missing, boolean together) {
    StringBuilder options = new StringBuilder("--classifier " + kind.id());
    chosen.ifPresent(what -> {
      options.append(" --choose ").append(what.id());
      options.append(together ? " --copies together" : "");
    });
    fitOptions(missing)
        .given()
        .forEach((parameter, value) ->
            options.append(' ').append(parameter.option()).append(' ').append(quoted(value)));
    return options.toString();
  }

  /// A value as a shell reads it.
  private static String quoted(String value) {
    return value.matches("[A-Za-z0-9._-]+") ? value : "'" + value.replace("'", "'\\''") + "'";
  }

  /// The default options, with which a category that a fold does not learn is left out. Covariances
  /// whose option is chosen are those of complete rows: by EM, no row could be left out of them.
  private FitOptions fitOptions(Optional<String> missing) {
    FitOptions options = FitOptions.defaults(missing.filter(_ -> kind.takes(Parameter.MISSING)));
    if (indicators()) {
      options = options.with(Parameter.CATEGORIES, "indicator");
    }
    if (indicators()
        || kind == ClassifierKind.CATEGORICAL_NB
        || (categories && kind.readsTexts())) {
      options = options.with(Parameter.UNSEEN, "ignore");
    }
    return chosen.isPresent() && kind.isOfScatters() && options.missing().isPresent()
        ? options.with(Parameter.INCOMPLETE, IncompleteRows.Way.DROP.id())
        : options;
  }

  /// Refuses rows for which this classifier would take too long.
  ///
  /// @throws DataException if there are too many rows or features
  void requireFast(Table rows) {
    if (chosen.isPresent() && rows.rowCount() > MAX_CHOICE_ROWS) {
      throw new DataException(
          "to choose from %d rows would take long, and compare does so for up to %d; use fit %s"
              .formatted(rows.rowCount(), MAX_CHOICE_ROWS, options(Optional.empty(), false)));
    }
    if (!kind.isOfScatters()) {
      return;
    }
    int most = chosen.isPresent() ? MAX_CHOICE_FEATURES : MAX_COVARIANCE_FEATURES;
    int features = FittedModel.featureCount(kind, fitOptions(Optional.empty()), rows);
    if (features > most) {
      throw new DataException(
          "%d features would take long, and compare runs it with up to %d; use evaluate --classifier %s"
              .formatted(features, most, kind));
    }
  }

  /// Fits to the training rows of a part.
  ///
  /// @param together whether identical rows are left out together where an option is chosen
  /// @throws DataException if the rows are refused
  FittedModel fit(Part part, Optional<String> missing, boolean together, Workers workers) {
    return chosen.isEmpty()
        ? part.fit(kind, fitOptions(missing), workers)
        : fit(part.trainingTable(), part.typed(), missing, together, workers);
  }

  /// Fits to rows.
  ///
  /// @param typed the rows by which types of columns are guessed
  /// @param together whether identical rows are left out together where an option is chosen
  /// @throws DataException if the rows are refused
  FittedModel fit(
      Table rows, Table typed, Optional<String> missing, boolean together, Workers workers) {
    FitOptions options = fitOptions(missing);
    if (chosen.isEmpty()) {
      return FittedModel.fit(kind, options, rows, typed, workers);
    }
    Choosable what = chosen.get();
    ChoiceReport report =
        new ChoiceReport(
            what,
            RowRemoval.of(kind, options, rows, together)
                .choose(
                    what.values(rows).stream().map(value -> what.with(options, value)).toList(),
                    EssentialRows.LEAVE_OUT,
                    workers));
    return FittedModel.fit(kind, report.choice().best(), rows, typed, workers)
        .withChosen(report.chosen());
  }
}
