package org.lanewise.internal.score;

import static org.lanewise.internal.tier.Kernel.ARGMAX;
import static org.lanewise.internal.tier.Kernel.LOG1P;
import static org.lanewise.internal.tier.Kernel.POSTERIORS;
import static org.lanewise.internal.tier.Kernel.REST_OF_LARGEST;

import java.util.Arrays;
import java.util.List;
import org.lanewise.data.Classes;
import org.lanewise.internal.score.BatchScorer.Wanted;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.score.Costs;
import org.lanewise.score.Results;
import org.lanewise.score.Temperature;

/// Writes results from scores: the only place where scores become labels, posteriors or densities.
///
/// Log joints and densities are those of the model whatever the temperature, and so are labels
/// while it keeps the order of the classes.
final class ScoreWriter {

  /// A result, and the scores that it is made of.
  enum Output {
    LABEL(Wanted.DISCRIMINANTS),
    TOP(Wanted.DISCRIMINANTS),
    ACTION(Wanted.DISCRIMINANTS),
    EXPECTED_COSTS(Wanted.DISCRIMINANTS),
    LOG_POSTERIOR(Wanted.DISCRIMINANTS),
    POSTERIOR(Wanted.DISCRIMINANTS),
    LOG_JOINT(Wanted.JOINTS),
    LOG_DENSITY(Wanted.JOINTS);

    final Wanted wanted;

    Output(Wanted wanted) {
      this.wanted = wanted;
    }
  }

  private final int k;

  /// Null where posteriors are those of the model.
  final Temperature temperature;

  /// The temperature, if labels have to be taken by it.
  private final Temperature reordering;

  /// Null where no actions are taken.
  final Costs costs;

  final List<String> actions;

  /// The costs of the classes in the order of the scorer.
  private final Costs ordered;

  /// @param temperature null if posteriors are those of the model
  /// @param costs null if no actions are taken
  ScoreWriter(Classes classes, Temperature temperature, Costs costs) {
    k = classes.count();
    this.temperature = temperature;
    this.costs = costs;
    reordering = temperature == null || temperature.keepsOrder() ? null : temperature;
    ordered = costs == null ? null : costs.in(classes);
    actions = costs == null ? null : costs.actions(classes);
  }

  /// Whether labels are not those of the model.
  boolean reorders() {
    return reordering != null;
  }

  /// The number of actions.
  int actionCount() {
    return ordered.actionCount();
  }

  /// The scores that several results are made of.
  static Wanted wanted(Results results) {
    return results.logDensities() != null || results.logJoints() != null
        ? Wanted.BOTH
        : Wanted.DISCRIMINANTS;
  }

  /// Refuses arrays that are too short for n rows.
  static void requireRoom(Results results, int n, int k) {
    if (results.labels() != null) {
      requireRoom(results.labels().length, n);
    }
    requireRoom(results.bestLogPosteriors(), n);
    requireRoom(results.margins(), n);
    requireRoom(results.logDensities(), n);
    requireRoom(results.logJoints(), (long) n * k);
    requireRoom(results.logPosteriors(), (long) n * k);
    requireRoom(results.posteriors(), (long) n * k);
  }

  private static void requireRoom(double[] out, long needed) {
    if (out != null) {
      requireRoom(out.length, needed);
    }
  }

  /// Refuses an `out` that is too short.
  static void requireRoom(int length, long needed) {
    if (length < needed) {
      throw new IllegalArgumentException(
          "the array for the results has %d elements; at least %d are expected"
              .formatted(length, needed));
    }
  }

  /// Writes one result of some rows, whose scores it may change.
  ///
  /// @param row the row of the batch that the scores begin with
  /// @param width how many numbers come of a row
  /// @param labels takes whole numbers from `labels[row·width]` on, or is null
  /// @param out takes the others from `out[row·width]` on, or is null
  void write(Output output, ScorePlanes s, int row, int width, int[] labels, double[] out) {
    if (output.wanted == Wanted.JOINTS) {
      s.dropImpossible(k);
      if (output == Output.LOG_JOINT) {
        logJoints(s, row, out);
      } else {
        logDensities(s, row, out);
      }
      return;
    }
    s.preferPossible(k);
    temper(output == Output.LABEL || output == Output.TOP ? reordering : temperature, s);
    // No switch: a row takes a few nanoseconds less by these.
    if (output == Output.POSTERIOR) {
      posteriors(s, row, out);
    } else if (output == Output.LOG_POSTERIOR) {
      rest(s, 0);
      logPosteriors(s, row, out);
    } else if (output == Output.LABEL) {
      labels(s, k, row, labels);
    } else {
      decide(output, s, row, width, labels, out);
    }
  }

  private void decide(
      Output output, ScorePlanes s, int row, int width, int[] labels, double[] out) {
    double[] posterior = s.posterior(k);
    for (int r = 0; r < s.count; r++) {
      int at = (row + r) * width;
      if (output == Output.TOP) {
        top(s, r, width, labels, at);
        continue;
      }
      LogSumExp.posterior(s.scores, r, s.stride, k, posterior, 0);
      if (output == Output.ACTION) {
        labels[at] = ordered.decide(posterior, 0);
        continue;
      }
      for (int a = 0; a < width; a++) {
        out[at + a] = ordered.expected(a, posterior, 0);
      }
    }
  }

  /// Writes several results of some rows, whose scores it may change.
  ///
  /// @param row the row of the batch that the scores begin with
  void write(Results results, ScorePlanes s, int row) {
    // Log joints first: they may be the planes that are tempered.
    if (wanted(results) == Wanted.BOTH) {
      s.dropImpossible(k);
    }
    if (results.logJoints() != null) {
      logJoints(s, row, results.logJoints());
    }
    if (results.logDensities() != null) {
      logDensities(s, row, results.logDensities());
    }
    s.preferPossible(k);
    if (results.labels() != null && reordering == null) {
      labels(s, k, row, results.labels());
    }
    temper(temperature, s);
    if (results.labels() != null && reordering != null) {
      labels(s, k, row, results.labels());
    }
    if (results.bestLogPosteriors() != null || results.logPosteriors() != null) {
      rest(s, 0);
    }
    if (results.bestLogPosteriors() != null) {
      bestLogPosteriors(s, row, results.bestLogPosteriors());
    }
    if (results.logPosteriors() != null) {
      logPosteriors(s, row, results.logPosteriors());
    }
    if (results.margins() != null) {
      for (int r = 0; r < s.count; r++) {
        results.margins()[row + r] = margin(s, r);
      }
    }
    if (results.posteriors() != null) {
      posteriors(s, row, results.posteriors());
    }
  }

  private void temper(Temperature by, ScorePlanes s) {
    if (by != null) {
      for (int r = 0; r < s.count; r++) {
        by.apply(s.scores, r, s.stride, k);
      }
    }
  }

  /// The lowest index of the largest discriminant.
  static void labels(ScorePlanes s, int k, int row, int[] labels) {
    if (s.stride == 1) {
      labels[row] = LogSumExp.argmax(s.scores, 0, 1, k);
    } else {
      Kernels.score(ARGMAX).argmax(s.scores, s.stride, s.count, k, labels, row, s.terms);
    }
  }

  /// The largest of k planes, and what log Σ exp adds to it.
  private void rest(ScorePlanes s, int plane) {
    if (s.stride == 1) {
      LogSumExp.rest(s, plane, k);
      return;
    }
    Kernels.elementary(REST_OF_LARGEST)
        .restOfLargest(
            s.scores, plane * s.stride, s.stride, k, s.count, s.largest, s.logRest, s.terms);
    Kernels.elementary(LOG1P).log1p(s.logRest, 0, s.count, s.logRest, 0);
  }

  private void logPosteriors(ScorePlanes s, int row, double[] out) {
    double[] scores = s.scores;
    int stride = s.stride;
    for (int r = 0; r < s.count; r++) {
      double largest = s.largest[r];
      double logRest = s.logRest[r];
      int at = (row + r) * k;
      for (int c = 0; c < k; c++) {
        out[at + c] = (scores[c * stride + r] - largest) - logRest;
      }
      if (largest == Double.NEGATIVE_INFINITY) {
        LogSumExp.logPosterior(scores, r, stride, k, out, at);
      }
    }
  }

  private static void bestLogPosteriors(ScorePlanes s, int row, double[] out) {
    for (int r = 0; r < s.count; r++) {
      // Of the largest itself nothing is left but the rest.
      out[row + r] = Double.isFinite(s.largest[r]) ? 0 - s.logRest[r] : Double.NaN;
    }
  }

  private void posteriors(ScorePlanes s, int row, double[] out) {
    if (s.stride == 1) {
      LogSumExp.posterior(s, k, out, row * k);
      return;
    }
    Kernels.elementary(POSTERIORS)
        .posteriors(s.scores, s.stride, k, s.count, s.largest, s.logRest, s.terms);
    double[] posteriors = s.scores;
    int stride = s.stride;
    for (int r = 0; r < s.count; r++) {
      int at = (row + r) * k;
      for (int c = 0; c < k; c++) {
        out[at + c] = posteriors[c * stride + r];
      }
      if (s.largest[r] == Double.NEGATIVE_INFINITY) {
        Arrays.fill(out, at, at + k, 1.0 / k);
      }
    }
  }

  private void logJoints(ScorePlanes s, int row, double[] out) {
    double[] scores = s.scores;
    int stride = s.stride;
    int first = s.joints * stride;
    for (int r = 0; r < s.count; r++) {
      double base = s.bases[r];
      for (int c = 0; c < k; c++) {
        out[(row + r) * k + c] = scores[first + c * stride + r] + base;
      }
    }
  }

  private void logDensities(ScorePlanes s, int row, double[] out) {
    rest(s, s.joints);
    for (int r = 0; r < s.count; r++) {
      out[row + r] = density(s, r);
    }
  }

  private static double density(ScorePlanes s, int r) {
    double largest = s.largest[r];
    double density = largest == Double.NEGATIVE_INFINITY ? largest : largest + s.logRest[r];
    return density + s.bases[r];
  }

  /// The log density of a row alone, whose scores it may change.
  double logDensity(ScorePlanes s) {
    s.dropImpossible(k);
    rest(s, s.joints);
    return density(s, 0);
  }

  /// The lead of the largest discriminant over the next.
  private double margin(ScorePlanes s, int r) {
    double first = Double.NEGATIVE_INFINITY;
    double second = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      double score = s.scores[c * s.stride + r];
      if (score > first) {
        second = first;
        first = score;
      } else if (score > second) {
        second = score;
      }
    }
    return first - second;
  }

  /// The classes of the largest discriminants, the best first; ties go to the lowest index.
  private void top(ScorePlanes s, int r, int width, int[] labels, int first) {
    for (int c = 0; c < k; c++) {
      double score = s.scores[c * s.stride + r];
      int held = Math.min(c, width);
      int at = held;
      while (at > 0 && s.scores[labels[first + at - 1] * s.stride + r] < score) {
        at--;
      }
      if (at == width) {
        continue;
      }
      for (int i = Math.min(held, width - 1); i > at; i--) {
        labels[first + i] = labels[first + i - 1];
      }
      labels[first + at] = c;
    }
  }
}
