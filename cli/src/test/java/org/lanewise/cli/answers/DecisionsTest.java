package org.lanewise.cli.answers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Costs;

class DecisionsTest {

  @Test
  void theRightToSayNothingTakesNoTableOfVeryManyClasses() {
    Classes classes = Classes.sorted(IntStream.range(0, 200_000).mapToObj(i -> "c" + i).toList());
    Decisions decisions = Decisions.zeroOne(classes.names()).withReject(0.25, "none");
    Decisions.Rule rule = decisions.rule(classes);
    double[] posteriors = new double[classes.count()];
    posteriors[7] = 0.5;
    posteriors[9] = 0.5;
    assertEquals(200_000, rule.decide(posteriors, 0));
    posteriors[7] = 0.1;
    posteriors[9] = 0.9;
    assertEquals(9, rule.decide(posteriors, 0));
    assertEquals(0.25, decisions.costs().cost(200_000, 3));
    assertEquals(1, decisions.costs().cost(4, 3));
  }

  @Test
  void aRowOnTheLimitIsDecidedAsJavaDecidesIt() {
    LinearDiscriminant model =
        LinearDiscriminant.fit(
            NumericColumns.of(new double[][] {{0, 1, 2, 1.5, 2.5, 4}}),
            Labels.of("a", "a", "a", "b", "b", "b"));
    NumericColumns rows = NumericColumns.of(new double[][] {{0, 1, 1.7, 2, 3}});
    double[] posteriors = new double[10];
    model.scorer().posterior(rows, posteriors);
    for (int row = 0; row < 5; row++) {
      double limit = Math.min(posteriors[2 * row], posteriors[2 * row + 1]);
      for (double cost : new double[] {Math.nextDown(limit), limit, Math.nextUp(limit)}) {
        int[] expected = model.scorer().withCosts(Costs.zeroOne(2).withReject(cost)).decide(rows);
        Decisions.Rule rule =
            Decisions.zeroOne(List.of("a", "b")).withReject(cost, "none").rule(model.classes());
        assertEquals(expected[row] == 2, cost < limit);
        for (int i = 0; i < 5; i++) {
          assertEquals(expected[i], rule.decide(posteriors, 2 * i));
        }
      }
    }
  }
}
