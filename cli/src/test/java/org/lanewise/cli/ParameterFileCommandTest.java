package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.interop.ParameterFile;
import org.lanewise.io.ModelFile;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.transform.Indicators;
import org.lanewise.transform.Transform;

/// Models that go through parameter files.
class ParameterFileCommandTest {

  @TempDir private Path folder;

  private Path path(String name) {
    return folder.resolve(name);
  }

  /// Fits a model to a table of the examples.
  private void fit(String file, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of("fit", "--data", example(file)));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--out", path("m.model")));
    CommandRun run = CommandRun.of(arguments.toArray());
    assertEquals(0, run.code(), run.err());
  }

  private Path exported() {
    CommandRun.output("export", path("m.model"), path("m.safetensors"));
    return path("m.safetensors");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iris.csv lda",
        "wine.csv qda --test-rows 5",
        "wine.csv rda --lambda 0.5 --gamma 0.1 --temperature",
        "penguins.csv mixed-nb --label species --missing NA",
        "penguins.csv categorical-nb --categorical",
        "iris.csv lda --transform unit,power=0.5 --drop 0",
        "sms_spam.tsv bernoulli-nb --label 0 --text 1",
        "sms_spam.tsv multinomial-nb --label 0 --text 1",
        "sms_spam.tsv complement-nb --label 0 --text 1",
        "breast_cancer.csv gaussian-nb --priors uniform"
      })
  void anImportedModelPredictsTheSameLines(String given) {
    String[] words = given.split(" ");
    fit(
        words[0],
        Stream.concat(Stream.of("--classifier", words[1]), Stream.of(words).skip(2)).toArray());
    CommandRun.output("import", exported(), path("copy.model"));
    String[] lines = new String[2];
    for (int i = 0; i < 2; i++) {
      lines[i] =
          CommandRun.output(
              "predict",
              "--model",
              path(i == 0 ? "m.model" : "copy.model"),
              "--data",
              example(words[0]),
              "--posteriors",
              "--keep");
    }
    assertEquals(lines[0], lines[1]);
  }

  @Test
  void bothCommandsSayWhatTheyWrote() {
    fit("iris.csv", "--classifier", "lda", "--test-rows", "7");
    assertEquals(
        path("i.safetensors") + ": lda of 4 features, 3 classes, with 7 test rows\n",
        CommandRun.output("export", path("m.model"), path("i.safetensors")));
    assertEquals(
        path("copy.model")
            + ": lda of 4 features, 3 classes; 7 test rows have the scores in the file\n",
        CommandRun.output("import", path("i.safetensors"), path("copy.model")));
    fit("iris.csv", "--classifier", "lda");
    assertTrue(
        CommandRun.output("export", path("m.model"), path("i.safetensors"))
            .endsWith("with synthetic test rows\n"));
  }

  @Test
  void ranksAreLeftOutWithANote() {
    fit("iris.csv", "--classifier", "lda", "--unknown");
    CommandRun run = CommandRun.of("export", path("m.model"), path("m.safetensors"));
    assertEquals(0, run.code());
    assertEquals(
        "lanewise: note: the file has no place for the ranks of --typicality, --unknown and --sets,"
            + " which are left out.\n",
        run.err());
  }

  @Test
  void aFileOfAProgramIsAModelOfTablesWithoutALabel() throws IOException {
    LinearDiscriminant model =
        LinearDiscriminant.of(
            Features.of("width", "length"),
            Classes.of("a", "b"),
            new double[] {0.5, 0.5},
            new double[2],
            new double[][] {{-1, 0}, {1, 0}},
            new double[][] {{1, 0}, {0, 1}});
    ParameterFile.write(new ModelFile(model), path("p.safetensors"));
    CommandRun.output("import", path("p.safetensors"), path("p.model"));
    Files.writeString(path("rows.csv"), "length,width\n0,3\n0,-3\n");
    assertEquals(
        "row,label\n0,b\n1,a\n",
        CommandRun.output("predict", "--model", path("p.model"), "--data", path("rows.csv")));
  }

  private static CategoricalNaiveBayes categories(String... names) {
    double[][] counts = new double[2][names.length];
    for (int v = 0; v < names.length; v++) {
      counts[0][v] = v + 1;
      counts[1][v] = names.length - v;
    }
    return CategoricalNaiveBayes.of(
        Features.of("colour"),
        Classes.of("no", "yes"),
        new double[] {0.5, 0.5},
        List.of(CategoryDictionary.of(List.of(names))),
        counts,
        new double[] {1});
  }

  /// Cells have no blanks around them, spell truth values as SQL does, and may have `.0`.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "False|True;False|True",
        "False|True;FALSE|true",
        " Private| State-gov|\tSelf;Private| State-gov|Self ",
        "1|2|3;1.0|2.0|3.0",
        "1.0|2.0|3.0;1|2|3",
        "1.0|1|2.0;1.0|1|2",
        "-1|0|0.5;-1.0|0.0|0.5"
      })
  void categoriesOfAProgramAreThoseOfCells(String given) throws IOException {
    String[] sides = given.split(";");
    CategoricalNaiveBayes model = categories(sides[0].split("\\|"));
    ParameterFile.write(new ModelFile(model), path("c.safetensors"));
    CommandRun.output("import", path("c.safetensors"), path("c.model"));
    String[] cells = sides[1].split("\\|");
    Files.writeString(path("rows.csv"), "colour\n" + String.join("\n", cells) + "\n");
    String[] lines =
        CommandRun.output(
                "predict",
                "--model",
                path("c.model"),
                "--data",
                path("rows.csv"),
                "--probabilities")
            .split("\n");
    assertEquals(cells.length + 1, lines.length);
    for (int v = 0; v < cells.length; v++) {
      double[] expected = model.scorer().posterior(new int[] {v});
      assertEquals(expected[0], Double.parseDouble(lines[v + 1].split(",")[2]), 1e-15);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "red| red;the categories 'red' and ' red' of feature 'colour' are both 'red' here",
        "true|TRUE;the categories 'true' and 'TRUE' of feature 'colour' are both 'true' here",
        "red| ;there is the category ' ', which in a table is a missing value; a name is expected"
      })
  void categoriesThatAreTheSameInATableAreRefused(String given) throws IOException {
    String[] sides = given.split(";", 2);
    ParameterFile.write(new ModelFile(categories(sides[0].split("\\|"))), path("c.safetensors"));
    String message = CommandRun.refusal("import", path("c.safetensors"), path("c.model"));
    assertTrue(message.contains(sides[1]), message);
    assertFalse(Files.exists(path("c.model")));
  }

  @Test
  void indicatorsBeforeATransformAreAModelOfTables() throws IOException {
    Indicators indicators =
        Indicators.of(
            Features.of("size", "colour"),
            List.of(CategoryDictionary.of(List.of("blue", " red", "True"))),
            0);
    IndicatorClassifier model =
        IndicatorClassifier.of(
            indicators,
            TransformedClassifier.of(
                indicators.outputs(),
                Transform.standardization(new double[] {2, 0, 0}, new double[] {3, 1, 1}),
                LinearDiscriminant.of(
                    indicators.outputs(),
                    Classes.of("no", "yes"),
                    new double[] {0.5, 0.5},
                    new double[3],
                    new double[][] {{-1, 0.7, 0.1}, {1, 0.2, 0.3}},
                    new double[][] {{1, 0.1, 0}, {0.1, 0.2, -0.1}, {0, -0.1, 0.3}})));
    ParameterFile.write(new ModelFile(model), path("i.safetensors"));
    assertTrue(
        CommandRun.output("import", path("i.safetensors"), path("i.model")).contains(": lda of 2"));
    Files.writeString(path("rows.csv"), "colour,size\nred,-4\nTRUE,8\nblue,2.5\n");
    String predicted =
        CommandRun.output(
            "predict", "--model", path("i.model"), "--data", path("rows.csv"), "--probabilities");
    double[] sizes = {-4, 8, 2.5};
    int[] codes = {1, 2, 0};
    for (int i = 0; i < codes.length; i++) {
      double[] expected =
          model.scorer().posterior(new Object[] {new double[] {sizes[i]}, new int[] {codes[i]}});
      assertEquals(
          expected[0], Double.parseDouble(predicted.split("\n")[i + 1].split(",")[2]), 1e-15);
    }
    String inspected = CommandRun.output("inspect", path("i.model"));
    assertTrue(inspected.contains("step 1: deviation"), inspected);
    assertFalse(inspected.contains("without --missing"), inspected);
    CommandRun.output("export", path("i.model"), path("i.onnx"));
    CommandRun.output("diff", path("i.model"), path("i.model"), "--data", path("rows.csv"));
    CommandRun.output(
        "predict", "--model", path("i.model"), "--data", path("rows.csv"), "--explain", "2");
    for (String[] refused :
        new String[][] {
          {"--missing", "NA", "--missing: the model transforms its rows, which must be complete"},
          {"--unseen", "ignore", "--unseen ignore: the model of the indicators needs complete rows"}
        }) {
      String message =
          CommandRun.refusal(
              "predict",
              "--model",
              path("i.model"),
              "--data",
              path("rows.csv"),
              refused[0],
              refused[1]);
      assertTrue(message.contains(refused[2]), message);
    }
  }

  @Test
  void aRefusalQuotesNoNameOfAnyLength() throws IOException {
    ParameterFile.write(new ModelFile(categories("red", "blue")), path("c.safetensors"));
    CommandRun.output("import", path("c.safetensors"), path("c.model"));
    Files.writeString(path("rows.csv"), "colour\n" + "z".repeat(3000) + "\n");
    String message =
        CommandRun.refusal("predict", "--model", path("c.model"), "--data", path("rows.csv"));
    assertTrue(message.contains("rows.csv, line 2, column 'colour': 'zzz"), message);
    assertTrue(message.contains("is an unseen category; expected one of [red, blue]"), message);
    assertTrue(message.length() < 650, message);
  }

  @Test
  void aDamagedFileIsRefusedAndNothingIsWritten() throws IOException {
    fit("iris.csv", "--classifier", "lda");
    byte[] bytes = Files.readAllBytes(exported());
    bytes[bytes.length - 1] ^= 1;
    Files.write(path("damaged.safetensors"), bytes);
    String message = CommandRun.refusal("import", path("damaged.safetensors"), path("copy.model"));
    assertTrue(
        message.contains("is no valid parameter file: 'sha256' of __metadata__ is "), message);
    assertFalse(Files.exists(path("copy.model")));
    byte[] before = Files.readAllBytes(path("m.model"));
    CommandRun.refusal("import", path("damaged.safetensors"), path("m.model"));
    assertArrayEquals(before, Files.readAllBytes(path("m.model")));
    assertTrue(
        CommandRun.refusal("import", path("m.model"), path("copy.model"))
            .contains("is no valid parameter file: its header has "));
    assertTrue(
        CommandRun.refusal("import", path("none.safetensors"), path("copy.model"))
            .contains("does not exist; a file is expected"));
  }

  @Test
  void filesAreNotWrittenOverTheirInputs() {
    fit("iris.csv", "--classifier", "lda");
    assertTrue(
        CommandRun.refusal("export", path("m.model"), path("m.model"))
            .contains("is also an input; choose another output"));
    Path file = exported();
    assertTrue(
        CommandRun.refusal("import", file, file)
            .contains("is also an input; choose another output"));
  }

  @Test
  void anExistingFileKeepsItsPermissions() throws IOException {
    fit("iris.csv", "--classifier", "lda");
    Path file = Files.createFile(path("m.safetensors"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    exported();
    assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void inspectJsonHasEveryParameterOfTheParameterFile() throws IOException {
    fit("wine.csv", "--classifier", "qda");
    JsonNode json = CommandRun.json("inspect", path("m.model"), "--json");
    assertEquals("quadratic-discriminant", json.at("/model/kind").asText());
    assertEquals(13, json.at("/model/features").asInt());
    assertEquals(3, json.at("/model/classes").size());
    QuadraticDiscriminant model = ModelFile.read(path("m.model"), QuadraticDiscriminant.class);
    JsonNode tensors = json.get("tensors");
    assertArrayEquals(model.priors(), numbers(tensors.get("priors")));
    assertArrayEquals(model.origin(0), numbers(tensors.get("origin")));
    for (int c = 0; c < 3; c++) {
      assertArrayEquals(model.residualMean(c), numbers(tensors.get("means").get(c)));
      double[][] covariance = model.covariance(c);
      for (int j = 0; j < 13; j++) {
        assertArrayEquals(covariance[j], numbers(tensors.get("covariances").get(c).get(j)));
      }
    }
    assertEquals(4, tensors.size());
    fit("penguins.csv", "--classifier", "mixed-nb", "--label", "species", "--missing", "NA");
    json = CommandRun.json("inspect", path("m.model"), "--json");
    assertTrue(json.at("/model/blocks").size() > 1, json.toString());
    assertEquals(3, json.get("tensors").get("blocks.1.priors").size());
  }

  private static double[] numbers(JsonNode array) {
    double[] numbers = new double[array.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = array.get(i).doubleValue();
    }
    return numbers;
  }

  @Test
  void aNameThatEndsInOnnxMakesAGraph() throws IOException {
    fit("iris.csv", "--classifier", "lda");
    for (String option : List.of("", "--float")) {
      Object[] arguments =
          Stream.of("export", option, path("m.model"), path("iris.onnx"))
              .filter(argument -> !argument.equals(""))
              .toArray();
      assertEquals(
          path("iris.onnx") + ": lda of 4 features, 3 classes\n", CommandRun.output(arguments));
    }
    assertTrue(
        CommandRun.refusal("export", "--float", path("m.model"), path("other"))
            .startsWith("--float applies to ONNX graphs"));
    assertTrue(Files.notExists(path("other")));
  }
}
