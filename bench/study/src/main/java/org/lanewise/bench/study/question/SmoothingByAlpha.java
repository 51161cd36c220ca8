package org.lanewise.bench.study.question;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.bench.study.data.Rows;
import org.lanewise.bench.study.data.Split;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.method.Generative;
import org.lanewise.bench.study.method.Score;
import org.lanewise.bench.study.method.Score.Parts;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.Mean;
import org.lanewise.data.Labels;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;

/// Claim 5, smoothing: Laplace's α from 0 to 10 on the sets of discrete features; and α as rows
/// that nobody saw.
final class SmoothingByAlpha implements Question {

  static final String TABLE = "smoothing";
  static final String PSEUDO = "pseudo-data";

  private static final double[] ALPHAS = {0, 0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10};
  private static final double[] WEIGHTS = {0.5, 1, 10};
  private static final int FEW = 200;
  private static final int LARGE = 10_000;

  @Override
  public String name() {
    return "smoothing";
  }

  @Override
  public List<DataTable> answer(Setting setting) {
    DataTable table =
        new DataTable(
            TABLE,
            "set",
            "kind",
            "n",
            "splits",
            "alpha",
            "error",
            "error_se",
            "log_loss",
            "log_loss_se",
            "impossible");
    DataTable pseudo = new DataTable(PSEUDO, "set", "rows", "alpha", "largest_difference");
    for (Table data : setting.tables()) {
      if (!(data.rows() instanceof Rows.Numbers)) {
        int all = Split.of(data, 0).training().length;
        for (int n : new int[] {FEW, all}) {
          add(table, data, n, setting);
        }
        if (data.kind().equals("bits") && data.classCount() == 2) {
          for (double alpha : WEIGHTS) {
            pseudo.add(data.set(), data.labels().length, alpha, difference(data, alpha));
          }
        }
      }
    }
    return List.of(table, pseudo);
  }

  private static void add(DataTable table, Table data, int n, Setting setting) {
    int splits = setting.number(data.labels().length < LARGE ? 30 : 10, 2);
    List<Score[]> scores =
        setting
            .parallel()
            .map(
                splits,
                split -> {
                  Parts parts = Parts.of(data, Split.of(data, split), n);
                  return Arrays.stream(ALPHAS)
                      .mapToObj(alpha ->
                          parts.score(
                              Generative.smoothedNaiveBayes(data.rows(), alpha), data.classCount()))
                      .toArray(Score[]::new);
                });
    for (int at = 0; at < ALPHAS.length; at++) {
      int alpha = at;
      Mean error = Mean.of(scores.stream().mapToDouble(split -> split[alpha].error()).toArray());
      Mean loss = Mean.of(scores.stream().mapToDouble(split -> split[alpha].logLoss()).toArray());
      Mean impossible =
          Mean.of(scores.stream().mapToDouble(split -> split[alpha].impossible()).toArray());
      table.add(
          data.set(),
          data.kind(),
          n,
          splits,
          ALPHAS[at],
          error.value(),
          error.error(),
          loss.value(),
          loss.error(),
          impossible.value());
    }
  }

  /// How far the log probabilities of a model with α are from those of an unsmoothed one to whose
  /// rows one of ones and one of zeros was added for each class, both of weight α.
  private static double difference(Table data, double alpha) {
    Rows.Sparse rows = (Rows.Sparse) data.rows();
    int n = rows.count();
    int d = rows.featureCount();
    int k = data.classCount();
    int[] starts = Arrays.copyOf(rows.starts(), n + 1 + 2 * k);
    int[] indices = Arrays.copyOf(rows.indices(), rows.indices().length + k * d);
    int[] labels = Arrays.copyOf(data.labels(), n + 2 * k);
    double[] weights = new double[n + 2 * k];
    Arrays.fill(weights, 0, n, 1);
    for (int c = 0; c < k; c++) {
      for (int ones = 0; ones < 2; ones++) {
        int row = n + 2 * c + ones;
        labels[row] = c;
        weights[row] = alpha;
        starts[row + 1] = starts[row] + ones * d;
        for (int at = starts[row]; at < starts[row + 1]; at++) {
          indices[at] = at - starts[row];
        }
      }
    }
    BernoulliNaiveBayes smoothed =
        BernoulliNaiveBayes.recipe(NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(alpha)))
            .fit(rows.batch(), Labels.ofIndices(data.labels(), k));
    BernoulliNaiveBayes added =
        BernoulliNaiveBayes.recipe(
                new NaiveBayesOptions(Priors.fixed(smoothed.priors()), Smoothing.none()))
            .fit(
                new Rows.Sparse(starts, indices, null, d).batch(),
                Labels.ofIndices(labels, k).withWeights(weights));
    return IntStream.range(0, 2 * k)
        .mapToDouble(i -> {
          double[] these = smoothed.logProbabilities(i % 2 == 1)[i / 2];
          double[] those = added.logProbabilities(i % 2 == 1)[i / 2];
          return IntStream.range(0, d)
              .mapToDouble(j -> Math.abs(these[j] - those[j]))
              .max()
              .orElseThrow();
        })
        .max()
        .orElseThrow();
  }
}
