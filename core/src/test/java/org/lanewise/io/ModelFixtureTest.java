package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.model.linear.LinearClassifier;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// Files mean what they say: the scores were computed with 40 digits from the textbook formulas,
/// and rounded.
class ModelFixtureTest {

  private static final double[] ROW = {1_000_001, -1};
  private static final double[] COUNTS = {2, 3};

  @Test
  void linearDiscriminant() throws IOException {
    LinearDiscriminant model = assertInstanceOf(LinearDiscriminant.class, read("linear").model());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -5.575407892925519,
        -3.3822607123655737,
        -7.539693607211233);
  }

  @Test
  void linearScores() throws IOException {
    LinearClassifier model =
        assertInstanceOf(LinearClassifier.class, read("linear-scores").model());
    assertScores(row -> model.scorer().logJoint(ROW, row), 500003.5, 999998.5, -2999003.25);
  }

  @Test
  void modelOfTransformedRows() throws IOException {
    TransformedClassifier model =
        assertInstanceOf(TransformedClassifier.class, read("transformed").model());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -4.208962535132751,
        -4.637995143992304,
        -7.275402454547512);
  }

  @Test
  void modelOfIndicatorColumns() throws IOException {
    IndicatorClassifier model =
        assertInstanceOf(IndicatorClassifier.class, read("indicators").model());
    assertEquals(
        List.of("width [cm]", "length, \"quoted\"=rød", "length, \"quoted\"=10"),
        model.model().features().names());
    assertScores(
        row -> model.scorer().logJoint(new Object[] {new double[] {1_000_001}, new int[] {2}}, row),
        -4.079998091174685,
        -4.595184243948073,
        -10.954998091174685);
  }

  @Test
  void lowRankDiscriminant() throws IOException {
    LowRankDiscriminant model =
        assertInstanceOf(LowRankDiscriminant.class, read("low-rank").model());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -5.321237490612952,
        -3.7649001900329617,
        -7.539693607211233);
  }

  @Test
  void quadraticDiscriminant() throws IOException {
    QuadraticDiscriminant model =
        assertInstanceOf(QuadraticDiscriminant.class, read("quadratic").model());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -5.575407892925519,
        -3.2605421032341995,
        -6.434482700292058);
  }

  @Test
  void regularizedDiscriminant() throws IOException {
    RegularizedDiscriminant model =
        assertInstanceOf(RegularizedDiscriminant.class, read("regularized").model());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -5.575407892925519,
        -3.2605421032341995,
        -8.109640920151257);
  }

  @Test
  void gaussianNaiveBayes() throws IOException {
    GaussianNaiveBayes model =
        assertInstanceOf(GaussianNaiveBayes.class, read("gaussian-nb").model());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -5.633245017809209,
        -3.0025978372492634,
        -12.434450656689318);
  }

  @Test
  void gaussianNaiveBayesOfPooledVariances() throws IOException {
    GaussianNaiveBayes model =
        assertInstanceOf(GaussianNaiveBayes.class, read("gaussian-nb-pooled").model());
    assertTrue(model.sharesCovariance());
    assertScores(
        row -> model.scorer().logJoint(ROW, row),
        -7.286671427529236,
        -3.5310242469692907,
        -7.786671427529236);
  }

  @Test
  void bernoulliNaiveBayes() throws IOException {
    BernoulliNaiveBayes model =
        assertInstanceOf(BernoulliNaiveBayes.class, read("bernoulli-nb").model());
    assertScores(
        row -> model.scorer().logJoint(new long[] {0b101}, row),
        -6.907755278982137,
        -2.2085185839549784);
  }

  @Test
  void multinomialNaiveBayes() throws IOException {
    MultinomialNaiveBayes model =
        assertInstanceOf(MultinomialNaiveBayes.class, read("multinomial-nb").model());
    assertScores(
        row -> model.scorer().logJoint(COUNTS, row),
        -5.493061443340548,
        -5.440945442201534,
        -4.801804266032641);
  }

  @Test
  void complementNaiveBayes() throws IOException {
    ComplementNaiveBayes model =
        assertInstanceOf(ComplementNaiveBayes.class, read("complement-nb").model());
    assertScores(
        row -> model.scorer().logJoint(COUNTS, row),
        2.730422710309185,
        2.050878033832522,
        2.4576247023136633);
  }

  @Test
  void poissonNaiveBayes() throws IOException {
    PoissonNaiveBayes model = assertInstanceOf(PoissonNaiveBayes.class, read("poisson-nb").model());
    assertScores(
        row -> model.scorer().logJoint(COUNTS, row),
        -6.173317012046905,
        -8.461936913707618,
        -4.567833757710063);
  }

  @Test
  void categoricalNaiveBayes() throws IOException {
    CategoricalNaiveBayes model =
        assertInstanceOf(CategoricalNaiveBayes.class, read("categorical-nb").model());
    assertEquals(2, model.dictionaries().get(0).code("null"));
    assertScores(
        row -> model.scorer().logJoint(new int[] {2, 1}, row),
        -4.969813299576001,
        -1.5869650565820417,
        -2.1876551263200685);
    assertScores(
        row ->
            model
                .scorer(RowFormat.CODES.withUnseen(UnseenCategory.SMOOTHED))
                .logJoint(new int[] {3, 0}, row),
        -3.976561526565717,
        -3.871201010907891,
        -5.817111159963204);
  }

  /// The sums of the scores above, the priors counted once.
  @Test
  void mixedNaiveBayes() throws IOException {
    MixedNaiveBayes model = assertInstanceOf(MixedNaiveBayes.class, read("mixed-nb").model());
    assertEquals(
        List.of("width [cm]", "length, \"quoted\"", "colour", "grade", "ja", "nein"),
        model.features().names());
    assertTrue(model.blocks().get(2).features().areWords());
    assertScores(
        row -> model.scorer().logJoint(new Object[] {ROW, new int[] {2, 1}, COUNTS}, row),
        -13.945949482308642,
        -11.92314971240397,
        -10.417382862082409);
  }

  @Test
  void words() throws IOException {
    ModelFile file = read("linear");
    assertEquals(List.of("setosa", "Übergröße ☃", "10"), file.model().classes().names());
    assertEquals(List.of("width [cm]", "length, \"quoted\""), file.model().features().names());
    assertEquals(Map.of("threshold", "0.5", "label", "species", "empty", ""), file.notes());
    assertEquals(List.of(), read("bernoulli-nb").model().features().names());
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
    String resource = "/model/" + name + ".lanewise";
    try (InputStream stream = ModelFixtureTest.class.getResourceAsStream(resource)) {
      return stream.readAllBytes();
    }
  }
}
