package org.lanewise.internal.score;

import java.util.List;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;
import org.lanewise.score.Temperature;

/// Takes the action of the least expected cost.
final class CostDecider<R, B extends RowBatch> implements Decider<R, B> {

  private final BatchScorer<R, B> scorer;
  private final Workers workers;
  private final Costs costs;

  /// Null where posteriors are those of the model.
  private final Temperature temperature;

  private final List<String> actions;

  /// Of the classes in the order of the scorer.
  private final Costs ordered;

  private final RowRule deciding = this::decide;
  private final RowRule expecting = this::expect;

  /// @param temperature what posteriors are tempered by, or null
  CostDecider(BatchScorer<R, B> scorer, Workers workers, Costs costs, Temperature temperature) {
    this.scorer = scorer;
    this.workers = workers;
    this.costs = costs;
    this.temperature = temperature;
    ordered = costs.in(scorer.classes());
    actions = costs.actions(scorer.classes());
  }

  @Override
  public Costs costs() {
    return costs;
  }

  @Override
  public List<String> actions() {
    return actions;
  }

  @Override
  public int decide(R row) {
    return scorer.applied(row, deciding);
  }

  @Override
  public void expectedCosts(R row, double[] out) {
    BatchScorer.requireRoom(out.length, ordered.actionCount());
    scorer.apply(row, expecting, ordered.actionCount(), null, out);
  }

  @Override
  public void decide(B rows, int[] out) {
    scorer.apply(rows, deciding, 1, out, null, workers);
  }

  @Override
  public void expectedCosts(B rows, double[] out) {
    scorer.apply(rows, expecting, ordered.actionCount(), null, out, workers);
  }

  private void decide(
      double[] scores, int from, int k, int width, int row, int[] labels, double[] out) {
    toPosterior(scores, from, k);
    labels[row] = ordered.decide(scores, from);
  }

  private void expect(
      double[] scores, int from, int k, int width, int row, int[] labels, double[] out) {
    toPosterior(scores, from, k);
    for (int a = 0; a < ordered.actionCount(); a++) {
      out[row * width + a] = ordered.expected(a, scores, from);
    }
  }

  private void toPosterior(double[] scores, int from, int k) {
    if (temperature != null) {
      temperature.apply(scores, from, 1, k);
    }
    LogSumExp.posterior(scores, from, 1, k, scores, from);
  }
}
