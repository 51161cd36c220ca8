package org.lanewise.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.model.Classifier;
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
import org.lanewise.transform.Indicators;
import org.lanewise.transform.Transform;

/// One small file of each kind, and what tests do to bytes.
final class SmallModels {

  private static final double[] PRIORS = {0.25, 0.5, 0.25};
  private static final double[] ORIGIN = {1e6, -2};
  private static final double[][] MEANS = {{0.5, -1}, {1, 2}, {-3, 0.25}};
  private static final double[][] COUNTS = {{3, 1.5}, {0.5, 4}, {2, 2.25}};

  private static final Features FEATURES = Features.of("width [cm]", "length, \"quoted\"");
  private static final Classes CLASSES = Classes.of("setosa", "Übergröße ☃", "10");

  private SmallModels() {}

  /// By the name of the fixture. The parameters are those of the fixtures: leave them as they are.
  static Map<String, ModelFile> all() {
    SortedMap<String, ModelFile> all = new TreeMap<>();
    all.put("linear", file(linear()));
    all.put("quadratic", file(quadratic()));
    all.put("regularized", file(regularized()));
    all.put("low-rank", file(lowRank()));
    all.put("gaussian-nb", file(gaussianNaiveBayes()));
    all.put("gaussian-nb-pooled", file(pooledGaussianNaiveBayes()));
    all.put("bernoulli-nb", new ModelFile(bernoulli(), notes()));
    all.put("multinomial-nb", file(MultinomialNaiveBayes.of(FEATURES, CLASSES, PRIORS, COUNTS)));
    all.put("complement-nb", file(ComplementNaiveBayes.of(FEATURES, CLASSES, COUNTS, true)));
    all.put(
        "poisson-nb",
        file(PoissonNaiveBayes.of(FEATURES, CLASSES, PRIORS, COUNTS, new double[] {2, 4, 1.25})));
    all.put("categorical-nb", file(categorical()));
    all.put("mixed-nb", file(mixed()));
    all.put("transformed", file(transformed()));
    all.put("indicators", file(indicators()));
    all.put("linear-scores", file(linearScores()));
    return all;
  }

  /// A model with every step of transforms.
  static TransformedClassifier transformed() {
    Transform transform =
        Transform.centering(1e6, -2)
            .then(Transform.standardization(new double[] {0.5, -1}, new double[] {2, 0.25}))
            .then(Transform.signedPower(0.5))
            .then(
                Transform.linear(
                    new double[][] {{1, 2}, {3, -4}, {0.5, 0}}, new double[] {0, 1, 2}))
            .then(Transform.unitLength())
            .then(Transform.randomFeatures(2, 7));
    return TransformedClassifier.of(
        FEATURES,
        transform,
        LinearDiscriminant.of(
            Features.unnamed(2),
            CLASSES,
            PRIORS,
            new double[2],
            MEANS,
            new double[][] {{2, 0.5}, {0.5, 1}}));
  }

  /// A number and three categories; the second has no column.
  static IndicatorClassifier indicators() {
    Indicators indicators =
        Indicators.of(FEATURES, List.of(CategoryDictionary.of(List.of("rød", "", "10"))), 1);
    return IndicatorClassifier.of(
        indicators,
        LinearDiscriminant.of(
            indicators.outputs(),
            CLASSES,
            PRIORS,
            new double[] {1e6, 0.25, 0.5},
            new double[][] {{0.5, -0.25, 0.5}, {1, 0.5, -0.25}, {-3, 0.25, 0.125}},
            new double[][] {{2, 0.5, -0.25}, {0.5, 1, 0.125}, {-0.25, 0.125, 0.5}}));
  }

  private static LinearClassifier linearScores() {
    return LinearClassifier.of(FEATURES, CLASSES, new double[] {2, -0.5, 1e3}, MEANS);
  }

  static LinearDiscriminant linear() {
    return LinearDiscriminant.of(FEATURES, CLASSES, PRIORS, ORIGIN, MEANS, matrix(2, 0.5, 1));
  }

  private static QuadraticDiscriminant quadratic() {
    return QuadraticDiscriminant.of(
        FEATURES,
        CLASSES,
        PRIORS,
        ORIGIN,
        MEANS,
        new double[][][] {matrix(2, 0.5, 1), matrix(1, -0.25, 0.5), matrix(4, 1, 3)});
  }

  private static RegularizedDiscriminant regularized() {
    return RegularizedDiscriminant.of(
        FEATURES,
        CLASSES,
        PRIORS,
        ORIGIN,
        MEANS,
        new double[][][] {matrix(2, 0.5, 1), matrix(1, 0.25, 0.5), matrix(2, 0.5, 3)});
  }

  private static LowRankDiscriminant lowRank() {
    return LowRankDiscriminant.of(
        FEATURES,
        CLASSES,
        PRIORS,
        ORIGIN,
        MEANS,
        matrix(2, 0.5, 1),
        new double[][] {{1, 0.5}, {-0.5, 1}},
        new double[][][] {{{0.5, 0.25}}, {{1, -1}}, {{0, 0}}});
  }

  private static CategoricalNaiveBayes categorical() {
    return CategoricalNaiveBayes.of(
        FEATURES,
        CLASSES,
        PRIORS,
        List.of(CategoryDictionary.of(List.of("rød", "", "null")), CategoryDictionary.ofSize(2)),
        new double[][] {{1.5, 2.5, 0.5, 3, 1}, {0.5, 0.5, 4.5, 2, 2}, {1.5, 1.5, 3.5, 1, 5}},
        new double[] {0.5, 1});
  }

  /// A block of two numbers, one of two categories, and one of two words.
  static MixedNaiveBayes mixed() {
    Features rest = Features.of("colour", "grade");
    CategoricalNaiveBayes categories = categorical();
    return MixedNaiveBayes.of(
        PRIORS,
        List.of(
            quadratic(),
            CategoricalNaiveBayes.of(
                rest,
                CLASSES,
                PRIORS,
                categories.dictionaries(),
                IntStream.range(0, 3).mapToObj(categories::pseudoCounts).toArray(double[][]::new),
                categories.alphas()),
            PoissonNaiveBayes.of(
                Features.words(List.of("ja", "nein")),
                CLASSES,
                PRIORS,
                COUNTS,
                new double[] {2, 4, 1.25})));
  }

  private static GaussianNaiveBayes gaussianNaiveBayes() {
    return GaussianNaiveBayes.of(
        FEATURES, CLASSES, PRIORS, ORIGIN, MEANS, new double[][] {{2, 1}, {0.5, 4}, {1, 0.125}});
  }

  private static GaussianNaiveBayes pooledGaussianNaiveBayes() {
    return GaussianNaiveBayes.ofPooled(
        FEATURES, CLASSES, PRIORS, ORIGIN, MEANS, new double[] {2, 0.5});
  }

  private static BernoulliNaiveBayes bernoulli() {
    return BernoulliNaiveBayes.of(
        Features.unnamed(3),
        Classes.sorted(List.of("ham", "spam")),
        new double[] {0.25, 0.75},
        new double[][] {{1, 4, 0.5}, {2, 3, 7.5}},
        new double[][] {{4, 1, 4.5}, {6, 5, 0.5}});
  }

  private static ModelFile file(Classifier<?, ?> model) {
    return new ModelFile(model, notes());
  }

  private static SortedMap<String, String> notes() {
    return new TreeMap<>(Map.of("threshold", "0.5", "label", "species", "empty", ""));
  }

  private static double[][] matrix(double a, double b, double c) {
    return new double[][] {{a, b}, {b, c}};
  }

  static byte[] bytes(ModelFile file) throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    file.write(stream);
    return stream.toByteArray();
  }

  static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Sets the length and both checksums right, as one would who wants a wrong content believed.
  static byte[] sealed(byte[] bytes) {
    ByteBuffer buffer = littleEndian(bytes);
    buffer.putLong(16, bytes.length);
    return checksummed(bytes);
  }

  /// Sets both checksums right.
  static byte[] checksummed(byte[] bytes) {
    ByteBuffer buffer = littleEndian(bytes);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, 0, 36);
    buffer.putInt(36, (int) checksum.getValue());
    checksum.update(bytes, 40, bytes.length - 44);
    buffer.putInt(bytes.length - 4, (int) checksum.getValue());
    return bytes;
  }

  /// Where the content of a section begins.
  static int contentOf(String tag, byte[] bytes) {
    ByteBuffer buffer = littleEndian(bytes);
    for (int at = 40; at < bytes.length - 4; ) {
      int length = Math.toIntExact(buffer.getLong(at + 8));
      StringBuilder name = new StringBuilder();
      for (int i = at; i < at + 8 && bytes[i] != 0; i++) {
        name.append((char) bytes[i]);
      }
      if (tag.contentEquals(name)) {
        return at + 16;
      }
      at += 16 + (length + 7) / 8 * 8;
    }
    throw new AssertionError("no section " + tag);
  }
}
