package org.lanewise.internal.score;

import org.lanewise.internal.score.BatchScorer.Result;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.score.Answer;
import org.lanewise.score.Results;
import org.lanewise.score.Temperature;

/// Several things that are said of one row, which is scored once for them.
final class OneRow {

  private OneRow() {}

  /// @param temperature what the posterior is tempered by, or null
  static <R> void answer(BatchScorer<R, ?> scorer, R row, Temperature temperature, Answer out) {
    Workspace w = Scratch.forRow();
    try {
      double[] scores = w.copies.results(scorer.classCount());
      scorer.row(row, Result.DISCRIMINANT, scores);
      double logDensity = scorer.hasDensity() ? scorer.logDensity(row) : Double.NaN;
      answer(scores, scorer.classCount(), temperature, logDensity, out);
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// @param scores the discriminants, which are tempered then
  static void answer(
      double[] scores, int k, Temperature temperature, double logDensity, Answer out) {
    int label = label(scores, k, temperature);
    LogSumExp.answer(scores, k, label, logDensity, out);
  }

  /// @param temperature what posteriors are tempered by, or null
  static <R> void score(BatchScorer<R, ?> scorer, R row, Temperature temperature, Results results) {
    OnePass pass = new OnePass(results, temperature, scorer.classCount());
    pass.requireRoom(1);
    if (results.logDensities() != null) {
      scorer.requireDensity();
    }
    int k = scorer.classCount();
    double[] given = results.posteriors() == null ? results.logPosteriors() : results.posteriors();
    if (!pass.needsJoints() && given != null) {
      // An array that is filled in the end can hold the scores until then.
      scorer.row(row, Result.DISCRIMINANT, given);
      compare(given, k, temperature, results);
      return;
    }
    Workspace w = Scratch.forRow();
    try {
      double[] scores = w.copies.results(2 * k);
      if (!pass.needsJoints()) {
        scorer.row(row, Result.DISCRIMINANT, scores);
      } else if (scorer.rowPlanes(row, scores, w)) {
        if (results.logJoints() != null) {
          System.arraycopy(scores, k, results.logJoints(), 0, k);
        }
        if (results.logDensities() != null) {
          results.logDensities()[0] = LogSumExp.logDensity(scores, k, 1, k);
        }
      } else {
        scorer.row(row, Result.DISCRIMINANT, scores);
        if (results.logJoints() != null) {
          scorer.logJoint(row, results.logJoints());
        }
        if (results.logDensities() != null) {
          results.logDensities()[0] = scorer.logDensity(row);
        }
      }
      compare(scores, k, temperature, results);
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// Stores all that discriminants tell.
  ///
  /// @param scores may be where log posteriors or posteriors go
  private static void compare(double[] scores, int k, Temperature temperature, Results results) {
    int label = label(scores, k, temperature);
    if (results.labels() != null) {
      results.labels()[0] = label;
    }
    if (results.bestLogPosteriors() != null) {
      results.bestLogPosteriors()[0] = LogSumExp.bestLogPosterior(scores, k);
    }
    if (results.margins() != null) {
      results.margins()[0] = OnePass.margin(scores, 0, 1, k);
    }
    double[] logs = results.logPosteriors();
    double[] posteriors = results.posteriors();
    if (logs != null && posteriors != null) {
      LogSumExp.posteriors(scores, k, logs, posteriors);
    } else if (logs != null) {
      LogSumExp.logPosterior(scores, 0, 1, k, logs, 0);
    } else if (posteriors != null) {
      LogSumExp.posterior(scores, 0, 1, k, posteriors, 0);
    }
  }

  /// The class of a row, whose scores are tempered then.
  private static int label(double[] scores, int k, Temperature temperature) {
    int label = LogSumExp.argmax(scores, 0, 1, k);
    if (temperature != null) {
      temperature.apply(scores, 0, 1, k);
      label = temperature.keepsOrder() ? label : LogSumExp.argmax(scores, 0, 1, k);
    }
    return label;
  }
}
