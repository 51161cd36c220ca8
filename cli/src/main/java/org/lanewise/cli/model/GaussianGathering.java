package org.lanewise.cli.model;

import java.util.Optional;
import java.util.function.Supplier;
import org.lanewise.cli.rows.Memory;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.VarianceStatistics;

/// Statistics of normal classes that rows are added to batch by batch, and the model of them.
final class GaussianGathering {

  private interface Adding {
    void add(NumericColumns rows, Labels labels);
  }

  private final IncompleteRows.Way way;
  private final boolean mayLack;
  private final Adding adding;
  private final Supplier<Classes> classes;
  private final Supplier<GaussianClassifier> fit;
  private long lacking;

  private GaussianGathering(
      FitOptions options,
      IncompleteRows.Way way,
      Adding adding,
      Supplier<Classes> classes,
      Supplier<GaussianClassifier> fit) {
    this.way = way;
    this.mayLack = options.missing().isPresent();
    this.adding = adding;
    this.classes = classes;
    this.fit = fit;
  }

  /// Empty statistics for a classifier; none if it needs all rows together, or is none of normal
  /// classes.
  static Optional<GaussianGathering> of(
      ClassifierKind kind, FitOptions options, int featureCount, Workers workers) {
    if (kind == ClassifierKind.GAUSSIAN_NB) {
      VarianceStatistics statistics =
          new VarianceStatistics(featureCount)
              .withMissing(GaussianForms.missing(options.missing()))
              .on(workers);
      return Optional.of(
          new GaussianGathering(
              options,
              IncompleteRows.Way.SEEN,
              statistics::add,
              statistics::classes,
              () -> GaussianNaiveBayes.fit(statistics, options.gaussianBayes())));
    }
    boolean discriminant =
        kind == ClassifierKind.LDA || kind == ClassifierKind.QDA || kind == ClassifierKind.RDA;
    if (!discriminant
        // Goes through the rows more than once.
        || (options.missing().isPresent() && options.incomplete() == IncompleteRows.Way.EM)
        // Reads the rows a second time.
        || options.discriminant().shrinkage() instanceof Shrinkage.LedoitWolf
        // One scatter may have to do, depending on how many classes there will be.
        || (kind == ClassifierKind.LDA && !GaussianForms.hasRoomForAnyClasses(featureCount))) {
      return Optional.empty();
    }
    GaussianStatistics statistics = new GaussianStatistics(featureCount).on(workers);
    return Optional.of(
        new GaussianGathering(
            options,
            IncompleteRows.Way.DROP,
            (rows, labels) -> {
              if (statistics.rowCount() == 0 || labels.classCount() > statistics.classCount()) {
                Memory.requireScatters(featureCount, labels.classCount(), false);
              }
              statistics.add(rows, labels);
            },
            statistics::classes,
            () ->
                switch (kind) {
                  case LDA -> LinearDiscriminant.fit(statistics, options.discriminant());
                  case QDA -> QuadraticDiscriminant.fit(statistics, options.discriminant());
                  default -> RegularizedDiscriminant.fit(statistics, options.regularized());
                }));
  }

  /// Whether rows with missing values are to be left out before they are added.
  boolean isOfCompleteRows() {
    return mayLack && way == IncompleteRows.Way.DROP;
  }

  /// Adds rows.
  ///
  /// @param lack how many lacked a value, those that were left out among them
  /// @throws IllegalArgumentException if one is refused
  void add(NumericColumns rows, Labels labels, long lack) {
    adding.add(rows, labels);
    lacking += lack;
  }

  /// How many rows were left out.
  long leftOut() {
    return isOfCompleteRows() ? lacking : 0;
  }

  /// What became of rows with missing values; none where none could be missing.
  Optional<IncompleteRows> incomplete() {
    return mayLack ? Optional.of(IncompleteRows.of(lacking, way)) : Optional.empty();
  }

  /// The classes met so far.
  Classes classes() {
    return classes.get();
  }

  /// The model of all rows.
  ///
  /// @throws IllegalArgumentException if rows or options do not allow one
  GaussianClassifier fit() {
    return fit.get();
  }
}
