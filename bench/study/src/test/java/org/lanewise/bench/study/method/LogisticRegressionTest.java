package org.lanewise.bench.study.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import de.bwaldvogel.liblinear.Linear;
import de.bwaldvogel.liblinear.Model;
import de.bwaldvogel.liblinear.Parameter;
import de.bwaldvogel.liblinear.Problem;
import de.bwaldvogel.liblinear.SolverType;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.lanewise.bench.study.data.Randoms;
import org.lanewise.bench.study.data.Rows;

class LogisticRegressionTest {

  private static final int N = 300;

  private final RandomGenerator random = Randoms.of(11);
  private final double[][] columns = new double[3][N];
  private final int[] labels = new int[N];

  private Rows.Numbers rows(int classes) {
    for (int row = 0; row < N; row++) {
      labels[row] = random.nextInt(classes);
      for (int j = 0; j < columns.length; j++) {
        columns[j][row] = (j == labels[row] ? 1 : 0) + random.nextGaussian();
      }
    }
    return new Rows.Numbers(columns);
  }

  /// The score equations: Σ (y − p)·[1, x] = 0.
  @Test
  void unregularizedIsTheMaximumOfTheLikelihood() {
    Rows.Numbers rows = rows(2);
    double[] posteriors =
        LogisticRegression.unregularized().weights(rows, labels, 2).logPosteriors(rows);
    for (int j = -1; j < columns.length; j++) {
      double sum = 0;
      for (int row = 0; row < N; row++) {
        sum += (labels[row] - Math.exp(posteriors[2 * row + 1])) * (j < 0 ? 1 : columns[j][row]);
      }
      assertEquals(0, sum, 1e-4);
    }
  }

  @Test
  void whichClassComesFirstChangesNothing() {
    Rows.Numbers rows = rows(2);
    int[] other = Arrays.stream(labels).map(label -> 1 - label).toArray();
    double[] theta = LogisticRegression.unregularized().weights(rows, labels, 2).theta()[0];
    double[] turned = LogisticRegression.unregularized().weights(rows, other, 2).theta()[0];
    assertArrayEquals(theta, Arrays.stream(turned).map(weight -> -weight).toArray(), 1e-6);
  }

  @Test
  void probabilitiesOfSeveralClassesAreThoseOfLiblinear() {
    Rows.Numbers rows = rows(3);
    LogisticRegression method = new LogisticRegression(1);
    double[] posteriors = method.fit(rows, labels, 3).logPosteriors(rows);
    Problem problem = LogisticRegression.problem(rows, labels);
    Parameter parameter = new Parameter(SolverType.L2R_LR, 1, 1000, method.tolerance());
    parameter.setRegularizeBias(false);
    Model model = Linear.train(problem, parameter);
    double[] expected = new double[3];
    for (int row = 0; row < N; row++) {
      Linear.predictProbability(model, problem.x[row], expected);
      for (int at = 0; at < 3; at++) {
        assertEquals(expected[at], Math.exp(posteriors[3 * row + model.getLabels()[at]]), 1e-12);
      }
    }
  }

  @Test
  void startingElsewhereEndsAtTheSameWeights() {
    Rows.Numbers rows = rows(2);
    Problem problem = LogisticRegression.problem(rows, labels);
    LogisticRegression method = new LogisticRegression(1, 1e-9, 100);
    assertArrayEquals(
        method.train(problem, 2, null).theta()[0],
        method.train(problem, 2, new double[] {1, -2, 3, 0.5}).theta()[0],
        1e-6);
  }

  @Test
  void wordsThatNoRowHasKeepTheWeightZeroAndChangeNothing() {
    int[] starts = {0, 2, 3, 4, 6};
    int[] classes = {0, 0, 1, 1};
    Rows.Sparse few = new Rows.Sparse(starts, new int[] {0, 1, 0, 2, 1, 2}, null, 3);
    Rows.Sparse many = new Rows.Sparse(starts, new int[] {1, 5, 1, 7, 5, 7}, null, 9);
    double[] expected = new LogisticRegression(1).weights(few, classes, 2).theta()[0];
    double[] found = new LogisticRegression(1).weights(many, classes, 2).theta()[0];
    assertArrayEquals(
        new double[] {expected[0], 0, expected[1], 0, 0, 0, expected[2], 0, expected[3], 0}, found);
  }

  @Test
  void scoreCountsRowsThatAreImpossible() {
    double half = Math.log(0.5);
    Score score =
        Score.of(
            new double[] {
              half,
              half + 0.1,
              Double.NaN,
              Double.NaN,
              0,
              Double.NEGATIVE_INFINITY,
              half + 0.1,
              half
            },
            1,
            0,
            1,
            0);
    assertEquals(0.5, score.error());
    assertEquals(0.5, score.impossible());
    assertEquals(Double.POSITIVE_INFINITY, score.logLoss());
  }
}
