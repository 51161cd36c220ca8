package org.lanewise.model.gaussian;

import org.lanewise.model.Evidence;

/// The evidence of independent normal features: with u = (x_j − μ_cj)/σ_cj and v for the other
/// class, −½(u² − v²) − log σ_cj/σ_aj; linear in x_j if both classes have the same variance.
final class NormalEvidence implements Evidence<double[]> {

  private final double[][] origins;
  private final double[][] means;
  private final double[][] variances;
  private final double[][] logVariances;
  private final boolean pooled;

  NormalEvidence(GaussianNaiveBayes model) {
    int k = model.classCount();
    origins = new double[k][];
    pooled = model.sharesCovariance();
    means = new double[k][];
    variances = new double[k][];
    logVariances = new double[k][model.featureCount()];
    for (int c = 0; c < k; c++) {
      origins[c] = model.origin(c);
      means[c] = model.residualMean(c);
      variances[c] = model.variances(c);
      for (int j = 0; j < logVariances[c].length; j++) {
        logVariances[c][j] = StrictMath.log(variances[c][j]);
      }
    }
  }

  @Override
  public void add(
      double sign,
      double[] row,
      double[] observed,
      int label,
      int against,
      double[] out,
      double[] zeros) {
    double[] mean = means[label];
    double[] other = means[against];
    for (int j = 0; j < mean.length; j++) {
      if (Double.isNaN(row[j]) || Double.isNaN(observed[j])) {
        continue;
      }
      double x = row[j] - origins[label][j];
      double part;
      if (pooled) {
        part = (mean[j] - other[j]) / variances[label][j] * (x - 0.5 * (mean[j] + other[j]));
      } else {
        double u = (x - mean[j]) / Math.sqrt(variances[label][j]);
        double v = (row[j] - origins[against][j] - other[j]) / Math.sqrt(variances[against][j]);
        part = -0.5 * ((u - v) * (u + v) + logVariances[label][j] - logVariances[against][j]);
      }
      out[j] += sign * part;
    }
  }
}
