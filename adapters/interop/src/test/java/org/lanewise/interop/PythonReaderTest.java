package org.lanewise.interop;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
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

  private Path write(String name, ModelFile model) throws IOException {
    Path file = folder.resolve(name + ".safetensors");
    ParameterFile.write(model, file);
    return file;
  }

  /// The output for each file, by one process.
  private List<String> read(List<Path> files) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-c",
                """
                import runpy, sys
                for path in sys.argv[1:]:
                    sys.argv = ["lanewise_reader.py", path]
                    runpy.run_path("lanewise_reader.py", run_name="__main__")
                    print(end="\\f")
                """));
    files.forEach(file -> arguments.add(file.toString()));
    String said = python.run(arguments.toArray(String[]::new)).orFail();
    List<String> outputs = List.of(said.split("\f"));
    assertEquals(files.size(), outputs.size(), said);
    return outputs;
  }

  @Test
  void labelsAndLogJointsAreThoseOfTheLibrary() throws Exception {
    Map<String, ModelFile> models = TestModels.all();
    // Other models differ from these by their names only.
    models.keySet().removeIf(name -> !name.matches(".*(named|apart|tempered).*"));
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, ModelFile> entry : models.entrySet()) {
      files.add(write(entry.getKey(), entry.getValue()));
    }
    Iterator<Path> file = files.iterator();
    Iterator<String> output = read(files).iterator();
    for (Map.Entry<String, ModelFile> entry : models.entrySet()) {
      TestRows rows = ParameterFile.read(file.next()).testRows().orElseThrow();
      Python.assertSame(entry.getKey(), entry.getValue(), rows, output.next().lines().toList());
    }
  }

  /// Covariances of condition 10³ to 10¹², which both readers factor in another order.
  @Test
  void nearlySingularCovariancesAreRead() throws Exception {
    List<Path> files = new ArrayList<>();
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
        files.add(write(exponent + model.getClass().getSimpleName(), new ModelFile(model)));
      }
    }
    read(files);
    Python sklearn = Python.with("sklearn", Path.of("python"));
    sklearn
        .run(
            "-c",
            "import sys, lanewise_sklearn\n"
                + "for path in sys.argv[1].split(): lanewise_sklearn.load(path)",
            files.stream().map(Path::toString).collect(joining(" ")))
        .orFail();
  }

  @Test
  void randomFeaturesAreRefusedWithASentence() throws Exception {
    assertEquals(
        "this reader does not know the step random-features\n",
        python
            .run("lanewise_reader.py", write("m", TestModels.one("transformed-random")).toString())
            .text());
  }

  @Test
  void damagedFilesAreRefusedWithASentence() throws Exception {
    byte[] whole = Files.readAllBytes(write("whole", TestModels.one("linear-tempered-named")));
    List<String> files = new ArrayList<>(List.of(folder.toString(), folder + "/none"));
    for (int i = 0; i < 40; i++) {
      byte[] damaged = whole.clone();
      int at = i < 20 ? i : (int) ((long) whole.length * (i - 20) / 20);
      damaged[at] ^= (byte) (1 << i % 8);
      files.add(Files.write(folder.resolve("changed" + i), damaged).toString());
      files.add(Files.write(folder.resolve("cut" + i), Arrays.copyOf(whole, at)).toString());
    }
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-c",
                """
                import contextlib, io, runpy, sys, traceback
                for path in sys.argv[1:]:
                    sys.argv = ["lanewise_reader.py", path]
                    try:
                        with contextlib.redirect_stdout(io.StringIO()):
                            runpy.run_path("lanewise_reader.py", run_name="__main__")
                        print(path)  # where nothing counts, such as the name of the producer
                    except SystemExit as e:
                        print(e)
                    except BaseException:
                        print(traceback.format_exc())
                """));
    arguments.addAll(files);
    List<String> said = python.run(arguments.toArray(String[]::new)).orFail().lines().toList();
    assertEquals(files.size(), said.size(), said::toString);
    for (int i = 0; i < said.size(); i++) {
      assertTrue(said.get(i).startsWith(files.get(i)), said.get(i));
    }
  }

  @Test
  void rowsThatDoNotFitAreRefusedWithASentence() throws Exception {
    String file = write("m", TestModels.one("transformed-named")).toString();
    Map<String, String> texts =
        Map.of("1,2\nx,3\n", "has no rows of numbers", "1\n2\n", "are expected");
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Path rows = Files.writeString(folder.resolve("rows.csv"), text.getKey());
      String said = python.run("lanewise_reader.py", file, rows.toString()).text();
      assertTrue(said.startsWith(rows.toString()) && said.contains(text.getValue()), said);
      assertEquals(1, said.lines().count(), said);
    }
  }
}
