package org.lanewise.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.RowBatch;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Recipe;

/// Which of several recipes predicts best what it has not seen: that of the least log loss of
/// leave-one-out, the first of equals. Each costs a few scorings of the rows.
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
/// The log loss of the best one is a little too small an estimate of that of new rows, since it was
/// chosen for it.
///
/// @param <T> the candidates, recipes as a rule
/// @param path every candidate in the order given, with what became of it
/// @param best the one of the least log loss, of those that leave the fewest rows without a
///   prediction
public record Choice<T>(List<Candidate<T>> path, T best) {

  /// A candidate.
  ///
  /// @param <T> the candidates
  /// @param value the candidate itself
  /// @param logLoss the mean log loss of leave-one-out; +∞ where it gives no model
  /// @param errorRate the share of rows predicted wrongly; NaN where it gives no model
  /// @param leftOut the rows that had no prediction
  /// @param refusal why it gives no model; null where it does
  public record Candidate<T>(
      T value, double logLoss, double errorRate, int leftOut, String refusal) {

    /// A mean over fewer rows tells less: those left out may be the hard ones.
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

  /// Chooses among recipes, of one model or of several. Those that give no model, as without
  /// regularisation a singular covariance does not, are never chosen.
  ///
  /// @param essential the treatment of rows without which a recipe gives no model
  /// @throws IllegalArgumentException if there is no candidate, or none gives a model
  public static <T extends Recipe<?>> Choice<T> among(
      List<T> recipes, RowBatch rows, Labels labels, EssentialRows essential) {
    return among(recipes, recipe -> LeaveOneOut.of(recipe, rows, labels, essential));
  }

  /// Chooses among candidates of any kind.
  ///
  /// @param leaveOneOut leaves every row out by a candidate
  /// @throws IllegalArgumentException if there is no candidate, or none gives a model
  public static <T> Choice<T> among(List<T> candidates, Function<T, LeaveOneOut> leaveOneOut) {
    List<Candidate<T>> path = new ArrayList<>();
    Candidate<T> best = null;
    for (T each : candidates) {
      Candidate<T> candidate;
      try {
        LeaveOneOut result = leaveOneOut.apply(each);
        candidate =
            new Candidate<>(each, result.logLoss(), result.errorRate(), result.leftOut(), null);
      } catch (LanewiseException e) {
        candidate = new Candidate<>(each, Double.POSITIVE_INFINITY, Double.NaN, 0, e.getMessage());
      }
      path.add(candidate);
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
}
