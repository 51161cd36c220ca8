package org.lanewise.validation;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.TransformedOptions;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.statistics.Statistics;

/// Rows to be left out of a recipe's fits.
///
/// @param labels the classes and weights; of rows that are left out together, the first has the
///   weight of all
/// @param together whether identical rows are left out together
record LeaveOneOutTask(
    Recipe<?> recipe, RowBatch rows, Labels labels, EssentialRows essential, boolean together) {

  /// The closed forms, by model. For any other model, a refit without each row.
  private static final Map<Class<?>, Function<LeaveOneOutTask, LeaveOneOut>> CLOSED_FORMS =
      Map.ofEntries(
          Map.entry(LinearDiscriminant.class, EquivalentRows::linear),
          Map.entry(QuadraticDiscriminant.class, EquivalentRows::quadratic),
          Map.entry(
              RegularizedDiscriminant.class,
              task -> RegularizedLeaveOneOut.of(List.of(task), Workers.CALLER).getFirst()),
          Map.entry(GaussianNaiveBayes.class, DiagonalLeaveOneOut::of),
          Map.entry(BernoulliNaiveBayes.class, BinaryLeaveOneOut::of),
          Map.entry(CategoricalNaiveBayes.class, CellLeaveOneOut::categorical),
          Map.entry(MultinomialNaiveBayes.class, CountLeaveOneOut::multinomial),
          Map.entry(PoissonNaiveBayes.class, CountLeaveOneOut::poisson),
          Map.entry(ComplementNaiveBayes.class, ComplementLeaveOneOut::of),
          Map.entry(MixedNaiveBayes.class, MixedLeaveOneOut::of));

  /// Whether rows are left out without a fit for each.
  static boolean isClosed(Recipe<?> recipe) {
    return (CLOSED_FORMS.containsKey(recipe.model())
            || recipe.options() instanceof TransformedOptions)
        && !(recipe.options() instanceof DiscriminantOptions options
            && options.usesClassScatters());
  }

  LeaveOneOut run() {
    Function<LeaveOneOutTask, LeaveOneOut> closedForm = CLOSED_FORMS.get(recipe.model());
    if (closedForm != null) {
      return closedForm.apply(this);
    }
    return refits(recipe.chosen(statistics(), rows, labels)).all();
  }

  /// The statistics of all rows.
  Statistics statistics() {
    return recipe.statistics(rows, labels.classes()).add(rows, labels);
  }

  /// Leaves rows out of recipes that differ in γ only, or of one recipe.
  static List<LeaveOneOut> run(List<LeaveOneOutTask> tasks, Workers workers) {
    return tasks.getFirst().recipe.model() == RegularizedDiscriminant.class
        ? RegularizedLeaveOneOut.of(tasks, workers)
        : List.of(tasks.getFirst().run());
  }

  /// The same for other rows.
  LeaveOneOutTask with(Recipe<?> newRecipe, RowBatch newRows) {
    return new LeaveOneOutTask(newRecipe, newRows, labels, essential, together);
  }

  <O extends Record> O options(Class<O> type) {
    return type.cast(recipe.options());
  }

  /// The rows as batches of a type.
  ///
  /// @throws IllegalArgumentException if they have another type
  <B extends RowBatch> B rows(Class<B> type) {
    return cast(rows, type);
  }

  static <B extends RowBatch> B cast(RowBatch rows, Class<B> type) {
    if (!type.isInstance(rows)) {
      throw new IllegalArgumentException(
          "the rows are %s; %s are expected"
              .formatted(rows.getClass().getSimpleName(), type.getSimpleName()));
    }
    return type.cast(rows);
  }

  /// The rows, which are counts, as sparse ones.
  SparseRows sparse() {
    return rows instanceof NumericColumns numbers
        ? SparseRows.copyOf(numbers)
        : rows(SparseRows.class);
  }

  /// Refits by a recipe to the remaining rows.
  Refits refits(Recipe<?> by) {
    return refits(given -> by.fit(rows, given), RowFormat.of(rows));
  }

  /// Refits to the remaining rows.
  Refits refits(Function<Labels, Classifier<?, ?>> fit, RowFormat<?, ?> format) {
    return new Refits(this, fit, format);
  }
}
