package org.lanewise.interop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.lanewise.calibration.CalibratedClassifier;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.io.ModelFile;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.ComplementNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.score.Temperature;
import org.lanewise.transform.Transform;

/// The model files that the tests of the library keep, and models of what these do not have.
final class TestModels {

  private static final Path FOLDER = Path.of("../../core/src/test/resources/golden");

  /// A model with weights of ∞: no other class has the first feature.
  static final String INFINITE = "model-complement-nb-impossible-named";

  private static final Features FEATURES = Features.of("width [cm]", "length, \"quoted\"");
  private static final Classes CLASSES = Classes.of("setosa", "Übergröße ☃", "10");
  private static final double[] PRIORS = {0.25, 0.75, 0};
  private static final double[][] MEANS = {{0.5, -1}, {1, 2}, {-3, 0.25}};
  private static final double[][] COVARIANCE = {{2, 0.5}, {0.5, 1}};

  private TestModels() {}

  /// By name.
  static SortedMap<String, ModelFile> all() throws IOException {
    SortedMap<String, ModelFile> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.matches("model-.*\\.lanewise")) {
          all.put(name.replace(".lanewise", ""), ModelFile.read(file));
        }
      }
    }
    Transform kept =
        Transform.centering(1e6, -2)
            .then(Transform.standardization(new double[] {0.5, -1}, new double[] {2, 0.25}))
            .then(Transform.signedPower(0.5));
    Transform mixing =
        kept.then(
                Transform.linear(
                    new double[][] {{1, 2}, {3, -4}, {0.5, 0.1}}, new double[] {0, 1, 2}))
            .then(Transform.unitLength())
            .then(Transform.linear(new double[][] {{1, 2, 3}, {3, -4, 0}}, new double[] {0, 1}));
    LinearDiscriminant linear = linear(FEATURES);
    all.put("model-transformed-named", transformed(kept, linear));
    all.put("model-transformed-mixing-named", transformed(mixing, linear(Features.unnamed(2))));
    all.put(
        "model-transformed-random",
        transformed(
            kept.then(Transform.randomFeatures(2, Long.MIN_VALUE)), linear(Features.unnamed(2))));
    Map<String, String> notes = Map.of("", "\u2028\0", "note", "\"\\");
    all.put(
        "model-linear-tempered-named",
        new ModelFile(
            CalibratedClassifier.of(linear, Temperature.of(2.5), new double[] {0.5, 0.25, 0.25}),
            notes));
    all.put(
        "model-bernoulli-nb-impossible-named",
        new ModelFile(
            BernoulliNaiveBayes.of(
                FEATURES,
                CLASSES,
                PRIORS,
                new double[][] {{0, 1}, {2, 3}, {0, 0}},
                new double[][] {{1, 4}, {0, 1.5}, {0, 2}})));
    double[][] counts = {{0, 5}, {2, 3}, {0, 0}};
    all.put(INFINITE, new ModelFile(ComplementNaiveBayes.of(FEATURES, CLASSES, counts, false)));
    all.put(
        "model-complement-nb-normalized-impossible-named",
        new ModelFile(ComplementNaiveBayes.of(FEATURES, CLASSES, counts, true)));
    return all;
  }

  private static ModelFile transformed(Transform transform, LinearDiscriminant model) {
    return new ModelFile(TransformedClassifier.of(FEATURES, transform, model));
  }

  private static LinearDiscriminant linear(Features features) {
    return LinearDiscriminant.of(features, CLASSES, PRIORS, new double[2], MEANS, COVARIANCE);
  }

  static ModelFile one(String name) throws IOException {
    return all().get("model-" + name);
  }

  /// The bytes of the model file with a model and notes only.
  static byte[] bytes(ModelFile file) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ModelFile(file.model(), file.notes()).write(out);
    return out.toByteArray();
  }
}
