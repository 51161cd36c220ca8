package org.lanewise.model.gaussian;

import java.util.stream.IntStream;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.model.Evidence;

/// The evidence of classes with a covariance each, by the chain rule log p(x | c) = Σ_j log p(x_j |
/// x_1 … x_j−1, c). With M the inverse of the factor L of the covariance and z = M(x − μ),
///
/// ```
/// log p(x_j | x_1 … x_j−1, c) = −½ z_j² + log M_jj − ½ log 2π
/// ```
final class ChainEvidence implements Evidence<double[]> {

  private final GaussianClassifier model;
  private final double[][] origins;
  private final double[][] means;
  private final int[] all;

  /// M of each class, packed; null until it is needed.
  private final double[][] inverses;

  ChainEvidence(GaussianClassifier model) {
    this.model = model;
    int k = model.classCount();
    origins = new double[k][];
    all = IntStream.range(0, model.featureCount()).toArray();
    means = new double[k][];
    inverses = new double[k][];
    for (int c = 0; c < k; c++) {
      origins[c] = model.origin(c);
      means[c] = model.residualMean(c);
    }
  }

  private double[] inverse(int label, int[] features) {
    double[] inverse = new double[PackedTriangle.size(features.length)];
    ObservedFeatures.factor(model.covariance(label), features).inverse(inverse, 0);
    return inverse;
  }

  private synchronized double[] inverse(int label) {
    if (inverses[label] == null) {
      inverses[label] = inverse(label, all);
    }
    return inverses[label];
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
    boolean areAll = ObservedFeatures.areAll(row, observed);
    int[] features = areAll ? all : ObservedFeatures.of(row, observed);
    if (features.length == 0) {
      return;
    }
    double[] inverse = areAll ? inverse(label) : inverse(label, features);
    double[] other = areAll ? inverse(against) : inverse(against, features);
    for (int n = 0; n < features.length; n++) {
      double z = image(row, features, n, label, inverse);
      double zOther = image(row, features, n, against, other);
      int diagonal = PackedTriangle.index(n, n);
      double ratio = StrictMath.log(inverse[diagonal] / other[diagonal]);
      out[features[n]] += sign * (ratio - 0.5 * (z - zOther) * (z + zOther));
    }
  }

  /// z of the n-th feature in `features`.
  private double image(double[] row, int[] features, int n, int label, double[] inverse) {
    double sum = 0;
    for (int i = 0; i <= n; i++) {
      int j = features[i];
      double centred = row[j] - origins[label][j] - means[label][j];
      sum = Math.fma(inverse[PackedTriangle.index(i, n)], centred, sum);
    }
    return sum;
  }
}
