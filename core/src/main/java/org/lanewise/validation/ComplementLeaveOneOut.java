package org.lanewise.validation;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRows;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.ComplementOptions;

/// Rows removed from complement Naive Bayes: the counts of the complement of class c lose the row
/// for every class except the row's own. With these counts N_j (with smoothing), their sum T, and
/// w_j = −log N_j/T, the weights change by
///
/// ```
/// −log1p(−w·x_j/N_j) + log1p(−w·s/T)
/// ```
///
/// and their sum over all d, by which normalised weights are divided, changes accordingly. For a
/// row that holds nearly all of a count, the model is refitted.
final class ComplementLeaveOneOut {

  private ComplementLeaveOneOut() {}

  static LeaveOneOut of(LeaveOneOutTask task) {
    ComplementOptions options = task.options(ComplementOptions.class);
    SparseRows rows = task.sparse();
    Labels labels = task.labels();
    ComplementNaiveBayes model = ComplementNaiveBayes.recipe(options).fit(rows, labels);
    Refits refits = task.refits(task.recipe());
    int k = labels.classCount();
    int d = rows.featureCount();
    // With one class or one feature, weights have another form.
    if (k == 1 || d == 1 || !CellLeaveOneOut.isSmooth(model.priors(), options.smoothing(), d, 0)) {
      return refits.all();
    }
    double[][] counts = new double[k][];
    double[] totals = new double[k];
    double[] sums = new double[k];
    for (int c = 0; c < k; c++) {
      counts[c] = model.pseudoCounts(c);
      totals[c] = Arrays.stream(counts[c]).sum();
      for (int j = 0; j < d; j++) {
        sums[c] -= StrictMath.log(counts[c][j] / totals[c]);
      }
    }
    double[] scores = new double[Math.multiplyExact(rows.rowCount(), k)];
    model.scorer(RowFormat.SPARSE).logJoint(rows, scores);
    LeaveOneOut results = new LeaveOneOut(labels, scores);
    CountLeaveOneOut.Lost lost = new CountLeaveOneOut.Lost(rows, labels, counts, totals);
    int[] from = new int[CountLeaveOneOut.Lost.ROWS];
    for (int first = 0; first < rows.rowCount(); first += from.length) {
      int count = Math.min(from.length, rows.rowCount() - first);
      for (int c = 0; c < k; c++) {
        for (int r = 0; r < count; r++) {
          from[r] = labels.index(first + r) == c ? -1 : c;
        }
        lost.of(first, count, from);
        for (int r = 0; r < count; r++) {
          // The log joint of the row's own class does not change, like that of a row of weight 0.
          if (from[r] == c) {
            int at = results.at(first + r) + c;
            double change = lost.lengths[r] * lost.ofTotal[r] - lost.counted[r];
            scores[at] =
                options.normalized()
                    ? (scores[at] * sums[c] + change)
                        / (sums[c] + (d * lost.ofTotal[r] - lost.plain[r]))
                    : scores[at] + change;
          }
        }
      }
    }
    for (int row = 0; row < rows.rowCount(); row++) {
      int at = results.at(row);
      if (!refits.isLast(row, results)
          && Arrays.stream(scores, at, at + k).anyMatch(Double::isNaN)) {
        refits.refit(row, results);
      }
    }
    return results.finished();
  }
}
