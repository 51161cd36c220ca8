package org.lanewise.cli.model;

import org.lanewise.cli.answers.Asked;
import org.lanewise.cli.answers.Scores;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.score.Scorer;

/// Rows with the scorer that takes them.
///
/// @param <B> what the rows are
record Batch<B extends RowBatch>(Scorer<?, B> scorer, B rows) {

  /// What is asked for of all rows.
  Scores score(Asked asked, Workers workers) {
    Scorer<?, B> shared = scorer.on(workers);
    double[] none = new double[0];
    double[] logPosteriors = none;
    int[] labels;
    if (asked.posteriors()) {
      logPosteriors = new double[Math.multiplyExact(rows.rowCount(), scorer.classCount())];
      shared.logPosterior(rows, logPosteriors);
      labels = labels(shared, logPosteriors);
    } else {
      labels = shared.predict(rows);
    }
    int[] top = top(shared, asked.top());
    return new Scores(
        labels,
        logPosteriors,
        asked.densities() ? shared.logDensity(rows) : none,
        top,
        asked.top() > 0 ? posteriorsOf(shared, top) : none,
        asked
            .decisions()
            .map(made -> shared.withCosts(made.costs(scorer.classes())).decide(rows))
            .orElse(new int[0]),
        none);
  }

  private int[] top(Scorer<?, B> shared, int count) {
    int[] top = new int[Math.multiplyExact(rows.rowCount(), count)];
    if (count > 0) {
      shared.top(rows, count, top);
    }
    return top;
  }

  /// p(c | x) of some classes of every row.
  private double[] posteriorsOf(Scorer<?, B> shared, int[] classes) {
    int k = scorer.classCount();
    double[] all = new double[Math.multiplyExact(rows.rowCount(), k)];
    shared.posterior(rows, all);
    int count = classes.length / Math.max(1, rows.rowCount());
    double[] posteriors = new double[classes.length];
    for (int i = 0; i < posteriors.length; i++) {
      posteriors[i] = all[i / count * k + classes[i]];
    }
    return posteriors;
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
}
