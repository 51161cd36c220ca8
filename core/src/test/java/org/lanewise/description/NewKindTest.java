package org.lanewise.description;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.io.ModelFile;
import org.lanewise.io.ModelKinds;
import org.lanewise.io.UnusableFileException;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.score.Temperature;
import org.lanewise.serving.ModelDifference;
import org.lanewise.transform.Transform;

/// A kind of model that is added to the list of kinds travels through files, alone and inside other
/// models, and is compared, without a line in any of them.
@Tag("once")
class NewKindTest {

  private static final double[] ROW = {1.5, -0.25};

  @BeforeAll
  static void addTheKind() {
    ModelKinds.add(ShrunkenCentroids.KIND);
  }

  private static ShrunkenCentroids model(double first) {
    return new ShrunkenCentroids(
        Features.of("dose", "age"),
        Classes.of("no", "yes"),
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

  private static Classifier<?, ?> read(byte[] bytes) throws IOException {
    return ModelFile.read(new ByteArrayInputStream(bytes)).model();
  }

  @Test
  void aFileHoldsTheModelToTheBit() throws IOException {
    ShrunkenCentroids model = model(1);
    ShrunkenCentroids read = (ShrunkenCentroids) read(bytes(model));
    assertArrayEquals(model.posterior(ROW), read.posterior(ROW));
    assertEquals(model.features(), read.features());
    assertArrayEquals(bytes(model), bytes(read));
  }

  @Test
  void aFileHoldsTheModelBehindATransformAndATemperature() throws IOException {
    TransformedClassifier inner =
        TransformedClassifier.of(
            Features.of("dose", "age"),
            Transform.centering(1, 2).then(Transform.signedPower(0.5)),
            model(1));
    Classifier<?, ?> model = CalibratedClassifier.of(inner, Temperature.of(2.5));
    byte[] bytes = bytes(model);
    assertArrayEquals(bytes, bytes(read(bytes)));
  }

  @Test
  void twoModelsAreComparedByTheirParameters() {
    ModelDifference difference = ModelDifference.of(model(1), model(2));
    assertEquals(
        List.of("prior", "centroid", "deviation"),
        difference.parameters().stream().map(ModelDifference.Parameter::name).toList());
    assertEquals(1, difference.parameters().get(1).moved());
    assertFalse(difference.isEmpty());
  }

  @Test
  void aKindHasAnIdOfItsOwn() {
    assertEquals(
        "there is a kind 'shrunken-centroids' of models; another id is expected",
        assertThrows(IllegalArgumentException.class, () -> ModelKinds.add(ShrunkenCentroids.KIND))
            .getMessage());
    String message =
        assertThrows(IllegalArgumentException.class, () -> ModelKinds.of("perceptron"))
            .getMessage();
    assertTrue(message.startsWith("'perceptron' is not a known kind of models; linear-d"), message);
  }

  @Test
  void aFileWithAnotherTensorIsRefusedByItsName() throws IOException {
    byte[] bytes = bytes(model(1));
    String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
    bytes[text.indexOf("centroid")] = 'C';
    String message = assertThrows(UnusableFileException.class, () -> read(bytes)).getMessage();
    assertTrue(message.contains("checksum"), message);
  }
}
