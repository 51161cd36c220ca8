package org.lanewise.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.io.ModelFile;
import org.lanewise.io.TestRows;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;

/// The reader of `examples/python` gives the labels and log joints of the library.
class PythonReaderTest {

  @TempDir private Path folder;

  private Python python;

  @BeforeEach
  void python() throws IOException, InterruptedException {
    python = Python.with("numpy", Path.of("../../examples/python"));
  }

  private Python.Answer read(ModelFile model) throws Exception {
    Path file = folder.resolve("m.safetensors");
    ParameterFile.write(model, file);
    return python.run("lanewise_reader.py", file.toString());
  }

  @Test
  void labelsAndLogJointsAreThoseOfTheLibrary() throws Exception {
    for (Map.Entry<String, ModelFile> entry : TestModels.all().entrySet()) {
      String name = entry.getKey();
      // Other models differ from these by their names only.
      if (name.matches(".*(named|apart|tempered).*")) {
        String said = read(entry.getValue()).orFail();
        TestRows rows =
            ParameterFile.read(folder.resolve("m.safetensors")).testRows().orElseThrow();
        Python.assertSame(name, entry.getValue(), rows, said.lines().toList());
      }
    }
  }

  /// Covariances of condition 10³ to 10¹², which both readers factor in another order.
  @Test
  void nearlySingularCovariancesAreRead() throws Exception {
    StringBuilder paths = new StringBuilder();
    for (int exponent = 3; exponent <= 12; exponent += 3) {
      double small = Math.pow(10, -exponent);
      double[][] covariance = {
        {2, 1.5 - small, 0.3}, {1.5 - small, 1.125, 0.225 - small}, {0.3, 0.225 - small, 1}
      };
      covariance[0][1] = covariance[1][0] = 1.5 * (1 - small);
      covariance[1][2] = covariance[2][1] = 0.225;
      double[][] means = {{1, 0, 2}, {0, -1, 1}};
      Features features = Features.unnamed(3);
      Classes classes = Classes.of("a", "b");
      double[] priors = {0.25, 0.75};
      for (Classifier<?, ?> model :
          List.of(
              LinearDiscriminant.of(features, classes, priors, new double[3], means, covariance),
              QuadraticDiscriminant.of(
                  features,
                  classes,
                  priors,
                  new double[2][3],
                  means,
                  new double[][][] {covariance, {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}}))) {
        read(new ModelFile(model)).orFail();
        Path kept = folder.resolve(exponent + model.getClass().getSimpleName() + ".safetensors");
        Files.copy(folder.resolve("m.safetensors"), kept);
        paths.append(kept).append('\n');
      }
    }
    Python sklearn = Python.with("sklearn", Path.of("python"));
    sklearn
        .run(
            "-c",
            "import sys, lanewise_sklearn\n"
                + "for path in sys.argv[1].split(): lanewise_sklearn.load(path)",
            paths.toString())
        .orFail();
  }

  @Test
  void randomFeaturesAreRefusedWithASentence() throws Exception {
    assertEquals(
        "this reader does not know the step random-features\n",
        read(TestModels.one("transformed-random")).text());
  }
}
