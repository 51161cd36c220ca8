package org.lanewise.internal.score;

import static org.lanewise.internal.tier.Kernel.ARGMAX;
import static org.lanewise.internal.tier.Kernel.LOG1P;
import static org.lanewise.internal.tier.Kernel.REST_OF_LARGEST;

import org.lanewise.internal.score.scratch.NumericScratch;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.score.Results;
import org.lanewise.score.Temperature;

/// What several results take from the scores of some rows, which lie in planes: of k classes the
/// discriminants, `[c·stride + r]`, behind them log joints without what all classes share, `[(k +
/// c)·stride + r]`, and that, `[2k·stride + r]`.
final class OnePass {

  private final Results results;

  /// Null where posteriors are those of the model.
  private final Temperature temperature;

  private final int k;

  /// @param temperature null where posteriors are those of the model
  OnePass(Results results, Temperature temperature, int k) {
    this.results = results;
    this.temperature = temperature;
    this.k = k;
  }

  /// The results that are asked for.
  Results results() {
    return results;
  }

  /// Whether discriminants are not enough.
  static boolean needsJoints(Results results) {
    return results.logDensities() != null || results.logJoints() != null;
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

  /// Stores all results that follow from the discriminants of one row. A row needs no object.
  ///
  /// @param temperature null where posteriors are those of the model
  /// @param scores k of them, tempered then; may be where log posteriors or posteriors go
  static void storeRow(Results results, Temperature temperature, int k, double[] scores) {
    int label = LogSumExp.argmax(scores, 0, 1, k);
    if (temperature != null) {
      temperature.apply(scores, 0, 1, k);
      label = temperature.keepsOrder() ? label : LogSumExp.argmax(scores, 0, 1, k);
    }
    if (results.labels() != null) {
      results.labels()[0] = label;
    }
    if (results.bestLogPosteriors() != null) {
      results.bestLogPosteriors()[0] = LogSumExp.bestLogPosterior(scores, k);
    }
    if (results.margins() != null) {
      results.margins()[0] = margin(scores, 0, 1, k);
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

  /// Stores the results of `count` rows.
  ///
  /// @param first the row of the batch that the planes begin with
  void store(NumericScratch scratch, int stride, int first, int count) {
    double[] planes = scratch.scores;
    boolean labelled = results.labels() != null;
    if (labelled && (temperature == null || temperature.keepsOrder())) {
      argmax(scratch, stride, first, count);
    }
    if (temperature != null) {
      for (int r = 0; r < count; r++) {
        temperature.apply(planes, r, stride, k);
      }
      if (labelled && !temperature.keepsOrder()) {
        argmax(scratch, stride, first, count);
      }
    }
    if (results.bestLogPosteriors() != null || results.logPosteriors() != null) {
      rest(scratch, 0, stride, count);
      logPosteriors(scratch, stride, first, count);
    }
    if (results.margins() != null) {
      for (int r = 0; r < count; r++) {
        results.margins()[first + r] = margin(planes, r, stride, k);
      }
    }
    if (results.posteriors() != null) {
      for (int r = 0; r < count; r++) {
        LogSumExp.posterior(planes, r, stride, k, results.posteriors(), (first + r) * k);
      }
    }
    int bases = 2 * k * stride;
    if (results.logJoints() != null) {
      for (int r = 0; r < count; r++) {
        for (int c = 0; c < k; c++) {
          results.logJoints()[(first + r) * k + c] =
              planes[(k + c) * stride + r] + planes[bases + r];
        }
      }
    }
    if (results.logDensities() != null) {
      rest(scratch, k * stride, stride, count);
      for (int r = 0; r < count; r++) {
        double largest = scratch.largest[r];
        double density =
            largest == Double.NEGATIVE_INFINITY ? largest : largest + scratch.logRest[r];
        results.logDensities()[first + r] = density + planes[bases + r];
      }
    }
  }

  private void argmax(NumericScratch scratch, int stride, int first, int count) {
    Kernels.score(ARGMAX)
        .argmax(scratch.scores, stride, count, k, results.labels(), first, scratch.terms);
  }

  private void rest(NumericScratch scratch, int from, int stride, int count) {
    Kernels.elementary(REST_OF_LARGEST)
        .restOfLargest(
            scratch.scores,
            from,
            stride,
            k,
            count,
            scratch.largest,
            scratch.logRest,
            scratch.terms);
    Kernels.elementary(LOG1P).log1p(scratch.logRest, 0, count, scratch.logRest, 0);
  }

  private void logPosteriors(NumericScratch scratch, int stride, int first, int count) {
    double[] best = results.bestLogPosteriors();
    double[] all = results.logPosteriors();
    for (int r = 0; r < count; r++) {
      double largest = scratch.largest[r];
      double logRest = scratch.logRest[r];
      if (best != null) {
        // Of the largest itself nothing is left but the rest.
        best[first + r] = Double.isFinite(largest) ? 0 - logRest : Double.NaN;
      }
      if (all != null) {
        for (int c = 0; c < k; c++) {
          all[(first + r) * k + c] = (scratch.scores[c * stride + r] - largest) - logRest;
        }
      }
    }
  }

  /// The lead of the largest of k scores over the next.
  private static double margin(double[] planes, int from, int stride, int k) {
    double first = Double.NEGATIVE_INFINITY;
    double second = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      double score = planes[from + c * stride];
      if (score > first) {
        second = first;
        first = score;
      } else if (score > second) {
        second = score;
      }
    }
    return first - second;
  }
}
