package org.lanewise.cli.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.data.Classes;

class DecisionTallyTest {

  @Test
  void decisionsAmongVeryManyClassesTakeNoMatrix() {
    Classes classes = Classes.sorted(IntStream.range(0, 100_000).mapToObj(i -> "c" + i).toList());
    Decisions decisions = Decisions.zeroOne(classes.names()).withReject(0.25, "none");
    DecisionTally tally = new DecisionTally(decisions, classes);
    tally.add(7, 7);
    tally.add(99_999, 7);
    tally.add(99_999, 100_000);
    tally.add(5, 100_000);
    String json = tally.json().toString();
    assertTrue(
        json.contains("\"counts\":null,\"meanCost\":0.375,\"rejected\":2,\"rejectRate\":0.5"),
        json.substring(json.length() - 200));
    assertTrue(json.contains("\"accuracy\":0.5"), json.substring(json.length() - 200));
    assertTrue(tally.text().endsWith("decisions: too many to show\n"), tally.text());
  }
}
