package org.lanewise.model;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.score.Scorer;

/// Log-likelihoods of labelled rows, and information criteria. A row of weight w counts w times.
///
/// ```
/// joint = Σ_i w_i log p(x_i, y_i),   conditional = Σ_i w_i log p(y_i | x_i)
/// AIC = 2p − 2·joint,   BIC = p·log n − 2·joint
/// ```
///
/// (Akaike, A New Look at the Statistical Model Identification, IEEE Transactions on Automatic
/// Control 19, 1974; Schwarz, Estimating the Dimension of a Model, Annals of Statistics 6, 1978.)
/// Maximum-likelihood fits maximise the joint log-likelihood: for training rows, with empirical
/// priors and no smoothing, no other parameters give a higher one. The joint log-likelihood is −∞
/// if a row is impossible in its class. Compute AIC and BIC from the training rows.
///
/// @param joint Σ w log p(x, y)
/// @param conditional Σ w log p(y | x)
/// @param weight n, the sum of weights
/// @param parameters p, the number of free parameters of the model
public record Likelihoods(double joint, double conditional, double weight, long parameters) {

  /// Computes the likelihoods of rows under a model.
  ///
  /// @throws IllegalArgumentException if there is not one label for each row, if the model lacks a
  ///   class, or if the model rejects a row
  /// @throws UnsupportedOperationException if the model has no density p(x)
  public static <R, B extends RowBatch> Likelihoods of(
      Classifier<R, B> model, B rows, Labels labels) {
    Scorer<R, B> scorer = model.scorer();
    int n = rows.rowCount();
    int k = scorer.classCount();
    labels.requireOneForEach(rows);
    int[] at = labels.classes().indicesIn(scorer.classes());
    for (int row = 0; row < n; row++) {
      if (at[labels.index(row)] < 0) {
        throw new BadDataException(
            "%s is of %s; one of the classes %s is expected, as in the model",
            Fact.row(row), Fact.label(labels.index(row), labels.classes()), scorer.classes());
      }
    }
    // Models without a density refuse.
    scorer.logDensity(rows, new double[n]);
    double[] values = new double[Math.multiplyExact(n, k)];
    scorer.logJoint(rows, values);
    double joint = sum(values, k, labels, at);
    scorer.logPosterior(rows, values);
    double weight = 0;
    for (int row = 0; row < n; row++) {
      weight += labels.weight(row);
    }
    return new Likelihoods(joint, sum(values, k, labels, at), weight, model.freeParameters());
  }

  private static double sum(double[] values, int k, Labels labels, int[] at) {
    double sum = 0;
    for (int row = 0; row < labels.rowCount(); row++) {
      double weight = labels.weight(row);
      // A row of weight 0 is absent, and 0·∞ is not 0.
      sum += weight == 0 ? 0 : weight * values[row * k + at[labels.index(row)]];
    }
    return sum;
  }

  /// 2p − 2·joint.
  public double aic() {
    return 2.0 * parameters - 2 * joint;
  }

  /// p·log n − 2·joint.
  public double bic() {
    return parameters * StrictMath.log(weight) - 2 * joint;
  }
}
