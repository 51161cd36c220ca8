package org.lanewise.cli.answers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;

class DecisionsTest {

  @Test
  void theRightToSayNothingTakesNoTableOfVeryManyClasses() {
    Classes classes = Classes.sorted(IntStream.range(0, 200_000).mapToObj(i -> "c" + i).toList());
    Decisions decisions = Decisions.zeroOne(classes.names()).withReject(0.25, "none");
    int[] columns = decisions.columns(classes);
    double[] posteriors = new double[classes.count()];
    Arrays.fill(posteriors, Double.NEGATIVE_INFINITY);
    posteriors[7] = Math.log(0.5);
    posteriors[9] = Math.log(0.5);
    assertEquals(200_000, decisions.decide(posteriors, 0, columns));
    posteriors[9] = Math.log(0.9);
    assertEquals(9, decisions.decide(posteriors, 0, columns));
    assertEquals(0.25, decisions.cost(200_000, 3));
    assertEquals(1, decisions.cost(4, 3));
  }
}
