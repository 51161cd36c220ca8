package org.lanewise.model;

import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.statistics.Statistics;

/// A model to be fitted: its kind and its options.
///
/// ```java
/// Recipe<LinearDiscriminant> recipe =
///     LinearDiscriminant.recipe(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1)));
/// LinearDiscriminant model = recipe.fit(rows, labels);
/// ```
///
/// Every model has a method `recipe(options)`. [org.lanewise.validation.LeaveOneOut] leaves rows
/// out of a recipe, [org.lanewise.validation.Choice] chooses among recipes, and each block of
/// [org.lanewise.model.mixed.MixedNaiveBayes] has one. Immutable; equal if kind and options are
/// equal.
///
/// @param <M> the model
public interface Recipe<M extends Classifier<?, ?>> {

  /// The class of the model.
  Class<M> model();

  /// The options, a record such as [org.lanewise.model.gaussian.DiscriminantOptions].
  Record options();

  /// Returns this recipe with other class priors.
  ///
  /// @throws UnsupportedOperationException if the model has no class priors
  Recipe<M> withPriors(Priors priors);

  /// Returns empty statistics of the kind to which this recipe is fitted.
  ///
  /// @param like rows with the same features, categories and blocks
  /// @throws IllegalArgumentException if the model cannot be fitted to such rows
  Statistics statistics(RowBatch like, Classes classes);

  /// Fits a model to statistics.
  ///
  /// @throws IllegalArgumentException if the model needs statistics of another kind, if an option
  ///   must be chosen by reading the rows again, or if no model can be fitted to them
  M fit(Statistics statistics);

  /// Reads the rows again to choose options that depend on them, such as Ledoit and Wolf's
  /// shrinkage intensity, and returns the recipe with these options. Returns this recipe if there
  /// is nothing to choose.
  ///
  /// @param statistics of the rows
  /// @throws IllegalArgumentException if nothing can be chosen
  default Recipe<M> chosen(Statistics statistics, RowBatch rows, Labels labels) {
    return this;
  }

  /// Fits rows.
  ///
  /// @throws IllegalArgumentException as [Statistics#add(RowBatch, Labels)] and [#fit(Statistics)]
  default M fit(RowBatch rows, Labels labels) {
    return fit(rows, labels, Workers.CALLER);
  }

  /// Fits rows distributed over workers; the result is bit-identical.
  ///
  /// @throws IllegalArgumentException as [#fit(RowBatch, Labels)]
  default M fit(RowBatch rows, Labels labels, Workers workers) {
    Statistics statistics = statistics(rows, labels.classes()).on(workers).add(rows, labels);
    return chosen(statistics, rows, labels).fit(statistics);
  }
}
