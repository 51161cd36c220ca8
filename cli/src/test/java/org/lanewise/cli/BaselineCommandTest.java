package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.evaluate;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `evaluate`: the figures of the class shares alone, and what the command says of models that are
/// worse or too sure.
class BaselineCommandTest {

  @TempDir Path folder;

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
  }

  /// Rows of class `no` and few of class `yes`, which the feature does not tell apart.
  private Path useless() {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 60; row++) {
      rows.append(row * 7 % 11)
          .append(',')
          .append(row * row % 13)
          .append(row % 10 == 3 ? ",yes\n" : ",no\n");
    }
    return write("useless", rows.toString());
  }

  @Test
  void theLargestClassOfTheTrainingRowsIsTheBaseline() {
    Path train = write("train", "1,a\n2,a\n3,a\n4,b\n6,b\n");
    Path test = write("test", "1,b\n5,b\n2,a\n7,c\n");
    JsonNode baseline =
        evaluate(train, "--classifier", "lda", "--test", write("known", "1,b\n5,b\n2,a\n"))
            .get("baseline");
    assertEquals("training rows", baseline.get("source").asText());
    assertEquals("a", baseline.get("predicted").asText());
    assertEquals(1 / 3.0, baseline.get("accuracy").asDouble());
    assertEquals(
        -(2 * Math.log(0.4) + Math.log(0.6)) / 3, baseline.get("logLoss").asDouble(), 1e-15);
    assertEquals(
        "\"Infinity\"",
        evaluate(train, "--classifier", "lda", "--test", test)
            .get("baseline")
            .get("logLoss")
            .toString());
  }

  @Test
  void weightsOfTrainingRowsCountInTheBaseline() {
    Path train = write("train", "1,1,a\n2,1,a\n4,3,b\n5,5,b\n");
    JsonNode baseline =
        evaluate(
                train,
                "--classifier",
                "gaussian-nb",
                "--weight",
                "1",
                "--test",
                write("test", "1,1,a\n5,1,b\n"))
            .get("baseline");
    assertEquals("b", baseline.get("predicted").asText());
    assertEquals(-(Math.log(0.2) + Math.log(0.8)) / 2, baseline.get("logLoss").asDouble(), 1e-15);
  }

  @Test
  void aRowThatIsLeftOutIsLeftOutOfTheBaseline() {
    Path data = write("data", "1,a\n2,a\n3,a\n4,b\n6,b\n");
    JsonNode baseline = evaluate(data, "--classifier", "lda", "--leave-one-out").get("baseline");
    assertEquals(
        -(3 * Math.log(2 / 4.0) + 2 * Math.log(1 / 4.0)) / 5,
        baseline.get("logLoss").asDouble(),
        1e-15);
    // Without a row of class a the classes tie, and a is the first.
    assertEquals(3 / 5.0, baseline.get("accuracy").asDouble());
  }

  @Test
  void thePriorsOfAStoredModelAreTheBaseline() {
    Path model = folder.resolve("model");
    Path train = write("train", "1,a\n2,a\n3,a\n4,b\n6,b\n");
    CommandRun.output("fit", "--classifier", "lda", "--data", train, "--out", model);
    JsonNode stored = CommandRun.evaluate(train, "--model", model).get("baseline");
    assertEquals("priors of the model", stored.get("source").asText());
    assertEquals(
        -(3 * Math.log(0.6) + 2 * Math.log(0.4)) / 5, stored.get("logLoss").asDouble(), 1e-15);
    JsonNode changed =
        CommandRun.evaluate(train, "--model", model, "--priors", "0.2,0.8").get("baseline");
    assertEquals("b", changed.get("predicted").asText());
    assertEquals(0.4, changed.get("accuracy").asDouble());
  }

  @Test
  void aModelBelowTheBaselineIsCalledWorse() {
    Path data = useless();
    JsonNode result =
        evaluate(data, "--classifier", "gaussian-nb", "--priors", "uniform", "--folds", "5");
    assertEquals(0.9, result.get("baseline").get("accuracy").asDouble());
    assertTrue(
        result
            .get("remarks")
            .get(0)
            .asText()
            .startsWith("The model is worse than predicting always 'no': "),
        result.toString());
    assertTrue(
        result
            .get("remarks")
            .get(1)
            .asText()
            .startsWith(
                "Its probabilities are worse than the class shares of the training rows alone: "),
        result.toString());
    String text =
        CommandRun.output(
            "evaluate",
            "--classifier",
            "gaussian-nb",
            "--priors",
            "uniform",
            "--folds",
            "5",
            "--data",
            data);
    assertTrue(text.contains(" (always 'no': 90.00 %)\n"), text);
    assertTrue(text.contains("\nThe model is worse than predicting always 'no': "), text);
    assertEquals(
        0,
        evaluate(example("iris.csv"), "--classifier", "lda", "--folds", "5").get("remarks").size());
  }

  /// The same column ten times: Naive Bayes is ten times as sure as it should be.
  @Test
  void overconfidentProbabilitiesAreNoticed() {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 200; row++) {
      int label = row % 2;
      int x = row * 37 % 10 + 3 * label;
      rows.append((x + ",").repeat(10)).append(label).append('\n');
    }
    JsonNode result =
        evaluate(write("copies", rows.toString()), "--classifier", "gaussian-nb", "--folds", "5");
    double temperature = result.get("temperature").get("value").asDouble();
    assertTrue(temperature > 5 && temperature < 20, result.toString());
    assertTrue(
        result.get("temperature").get("logLoss").asDouble() < result.get("logLoss").asDouble());
    String remarks = result.get("remarks").toString();
    assertTrue(remarks.contains("Its probabilities are overconfident: a temperature of "), remarks);
    assertTrue(remarks.contains("; use fit --temperature."), remarks);
  }

  /// scikit-learn 1.9.1: `balanced_accuracy_score` and `average_precision_score` of the labels and
  /// of the posteriors of the class `1`, which ascend with x.
  ///
  /// ```
  /// y = [0,1,1,0,1,0,0,1,0,0]; x = [10,40,35,80,90,40,20,40,5,90]
  /// average_precision_score(y, x)                                  # 0.5178571428571428
  /// balanced_accuracy_score(y, [0,0,0,1,1,0,0,0,0,1])              # 0.4583333333333333
  /// ```
  @Test
  void balancedAccuracyAndAveragePrecisionAreThoseOfScikitLearn() {
    Path train = write("train", "0,0\n60,0\n20,0\n60,1\n120,1\n80,1\n");
    Path test = write("test", "10,0\n40,1\n35,1\n80,0\n90,1\n40,0\n20,0\n40,1\n5,0\n90,0\n");
    JsonNode result = evaluate(train, "--classifier", "lda", "--test", test);
    assertEquals("[[4,2],[3,1]]", result.get("confusion").toString());
    assertEquals(0.4583333333333333, result.get("balancedAccuracy").asDouble(), 1e-15);
    assertEquals(0.5178571428571428, result.get("averagePrecision").asDouble(), 1e-15);
  }
}
