package org.lanewise.bench.study.question;

import java.util.List;
import org.lanewise.bench.study.data.Rows;
import org.lanewise.bench.study.data.Split;
import org.lanewise.bench.study.data.Table;
import org.lanewise.bench.study.method.Generative;
import org.lanewise.bench.study.method.LogisticRegression;
import org.lanewise.bench.study.method.Method;
import org.lanewise.bench.study.method.Score.Parts;
import org.lanewise.bench.study.result.DataTable;
import org.lanewise.bench.study.result.Mean;

/// Claim 3 once more, without regularisation, as theory has it: does that let the curves cross?
///
/// The sets of few features, on the splits of the learning curves: the Naive Bayes that is the pair
/// of logistic regression, and logistic regression by maximum likelihood.
final class Unregularized implements Question {

  static final String TABLE = "unregularized";

  private static final int MAX_FEATURES = 60;

  @Override
  public String name() {
    return "unregularized";
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
            "method",
            "error",
            "error_se",
            "lr_error",
            "lr_error_se",
            "difference",
            "difference_se");
    for (Table data : setting.tables()) {
      if (data.rows().nodeFeatureCount() <= MAX_FEATURES && data.classCount() < 10) {
        for (int n : Split.sizes(data, 1)) {
          if (n <= setting.mostRows()) {
            add(table, data, n, setting);
          }
        }
      }
    }
    return List.of(table);
  }

  private static void add(DataTable table, Table data, int n, Setting setting) {
    int splits = setting.splits(data);
    Method naive =
        data.rows() instanceof Rows.Numbers
            ? Generative.gaussian(true)
            : Generative.smoothedNaiveBayes(data.rows(), 1);
    // A tolerance that ends where classes can be separated, too.
    Method logistic = new LogisticRegression(1e6, 1e-4, 1000);
    List<double[]> errors =
        setting
            .parallel()
            .map(
                splits,
                split -> {
                  Parts parts = Parts.of(data, Split.of(data, split), n);
                  return new double[] {
                    parts.score(naive, data.classCount()).error(),
                    parts.score(logistic, data.classCount()).error()
                  };
                });
    Mean ofNaive = Mean.of(Robustness.column(errors, 0));
    Mean ofLogistic = Mean.of(Robustness.column(errors, 1));
    Mean difference =
        Mean.ofDifferences(Robustness.column(errors, 0), Robustness.column(errors, 1));
    table.add(
        data.set(),
        data.kind(),
        n,
        splits,
        naive.name(),
        ofNaive.value(),
        ofNaive.error(),
        ofLogistic.value(),
        ofLogistic.error(),
        difference.value(),
        difference.error());
  }
}
