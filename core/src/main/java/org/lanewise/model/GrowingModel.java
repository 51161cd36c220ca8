package org.lanewise.model;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.statistics.Statistics;

/// A model with the statistics to which it was fitted, so that it learns classes from their rows
/// alone.
///
/// ```java
/// GrowingModel<LinearDiscriminant> intents =
///     GrowingModel.of(LinearDiscriminant.recipe(options), rows, labels);
/// GrowingModel<LinearDiscriminant> more = intents.with("refund", fiveRows);
/// more.model().label(row);
/// ```
///
/// [#model()] has the bits of a fit of the same recipe to [#statistics()], whether these knew a
/// class from the start or met it later. The rows given to [#of] are merged once
/// ([Statistics#merge]), so that a new class causes no work for the others; later rows are added
/// one batch after the other. This and any other order of the rows differ from one pass by rounding
/// only. New classes take their place in natural order, which may change the indices of others, or
/// come last if the order was given ([Classes#opened()]).
///
/// Immutable: [#with] and [#without] return a new object, or throw an exception. Safe for any
/// number of threads. An object takes the memory of its statistics twice, so keep the latest one
/// only; its [#model()] does not refer to it.
///
/// @param <M> the model
public final class GrowingModel<M extends Classifier<?, ?>> {

  private final Recipe<M> recipe;

  /// Never changed.
  private final Statistics statistics;

  /// Classes with rows in the statistics that the model lacks.
  private final Set<String> removed;

  private final M model;

  private GrowingModel(Recipe<M> recipe, Statistics statistics, Set<String> removed) {
    this.recipe = recipe;
    this.statistics = statistics;
    this.removed = removed;
    M fitted = recipe.fit(statistics);
    model =
        removed.isEmpty()
            ? fitted
            : recipe.model().cast(fitted.without(removed.toArray(String[]::new)));
  }

  /// Fits a recipe to a copy of statistics, which may have been created with their classes.
  ///
  /// @throws IllegalArgumentException as [Recipe#fit(Statistics)]
  /// @throws IllegalStateException if classes have no names
  public static <M extends Classifier<?, ?>> GrowingModel<M> of(
      Recipe<M> recipe, Statistics statistics) {
    Objects.requireNonNull(recipe, "recipe");
    return new GrowingModel<>(recipe, statistics.empty().opened().merge(statistics), Set.of());
  }

  /// Fits a recipe to rows. An option that is chosen by reading rows, such as Ledoit and Wolf's
  /// intensity of shrinkage, is chosen by these and kept.
  ///
  /// @throws IllegalArgumentException as [Recipe#fit(RowBatch, Labels)]
  /// @throws IllegalStateException if classes have no names
  public static <M extends Classifier<?, ?>> GrowingModel<M> of(
      Recipe<M> recipe, RowBatch rows, Labels labels) {
    Statistics statistics = recipe.statistics(rows, labels.classes().opened()).add(rows, labels);
    return of(recipe.chosen(statistics, rows, labels), statistics);
  }

  /// The model.
  public M model() {
    return model;
  }

  /// The recipe, with options that were chosen.
  public Recipe<M> recipe() {
    return recipe;
  }

  /// A copy of the statistics of all rows, including those of classes removed by
  /// [#without(String)].
  public Statistics statistics() {
    return statistics.opened();
  }

  /// Adds rows of one class, new or known.
  ///
  /// @throws IllegalArgumentException as [#with(RowBatch, Labels)]
  public GrowingModel<M> with(String label, RowBatch rows) {
    return with(rows, allOf(label, rows));
  }

  /// Adds rows of classes, new or known. Rows of a class that [#without(String)] removed bring it
  /// back with all its rows.
  ///
  /// @throws IllegalArgumentException as [Statistics#add(RowBatch, Labels)] and
  ///   [Recipe#fit(Statistics)], such as for rows of another width, NaN, or fixed priors that lack
  ///   a new class
  public GrowingModel<M> with(RowBatch rows, Labels labels) {
    Statistics grown = statistics.opened().add(rows, labels);
    Set<String> rest = new HashSet<>(removed);
    IntStream.of(labels.toArray())
        .distinct()
        .forEach(label -> rest.remove(labels.classes().name(label)));
    return new GrowingModel<>(recipe, grown, rest);
  }

  /// Removes a class from the model, but not its rows from the statistics: the model is that of
  /// [Classifier#without(String...)], whose shared covariance, if any, still includes these rows.
  /// To take them out as well, use [#without(String, RowBatch)].
  ///
  /// @throws IllegalArgumentException if the model has no such class or no other
  /// @throws UnsupportedOperationException if the model cannot do without a class
  public GrowingModel<M> without(String label) {
    model.classes().others(label);
    Set<String> more = new HashSet<>(removed);
    more.add(label);
    return new GrowingModel<>(recipe, statistics, more);
  }

  /// Takes rows of a class out of the statistics ([Statistics#subtract]), and with its last row the
  /// class itself. The result differs from statistics without these rows by rounding.
  ///
  /// @param rows rows of the class that were added before, such as all of them
  /// @throws IllegalArgumentException if the model has no such class or no other, or as
  ///   [Statistics#subtract]
  public GrowingModel<M> without(String label, RowBatch rows) {
    model.classes().others(label);
    Statistics rest = statistics.opened();
    rest.subtract(statistics.empty().add(rows, allOf(label, rows)));
    boolean isGone = rest.classWeight(rest.classes().indexOf(label)) == 0;
    return new GrowingModel<>(recipe, isGone ? rest.withoutEmptyClasses() : rest, removed);
  }

  private static Labels allOf(String label, RowBatch rows) {
    return Labels.ofIndices(new int[rows.rowCount()], Classes.sorted(List.of(label)));
  }
}
