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
  private final double[][] table;

  private final RowRule deciding = this::decide;
  private final RowRule expecting = this::expect;

  /// @param temperature what posteriors are tempered by, or null
  CostDecider(BatchScorer<R, B> scorer, Workers workers, Costs costs, Temperature temperature) {
    this.scorer = scorer;
    this.workers = workers;
    this.costs = costs;
    this.temperature = temperature;
    table = costs.of(scorer.classes());
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
    BatchScorer.requireRoom(out.length, table.length);
    scorer.apply(row, expecting, table.length, null, out);
  }

  @Override
  public void decide(B rows, int[] out) {
    scorer.apply(rows, deciding, 1, out, null, workers);
  }

  @Override
  public void expectedCosts(B rows, double[] out) {
    scorer.apply(rows, expecting, table.length, null, out, workers);
  }

  private void decide(
      double[] scores, int from, int k, int width, int row, int[] labels, double[] out) {
    toPosterior(scores, from, k);
    int best = 0;
    double least = expected(scores, from, 0);
    for (int a = 1; a < table.length; a++) {
      double expected = expected(scores, from, a);
      if (expected < least) {
        least = expected;
        best = a;
      }
    }
    labels[row] = best;
  }

  private void expect(
      double[] scores, int from, int k, int width, int row, int[] labels, double[] out) {
    toPosterior(scores, from, k);
    for (int a = 0; a < table.length; a++) {
      out[row * width + a] = expected(scores, from, a);
    }
  }

  private void toPosterior(double[] scores, int from, int k) {
    if (temperature != null) {
      temperature.apply(scores, from, 1, k);
    }
    LogSumExp.posterior(scores, from, 1, k, scores, from);
  }

  private double expected(double[] posterior, int from, int action) {
    double[] cost = table[action];
    double sum = 0;
    for (int c = 0; c < cost.length; c++) {
      sum = Math.fma(cost[c], posterior[from + c], sum);
    }
    return sum;
  }
}
