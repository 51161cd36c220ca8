package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.evaluate;
import static org.lanewise.cli.CommandRun.example;
import static org.lanewise.cli.CommandRun.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `evaluate`: its figures, and how they are printed.
class EvaluateCommandTest {

  @TempDir Path folder;

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
  }

  @Test
  void printsTheMembersInOrder() {
    JsonNode result = evaluate(example("iris.csv"), "--classifier", "lda", "--split", "every:5");
    List<String> names = new ArrayList<>();
    result.fieldNames().forEachRemaining(names::add);
    assertEquals(
        List.of(
            "classifier",
            "rows",
            "fits",
            "trainRows",
            "testRows",
            "features",
            "classes",
            "correct",
            "accuracy",
            "balancedAccuracy",
            "logLoss",
            "testLogLikelihood",
            "jointLogLikelihood",
            "conditionalLogLikelihood",
            "auc",
            "averagePrecision",
            "confusion",
            "freeParameters",
            "fitMillis",
            "scoreMillis",
            "kernels",
            "baseline",
            "remarks",
            "training"),
        names);
    assertEquals(150, result.get("rows").asInt());
    assertEquals(120, result.get("trainRows").asInt());
    assertEquals(30, result.get("testRows").asInt());
    assertEquals(4, result.get("features").asInt());
    assertEquals("[\"0\",\"1\",\"2\"]", result.get("classes").toString());
    assertEquals(1.0, result.get("accuracy").asDouble());
    assertEquals("[[10,0,0],[0,10,0],[0,0,10]]", result.get("confusion").toString());
    assertEquals(3 * 4 + 4 * 5 / 2 + 2, result.get("freeParameters").asInt());
    assertEquals(0.04323514626185028, result.get("logLoss").asDouble(), 1e-10);
    assertEquals(-57.4592663970762, result.get("testLogLikelihood").asDouble(), 1e-8);
    assertTrue(result.get("fitMillis").asDouble() > 0);
    assertTrue(result.get("scoreMillis").asDouble() > 0);
  }

  @Test
  void aPersonReadsATable() {
    String text =
        CommandRun.output(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            example("breast_cancer.csv"),
            "--split",
            "every:5");
    assertTrue(text.contains("correct          106 of 113, 93.81 % (always '1': 62.83 %)\n"), text);
    assertTrue(text.contains("balanced         91.67 %, the mean recall of the classes\n"), text);
    assertTrue(text.contains("rows             569, 456 for training, 113 for testing\n"), text);
    assertTrue(
        text.contains(
            """
                0   1
            0  35   7
            1   0  71
            """),
        text);
    assertTrue(
        text.contains(
            """
            class  precision   recall  test rows
            0          100 %  83.33 %         42
            1        91.03 %    100 %         71
            """),
        text);
  }

  @Test
  void measuresTheAreaUnderTheCurve() {
    // Of class b the scores 1, 3, 5 and of class a 0, 1, 2: a loss, a tie, and seven wins.
    Path train = write("train", "0,a\n2,a\n3,b\n5,b\n");
    Path test = write("test", "0,a\n1,a\n2,a\n1,b\n3,b\n5,b\n");
    JsonNode result = evaluate(train, "--classifier", "lda", "--test", test);
    assertEquals(7.5 / 9, result.get("auc").asDouble());
    Path single = write("single", "0,a\n1,a\n");
    assertTrue(evaluate(train, "--classifier", "lda", "--test", single).get("auc").isNull());
    JsonNode iris = evaluate(example("iris.csv"), "--classifier", "lda", "--split", "every:5");
    assertEquals(1, iris.get("auc").asDouble());
  }

  @Test
  @Tag("sweep")
  void manyClassesHaveNoMatrix() {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 8_200; row++) {
      rows.append(row / 2 + (row % 2) * 0.1).append(",c").append(row / 2).append('\n');
    }
    Path data = write("many", rows.toString());
    JsonNode many = evaluate(data, "--classifier", "lda", "--split", "every:100");
    assertEquals(4100, many.get("classes").size());
    assertTrue(many.get("confusion").isNull());
    assertEquals(1, many.get("accuracy").asDouble(), 0.01);
    String text =
        CommandRun.output(
            "evaluate", "--classifier", "lda", "--data", data, "--split", "every:100");
    assertTrue(text.contains("\nconfusion matrix: 4100 classes are too many to show\n"), text);
  }

  @Test
  void infinitiesAreTexts() {
    JsonNode result =
        evaluate(
            example("iris.csv"), "--classifier", "lda", "--split", "every:5", "--priors", "1,0,0");
    assertEquals("\"Infinity\"", result.get("logLoss").toString());
    Path impossible = write("data", "0,0,a\n0,1,a\n1,0,b\n1,1,b\n");
    Path test = write("test", "1,0,a\n");
    JsonNode unsmoothed =
        evaluate(impossible, "--classifier", "bernoulli-nb", "--alpha", "0", "--test", test);
    assertEquals("\"Infinity\"", unsmoothed.get("logLoss").toString());
    assertEquals(0, unsmoothed.get("correct").asInt());
  }

  @Test
  void certaintyHasNoNegativeZeroLoss() {
    Path data = write("data", "0,a\n1,a\n1000000,b\n1000001,b\n");
    Path test = write("test", "0,a\n");
    JsonNode result = evaluate(data, "--classifier", "lda", "--test", test);
    assertEquals("0.0", result.get("logLoss").toString());
  }

  @Test
  void aClassThatOnlyTestRowsHaveIsAlwaysWrong() {
    Path data = write("data", "1,a\n2,a\n5,b\n7,b\n");
    Path test = write("test", "1,a\n6,b\n3,aa\n");
    JsonNode result = evaluate(data, "--classifier", "lda", "--test", test);
    assertEquals("[\"a\",\"aa\",\"b\"]", result.get("classes").toString());
    assertEquals(2, result.get("correct").asInt());
    assertEquals("\"Infinity\"", result.get("logLoss").toString());
    assertEquals(0, result.get("confusion").get(1).get(1).asInt());
  }

  @Test
  void classesAreOrderedAsNumbersIfAllAre() {
    Path numbers = write("numbers", "1,10\n2,10\n3,9\n5,9\n5,-1\n6,-1\n");
    assertEquals(
        "[\"-1\",\"9\",\"10\"]",
        evaluate(numbers, "--classifier", "gaussian-nb", "--folds", "2").get("classes").toString());
    Path texts = write("texts", "1,10\n2,10\n3,9\n5,9\n5,é\n6,é\n");
    JsonNode result = evaluate(texts, "--classifier", "gaussian-nb", "--folds", "2");
    assertEquals("[\"10\",\"9\",\"é\"]", result.get("classes").toString());
  }

  @Test
  void threadsDoNotChangeResults() {
    Object[] options = {"--classifier", "lda", "--folds", "3", "--threads", "1"};
    JsonNode one = evaluate(example("banknote.csv"), options);
    options[5] = "3";
    assertEquals(results(one), results(evaluate(example("banknote.csv"), options)));
  }

  @Test
  void scoresManyRowsInChunksAsOne() {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 150_000; row++) {
      rows.append(row * 7919 % 1000).append(',').append(row % 3 == 0 ? "a" : "b").append('\n');
    }
    JsonNode result =
        evaluate(
            write("data", rows.toString()),
            "--classifier",
            "gaussian-nb",
            "--split",
            "every:2",
            "--priors",
            "0.25,0.75");
    assertEquals(75_000, result.get("testRows").asInt());
    assertEquals(50_000, result.get("correct").asInt(), "class b is the likelier everywhere");
    assertEquals("[[0,25000],[0,50000]]", result.get("confusion").toString());
  }
}
