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
        shared.predict(rows), logPosteriors, densities ? shared.logDensity(rows) : new double[0]);
  }

  /// The class index of every row.
  int[] predict(Workers workers) {
    return scorer.on(workers).predict(rows);
  }
}
