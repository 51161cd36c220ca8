package org.lanewise.internal.score;

import java.util.Objects;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.score.BatchScorer.Result;
import org.lanewise.score.Answer;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;

/// A scorer with workers whose posteriors are tempered. Log joints and densities are those of the
/// model, and so are labels while the order of the classes is.
final class TemperedScorer<R, B extends RowBatch> extends WorkersScorer<R, B> {

  private final Temperature temperature;

  private final RowRule labelling = this::label;
  private final RowRule ranking = this::rank;
  private final RowRule posterior = this::posterior;
  private final RowRule logPosterior = this::logPosterior;

  TemperedScorer(BatchScorer<R, B> scorer, Workers workers, Temperature temperature) {
    super(scorer, workers);
    this.temperature = Objects.requireNonNull(temperature, "temperature");
    if (temperature.classCount() != 0 && temperature.classCount() != scorer.classCount()) {
      throw new IllegalArgumentException(
          "the temperature is under priors of %d classes; %d are expected, as in the model"
              .formatted(temperature.classCount(), scorer.classCount()));
    }
  }

  private void label(
      double[] scores, int from, int k, int width, int row, int[] labels, double[] out) {
    temperature.apply(scores, from, 1, k);
    labels[row] = LogSumExp.argmax(scores, from, 1, k);
  }

  private void rank(
      double[] scores, int from, int k, int width, int row, int[] labels, double[] out) {
    temperature.apply(scores, from, 1, k);
    TopClasses.RULE.apply(scores, from, k, width, row, labels, out);
  }

  private void posterior(
      double[] scores, int from, int k, int width, int row, int[] labels, double[] out) {
    temperature.apply(scores, from, 1, k);
    LogSumExp.posterior(scores, from, 1, k, out, row * width);
  }

  private void logPosterior(
      double[] scores, int from, int k, int width, int row, int[] labels, double[] out) {
    temperature.apply(scores, from, 1, k);
    LogSumExp.logPosterior(scores, from, 1, k, out, row * width);
  }

  @Override
  public Scorer<R, B> on(Workers others) {
    return new TemperedScorer<>(scorer, others, temperature);
  }

  @Override
  public Decider<R, B> withCosts(Costs costs) {
    return new CostDecider<>(scorer, workers, costs, temperature);
  }

  @Override
  public int predict(R row) {
    return temperature.keepsOrder() ? scorer.predict(row) : scorer.applied(row, labelling);
  }

  @Override
  public void top(R row, int[] out) {
    if (temperature.keepsOrder()) {
      scorer.top(row, out);
    } else {
      scorer.requireTop(out.length);
      scorer.apply(row, ranking, out.length, out, null);
    }
  }

  @Override
  public void logPosterior(R row, double[] out) {
    BatchScorer.requireRoom(out.length, classCount());
    scorer.apply(row, logPosterior, classCount(), null, out);
  }

  @Override
  public void posterior(R row, double[] out) {
    BatchScorer.requireRoom(out.length, classCount());
    scorer.apply(row, posterior, classCount(), null, out);
  }

  @Override
  public void answer(R row, Answer out) {
    scorer.answer(row, temperature, out);
  }

  @Override
  public void score(R row, Results results) {
    OneRow.score(scorer, row, temperature, results);
  }

  @Override
  public void predict(B rows, int[] out) {
    if (temperature.keepsOrder()) {
      scorer.run(rows, Result.LABEL, out, null, workers);
    } else {
      scorer.apply(rows, labelling, 1, out, null, workers);
    }
  }

  @Override
  public void top(B rows, int count, int[] out) {
    if (temperature.keepsOrder()) {
      scorer.top(rows, count, out, workers);
    } else {
      scorer.requireTop(count);
      scorer.apply(rows, ranking, count, out, null, workers);
    }
  }

  @Override
  public void logPosterior(B rows, double[] out) {
    scorer.apply(rows, logPosterior, classCount(), null, out, workers);
  }

  @Override
  public void posterior(B rows, double[] out) {
    scorer.apply(rows, posterior, classCount(), null, out, workers);
  }

  @Override
  public void score(B rows, Results results) {
    scorer.score(rows, results, temperature, workers);
  }
}
