package org.lanewise.cli.model;

import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.score.Scorer;

/// Rows with the scorer that takes them.
///
/// @param <B> what the rows are
record Batch<B extends RowBatch>(Scorer<?, B> scorer, B rows) {

  /// Scores all rows, with p(x) if that is asked for.
  Scores score(boolean densities, Workers workers) {
    double[] logPosteriors = new double[Math.multiplyExact(rows.rowCount(), scorer.classCount())];
    Scorer<?, B> shared = scorer.on(workers);
    shared.logPosterior(rows, logPosteriors);
    return new Scores(
        labels(shared, logPosteriors),
        logPosteriors,
        densities ? shared.logDensity(rows) : new double[0]);
  }

  /// The class of every row. A posterior rounds the score that decides, so a largest one that no
  /// other equals is that of the class.
  private int[] labels(Scorer<?, B> shared, double[] logPosteriors) {
    int[] labels = new int[rows.rowCount()];
    int classCount = scorer.classCount();
    for (int row = 0; row < labels.length; row++) {
      int first = row * classCount;
      int best = 0;
      boolean tie = false;
      for (int c = 1; c < classCount; c++) {
        double difference = logPosteriors[first + c] - logPosteriors[first + best];
        // Also of two that are −∞.
        tie = difference > 0 ? false : tie || !(difference < 0);
        best = difference > 0 ? c : best;
      }
      if (tie) {
        return shared.predict(rows);
      }
      labels[row] = best;
    }
    return labels;
  }

  /// The class index of every row.
  int[] predict(Workers workers) {
    return scorer.on(workers).predict(rows);
  }
}
