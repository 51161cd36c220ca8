package org.lanewise.model.gaussian;

import org.lanewise.model.Evidence;

/// The evidence of a linear discriminant: w_j (x_j − ½(μ_cj + μ_aj)), w = Σ⁻¹(μ_c − μ_a). It is 0
/// at the midpoint of both means, whatever the origin of the data.
final class LinearEvidence implements Evidence<double[]> {

  private final double[] origin;
  private final double[][] means;
  private final double[][] weights;
  private final double[][] covariance;

  LinearEvidence(LinearDiscriminant model) {
    int k = model.classCount();
    origin = model.origin(0);
    means = new double[k][];
    weights = new double[k][];
    for (int c = 0; c < k; c++) {
      means[c] = model.residualMean(c);
      weights[c] = model.coefficients(c);
    }
    covariance = model.covariance();
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
    if (ObservedFeatures.areAll(row, observed)) {
      for (int j = 0; j < origin.length; j++) {
        double weight = weights[label][j] - weights[against][j];
        out[j] += sign * weight * (row[j] - origin[j] - 0.5 * (mean[j] + other[j]));
      }
      return;
    }
    int[] features = ObservedFeatures.of(row, observed);
    if (features.length == 0) {
      return;
    }
    double[] weight = new double[features.length];
    for (int i = 0; i < features.length; i++) {
      weight[i] = mean[features[i]] - other[features[i]];
    }
    ObservedFeatures.factor(covariance, features).solve(weight, weight);
    for (int i = 0; i < features.length; i++) {
      int j = features[i];
      out[j] += sign * weight[i] * (row[j] - origin[j] - 0.5 * (mean[j] + other[j]));
    }
  }
}
