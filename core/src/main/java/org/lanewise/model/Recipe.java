package org.lanewise.model;

import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.statistics.Statistics;

/// A model to be fitted: of which kind, and by which options.
///
/// ```java
/// Recipe<LinearDiscriminant> recipe =
///     LinearDiscriminant.recipe(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(0.1)));
/// LinearDiscriminant model = recipe.fit(rows, labels);
/// ```
///
/// Each model has `recipe(options)`. A recipe is what [org.lanewise.validation.LeaveOneOut] leaves
/// rows out of, what [org.lanewise.validation.Choice] chooses among, and how a block of
/// [org.lanewise.model.mixed.MixedNaiveBayes] is fitted. Immutable; equal where kind and options
/// are.
///
/// @param <M> the model
public interface Recipe<M extends Classifier<?, ?>> {

  /// The class of the model.
  Class<M> model();

  /// The options, one of the records of options such as
  /// [org.lanewise.model.gaussian.DiscriminantOptions].
  Record options();

  /// This recipe with other class priors.
  ///
  /// @throws UnsupportedOperationException if the model has none
  Recipe<M> withPriors(Priors priors);

  /// Statistics of no rows, such as a fit by this recipe needs.
  ///
  /// @param like rows of the same features, and categories or blocks where they have any
  /// @throws IllegalArgumentException if the model cannot be fitted to such rows
  Statistics statistics(RowBatch like, Classes classes);

  /// The model of these statistics.
  ///
  /// @throws IllegalArgumentException if they are others than the model needs, something has to be
  ///   chosen by a second look at the rows, or no model follows from them
  M fit(Statistics statistics);

  /// This recipe with what it chooses by a second look at the rows, such as an intensity of
  /// shrinkage by Ledoit and Wolf; itself where nothing is left to choose.
  ///
  /// @param statistics those of the rows
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

  /// Fits rows, which are shared out among workers; the same bits.
  ///
  /// @throws IllegalArgumentException as [#fit(RowBatch, Labels)]
  default M fit(RowBatch rows, Labels labels, Workers workers) {
    Statistics statistics = statistics(rows, labels.classes()).on(workers).add(rows, labels);
    return chosen(statistics, rows, labels).fit(statistics);
  }
}
