package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.evaluate;
import static org.lanewise.cli.CommandRun.example;
import static org.lanewise.cli.CommandRun.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `evaluate` writes predictions for test rows to a file, and prints the threshold that reaches a
/// recall or a precision.
class TestRowsCommandTest {

  private static final Path IRIS = example("iris.csv");

  @TempDir Path folder;

  private Path out;
  private Path overlapping;

  @BeforeEach
  void write() {
    out = folder.resolve("out.csv");
    Random random = new Random(1);
    StringBuilder rows = new StringBuilder("x,y,answer\n");
    for (int row = 0; row < 300; row++) {
      boolean yes = row % 4 == 0;
      rows.append(
          String.format(
              Locale.ROOT,
              "%.3f,%.3f,%s\n",
              random.nextGaussian() + (yes ? 1 : 0),
              random.nextGaussian(),
              yes ? "yes" : "no"));
    }
    overlapping = CommandRun.write(folder, "overlapping.csv", rows.toString());
  }

  private List<String[]> predictions() throws IOException {
    return Files.readAllLines(out).stream().map(line -> line.split(",")).toList();
  }

  @Test
  void predictionsOfFoldsAreThoseOfModelsOfTheOtherRows() throws IOException {
    JsonNode result = evaluate(IRIS, "--classifier", "qda", "--folds", "3", "--predictions", out);
    List<String[]> found = predictions();
    assertEquals(
        "row,line,fold,label,predicted,p(0),p(1),p(2)", String.join(",", found.getFirst()));
    assertEquals(151, found.size());
    List<String> rows = Files.readAllLines(IRIS);
    List<String> training = new ArrayList<>(List.of(rows.getFirst()));
    List<String> test = new ArrayList<>(List.of(rows.getFirst()));
    int correct = 0;
    for (int row = 0; row < 150; row++) {
      String[] cells = found.get(row + 1);
      assertEquals(Integer.toString(row), cells[0]);
      assertEquals(Integer.toString(row + 2), cells[1]);
      assertTrue(rows.get(row + 1).endsWith(cells[3]));
      correct += cells[3].equals(cells[4]) ? 1 : 0;
      (cells[2].equals("1") ? test : training).add(rows.get(row + 1));
    }
    assertEquals(result.get("correct").asInt(), correct);
    Path model = folder.resolve("other.model");
    CommandRun.output(
        "fit",
        "--classifier",
        "qda",
        "--data",
        CommandRun.write(folder, "training.csv", String.join("\n", training)),
        "--out",
        model);
    List<String> expected =
        CommandRun.lines(
            "predict",
            "--model",
            model,
            "--probabilities",
            "--data",
            CommandRun.write(folder, "test.csv", String.join("\n", test)));
    int at = 1;
    for (String[] cells : found) {
      if (cells[2].equals("1")) {
        String[] of = expected.get(at++).split(",");
        assertEquals(of[1], cells[4]);
        for (int c = 0; c < 3; c++) {
          assertEquals(Double.parseDouble(of[2 + c]), Double.parseDouble(cells[5 + c]), 1e-9);
        }
      }
    }
    assertEquals(51, at);
  }

  @Test
  void predictionsOfRepeatedFoldsComeOneAfterTheOther() throws IOException {
    evaluate(IRIS, "--classifier", "lda", "--folds", "5", "--repeat", "2", "--predictions", out);
    List<String[]> found = predictions();
    assertEquals(301, found.size());
    for (int row = 0; row < 300; row++) {
      assertEquals(Integer.toString(row % 150), found.get(row + 1)[0]);
      assertEquals(row / 150, Integer.parseInt(found.get(row + 1)[2]) / 5);
    }
  }

  @Test
  void predictionsOfLeftOutRowsAndOfASplitHaveNoFold() throws IOException {
    evaluate(overlapping, "--classifier", "lda", "--leave-one-out", "--predictions", out);
    assertEquals("row,line,label,predicted,p(no),p(yes)", Files.readAllLines(out).getFirst());
    assertEquals(301, predictions().size());
    evaluate(
        overlapping,
        "--classifier",
        "lda",
        "--split",
        "every:3",
        "--reject",
        "0.2",
        "--predictions",
        out);
    List<String[]> found = predictions();
    assertEquals(
        "row,line,label,predicted,action,p(no),p(yes)", String.join(",", found.getFirst()));
    assertEquals(101, found.size());
    assertEquals("2", found.get(1)[0]);
    assertTrue(found.stream().anyMatch(cells -> cells[4].equals("reject")));
  }

  @ParameterizedTest
  @CsvSource({
    "--recall,0.9",
    "--recall,no=0.9",
    "--recall,1",
    "--precision,0.6",
    "--precision,no=0.95"
  })
  void costsReachWhatIsWanted(String option, String wanted) {
    JsonNode point =
        evaluate(overlapping, "--classifier", "lda", "--folds", "5", option, wanted)
            .get("threshold");
    String name = wanted.contains("=") ? "no" : "yes";
    double share = Double.parseDouble(wanted.substring(wanted.indexOf('=') + 1));
    assertEquals(name, point.get("class").asText());
    assertTrue(point.get(option.substring(2)).asDouble() >= share, point.toString());

    JsonNode counts =
        evaluate(
                overlapping,
                "--classifier",
                "lda",
                "--folds",
                "5",
                "--costs",
                point.get("costs").asText())
            .get("decisions")
            .get("counts");
    int own = name.equals("no") ? 0 : 1;
    double hits = counts.get(own).get(own).asDouble();
    double rows = own == 0 ? 225 : 75;
    double predicted = hits + counts.get(1 - own).get(own).asDouble();
    assertEquals(hits / rows, point.get("recall").asDouble(), 1e-12);
    assertEquals(hits / predicted, point.get("precision").asDouble(), 1e-12);
  }

  @Test
  void theThresholdOfAStoredModelIsForPredict() {
    Path model = folder.resolve("a.model");
    CommandRun.output("fit", "--classifier", "lda", "--data", overlapping, "--out", model);
    String text =
        CommandRun.output("evaluate", "--model", model, "--data", overlapping, "--recall", "0.8");
    String costs = text.replaceFirst("(?s).* --costs '([^']*)'\n.*", "$1");
    long found =
        CommandRun.lines("predict", "--model", model, "--data", overlapping, "--costs", costs)
            .stream()
            .filter(line -> line.endsWith(",yes") && Integer.parseInt(line.split(",")[0]) % 4 == 0)
            .count();
    assertTrue(text.contains("recall                    " + found + " of 75"), text);
    assertTrue(found >= 60);
  }

  @Test
  void anUnreachedPrecisionIsSaid() throws IOException {
    Path outlier =
        CommandRun.write(folder, "outlier.csv", Files.readString(overlapping) + "9,0,no\n");
    String text =
        CommandRun.output(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            outlier,
            "--folds",
            "5",
            "--precision",
            "yes=1");
    assertTrue(text.contains("no threshold has a precision of at least 1.0 on these rows"), text);
  }

  @Test
  void refusalsSayWhatIsExpected() {
    Object[] folds = {"evaluate", "--classifier", "lda", "--data", IRIS, "--folds", "3"};
    assertEquals(
        "--recall needs two classes and the name of one of them; the classes are [0, 1," + " 2].",
        refusal(concat(folds, "--recall", "0.9")));
    assertEquals(
        "invalid value '90' for --precision; expected a number above 0 and at most 1, such as 0.9,"
            + " or CLASS=0.9.",
        refusal(concat(folds, "--precision", "90")));
    assertEquals(
        "--predictions - cannot be written; use the name of a CSV file.",
        refusal(concat(folds, "--predictions", "-")));
    assertTrue(refusal(concat(folds, "--predictions", IRIS)).contains("iris.csv"));
    assertEquals(
        "--predictions needs rows that the model was not fitted to; with --model, use predict"
            + " --probabilities.",
        refusal("evaluate", "--model", "a.model", "--data", IRIS, "--predictions", out));
    assertFalse(Files.exists(out));
  }

  private static Object[] concat(Object[] first, Object... more) {
    List<Object> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(more));
    return all.toArray();
  }
}
