package org.lanewise.bench.study.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PopulationTest {

  private static final int ROWS = 40_000;

  /// Among rows of any log-odds t the share of class 1 is 1/(1 + exp(−t)): so the mean of the
  /// posterior of the true class's indicator vanishes, overall and weighted by t.
  @Test
  void logOddsAreThoseOfTheRowsDrawn() {
    for (Population population : Population.all()) {
      Table table = population.table(ROWS, Randoms.of(7));
      double[][] columns = ((Rows.Numbers) table.rows()).columns();
      double sum = 0;
      double weighted = 0;
      for (int row = 0; row < ROWS; row++) {
        double[] x = new double[Population.D];
        for (int j = 0; j < x.length; j++) {
          x[j] = columns[j][row];
        }
        double odds = population.logOdds().applyAsDouble(x);
        double rest = table.labels()[row] - 1 / (1 + Math.exp(-odds));
        sum += rest;
        weighted += rest * Math.tanh(odds);
      }
      assertEquals(0, sum / ROWS, 0.01, population.name());
      assertEquals(0, weighted / ROWS, 0.01, population.name());
    }
  }

  @Test
  void trueThetaIsThatOfTheLogOdds() {
    double[] x = {1, 0, 2, 3};
    for (Population population : Population.all()) {
      if (population.theta() != null) {
        double expected = population.theta()[0];
        for (int j = 0; j < x.length; j++) {
          expected += population.theta()[j + 1] * x[j];
        }
        assertEquals(expected, population.logOdds().applyAsDouble(x), 1e-12, population.name());
      }
    }
  }
}
