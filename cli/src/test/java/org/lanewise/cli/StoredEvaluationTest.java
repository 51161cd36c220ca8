package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `evaluate --model`: a stored model says what it said when it was evaluated.
class StoredEvaluationTest {

  @TempDir Path folder;

  private JsonNode withoutTimes(JsonNode result) {
    // Training rows in one, the priors from them in the other.
    ((ObjectNode) result.get("baseline")).remove("source");
    return ((ObjectNode) result)
        .without(
            List.of(
                "rows", "trainRows", "fits", "training", "fitMillis", "scoreMillis", "kernels"));
  }

  @ParameterizedTest
  @CsvSource({
    "lda, iris.csv, 2",
    "qda, wine.csv, 2",
    "gaussian-nb, breast_cancer.csv, 1",
    "rda, iris.csv, 1"
  })
  void saysWhatEvaluateSaysOfTheSameRows(String classifier, String name, int threads)
      throws IOException {
    List<String> lines = Files.readAllLines(example(name));
    Path training = folder.resolve("training.csv");
    Path test = folder.resolve("test.csv");
    int half = (lines.size() - 1) / 2;
    StringBuilder odd = new StringBuilder(lines.getFirst()).append('\n');
    StringBuilder even = new StringBuilder(lines.getFirst()).append('\n');
    for (int i = 1; i < lines.size(); i++) {
      (i % 2 == 0 ? even : odd).append(lines.get(i)).append('\n');
    }
    Files.writeString(training, odd);
    Files.writeString(test, even);
    Path model = folder.resolve("model");
    CommandRun.output("fit", "--classifier", classifier, "--data", training, "--out", model);
    JsonNode both =
        CommandRun.json(
            "evaluate", "--classifier", classifier, "--data", training, "--test", test, "--json");
    JsonNode stored =
        CommandRun.json(
            "evaluate", "--model", model, "--data", test, "--json", "--threads", threads);
    assertEquals(0, stored.get("trainRows").asInt());
    assertEquals(0, stored.get("fits").asInt());
    assertEquals(half, stored.get("testRows").asInt());
    assertEquals(half, stored.get("rows").asInt());
    assertEquals(withoutTimes(both), withoutTimes(stored));
    String text = CommandRun.output("evaluate", "--model", model, "--data", test);
    assertTrue(text.contains("rows             %d, all for testing\n".formatted(half)), text);
    assertFalse(text.contains("\nfit "), text);
  }

  @Test
  void refusesClassesThatTheModelDoesNotKnow() throws IOException {
    Path model = folder.resolve("model");
    Path test = Files.writeString(folder.resolve("test"), "1,2,3,4,0\n1,2,3,4,9\n");
    CommandRun.output("fit", "--classifier", "lda", "--data", example("iris.csv"), "--out", model);
    assertEquals(
        test
            + ", line 2: the model has no class '9'; expected one of [0, 1, 2]; use --label to"
            + " name the class column.",
        CommandRun.refusal("evaluate", "--model", model, "--data", test));
    Path none = Files.writeString(folder.resolve("none"), "1,2,3,4\n1,2,3,4\n");
    assertEquals(
        none + " has no label column.",
        CommandRun.refusal("evaluate", "--model", model, "--data", none));
  }

  @Test
  void takesNoOptionOfAFit() {
    for (String option : List.of("--classifier=lda", "--split=every:5", "--alpha=1")) {
      assertTrue(
          CommandRun.refusal("evaluate", "--model", "m", "--data", example("iris.csv"), option)
              .startsWith("--model cannot be used with options for a fit"),
          option);
    }
    assertTrue(
        CommandRun.refusal("evaluate", "--data", example("iris.csv"), "--split", "every:5")
            .startsWith("missing --classifier; expected one of lda, "));
  }
}
