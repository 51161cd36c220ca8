package org.lanewise.bench.data;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRow;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.GaussianSummary;

/// What benchmarks are checked against before they are timed: formulas as a textbook writes them,
/// on a sample of the entries or rows where all of them would take too long.
public final class Textbook {

  private static final int SAMPLED_PAIRS = 8;
  private static final int SAMPLED_ROWS = 16;
  private static final double TOLERANCE = 1e-9;

  private Textbook() {}

  /// Checks the class weights, and means and scatter entries of sampled features, by two passes.
  ///
  /// @throws IllegalStateException if one is wrong
  public static void checkMoments(NormalRows rows, GaussianSummary summary) {
    int k = summary.classCount();
    int d = summary.featureCount();
    int[] labels = rows.indices();
    for (int pair = 0; pair < SAMPLED_PAIRS; pair++) {
      int i = pair * 37 % d;
      int j = pair * 61 % d;
      double[] x = rows.arrays()[i];
      double[] y = rows.arrays()[j];
      double[] count = new double[k];
      double[] meanX = new double[k];
      double[] meanY = new double[k];
      for (int row = 0; row < labels.length; row++) {
        count[labels[row]]++;
        meanX[labels[row]] += x[row];
        meanY[labels[row]] += y[row];
      }
      for (int c = 0; c < k; c++) {
        meanX[c] /= count[c];
        meanY[c] /= count[c];
      }
      double[] scatter = new double[k];
      double[] size = new double[k];
      for (int row = 0; row < labels.length; row++) {
        int c = labels[row];
        double product = (x[row] - meanX[c]) * (y[row] - meanY[c]);
        scatter[c] += product;
        size[c] += Math.abs(product);
      }
      for (int c = 0; c < k; c++) {
        require("the weight of class " + c, summary.classWeights()[c], count[c], 0);
        require(
            "the mean of feature %d in class %d".formatted(i, c),
            summary.origin()[i] + summary.residualMean(c)[i],
            meanX[c],
            TOLERANCE);
        require(
            "scatter (%d, %d) of class %d".formatted(i, j, c),
            summary.scatter(c, i, j),
            scatter[c],
            TOLERANCE * size[c]);
      }
    }
  }

  /// Checks the counts that statistics hold of sampled features, which are exact.
  ///
  /// @throws IllegalStateException if one is wrong
  public static void checkCounts(BinaryRows rows, BernoulliStatistics statistics) {
    int d = rows.words().length;
    int k = rows.labels().classCount();
    for (int sample = 0; sample < SAMPLED_PAIRS; sample++) {
      int j = sample * 101 % d;
      double[] expected = new double[k];
      for (int row = 0; row < rows.indices().length; row++) {
        expected[rows.indices()[row]] += rows.words()[j][row >>> 6] >>> row & 1;
      }
      for (int c = 0; c < k; c++) {
        require(
            "the count of feature %d in class %d".formatted(j, c),
            statistics.count(c, j),
            expected[c],
            0);
      }
    }
  }

  /// Checks log joints and labels of sampled rows, alone and in the batch.
  ///
  /// @param batch all rows
  /// @param rowAt a copy of one of them
  /// @param logJoint the log joints of a row by the textbook
  /// @throws IllegalStateException if one is wrong
  public static <R, B extends RowBatch> void checkScores(
      Scorer<R, B> scorer, B batch, IntFunction<R> rowAt, Function<R, double[]> logJoint) {
    int n = batch.rowCount();
    int k = scorer.classCount();
    int[] labels = new int[n];
    scorer.predict(batch, labels);
    double[] actual = new double[k];
    for (int sample = 0; sample < SAMPLED_ROWS; sample++) {
      int at = (int) ((n - 1L) * sample / (SAMPLED_ROWS - 1));
      R row = rowAt.apply(at);
      double[] expected = logJoint.apply(row);
      scorer.logJoint(row, actual);
      int best = 0;
      for (int c = 0; c < k; c++) {
        require(
            "log joint of row %d and class %d".formatted(at, c),
            actual[c],
            expected[c],
            TOLERANCE * Math.max(1, Math.abs(expected[c])));
        best = expected[c] > expected[best] ? c : best;
      }
      require("the label of row " + at + " alone", scorer.predict(row), labels[at], 0);
      double shortfall = expected[best] - expected[labels[at]];
      require(
          "the shortfall of the label of row " + at,
          shortfall,
          0,
          TOLERANCE * Math.max(1, Math.abs(expected[best])));
    }
  }

  /// log π_c − ½ log |2πΣ| − ½ (x − μ_c)ᵀ Σ⁻¹ (x − μ_c).
  public static Function<double[], double[]> logJoint(LinearDiscriminant model) {
    Normal normal = new Normal(model.covariance());
    return row -> {
      double[] joint = new double[model.classCount()];
      for (int c = 0; c < joint.length; c++) {
        joint[c] = Math.log(model.priors()[c]) + normal.logDensity(row, model.mean(c));
      }
      return joint;
    };
  }

  /// log π_c − ½ log |2πΣ_c| − ½ (x − μ_c)ᵀ Σ_c⁻¹ (x − μ_c).
  public static Function<double[], double[]> logJoint(QuadraticDiscriminant model) {
    Normal[] normals = new Normal[model.classCount()];
    for (int c = 0; c < normals.length; c++) {
      normals[c] = new Normal(model.covariance(c));
    }
    return row -> {
      double[] joint = new double[normals.length];
      for (int c = 0; c < joint.length; c++) {
        joint[c] = Math.log(model.priors()[c]) + normals[c].logDensity(row, model.mean(c));
      }
      return joint;
    };
  }

  /// log π_c − ½ Σ_j [log 2πσ²_cj + (x_j − μ_cj)² / σ²_cj].
  public static Function<double[], double[]> logJoint(GaussianNaiveBayes model) {
    return row -> {
      double[] joint = new double[model.classCount()];
      for (int c = 0; c < joint.length; c++) {
        double[] mean = model.mean(c);
        double[] variance = model.variances(c);
        joint[c] = Math.log(model.priors()[c]);
        for (int j = 0; j < row.length; j++) {
          double distance = row[j] - mean[j];
          joint[c] -=
              0.5 * (Math.log(2 * Math.PI * variance[j]) + distance * distance / variance[j]);
        }
      }
      return joint;
    };
  }

  /// log π_c + Σ_j [x_j log p_cj + (1 − x_j) log(1 − p_cj)], of a packed row.
  public static Function<long[], double[]> logJoint(BernoulliNaiveBayes model) {
    return row -> {
      double[] joint = new double[model.classCount()];
      for (int c = 0; c < joint.length; c++) {
        joint[c] = Math.log(model.priors()[c]);
        for (int j = 0; j < model.featureCount(); j++) {
          double probability = model.probability(c, j);
          boolean set = (row[j >>> 6] >>> j & 1) != 0;
          joint[c] += Math.log(set ? probability : 1 - probability);
        }
      }
      return joint;
    };
  }

  /// log π_c + Σ_j x_j log p_cj, of word counts.
  public static double[] logJoint(MultinomialNaiveBayes model, SparseRow row) {
    double[] joint = new double[model.classCount()];
    for (int c = 0; c < joint.length; c++) {
      joint[c] = Math.log(model.priors()[c]);
      for (int at = row.from(); at < row.to(); at++) {
        joint[c] += row.values()[at] * Math.log(model.probability(c, row.indices()[at]));
      }
    }
    return joint;
  }

  /// Checks that two runs gave the same labels.
  ///
  /// @throws IllegalStateException naming the first row that differs
  public static void requireSame(String what, int[] actual, int[] expected) {
    int row = Arrays.mismatch(actual, expected);
    if (row >= 0) {
      throw new IllegalStateException(
          "%s: row %d has label %d; %d is expected"
              .formatted(what, row, actual[row], expected[row]));
    }
  }

  /// Checks that two runs gave the same bits.
  ///
  /// @throws IllegalStateException naming the first element that differs
  public static void requireSame(String what, double[] actual, double[] expected) {
    int at = Arrays.mismatch(actual, expected);
    if (at >= 0) {
      throw new IllegalStateException(
          "%s: element %d is %s; %s is expected".formatted(what, at, actual[at], expected[at]));
    }
  }

  private static void require(String what, double actual, double expected, double tolerance) {
    if (!(Math.abs(actual - expected) <= tolerance)) {
      throw new IllegalStateException(
          "%s is %s; the textbook formula gives %s".formatted(what, actual, expected));
    }
  }

  /// A normal density by its covariance's Cholesky factor L, Σ = LLᵀ.
  private static final class Normal {
    private final double[][] factor;
    private final double constant;

    private Normal(double[][] covariance) {
      int d = covariance.length;
      factor = new double[d][d];
      double sum = 0;
      for (int i = 0; i < d; i++) {
        for (int j = 0; j <= i; j++) {
          double rest = covariance[i][j];
          for (int t = 0; t < j; t++) {
            rest -= factor[i][t] * factor[j][t];
          }
          factor[i][j] = i == j ? Math.sqrt(rest) : rest / factor[j][j];
        }
        sum += Math.log(factor[i][i]);
      }
      constant = -sum - 0.5 * d * Math.log(2 * Math.PI);
    }

    private double logDensity(double[] row, double[] mean) {
      double squared = 0;
      double[] z = new double[row.length];
      for (int i = 0; i < row.length; i++) {
        double rest = row[i] - mean[i];
        for (int j = 0; j < i; j++) {
          rest -= factor[i][j] * z[j];
        }
        z[i] = rest / factor[i][i];
        squared += z[i] * z[i];
      }
      return constant - 0.5 * squared;
    }
  }
}
