package org.lanewise.internal.score;

import java.time.Duration;
import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.score.BatchScorer.Result;
import org.lanewise.score.Answer;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;

/// A scorer whose batches are shared out among workers.
class WorkersScorer<R, B extends RowBatch> implements Scorer<R, B> {

  final BatchScorer<R, B> scorer;
  final Workers workers;

  WorkersScorer(BatchScorer<R, B> scorer, Workers workers) {
    this.scorer = scorer;
    this.workers = Objects.requireNonNull(workers, "workers");
  }

  @Override
  public final Features features() {
    return scorer.features();
  }

  @Override
  public final Classes classes() {
    return scorer.classes();
  }

  @Override
  public final String kernels() {
    return scorer.kernels();
  }

  @Override
  public final boolean warmUp(Duration atMost) {
    return scorer.warmUp(atMost);
  }

  @Override
  public Scorer<R, B> on(Workers others) {
    return scorer.on(others);
  }

  @Override
  public int predict(R row) {
    return scorer.predict(row);
  }

  @Override
  public final void logJoint(R row, double[] out) {
    scorer.logJoint(row, out);
  }

  @Override
  public void logPosterior(R row, double[] out) {
    scorer.logPosterior(row, out);
  }

  @Override
  public void posterior(R row, double[] out) {
    scorer.posterior(row, out);
  }

  @Override
  public void answer(R row, Answer out) {
    scorer.answer(row, out);
  }

  @Override
  public void score(R row, Results results) {
    scorer.score(row, results);
  }

  @Override
  public final double logDensity(R row) {
    return scorer.logDensity(row);
  }

  @Override
  public void predict(B rows, int[] out) {
    scorer.run(rows, Result.LABEL, out, null, workers);
  }

  @Override
  public final void logJoint(B rows, double[] out) {
    scorer.run(rows, Result.LOG_JOINT, null, out, workers);
  }

  @Override
  public void logPosterior(B rows, double[] out) {
    scorer.run(rows, Result.LOG_POSTERIOR, null, out, workers);
  }

  @Override
  public void posterior(B rows, double[] out) {
    scorer.run(rows, Result.POSTERIOR, null, out, workers);
  }

  @Override
  public final void logDensity(B rows, double[] out) {
    scorer.run(rows, Result.LOG_DENSITY, null, out, workers);
  }

  @Override
  public void score(B rows, Results results) {
    scorer.score(rows, results, null, workers);
  }

  @Override
  public void top(R row, int[] out) {
    scorer.top(row, out);
  }

  @Override
  public void top(B rows, int count, int[] out) {
    scorer.top(rows, count, out, workers);
  }

  @Override
  public Decider<R, B> withCosts(Costs costs) {
    return new CostDecider<>(scorer, workers, costs, null);
  }

  @Override
  public Scorer<R, B> withTemperature(Temperature temperature) {
    return new TemperedScorer<>(scorer, workers, temperature);
  }
}
