package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;
import static org.lanewise.cli.CommandRun.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// `evaluate` and `compare` know of a model what `fit` knows: its training rows.
class TrainingRowsOnlyTest {

  @TempDir Path folder;

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
  }

  /// The words of a command line, and other arguments.
  private static Object[] words(String line, Object... more) {
    return Stream.concat(Stream.of(line.split(" ")), Stream.of(more)).toArray();
  }

  private static JsonNode evaluated(String options, Path data, Object... more) {
    return CommandRun.evaluate(data, words(options, more));
  }

  /// Rows of a number and a colour, whose colours beyond the third are rare.
  private static String colours(int seed, String... rare) {
    Random random = new Random(seed);
    StringBuilder rows = new StringBuilder("size,colour,kind\n");
    String[] common = {"red", "green", "blue"};
    for (int row = 0; row < 60; row++) {
      String colour = row % 20 == 7 && rare.length > 0 ? rare[row / 20] : common[random.nextInt(3)];
      rows.append(
          "%.2f,%s,%s%n"
              .formatted(row % 2 + random.nextGaussian(), colour, row % 3 == 0 ? "a" : "b"));
    }
    return rows.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"categorical-nb --drop size", "mixed-nb"})
  void figuresOfTrainingRowsDoNotDependOnTheTestFile(String options) {
    Path train = write("train.csv", colours(1));
    Path same = write("same.csv", colours(2));
    Path other = write("other.csv", colours(2, "pink", "grey", "gold"));
    String classifier = "--classifier " + options;
    String unseen = classifier + " --unseen ignore";
    JsonNode expected = evaluated(unseen, train, "--test", same);
    JsonNode found = evaluated(unseen, train, "--test", other);
    assertEquals(expected.get("training"), found.get("training"));
    assertEquals(expected.get("freeParameters"), found.get("freeParameters"));
    Path model = folder.resolve("model");
    CommandRun.output(words("fit " + unseen, "--data", train, "--out", model));
    assertEquals(
        CommandRun.evaluate(other, "--model", model).get("logLoss").asDouble(),
        found.get("logLoss").asDouble(),
        1e-14);
    assertNotEquals(
        found.get("logLoss"),
        evaluated(classifier + " --unseen smoothed", train, "--test", other).get("logLoss"));
    assertTrue(
        refusal(words("evaluate " + classifier, "--data", train, "--test", other))
            .contains("' is an unseen category"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--split every:4", "--folds 6"})
  void rowsOfOneFileAreTestedByWhatTheOthersHave(String way) {
    Path data = write("data.csv", colours(3, "pink", "grey", "gold"));
    String options = "--classifier categorical-nb --drop size " + way;
    assertTrue(
        refusal(words("evaluate " + options, "--data", data)).contains("is an unseen category"));
    assertNotEquals(
        evaluated(options + " --unseen ignore", data).get("logLoss"),
        evaluated(options + " --unseen smoothed", data).get("logLoss"));
  }

  @Test
  void compareLeavesUnseenCategoriesOutAndSaysSoInTheOptions() {
    Path data = write("data.csv", colours(3, "pink", "grey", "gold"));
    String text =
        CommandRun.output("compare", "--data", data, "--classifiers", "mixed-nb,categorical-nb");
    assertFalse(text.contains("unseen category"), text);
    JsonNode ranked =
        CommandRun.json("compare", "--json", "--data", data, "--classifiers", "mixed-nb")
            .get("ranked");
    assertEquals(
        "--classifier mixed-nb --unseen ignore --temperature",
        ranked.get(0).get("options").asText());
    JsonNode evaluated =
        evaluated("--classifier mixed-nb --unseen ignore --folds 10", data)
            .get("folds")
            .get("logLoss");
    assertEquals(evaluated, ranked.get(0).get("untemperedLogLoss"));
  }

  @Test
  void testRowsOfOtherClassesAreRefusedIfAllAreSuchAndCountedIfSomeAre() {
    String rows = colours(4).replace(",a\n", ",<=50K\n").replace(",b\n", ",>50K\n");
    Path train = write("train.csv", rows);
    Path dots = write("dots.csv", rows.replace("50K\n", "50K.\n"));
    String command = "evaluate --classifier lda --drop colour";
    assertEquals(
        dots
            + ", line 2: no training row has class '<=50K.', nor that of any other test row;"
            + " expected one of [<=50K, >50K]; use --label to name the class column.",
        refusal(words(command, "--data", train, "--test", dots)));
    Path few = write("few.csv", rows.replaceFirst("(?s)(.*),<=50K\n(.*?),>50K\n$", "$1,x\n$2,y\n"));
    CommandRun run = CommandRun.of(words(command, "--data", train, "--test", few));
    assertEquals(
        "lanewise: note: 2 of 60 test rows, the first in %s, line 59, are of classes without training rows, 'x' (1), 'y' (1); they count as wrong, with probability 0."
            .formatted(few),
        run.err().lines().findFirst().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"evaluate --classifier gaussian-nb", "compare --classifiers gaussian-nb"})
  void aClassThatBeginsLateInTimeOrderIsNamed(String command) {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 60; row++) {
      rows.append(row * 7 % 11)
          .append(row >= 45 && row % 5 == 0 ? ",late\n" : row % 2 == 0 ? ",a\n" : ",b\n");
    }
    Path data = write("late.csv", rows.toString());
    CommandRun run = CommandRun.of(words(command + " --folds 4 --time-order", "--data", data));
    assertTrue(
        run.err().contains("late.csv, line 46, are of classes without training rows, 'late' ("),
        run.err());
  }

  @Test
  void theBaselineOfLeaveOneOutIsTheShareOfAllRows() {
    JsonNode baseline =
        evaluated("--classifier lda --leave-one-out", example("iris.csv")).get("baseline");
    assertEquals(1 / 3.0, baseline.get("accuracy").asDouble());
    assertEquals(Math.log(149 / 49.0), baseline.get("logLoss").asDouble(), 1e-14);
    assertEquals("0", baseline.get("predicted").asText());
  }

  /// More scores than a temperature is found from.
  @Test
  void bothLogLossesOfManyRowsAreThoseOfAllRows() {
    Random random = new Random(5);
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 140_000; row++) {
      double value = row % 2 + random.nextGaussian();
      rows.append(
          "%.2f,%.2f,%.2f,%s%n".formatted(value, value, value + 0.1, row % 2 == 0 ? "a" : "b"));
    }
    Path data = write("many.csv", rows.toString());
    String text =
        CommandRun.output(
            "evaluate", "--classifier", "gaussian-nb", "--data", data, "--folds", "2");
    String loss = text.replaceFirst("(?s).*\nlog loss +([0-9.]+) .*", "$1");
    assertTrue(text.contains("lowers the log loss of these rows from " + loss + " to "), text);
  }

  @ParameterizedTest
  @CsvSource({"TRUE,FALSE", "true,false", "True,False"})
  void classesOfAModelThatAreTrueAndFalseMeetAllSpellings(String yes, String no)
      throws IOException {
    Path model = folder.resolve("model");
    double[] values = {0, 1, 2, 5, 6, 8};
    ModelFile.write(
        LinearDiscriminant.recipe()
            .fit(
                NumericColumns.of(new double[][] {values}),
                Labels.of("False", "False", "False", "True", "True", "True")),
        model);
    Path data = write("data.csv", "0,%2$s%n1,%2$s%n7,%1$s%n8,%2$s%n".formatted(yes, no));
    JsonNode found = CommandRun.evaluate(data, "--model", model, "--label", "1");
    assertEquals("[\"False\",\"True\"]", found.get("classes").toString());
    assertEquals("[[2,1],[0,1]]", found.get("confusion").toString());
    assertTrue(
        refusal(words("evaluate --label 1", "--model", model, "--data", write("no.csv", "0,yes\n")))
            .contains("the model has no class 'yes'"));
  }

  @Test
  void labelsThatLookAlikeAreNamed() {
    String[] names = {"caf\u00e9", "tea", "cafe\u0301", "tea\u00a0"};
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 40; row++) {
      rows.append(row * 7 % 11).append(',').append(names[row % 4]).append('\n');
    }
    Path data = write("names.csv", rows.toString());
    Path model = folder.resolve("model");
    for (String command :
        new String[] {
          "fit --classifier lda --out " + model,
          "evaluate --classifier lda --folds 2",
          "compare --classifiers lda --folds 2"
        }) {
      CommandRun run = CommandRun.of(words(command, "--data", data));
      assertTrue(
          run.err().contains("the labels 'cafe\\u0301' and 'caf\\u00e9' look alike"), run.err());
    }
    assertTrue(Files.exists(model));
    Path plain =
        write("plain.csv", rows.toString().replace("cafe\u0301", "milk").replace("\u00a0", ""));
    CommandRun run =
        CommandRun.of("evaluate", "--classifier", "lda", "--data", plain, "--folds", "2");
    assertFalse(run.err().contains("look alike"), run.err());
    CommandRun.output("fit", "--classifier", "lda", "--data", plain, "--out", model);
    assertTrue(
        refusal("evaluate", "--model", model, "--data", data).contains("look alike"), "--model");
  }

  @Test
  void aShareOfUnknownRowsThatNoRowReachesIsSaid() {
    Path model = folder.resolve("model");
    Path few = write("few.csv", "1,a\n2,a\n3.5,a\n7,b\n8,b\n9.5,b\n");
    assertTrue(
        CommandRun.output("fit", "--classifier", "lda", "--data", few, "--unknown", "--out", model)
            .startsWith("unknown rows: ranks among 6 rows of all classes\n"));
    String note =
        "--unknown 0.05 rejects no row: with 6 ranked training rows no p-value is below 0.14";
    for (String command : new String[] {"predict", "evaluate"}) {
      CommandRun run = CommandRun.of(command, "--model", model, "--data", few, "--unknown", "0.05");
      assertTrue(run.err().contains(note), run.err());
      assertFalse(
          CommandRun.of(command, "--model", model, "--data", few, "--unknown", "0.2")
              .err()
              .contains("rejects no row"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lda,--ridge 0.0001 --scales standard to regularise every class",
    "qda,--ridge 0.0001 --scales standard to regularise every class",
    "rda,qda with --ridge R to add R to each variance"
  })
  void aCovarianceOfZeroNeedsARidge(String classifier, String hint) {
    Path data = write("zero.csv", "1,2,a\n1,2,a\n1,2,a\n3,4,b\n3,4,b\n3,4,b\n");
    String said =
        refusal(
            "fit", "--classifier", classifier, "--data", data, "--out", folder.resolve("model"));
    assertTrue(said.contains(", or " + hint), said);
    assertFalse(said.contains("oas"), said);
    CommandRun.output(
        words(
            "fit --classifier qda --ridge 0.0001 --scales standard --out",
            folder.resolve("model"),
            "--data",
            data));
  }
}
