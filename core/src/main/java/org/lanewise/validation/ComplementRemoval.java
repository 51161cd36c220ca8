package org.lanewise.validation;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.ComplementOptions;

/// Rows removed from complement Naive Bayes: the counts of what is not in class c lose the row for
/// every class but its own. With these counts N_j, smoothing included, T their sum, and w_j = −log
/// N_j/T, the weights change by
///
/// ```
/// −log1p(−w·x_j/N_j) + log1p(−w·s/T)
/// ```
///
/// and their sum, by which normalised weights are divided, by that of all d of them.
final class ComplementRemoval {

  private ComplementRemoval() {}

  static LeaveOneOut of(
      SparseRows rows, Labels labels, ComplementOptions options, EssentialRows essential) {
    ComplementNaiveBayes model = ComplementNaiveBayes.fit(rows, labels, options);
    Refits<SparseRow> refits =
        CountRemoval.refits(
            rows,
            labels,
            essential,
            given -> ComplementNaiveBayes.fit(rows, given, options).sparseScorer());
    int k = labels.classCount();
    int d = rows.featureCount();
    // With one class, or one feature, weights are not of that form.
    if (k == 1
        || d == 1
        || !CellRemoval.isSmooth(
            model.priors(), options.smoothing(), d, CountRemoval.largestCount(rows, labels))) {
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
    model.sparseScorer().logJoint(rows, scores);
    LeaveOneOut results = new LeaveOneOut(labels, scores);
    SparseRow row = new SparseRow();
    double[] terms = new double[16];
    for (int index = 0; index < rows.rowCount(); index++) {
      if (refits.isLast(index, results)) {
        continue;
      }
      rows.row(index, row);
      terms = CountRemoval.room(terms, row);
      double weight = labels.weight(index);
      double length = CountRemoval.length(row);
      for (int c = 0; c < k; c++) {
        if (c == labels.index(index)) {
          continue;
        }
        int at = results.at(index) + c;
        CountRemoval.logOfLeft(row, counts[c], weight, terms);
        double ofTotal = StrictMath.log1p(-weight * length / totals[c]);
        double change = length * ofTotal;
        double changeOfSum = d * ofTotal;
        for (int i = 0; i < row.to() - row.from(); i++) {
          change = Math.fma(-CountRemoval.value(row, row.from() + i), terms[i], change);
          changeOfSum -= terms[i];
        }
        scores[at] =
            options.normalized()
                ? (scores[at] * sums[c] + change) / (sums[c] + changeOfSum)
                : scores[at] + change;
      }
    }
    return results.finished();
  }
}
