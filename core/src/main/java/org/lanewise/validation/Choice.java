package org.lanewise.validation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.tasks.RowTasks;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Recipe;

/// Chooses the recipe that predicts best: the one with the lowest leave-one-out log loss; ties go
/// to the first. Each candidate takes as long as scoring the rows a few times.
///
/// ```java
/// List<Recipe<LinearDiscriminant>> candidates = new ArrayList<>();
/// for (double intensity : new double[] {0, 0.001, 0.01, 0.1, 0.5, 1}) {
///   candidates.add(
///       LinearDiscriminant.recipe(
///           DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(intensity))));
/// }
/// Choice<Recipe<LinearDiscriminant>> choice =
///     Choice.among(candidates, rows, labels, EssentialRows.REFUSE);
/// LinearDiscriminant model = choice.best().fit(rows, labels);
/// ```
///
/// The log loss of the best candidate slightly underestimates the log loss on new rows, because the
/// candidate was chosen by it.
///
/// @param <T> the candidates, usually recipes
/// @param path every candidate in the given order, with its result
/// @param best among the candidates with the fewest rows without a prediction, the one with the
///   lowest log loss
public record Choice<T>(List<Candidate<T>> path, T best) {

  /// A candidate.
  ///
  /// @param <T> the candidates
  /// @param value the candidate itself
  /// @param logLoss the mean leave-one-out log loss; +∞ if no model can be fitted
  /// @param errorRate the share of misclassified rows; NaN if no model can be fitted
  /// @param leftOut the number of rows without a prediction
  /// @param copies the number of rows that are identical to others, as [LeaveOneOut#copies()]
  /// @param refusal the reason why no model can be fitted, or null
  public record Candidate<T>(
      T value, double logLoss, double errorRate, int leftOut, int copies, String refusal) {

    /// A mean over fewer rows is less meaningful: the others may be the hard ones.
    private boolean isBetterThan(Candidate<T> other) {
      return leftOut == other.leftOut
          ? Double.compare(logLoss, other.logLoss) < 0
          : leftOut < other.leftOut;
    }
  }

  /// Copies the path.
  public Choice {
    path = List.copyOf(path);
  }

  /// Chooses among recipes of one model or of several. Recipes for which no model can be fitted,
  /// for example because a covariance is singular, are never chosen.
  ///
  /// @param essential the treatment of rows without which no model can be fitted
  /// @throws IllegalArgumentException if there is no candidate, or if no model can be fitted for
  ///   any of them
  public static <T extends Recipe<?>> Choice<T> among(
      List<T> recipes, RowBatch rows, Labels labels, EssentialRows essential) {
    return among(
        recipes,
        LeaveOneOut.ofEach(
            recipes, rows, labels, essential, IdenticalRows.of(rows, labels), Workers.CALLER),
        Workers.CALLER);
  }

  /// Chooses among candidates of any kind, several at once. The result is bit-identical for any
  /// number of workers; each candidate in progress needs memory of its own.
  ///
  /// @param leaveOneOut computes leave-one-out for a candidate, in any thread
  /// @throws IllegalArgumentException if there is no candidate, or if no model can be fitted for
  ///   any of them
  public static <T> Choice<T> among(
      List<T> candidates, Function<T, LeaveOneOut> leaveOneOut, Workers workers) {
    List<Candidate<T>> path = new ArrayList<>(Collections.nCopies(candidates.size(), null));
    RowTasks.run(
        workers,
        candidates.size(),
        1,
        (from, end) -> path.set(from, candidate(candidates.get(from), leaveOneOut)));
    Candidate<T> best = null;
    for (Candidate<T> candidate : path) {
      if (candidate.refusal() == null && (best == null || candidate.isBetterThan(best))) {
        best = candidate;
      }
    }
    if (best == null) {
      throw new BadOptionException(
          "none of the %d candidates gives a model%s; at least one that does is expected",
          candidates.size(), path.isEmpty() ? "" : " (" + path.getFirst().refusal() + ")");
    }
    return new Choice<>(path, best.value());
  }

  private static <T> Candidate<T> candidate(T value, Function<T, LeaveOneOut> leaveOneOut) {
    try {
      LeaveOneOut result = leaveOneOut.apply(value);
      return new Candidate<>(
          value, result.logLoss(), result.errorRate(), result.leftOut(), result.copies(), null);
    } catch (LanewiseException e) {
      return new Candidate<>(value, Double.POSITIVE_INFINITY, Double.NaN, 0, 0, e.getMessage());
    }
  }
}
