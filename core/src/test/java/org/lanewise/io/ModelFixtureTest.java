package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lanewise.model.BernoulliNaiveBayes;
import org.lanewise.model.GaussianNaiveBayes;
import org.lanewise.model.LinearDiscriminant;
import org.lanewise.model.QuadraticDiscriminant;
import org.lanewise.model.RegularizedDiscriminant;

/// Files of earlier versions stay readable, and mean what they meant. The scores were computed with
/// 40 digits from the textbook formulas, and rounded.
class ModelFixtureTest {

  private static final double[] ROW = {1_000_001, -1};

  @Test
  void linearDiscriminantOfVersion1() throws IOException {
    LinearDiscriminant model = assertInstanceOf(LinearDiscriminant.class, read("linear").model());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -5.575407892925519,
        -3.3822607123655737,
        -7.539693607211233);
  }

  @Test
  void quadraticDiscriminantOfVersion1() throws IOException {
    QuadraticDiscriminant model =
        assertInstanceOf(QuadraticDiscriminant.class, read("quadratic").model());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -5.575407892925519,
        -3.2605421032341995,
        -6.434482700292058);
  }

  @Test
  void regularizedDiscriminantOfVersion1() throws IOException {
    RegularizedDiscriminant model =
        assertInstanceOf(RegularizedDiscriminant.class, read("regularized").model());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -5.575407892925519,
        -3.2605421032341995,
        -8.109640920151257);
  }

  @Test
  void gaussianNaiveBayesOfVersion1() throws IOException {
    GaussianNaiveBayes model =
        assertInstanceOf(GaussianNaiveBayes.class, read("gaussian-nb").model());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -5.633245017809209,
        -3.0025978372492634,
        -12.434450656689318);
  }

  @Test
  void bernoulliNaiveBayesOfVersion1() throws IOException {
    BernoulliNaiveBayes model =
        assertInstanceOf(BernoulliNaiveBayes.class, read("bernoulli-nb").model());
    assertScores(
        row -> model.scorer().logJoint(new long[] {0b101}, row),
        -6.907755278982137,
        -2.2085185839549784);
  }

  @Test
  void wordsOfVersion1() throws IOException {
    ModelFile file = read("linear");
    assertEquals(List.of("setosa", "Übergröße ☃", "10"), file.classNames());
    assertEquals(List.of("width [cm]", "length, \"quoted\""), file.featureNames());
    assertEquals(Map.of("threshold", "0.5", "label", "species", "empty", ""), file.notes());
    assertEquals(List.of(), read("bernoulli-nb").featureNames());
  }

  /// Equal models are equal bytes, so a change of format does not come unnoticed.
  @Test
  void sameModelsAreWrittenAsTheseBytes() throws IOException {
    for (Map.Entry<String, ModelFile> entry : SmallModels.all().entrySet()) {
      assertArrayEquals(bytes(entry.getKey()), SmallModels.bytes(entry.getValue()), entry.getKey());
    }
  }

  private interface Scores {
    void into(double[] out);
  }

  private static void assertScores(Scores scores, double... expected) {
    double[] out = new double[expected.length];
    scores.into(out);
    for (int c = 0; c < expected.length; c++) {
      assertEquals(expected[c], out[c], 1e-13 * Math.abs(expected[c]));
    }
  }

  private static ModelFile read(String name) throws IOException {
    return ModelFile.read(new ByteArrayInputStream(bytes(name)));
  }

  private static byte[] bytes(String name) throws IOException {
    String resource = "/model/v1-" + name + ".lanewise";
    try (InputStream stream = ModelFixtureTest.class.getResourceAsStream(resource)) {
      return stream.readAllBytes();
    }
  }
}
