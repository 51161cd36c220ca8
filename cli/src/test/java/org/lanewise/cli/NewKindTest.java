package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.interop.ParameterFile;
import org.lanewise.io.ModelFile;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.score.Temperature;
import org.lanewise.transform.Transform;
import org.lanewise.validation.Comparison;
import org.lanewise.validation.Folds;

/// A kind of model that a program adds to the list of kinds travels through model files and
/// parameter files, alone and inside other models, is shown and compared, without a line in any of
/// them.
class NewKindTest {

  private static final double[] ROW = {1.5, -0.25};

  @TempDir Path folder;
  private Path file;
  private Path other;

  @BeforeAll
  static void addTheKind() {
    ShrunkenCentroids.addKind();
  }

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("a.model");
    other = folder.resolve("b.model");
    ModelFile.write(model(1), file);
    ModelFile.write(model(2), other);
  }

  private static ShrunkenCentroids model(double first) {
    return new ShrunkenCentroids(
        Features.of("dose", "age"),
        Classes.sorted(List.of("no", "yes")),
        0.5,
        new double[] {0.25, 0.75},
        new double[][] {{first, 2}, {3, 4}},
        new double[] {1, 0.5});
  }

  private static byte[] bytes(Classifier<?, ?> model) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ModelFile(model).write(bytes);
    return bytes.toByteArray();
  }

  @Test
  void aModelFileHoldsTheModelToTheBit() throws IOException {
    ShrunkenCentroids read = ModelFile.read(file, ShrunkenCentroids.class);
    assertArrayEquals(model(1).posterior(ROW), read.posterior(ROW));
    assertArrayEquals(bytes(model(1)), bytes(read));
  }

  @Test
  void filesHoldTheModelBehindATransformAndATemperature() throws IOException {
    TransformedClassifier inner =
        TransformedClassifier.of(
            Features.of("dose", "age"),
            Transform.centering(1, 2).then(Transform.signedPower(0.5)),
            model(1));
    Classifier<?, ?> model = CalibratedClassifier.of(inner, Temperature.of(2.5));
    byte[] bytes = bytes(model);
    assertArrayEquals(bytes, bytes(ModelFile.read(new ByteArrayInputStream(bytes)).model()));
    Path parameters = folder.resolve("a.safetensors");
    ParameterFile.write(new ModelFile(model), parameters);
    assertArrayEquals(bytes, bytes(ParameterFile.read(parameters).model()));
  }

  @Test
  void aParameterFileHoldsTheModelToTheBit() throws IOException {
    Path parameters = folder.resolve("a.safetensors");
    CommandRun.output("export", file, parameters);
    Classifier<?, ?> read =
        assertInstanceOf(ShrunkenCentroids.class, ParameterFile.read(parameters).model());
    assertArrayEquals(bytes(model(1)), bytes(read));
  }

  @Test
  void inspectShowsTheKindTheParametersAndTheTensors() throws IOException {
    String text = CommandRun.output("inspect", file);
    assertTrue(text.contains("classifier       shrunken-centroids\n"), text);
    assertTrue(text.contains("centroid"), text);
    JsonNode json = CommandRun.json("inspect", "--json", file);
    assertEquals("shrunken-centroids", json.get("classifier").textValue());
  }

  @Test
  void diffComparesTheParameters() {
    String text = CommandRun.output("diff", file, other);
    assertTrue(text.startsWith("prior: 0 of 2 moved\ncentroid: 1 of 4 moved\n"), text);
  }

  @Test
  void compareRanksTheRecipe() throws IOException {
    List<String[]> lines =
        Files.readAllLines(example("iris.csv")).stream()
            .skip(1)
            .map(line -> line.split(","))
            .toList();
    double[][] rows = new double[lines.size()][4];
    String[] labels = new String[rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < 4; j++) {
        rows[i][j] = Double.parseDouble(lines.get(i)[j]);
      }
      labels[i] = lines.get(i)[4];
    }
    Map<String, Recipe<?>> recipes = new LinkedHashMap<>();
    recipes.put("linear", LinearDiscriminant.recipe());
    recipes.put("centroids", new ShrunkenCentroids.Shrinking(0.5));
    Labels classes = Labels.of(labels);
    Comparison comparison =
        Comparison.of(
            recipes,
            NumericColumns.fromRows(rows),
            classes,
            Folds.stratified(classes, 10, 1),
            Workers.CALLER);
    assertEquals("linear", comparison.ranked().getFirst().name());
    assertTrue(
        comparison.ranked().get(1).result().orElseThrow().errorRate().mean() < 0.1,
        comparison.toString());
  }

  @Test
  void aKindHasAnIdOfItsOwn() {
    assertEquals(
        "there is a kind 'shrunken-centroids' of models; another id is expected",
        assertThrows(IllegalArgumentException.class, () -> ShrunkenCentroids.addKind())
            .getMessage());
  }
}
