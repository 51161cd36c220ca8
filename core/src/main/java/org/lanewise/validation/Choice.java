package org.lanewise.validation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.lanewise.data.LanewiseException;
import org.lanewise.model.BadOptionException;

/// Which of several options predicts best what it has not seen: that of the least log loss of
/// leave-one-out, the first of equals. Each costs a few scorings of the rows.
///
/// ```java
/// List<DiscriminantOptions> candidates = new ArrayList<>();
/// for (double intensity : new double[] {0, 0.001, 0.01, 0.1, 0.5, 1}) {
///   candidates.add(DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(intensity)));
/// }
/// Choice<DiscriminantOptions> choice =
///     Choice.among(
///         candidates,
///         options -> LeaveOneOut.linear(rows, labels, options, EssentialRows.REFUSE));
/// LinearDiscriminant model = LinearDiscriminant.fit(rows, labels, choice.best());
/// ```
///
/// The log loss of the best one is a little too small an estimate of that of new rows, since it was
/// chosen for it.
///
/// @param <O> the options
/// @param path every candidate in the order given, with what became of it
/// @param best the one of the least log loss, of those that leave the fewest rows without a
///   prediction
public record Choice<O>(List<Candidate<O>> path, O best) {

  /// A candidate.
  ///
  /// @param <O> the options
  /// @param options the options
  /// @param logLoss the mean log loss of leave-one-out; +∞ where they give no model
  /// @param errorRate the share of rows predicted wrongly; NaN where they give no model
  /// @param leftOut the rows that had no prediction
  /// @param refusal why they give no model; null where they do
  public record Candidate<O>(
      O options, double logLoss, double errorRate, int leftOut, String refusal) {

    /// A mean over fewer rows tells less: those left out may be the hard ones.
    private boolean isBetterThan(Candidate<O> other) {
      return leftOut == other.leftOut
          ? Double.compare(logLoss, other.logLoss) < 0
          : leftOut < other.leftOut;
    }
  }

  /// Copies the path.
  public Choice {
    path = List.copyOf(path);
  }

  /// Chooses among candidates. Those that give no model, as without regularisation a singular
  /// covariance does not, are never chosen.
  ///
  /// @param leaveOneOut leaves every row out with the given options
  /// @throws IllegalArgumentException if there is no candidate, or none gives a model
  public static <O> Choice<O> among(List<O> candidates, Function<O, LeaveOneOut> leaveOneOut) {
    List<Candidate<O>> path = new ArrayList<>();
    Candidate<O> best = null;
    for (O options : candidates) {
      Candidate<O> candidate;
      try {
        LeaveOneOut result = leaveOneOut.apply(options);
        candidate =
            new Candidate<>(options, result.logLoss(), result.errorRate(), result.leftOut(), null);
      } catch (LanewiseException e) {
        candidate =
            new Candidate<>(options, Double.POSITIVE_INFINITY, Double.NaN, 0, e.getMessage());
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
    return new Choice<>(path, best.options());
  }
}
