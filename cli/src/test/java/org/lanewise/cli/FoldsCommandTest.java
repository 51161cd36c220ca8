package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.evaluate;
import static org.lanewise.cli.CommandRun.example;
import static org.lanewise.cli.CommandRun.refusal;
import static org.lanewise.cli.CommandRun.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `evaluate --folds`: how rows are dealt, and the spread of figures over folds.
class FoldsCommandTest {

  private static final Path IRIS = example("iris.csv");

  @TempDir Path folder;

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
  }

  private static JsonNode lda(Path data, Object... more) {
    return results(evaluate(data, concat(more)));
  }

  private static Object[] concat(Object... more) {
    Object[] all = new Object[more.length + 2];
    all[0] = "--classifier";
    all[1] = "lda";
    System.arraycopy(more, 0, all, 2, more.length);
    return all;
  }

  @Test
  void theSeedIsOneUnlessAnotherIsGiven() {
    JsonNode first = lda(IRIS, "--folds", "5");
    assertEquals(first, lda(IRIS, "--folds", "5", "--seed", "1"));
    assertNotEquals(first.get("folds"), lda(IRIS, "--folds", "5", "--seed", "-2").get("folds"));
    assertEquals("shuffled with seed 1", first.get("folds").get("dealt").asText());
  }

  @Test
  void repetitionsUseTheNextSeeds() {
    JsonNode twice = lda(IRIS, "--folds", "5", "--seed", "7", "--repeat", "2");
    JsonNode first = lda(IRIS, "--folds", "5", "--seed", "7");
    JsonNode second = lda(IRIS, "--folds", "5", "--seed", "8");
    assertEquals(300, twice.get("testRows").asInt());
    assertEquals(150, twice.get("rows").asInt());
    assertEquals(10, twice.get("folds").get("each").size());
    for (int fold = 0; fold < 5; fold++) {
      JsonNode each = twice.get("folds").get("each");
      assertEquals(first.get("folds").get("each").get(fold), each.get(fold));
      assertEquals(second.get("folds").get("each").get(fold), each.get(5 + fold));
    }
    String text =
        CommandRun.output(
            "evaluate", "--classifier", "lda", "--data", IRIS, "--folds", "5", "--repeat", "2");
    assertTrue(text.contains("5 folds, 2 times, shuffled with seed 1 and up\n"), text);
  }

  /// A class whose rows carry its name only by patient: without groups the patient gives it away.
  private Path patients(boolean last) {
    StringBuilder rows = new StringBuilder(last ? "x,y,class,patient\n" : "patient,x,y,class\n");
    for (int row = 0; row < 48; row++) {
      int patient = row * 7 % 12;
      String values =
          "%d,%d,%s".formatted(patient * patient % 13, row % 5, patient % 2 == 0 ? "a" : "b");
      rows.append(last ? values + ",p" + patient + "\n" : "p" + patient + "," + values + "\n");
    }
    return write(last ? "last.csv" : "first.csv", rows.toString());
  }

  @Test
  void groupsStayInOneFoldAndAreNotFeatures() {
    JsonNode groups = lda(patients(false), "--folds", "4", "--groups", "patient");
    assertEquals(2, groups.get("features").asInt());
    assertEquals("by group", groups.get("folds").get("dealt").asText());
    for (JsonNode fold : groups.get("folds").get("each")) {
      assertEquals(12, fold.get("rows").asInt());
    }
    assertEquals(groups, lda(patients(true), "--folds", "4", "--groups", "patient"));
    assertEquals(groups, lda(patients(true), "--folds", "4", "--groups", "3"));
    assertEquals(
        groups.get("folds"),
        lda(patients(false), "--folds", "4", "--groups", "0", "--features", "x,y").get("folds"));
  }

  /// As many groups as folds: each test part is one of the files.
  @Test
  void eachGroupIsTestedByAModelOfTheOthers() {
    StringBuilder all = new StringBuilder();
    StringBuilder[] files = {new StringBuilder(), new StringBuilder()};
    for (int row = 0; row < 40; row++) {
      int group = row % 8 < 5 ? 0 : 1;
      String values =
          "%d,%d,%s%n".formatted(row * 11 % 17, row * 5 % 7, row * 3 % 4 < 2 ? "a" : "b");
      all.append("g").append(group).append(',').append(values);
      files[group].append(values);
    }
    Path first = write("g0", files[0].toString());
    Path second = write("g1", files[1].toString());
    JsonNode folds = lda(write("all", all.toString()), "--folds", "2", "--groups", "0");
    List<JsonNode> parts = List.of(lda(second, "--test", first), lda(first, "--test", second));
    for (int fold = 0; fold < 2; fold++) {
      assertEquals(
          parts.get(fold).get("logLoss").asDouble(),
          folds.get("folds").get("each").get(fold).get("logLoss").asDouble(),
          1e-14);
    }
  }

  @Test
  void inTimeOrderModelsLearnOnlyFromThePast() {
    StringBuilder rows = new StringBuilder();
    StringBuilder past = new StringBuilder();
    StringBuilder next = new StringBuilder();
    for (int row = 0; row < 41; row++) {
      String line = "%d,%d,%s%n".formatted(row * 11 % 17, row * 5 % 7, row * 3 % 4 < 2 ? "a" : "b");
      rows.append(line);
      // 3 folds of 10 rows: the second one begins at 21.
      (row < 21 ? past : row < 31 ? next : new StringBuilder()).append(line);
    }
    JsonNode result = lda(write("rows", rows.toString()), "--folds", "3", "--time-order");
    assertEquals(30, result.get("testRows").asInt());
    assertEquals(11 + 21 + 31, result.get("trainRows").asInt());
    assertEquals(
        lda(write("past", past.toString()), "--test", write("next", next.toString()))
            .get("logLoss")
            .asDouble(),
        result.get("folds").get("each").get(1).get("logLoss").asDouble(),
        1e-14);
  }

  @Test
  void groupsThatCannotBeReadAreRefused() {
    Path empty = write("empty.csv", "x,g,class\n1,p,a\n2,,b\n3,q,a\n4,q,b\n");
    assertEquals(
        empty + ", line 3 has no group in column 'g'; expected one in every row.",
        refusal(
            "evaluate", "--classifier", "lda", "--data", empty, "--folds", "2", "--groups", "g"));
    assertTrue(
        refusal("evaluate", "--classifier", "lda", "--data", IRIS, "--folds", "2", "--groups", "g")
            .contains(" has no column 'g' for --groups; expected "));
    assertEquals(
        "column index 4 of %s cannot be both the label and left out.".formatted(IRIS),
        refusal(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            IRIS,
            "--label",
            "4",
            "--folds",
            "2",
            "--groups",
            "4"));
    Path classes = write("classes.csv", "x,g,class\n1,p,a\n2,q,b\n3,p,a\n4,q,b\n");
    assertEquals(
        classes
            + ", line 2: no training row has class 'a', nor that of any other test row; expected"
            + " rows of a class among the training rows and the test rows.",
        refusal(
            "evaluate", "--classifier", "lda", "--data", classes, "--folds", "2", "--groups", "g"));
    assertEquals(
        "--groups reads the rows twice, and standard input can be read only once; use a file.",
        refusal("evaluate", "--classifier", "lda", "--data", "-", "--folds", "2", "--groups", "g"));
    Path sparse = write("sparse", "a 1:1 2:3\nb 1:2\na 2:1\n");
    assertTrue(
        refusal(
                "evaluate",
                "--classifier",
                "lda",
                "--data",
                sparse,
                "--folds",
                "2",
                "--groups",
                "g")
            .contains(
                "which take no --label, --weight, --features, --drop, --groups or --missing"));
  }

  @Test
  void theHelpHasAHeadingForFolds() {
    for (String command : List.of("evaluate", "compare")) {
      String help = CommandRun.output(command, "--help");
      assertTrue(help.contains("%n%nFolds:%n      --folds=K ".formatted()), help);
    }
  }

  /// Folds of more columns than rows are fitted in the space of their rows; a page needs the model
  /// of all columns.
  @ParameterizedTest
  @ValueSource(strings = {"--shrinkage oas", "--ridge 0.5", "--shrinkage 0.2 --scales standard"})
  void moreColumnsThanRowsGiveTheSameFigures(String options) {
    Random random = new Random(4);
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 30; row++) {
      for (int column = 0; column < 50; column++) {
        text.append(random.nextGaussian() + (column < 3 ? row % 3 : 0)).append(',');
      }
      text.append("abc".charAt(row % 3)).append('\n');
    }
    Path rows = CommandRun.write(folder, "wide.csv", text.toString());
    List<Object> arguments = new ArrayList<>(List.of("--classifier", "lda", "--folds", "5"));
    arguments.addAll(List.of((Object[]) options.split(" ")));
    JsonNode fast = evaluate(rows, arguments.toArray());
    arguments.addAll(List.of("--report", folder.resolve("page.html")));
    JsonNode whole = evaluate(rows, arguments.toArray());
    for (String figure : List.of("correct", "balancedAccuracy", "auc", "freeParameters")) {
      assertEquals(whole.get(figure), fast.get(figure), figure);
    }
    for (String figure : List.of("logLoss", "averagePrecision")) {
      assertEquals(whole.get(figure).asDouble(), fast.get(figure).asDouble(), 1e-9, figure);
    }
    assertTrue(whole.get("testLogLikelihood").isNumber());
    assertTrue(fast.get("testLogLikelihood").isNull());
  }

  @Test
  void anInfiniteMeanHasNoStandardError(@TempDir Path folder) throws IOException {
    String rows = "1,2,a\n2,1,a\n4,3,b\n5,4,b\n".repeat(5);
    Path data = Files.writeString(folder.resolve("data.csv"), rows + "4,4,rare\n");
    String text =
        CommandRun.output(
            "evaluate", "--classifier", "gaussian-nb", "--data", data, "--folds", "3");
    assertTrue(text.contains("\nlog loss, folds  mean Infinity\n"), text);
  }
}
