package org.lanewise.bench.study.question;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lanewise.bench.study.data.Rows;
import org.lanewise.bench.study.data.Split;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.method.Generative;
import org.lanewise.bench.study.method.Score;
import org.lanewise.bench.study.method.Score.Parts;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.Mean;

/// Claim 5, features: the same real features as bits, in k values, and with normal densities.
///
/// Cuts are quantiles of the training rows: two values are a bit, which says whether a feature is
/// above its median. Learned from all training rows; the values with Laplace's rule.
final class ValuesOfFeatures implements Question {

  static final String TABLE = "values";
  static final String NORMAL = "normal densities";

  private static final int[] VALUES = {2, 3, 5, 10, 20, 50};

  @Override
  public String name() {
    return "values";
  }

  @Override
  public List<DataTable> answer(Setting setting) {
    DataTable table =
        new DataTable(
            TABLE,
            "set",
            "n",
            "splits",
            "values",
            "error",
            "error_se",
            "log_loss",
            "log_loss_se",
            "difference",
            "difference_se");
    for (Table data : setting.tables()) {
      if (data.rows() instanceof Rows.Numbers) {
        add(table, data, setting);
      }
    }
    return List.of(table);
  }

  private static void add(DataTable table, Table data, Setting setting) {
    int splits = data.isSmall() ? setting.number(200, 10) : setting.number(30, 2);
    List<List<Score>> scores =
        setting.parallel().map(splits, split -> scores(data, Split.of(data, split)));
    double[] normal = errors(scores, VALUES.length);
    for (int at = 0; at <= VALUES.length; at++) {
      int way = at;
      Mean error = Mean.of(errors(scores, at));
      Mean loss = Mean.of(scores.stream().mapToDouble(split -> split.get(way).logLoss()).toArray());
      Mean difference = Mean.ofDifferences(errors(scores, at), normal);
      table.add(
          data.set(),
          Split.of(data, 0).training().length,
          splits,
          at == VALUES.length ? NORMAL : String.valueOf(VALUES[at]),
          error.value(),
          error.error(),
          loss.value(),
          loss.error(),
          difference.value(),
          difference.error());
    }
  }

  private static double[] errors(List<List<Score>> scores, int way) {
    return scores.stream().mapToDouble(split -> split.get(way).error()).toArray();
  }

  private static List<Score> scores(Table data, Split split) {
    List<Score> scores = new ArrayList<>();
    Rows.Numbers all = (Rows.Numbers) data.rows();
    Rows.Numbers training = all.select(split.training());
    for (int values : VALUES) {
      Table cut =
          new Table(
              data.set(), "values", cut(all, training, values), data.labels(), data.classCount());
      scores.add(
          Parts.of(cut, split, split.training().length)
              .score(Generative.categorical(1), data.classCount()));
    }
    scores.add(
        Parts.of(data, split, split.training().length)
            .score(Generative.gaussian(false), data.classCount()));
    return scores;
  }

  /// Each feature by the number of cuts that it is not below.
  private static Rows.Codes cut(Rows.Numbers rows, Rows.Numbers training, int values) {
    int[][] codes = new int[rows.columns().length][];
    int[] sizes = new int[codes.length];
    for (int j = 0; j < codes.length; j++) {
      double[] sorted = training.columns()[j].clone();
      Arrays.sort(sorted);
      double[] cuts = new double[values - 1];
      for (int i = 0; i < cuts.length; i++) {
        cuts[i] = sorted[(int) ((i + 1L) * sorted.length / values)];
      }
      double[] distinct = Arrays.stream(cuts).distinct().toArray();
      codes[j] =
          Arrays.stream(rows.columns()[j])
              .mapToInt(value -> (int) Arrays.stream(distinct).filter(cut -> value >= cut).count())
              .toArray();
      sizes[j] = distinct.length + 1;
    }
    return new Rows.Codes(codes, sizes);
  }
}
