package org.lanewise.cli.model;

import java.util.Optional;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.answers.Scores;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;

/// Rows with a model and the scorer of it that takes them.
///
/// @param <B> what the rows are
public record Batch<B extends RowBatch>(Classifier<?, ?> model, Scorer<?, B> scorer, B rows) {

  /// Scores all rows in one pass, except for the most probable classes.
  Scores score(PredictionRequest asked, Workers workers) {
    Scorer<?, B> shared = scorer.on(workers);
    int n = rows.rowCount();
    int[] labels = new int[n];
    boolean weighed = asked.weighsPosteriors();
    // Of labels alone there may be many rows of very many classes.
    int all = asked.weighsClasses() ? Math.multiplyExact(n, scorer.classCount()) : 0;
    double[] logPosteriors = new double[asked.posteriors() ? all : 0];
    boolean dense = asked.densities() && model.hasDensity();
    Optional<PredictionRequest.Sets> sets = asked.sets().filter(of -> of.model().equals(model));
    double[] logDensities = new double[dense ? n : 0];
    double[] logJoints = new double[dense || sets.isPresent() ? all : 0];
    double[] posteriors = new double[weighed ? all : 0];
    Results results = Results.none().withLabels(labels);
    if (asked.posteriors()) {
      results = results.withLogPosteriors(logPosteriors);
    }
    if (dense) {
      results = results.withLogDensities(logDensities);
    }
    if (logJoints.length > 0) {
      results = results.withLogJoints(logJoints);
    }
    if (weighed) {
      results = results.withPosteriors(posteriors);
    }
    if (weighed || asked.posteriors() || logJoints.length > 0) {
      shared.score(rows, results);
    } else {
      // May be certified without the scores.
      shared.predict(rows, labels);
    }
    int[] top = new int[Math.multiplyExact(n, asked.ranked())];
    if (asked.ranked() > 0) {
      shared.top(rows, asked.ranked(), top);
    }
    return new Scores(
        labels,
        logPosteriors,
        asked.probabilities() ? posteriors : new double[0],
        logDensities,
        dense ? logJoints : new double[0],
        top,
        asked.top() > 0 ? posteriorsOf(posteriors, top, asked.ranked()) : new double[0],
        asked.decisions().map(made -> actions(made, posteriors)).orElse(new int[0]),
        new double[0],
        sets.map(of -> of.rule().of(logJoints)).orElse(new double[0]),
        Optional.empty());
  }

  /// log p(x, c) of every row and class, at `row·k + c`.
  double[] logJoints() {
    double[] out = new double[Math.multiplyExact(rows.rowCount(), scorer.classCount())];
    scorer.logJoint(rows, out);
    return out;
  }

  /// Scores all rows in the calling thread.
  public void score(Results results) {
    scorer.score(rows, results);
  }

  private int[] actions(Decisions decisions, double[] posteriors) {
    Decisions.Rule rule = decisions.rule(scorer.classes());
    int[] actions = new int[rows.rowCount()];
    for (int row = 0; row < actions.length; row++) {
      actions[row] = rule.decide(posteriors, row * scorer.classCount());
    }
    return actions;
  }

  /// p(c | x) of some classes of every row.
  private double[] posteriorsOf(double[] all, int[] classes, int count) {
    double[] posteriors = new double[classes.length];
    for (int i = 0; i < posteriors.length; i++) {
      posteriors[i] = all[i / count * scorer.classCount() + classes[i]];
    }
    return posteriors;
  }
}
