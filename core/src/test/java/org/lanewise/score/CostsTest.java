package org.lanewise.score;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.textbook.RandomData;

class CostsTest {

  private static final RandomData DATA = RandomData.of(5, 200, 3, 3, 1);
  private static final LinearDiscriminant MODEL =
      LinearDiscriminant.fit(DATA.columns(), DATA.labels());

  private static void assertRefused(Executable work, String words) {
    String message = assertThrows(IllegalArgumentException.class, work).getMessage();
    assertTrue(message.contains(words), message);
  }

  private static double[] expectedCosts(Decider<double[], NumericColumns> decider, double... row) {
    double[] costs = new double[decider.actions().size()];
    decider.expectedCosts(row, costs);
    return costs;
  }

  @Test
  void theActionHasTheLeastExpectedCost() {
    double[][] costs = {{0, 5, 1}, {2, 0, 1}, {1, 7, 0}, {0.5, 0.5, 0.5}};
    Decider<double[], NumericColumns> decider = MODEL.scorer().withCosts(Costs.of(costs));
    for (double[] row : DATA.rows) {
      double[] posterior = MODEL.scorer().posterior(row);
      double[] expected = expectedCosts(decider, row);
      int best = 0;
      for (int a = 0; a < costs.length; a++) {
        double sum = 0;
        for (int c = 0; c < 3; c++) {
          sum += costs[a][c] * posterior[c];
        }
        assertEquals(sum, expected[a], 1e-14);
        best = expected[a] < expected[best] ? a : best;
      }
      assertEquals(best, decider.decide(row));
    }
    assertEquals(List.of("0", "1", "2", "3"), decider.actions());
  }

  @Test
  void equalCostsGoToTheLowestAction() {
    Costs costs = Costs.of(new double[][] {{1, 1, 1}, {1, 1, 1}});
    assertEquals(0, MODEL.scorer().withCosts(costs).decide(DATA.rows[0]));
  }

  @Test
  void zeroOneCostsTakeTheMostProbableClass() {
    assertArrayEquals(
        MODEL.scorer().predict(DATA.columns()),
        MODEL.scorer().withCosts(Costs.zeroOne(3)).decide(DATA.columns()));
  }

  @Test
  void chowsRuleSaysNothingWhereNoPosteriorIsLargeEnough() {
    Costs costs = Costs.zeroOne(3).withReject(0.2);
    Decider<double[], NumericColumns> decider = MODEL.scorer().withCosts(costs);
    assertEquals(List.of("0", "1", "2", "reject"), decider.actions());
    int rejected = 0;
    for (double[] row : DATA.rows) {
      double[] posterior = MODEL.scorer().posterior(row);
      int label = MODEL.predict(row);
      int expected = posterior[label] < 0.8 ? 3 : label;
      assertEquals(expected, decider.decide(row));
      assertEquals(decider.actions().get(expected), decider.action(row));
      rejected += expected == 3 ? 1 : 0;
    }
    assertTrue(rejected > 0 && rejected < DATA.rows.length, rejected + " rows");
  }

  @Test
  void costsByNameGoToTheClassesOfTheModel() {
    NumericColumns rows = NumericColumns.of(new double[] {0, 1, 2, 7, 8, 9});
    LinearDiscriminant model =
        LinearDiscriminant.fit(rows, Labels.of("spam", "spam", "spam", "ham", "ham", "ham"));
    // The model has ham before spam.
    Costs costs =
        Costs.of(Classes.of("spam", "ham"), new double[][] {{0, 100}, {1, 0}})
            .withActions("delete", "deliver");
    Decider<double[], NumericColumns> decider = model.scorer().withCosts(costs);
    assertArrayEquals(new double[] {100, 0}, expectedCosts(decider, 9), 1e-3);
    assertArrayEquals(new double[] {0, 1}, expectedCosts(decider, 0), 1e-3);
    assertEquals("deliver", decider.action(new double[] {9}));
    assertEquals("delete", decider.action(new double[] {0}));
    int[] actions = decider.decide(rows);
    assertArrayEquals(new int[] {0, 1}, new int[] {actions[0], actions[5]});
    Costs unnamed = Costs.of(Classes.of("spam", "ham"), new double[][] {{0, 100}, {1, 0}});
    assertEquals(List.of("spam", "ham"), unnamed.actions(model.classes()));
    Costs other = Costs.of(Classes.of("spam", "junk"), new double[][] {{0, 1}, {1, 0}});
    assertRefused(
        () -> model.scorer().withCosts(other),
        "the costs are of the classes [spam, junk]; those of the model are expected, [ham, spam]");
  }

  @Test
  void badCostsAreRefusedInOneSentence() {
    assertRefused(
        () -> Costs.of(new double[][] {{0, 1}, {-1, 0}}),
        "the cost of action 1 in class 0 is -1.0; a finite number of at least 0 is expected");
    assertRefused(
        () -> Costs.of(new double[][] {{0, Double.NaN}}), "the cost of action 0 in class 1 is NaN");
    assertRefused(
        () -> Costs.of(new double[][] {{0, Double.POSITIVE_INFINITY}}),
        "the cost of action 0 in class 1 is Infinity");
    assertRefused(
        () -> Costs.of(new double[][] {{0, 1}, {0}}),
        "the costs of action 1 are of 1 class; 2 are expected, as for action 0");
    assertRefused(() -> Costs.of(new double[0][]), "the costs have no rows");
    assertRefused(() -> Costs.zeroOne(0), "the costs have no rows");
    assertRefused(() -> Costs.zeroOne(2).withReject(-1), "the cost of saying nothing is -1.0");
    assertRefused(
        () -> Costs.zeroOne(2).withReject(0.1).withReject(0.1), "have an action that says nothing");
    assertRefused(
        () -> MODEL.scorer().withCosts(Costs.zeroOne(2)),
        "the costs are of 2 classes; those of 3 are expected, as in the model");
    assertRefused(() -> Costs.zeroOne(2).withActions("a"), "1 names of actions were given");
    assertRefused(
        () -> Costs.of(Classes.of("a", "b", "c"), new double[][] {{0, 1}}),
        "the costs have 2 columns");
    assertRefused(
        () -> MODEL.scorer().withCosts(Costs.zeroOne(3)).decide(DATA.columns(), new int[3]),
        "the array for the results has 3 elements; at least 200 are expected");
  }

  @Test
  void theMostProbableClassesComeInTheirOrder() {
    for (double[] row : DATA.rows) {
      double[] logPosterior = MODEL.scorer().logPosterior(row);
      int[] top = MODEL.scorer().top(row, 3);
      assertEquals(MODEL.predict(row), top[0]);
      assertTrue(logPosterior[top[0]] >= logPosterior[top[1]]);
      assertTrue(logPosterior[top[1]] >= logPosterior[top[2]]);
      assertEquals(3, top[0] + top[1] + top[2]);
      assertArrayEquals(new int[] {top[0], top[1]}, MODEL.scorer().top(row, 2));
    }
    int[] top = new int[2 * DATA.rows.length];
    MODEL.scorer().top(DATA.columns(), 2, top);
    assertArrayEquals(MODEL.scorer().top(DATA.rows[7], 2), Arrays.copyOfRange(top, 14, 16));
    assertRefused(() -> MODEL.scorer().top(DATA.rows[0], 4), "the 4 best classes were asked for");
    assertRefused(() -> MODEL.scorer().top(DATA.rows[0], 0), "the 0 best classes were asked for");
    assertRefused(() -> MODEL.scorer().top(DATA.columns(), -1, top), "the -1 best classes");
  }

  @Test
  void ofEqualClassesTheLowestComesFirst() {
    LinearDiscriminant model =
        LinearDiscriminant.fit(
            NumericColumns.of(new double[] {-1, 1, -1, 1, -1, 1}), Labels.of(0, 0, 1, 1, 2, 2));
    assertArrayEquals(new int[] {0, 1, 2}, model.scorer().top(new double[] {0.5}, 3));
  }
}
