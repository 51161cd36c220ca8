package org.lanewise.bench.study.method;

import de.bwaldvogel.liblinear.Feature;
import de.bwaldvogel.liblinear.FeatureNode;
import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.util.Arrays;
import org.lanewise.bench.study.data.Rows;

/// Logistic regression by liblinear: L2R_LR, ½‖w‖² + C·Σ log(1 + exp(−y wᵀx)) by Newton's steps,
/// with a bias that is not regularised. More than two classes are told apart one from the rest, and
/// their probabilities divided by their sum, as liblinear does.
///
/// @param c how little the weights are regularised: the larger, the less
/// @param tolerance where Newton's steps end: the gradient by that at w = 0, as liblinear counts
/// @param maxSteps the most of Newton's steps
public record LogisticRegression(double c, double tolerance, int maxSteps) implements Method {

  /// What liblinear takes unless asked.
  private static final double USUAL_TOLERANCE = 0.01;

  private static final int USUAL_STEPS = 1000;

  static {
    Linear.disableDebugOutput();
  }

  /// As liblinear is usually run.
  public LogisticRegression(double c) {
    this(c, USUAL_TOLERANCE, USUAL_STEPS);
  }

  /// Maximum likelihood, as nearly as it can be had: where classes can be separated by a plane
  /// there is none, and C alone keeps the weights finite.
  public static LogisticRegression unregularized() {
    return new LogisticRegression(1e6, 1e-7, USUAL_STEPS);
  }

  @Override
  public String name() {
    return "logistic regression";
  }

  @Override
  public Fitted fit(Rows rows, int[] labels, int classCount) {
    return weights(rows, labels, classCount)::logPosteriors;
  }

  /// Learns the weights.
  ///
  /// Sparse features that occur in no row keep the weight 0 that they begin with, so they are left
  /// out meanwhile: of a few texts that is nearly all words.
  public Weights weights(Rows rows, int[] labels, int classCount) {
    if (!(rows instanceof Rows.Sparse sparse)) {
      return train(problem(rows, labels), classCount, null);
    }
    int[] seen = sparse.seen();
    double[][] found = train(problem(sparse.withFeaturesIn(1), labels), classCount, null).theta;
    double[][] theta = new double[found.length][sparse.featureCount() + 1];
    for (int plane = 0; plane < theta.length; plane++) {
      theta[plane][0] = found[plane][0];
      for (int j = 0; j < seen.length; j++) {
        theta[plane][seen[j] + 1] = found[plane][j + 1];
      }
    }
    return new Weights(theta);
  }

  /// Rows as liblinear takes them, with a feature of ones behind the others.
  public static Problem problem(Rows rows, int[] labels) {
    Problem problem = new Problem();
    problem.l = rows.count();
    problem.n = rows.nodeFeatureCount() + 1;
    problem.bias = 1;
    problem.y = Arrays.stream(labels).asDoubleStream().toArray();
    problem.x = rows.nodes();
    Feature one = new FeatureNode(problem.n, 1);
    for (int row = 0; row < problem.l; row++) {
      problem.x[row] = Arrays.copyOf(problem.x[row], problem.x[row].length + 1);
      problem.x[row][problem.x[row].length - 1] = one;
    }
    return problem;
  }

  /// Learns the weights.
  ///
  /// @param start θ_0 … θ_d of two classes where the steps begin, or null for 0
  public Weights train(Problem problem, int classCount, double[] start) {
    Parameter parameter = new Parameter(SolverType.L2R_LR, c, maxSteps, tolerance);
    parameter.setRegularizeBias(false);
    int d = problem.n - 1;
    if (start != null) {
      // liblinear's positive class is the first that it meets.
      double sign = problem.y[0] == 1 ? 1 : -1;
      double[] first = new double[d + 1];
      for (int j = 0; j <= d; j++) {
        first[j] = sign * start[j == d ? 0 : j + 1];
      }
      parameter.setInitSol(first);
    }
    Model model = Linear.train(problem, parameter);
    int[] order = model.getLabels();
    double[] weights = model.getFeatureWeights();
    int planes = classCount == 2 ? 1 : classCount;
    double[][] theta = new double[planes][d + 1];
    for (int plane = 0; plane < planes; plane++) {
      double sign = classCount == 2 && order[0] == 0 ? -1 : 1;
      double[] to = theta[classCount == 2 ? 0 : order[plane]];
      for (int j = 0; j <= d; j++) {
        to[j == d ? 0 : j + 1] = sign * weights[j * planes + plane];
      }
    }
    return new Weights(theta);
  }

  /// A plane, or one for each class where there are more than two.
  ///
  /// @param theta `theta[plane]` is θ_0 … θ_d; of two classes that of class 1
  public record Weights(double[][] theta) {

    /// log p(c | x) of every row and class, at `[row·k + c]`.
    public double[] logPosteriors(Rows rows) {
      int k = theta.length == 1 ? 2 : theta.length;
      Feature[][] nodes = rows.nodes();
      double[] out = new double[nodes.length * k];
      for (int row = 0; row < nodes.length; row++) {
        if (k == 2) {
          double score = score(0, nodes[row]);
          out[2 * row] = logSigmoid(-score);
          out[2 * row + 1] = logSigmoid(score);
        } else {
          double sum = 0;
          for (int c = 0; c < k; c++) {
            out[row * k + c] = logSigmoid(score(c, nodes[row]));
            sum += Math.exp(out[row * k + c]);
          }
          for (int c = 0; c < k; c++) {
            // All may be 0 beside each other; then none is told from the others.
            out[row * k + c] = sum > 0 ? out[row * k + c] - Math.log(sum) : -Math.log(k);
          }
        }
      }
      return out;
    }

    private double score(int plane, Feature... row) {
      double[] weights = theta[plane];
      double sum = weights[0];
      for (Feature feature : row) {
        sum += weights[feature.getIndex()] * feature.getValue();
      }
      return sum;
    }

    /// log 1/(1 + exp(−t)).
    private static double logSigmoid(double t) {
      return t > 0 ? -Math.log1p(Math.exp(-t)) : t - Math.log1p(Math.exp(t));
    }
  }
}
