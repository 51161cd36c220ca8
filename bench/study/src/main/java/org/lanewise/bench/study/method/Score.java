package org.lanewise.bench.study.method;

import org.lanewise.bench.study.data.Rows;
import org.lanewise.bench.study.data.Split;
import org.lanewise.bench.study.data.Table;

/// How well posteriors tell the classes of rows.
///
/// @param error the share of rows that another class has the largest posterior of
/// @param logLoss the mean of −log p(own class), in nats
/// @param impossible the share of rows that were given no probability at all in their own class
public record Score(double error, double logLoss, double impossible) {

  /// Judges posteriors.
  ///
  /// @param logPosteriors at `[row·k + c]`; NaN in a row that is impossible in every class
  public static Score of(double[] logPosteriors, int... labels) {
    int k = logPosteriors.length / labels.length;
    int errors = 0;
    int impossible = 0;
    double loss = 0;
    for (int row = 0; row < labels.length; row++) {
      int best = 0;
      for (int c = 1; c < k; c++) {
        best = logPosteriors[row * k + c] > logPosteriors[row * k + best] ? c : best;
      }
      double own = logPosteriors[row * k + labels[row]];
      errors += best == labels[row] && !Double.isNaN(own) ? 0 : 1;
      impossible += Double.isNaN(own) || own == Double.NEGATIVE_INFINITY ? 1 : 0;
      loss -= Double.isNaN(own) ? Double.NEGATIVE_INFINITY : own;
    }
    double n = labels.length;
    return new Score(errors / n, loss / n, impossible / n);
  }

  /// What both kinds of methods are given of a split.
  ///
  /// @param training standardised by its own means and deviations where it is of numbers
  /// @param test standardised by those of the training rows
  public record Parts(Rows training, int[] trainingLabels, Rows test, int[] testLabels) {

    /// The first training rows of a split, and its test rows.
    public static Parts of(Table table, Split split, int size) {
      int[] first = split.first(size);
      Rows training = table.rows().select(first);
      Rows test = table.rows().select(split.test());
      if (training instanceof Rows.Numbers known && test instanceof Rows.Numbers others) {
        training = known.standardizedBy(known);
        test = others.standardizedBy(known);
      }
      return new Parts(training, table.labelsOf(first), test, table.labelsOf(split.test()));
    }

    /// What a method learns from the training rows, judged by the others.
    public Score score(Method method, int classCount) {
      return Score.of(
          method.fit(training, trainingLabels, classCount).logPosteriors(test), testLabels);
    }
  }
}
