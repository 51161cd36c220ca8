package org.lanewise.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.Classifier;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.transform.Transform;

/// Real embeddings, against what numpy computes of them. Needs the folder of data sets.
@Tag("once")
class Clinc150Test {

  private static final int WIDTH = 384;

  private static Path folder;
  private static NumericColumns train;
  private static NumericColumns test;
  private static NumericColumns unknown;
  private static Labels labels;
  private static List<String> testLabels;

  @BeforeAll
  static void read() throws IOException {
    String data = System.getProperty("lanewise.data");
    assumeTrue(data != null, "no folder of data sets was given");
    folder = Path.of(data, "clinc150_minilm");
    assumeTrue(Files.isDirectory(folder), "there is no CLINC150");
    train = rows("train");
    test = rows("test");
    unknown = rows("unknown_test");
    labels = Labels.of(Files.readAllLines(folder.resolve("train.labels.txt")));
    testLabels = Files.readAllLines(folder.resolve("test.labels.txt"));
  }

  private static NumericColumns rows(String name) throws IOException {
    byte[] bytes = Files.readAllBytes(folder.resolve(name + ".f16"));
    short[] halves = new short[bytes.length / 2];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().get(halves);
    return NumericColumns.ofRowMajorFloat16(halves, WIDTH);
  }

  private static DiscriminantOptions shrunk(double intensity) {
    return DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.fixed(intensity));
  }

  @ParameterizedTest
  @CsvSource({"raw, 0.01", "raw, 0.1", "unit, 0.01", "unit, 0.1"})
  void numbersAreThoseOfNumpy(String transform, double intensity) throws IOException {
    JsonNode expected =
        new ObjectMapper()
            .readTree(folder.resolve("reference.json").toFile())
            .get("lda %s shrinkage %s".formatted(transform, intensity));
    boolean unit = transform.equals("unit");
    Recipe<LinearDiscriminant> recipe = LinearDiscriminant.recipe(shrunk(intensity));
    NumericColumns rows = unit ? Transform.unitLength().of(train) : train;
    GaussianStatistics statistics =
        GaussianStatistics.pooled(rows.features(), labels.classes())
            .add(rows, labels)
            .as(GaussianStatistics.class);
    LinearDiscriminant linear = recipe.fit(statistics);
    Classifier<double[], NumericColumns> model =
        unit ? TransformedClassifier.of(train.features(), Transform.unitLength(), linear) : linear;
    double[][] posteriors = model.scorer().logPosterior(test);
    double logLoss = 0;
    for (int i = 0; i < posteriors.length; i++) {
      logLoss -= posteriors[i][model.classes().indexOf(testLabels.get(i))];
    }
    assertEquals(expected.get("correct").asInt(), correct(model));
    assertEquals(expected.get("logLoss").asDouble(), logLoss / testLabels.size(), 1e-9);

    RelativeMahalanobis known =
        RelativeMahalanobis.of(
            model,
            new RelativeMahalanobis.Reference(
                recipe.fit(statistics.ofAllRows()),
                DensityRanks.of(new double[][] {{0}}, new double[][] {{1}})));
    assertEquals(
        expected.get("aurocRelativeMahalanobis").asDouble(),
        auroc(distances(known, test), distances(known, unknown)),
        1e-9);
    assertEquals(
        expected.get("aurocMahalanobis").asDouble(),
        auroc(least(linear, unit, test), least(linear, unit, unknown)),
        1e-9);
  }

  private static int correct(Classifier<double[], NumericColumns> model) {
    int correct = 0;
    int[] predicted = model.scorer().predict(test);
    for (int i = 0; i < predicted.length; i++) {
      correct += model.classes().name(predicted[i]).equals(testLabels.get(i)) ? 1 : 0;
    }
    return correct;
  }

  private static double[] distances(RelativeMahalanobis known, NumericColumns rows) {
    double[] distances = new double[rows.rowCount()];
    known.distances(rows, distances);
    return distances;
  }

  private static double[] least(LinearDiscriminant model, boolean unit, NumericColumns rows) {
    int k = model.classCount();
    double[] all = new double[rows.rowCount() * k];
    model.squaredMahalanobis(unit ? Transform.unitLength().of(rows) : rows, all);
    double[] least = new double[rows.rowCount()];
    Arrays.setAll(least, i -> Arrays.stream(all, i * k, (i + 1) * k).min().orElseThrow());
    return least;
  }

  /// The share of pairs in which the unknown row is farther; of ties half.
  private static double auroc(double[] known, double[] unknown) {
    double[] sorted = known.clone();
    Arrays.sort(sorted);
    double pairs = 0;
    for (double distance : unknown) {
      int below = 0;
      int ties = 0;
      for (double other : sorted) {
        below += other < distance ? 1 : 0;
        ties += other == distance ? 1 : 0;
      }
      pairs += below + 0.5 * ties;
    }
    return pairs / ((double) known.length * unknown.length);
  }

  @Test
  @Tag("sweep")
  void randomFeaturesClassifyBetter() {
    TransformedClassifier model =
        TransformedClassifier.recipe(
                Transform.unitLength().then(Transform.randomFeatures(3000, 1)),
                LinearDiscriminant.recipe(shrunk(0.02)))
            .fit(train, labels, Workers.CALLER);
    int correct = correct(model);
    assertTrue(correct >= 0.943 * testLabels.size(), correct + " of 4500");
  }
}
