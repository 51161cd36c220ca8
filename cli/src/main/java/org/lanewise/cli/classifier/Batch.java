package org.lanewise.cli.classifier;

import org.lanewise.data.Samples;
import org.lanewise.data.Workers;
import org.lanewise.score.Scorer;

/// Rows with the scorer that takes them.
///
/// @param <B> what the rows are
record Batch<B extends Samples>(Scorer<?, B> scorer, B rows) {

  /// Scores all rows, with p(x) if that is asked for.
  Scores score(boolean densities, Workers workers) {
    int rowCount = rows.rowCount();
    int classCount = scorer.classCount();
    int[] labels = new int[rowCount];
    double[] logPosteriors = new double[Math.multiplyExact(rowCount, classCount)];
    double[] logDensities = new double[densities ? rowCount : 0];
    Scorer<?, B> shared = scorer.on(workers);
    shared.predict(rows, labels);
    shared.logPosterior(rows, logPosteriors);
    if (densities) {
      shared.logDensity(rows, logDensities);
    }
    return new Scores(labels, logPosteriors, logDensities);
  }

  /// The class index of every row.
  int[] predict(Workers workers) {
    int[] labels = new int[rows.rowCount()];
    scorer.on(workers).predict(rows, labels);
    return labels;
  }
}
