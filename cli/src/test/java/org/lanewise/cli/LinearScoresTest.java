package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.refusal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.transform.Indicators;
import org.lanewise.transform.Transform;

/// The command scores rows by a file of linear scores, but does not fit them.
class LinearScoresTest {

  @TempDir Path folder;
  private Path model;
  private Path data;

  @BeforeEach
  void write() throws IOException {
    model = folder.resolve("linear.model");
    data = folder.resolve("rows.csv");
    ModelFile.write(linear(), model);
    Files.writeString(data, "dose,age,ill\n4,32,yes\n0,16,no\n");
  }

  private static LinearClassifier linear() {
    return LinearClassifier.of(
        Features.of("dose", "age"),
        Classes.of("no", "yes"),
        new double[] {0, -1.5},
        new double[][] {{0, 0}, {0.75, 0.03125}});
  }

  @Test
  void predictGivesLabelsAndProbabilities() {
    assertEquals(
        List.of(
            "row,label,p(no),p(yes)",
            "0,yes,0.07585818002124356,0.9241418199787566",
            "1,no,0.7310585786300049,0.2689414213699951"),
        CommandRun.lines("predict", "--model", model, "--data", data, "--probabilities"));
  }

  @Test
  void predictExplainsByTheInterceptsAndTheTerms() {
    assertEquals(
        "0,yes,yes,no,2.5,-1.5,dose,3.0,age,1.0",
        CommandRun.lines("predict", "--model", model, "--data", data, "--explain", "2").get(1));
  }

  @Test
  void inspectShowsTheCoefficientsAndTheTransform() throws IOException {
    ModelFile.write(
        TransformedClassifier.of(linear().features(), Transform.centering(1, 2), linear()), model);
    String text = CommandRun.output("inspect", model);
    for (String expected : List.of("step 1: mean", "intercept", "weight")) {
      assertTrue(text.contains(expected), text);
    }
  }

  @Test
  void optionsOfGenerativeModelsAreRefused() {
    assertEquals(
        "--log-density does not apply to a model of linear, which has no p(row).",
        predictRefusal("--log-density"));
    assertEquals(
        "--typicality: typicality is not available for a model of linear.",
        predictRefusal("--typicality"));
    assertEquals(
        "--priors does not apply to a model of linear, which has no class priors.",
        predictRefusal("--priors", "uniform"));
  }

  private String predictRefusal(Object... options) {
    List<Object> arguments = new ArrayList<>(List.of("predict", "--model", model, "--data", data));
    arguments.addAll(List.of(options));
    return refusal(arguments.toArray());
  }

  @Test
  void fitDoesNotKnowIt() {
    String message =
        refusal("fit", "--classifier", "linear", "--data", data, "--label", "ill", "--out", model);
    assertTrue(message.contains("'linear' is not one of lda, qda"), message);
  }

  @Test
  void categoriesAreColumnsOfLinearScores() throws IOException {
    Indicators indicators =
        Indicators.of(
            Features.of("dose", "colour"),
            List.of(CategoryDictionary.of(List.of("red", "blue"))),
            0);
    LinearClassifier columns =
        LinearClassifier.of(
            indicators.outputs(),
            Classes.of("no", "yes"),
            new double[] {0, -1.5},
            new double[][] {{0, 0}, {0.75, 2}});
    ModelFile.write(IndicatorClassifier.of(indicators, columns), model);
    Files.writeString(data, "colour,dose\nred,1\nblue,1\n");
    assertEquals(
        List.of("row,label", "0,no", "1,yes"),
        CommandRun.lines("predict", "--model", model, "--data", data));
    assertEquals(
        "1,yes,yes,no,1.25,-1.5,colour,2.0,dose,0.75",
        CommandRun.lines("predict", "--model", model, "--data", data, "--explain", "2").get(2));
  }
}
