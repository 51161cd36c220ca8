package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.io.ModelFile;
import org.lanewise.model.mixed.MixedNaiveBayes;

/// Tables of several kinds of columns.
class MixedCommandTest {

  /// Numbers and categories by turns, so that no block is in the order of the file.
  private static final String ROWS =
      """
      deck,age,alone,fare,visits,out
      A,22,1,7.5,0,yes
      B,38,0,71.25,2,no
      A,26,1,8,1,yes
      B,35,0,53,4,no
      C,35,1,8.5,0,yes
      B,54,1,51.75,3,no
      """;

  @TempDir Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void writesRows() {
    data = write("data", ROWS);
    model = folder.resolve("model");
  }

  private Path write(String name, String content) {
    try {
      return Files.writeString(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Object[] fitting(Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("fit", "--classifier", "mixed-nb", "--data", data, "--out", model));
    arguments.addAll(List.of(more));
    return arguments.toArray();
  }

  @Test
  void typesAreGuessedShownAndKept() {
    CommandRun run = CommandRun.of(fitting());
    assertEquals(0, run.code(), run.err());
    assertTrue(
        run.err()
            .contains(
                "note: column types: number: age, fare, visits; bit: alone; category: deck; to"
                    + " change one, use --column NAME=TYPE"),
        run.err());
    JsonNode json = CommandRun.json("inspect", model, "--json");
    assertEquals(
        "[\"deck\",\"age\",\"alone\",\"fare\",\"visits\"]", json.get("columns").toString());
    assertEquals(
        "[\"category\",\"number\",\"bit\",\"number\",\"number\"]",
        json.get("columnTypes").toString());
    assertTrue(
        CommandRun.output("inspect", model)
            .contains("number: age, fare, visits; bit: alone; category: deck"));
  }

  @Test
  void inspectListsTheParametersOfEveryBlock() {
    CommandRun.output(fitting("--alpha", "1"));
    List<String> names = new ArrayList<>();
    JsonNode all = CommandRun.json("inspect", model, "--json").get("parameters");
    all.forEach(table -> names.add(table.get("name") + "" + table.get("features")));
    assertEquals(
        List.of(
            "\"mean\"[\"age\",\"fare\",\"visits\"]",
            "\"variance\"[\"age\",\"fare\",\"visits\"]",
            "\"probability\"[\"alone\"]",
            "\"probability\"[\"deck=A\",\"deck=B\",\"deck=C\"]"),
        names);
    for (JsonNode table : all) {
      assertEquals("[\"no\",\"yes\"]", table.get("classes").toString());
    }
    // The categories are those of the class, with 1 more each.
    JsonNode decks = all.get(3).get("values");
    double sum = 0;
    for (JsonNode share : decks.get(0)) {
      sum += share.asDouble();
    }
    assertEquals(1, sum, 1e-15);
    String text = CommandRun.output("inspect", model);
    assertTrue(text.contains("\nmean "), text);
    assertTrue(
        text.matches(
            "(?s).*\ndeck=A +0\\.166667 +0\\.500000\n.*deck=B +0\\.666667 +0\\.166667\n.*"),
        text);
  }

  @Test
  void aModelOfAProgramIsThatOfTheCommand() throws IOException {
    CommandRun.output(fitting("--features", "age,fare,deck"));
    MixedNaiveBayes read = ModelFile.read(model, MixedNaiveBayes.class);
    MixedColumns rows =
        MixedColumns.of(
            NumericColumns.of(
                    new double[] {22, 38, 26, 35, 35, 54},
                    new double[] {7.5, 71.25, 8, 53, 8.5, 51.75})
                .withFeatures("age", "fare"),
            CategoryColumns.copyOfColumns(
                    List.of(), new String[][] {{"A", "B", "A", "B", "C", "B"}})
                .withFeatures("deck"));
    Labels labels = Labels.of("yes", "no", "yes", "no", "yes", "no");
    MixedNaiveBayes fitted = MixedNaiveBayes.fit(rows, labels);
    assertEquals(fitted.features(), read.features());
    double[][] expected = fitted.scorer().logPosterior(rows);
    List<String> lines =
        CommandRun.lines("predict", "--model", model, "--data", data, "--posteriors");
    for (int i = 0; i < 6; i++) {
      String[] cells = lines.get(i + 1).split(",");
      assertEquals(expected[i][0], Double.parseDouble(cells[2]));
      assertEquals(expected[i][1], Double.parseDouble(cells[3]));
    }
    // A file that a program wrote has its columns in the order of its blocks.
    Path written = folder.resolve("written");
    ModelFile.write(fitted, written);
    assertEquals(
        lines, CommandRun.lines("predict", "--model", written, "--data", data, "--posteriors"));
  }

  @Test
  void columnsOfOtherFilesAreFoundByNameAndByPlace() {
    CommandRun.output(fitting("--column", "visits=count,2=category", "--column", "age=number"));
    List<String> expected = CommandRun.lines("predict", "--model", model, "--data", data);
    Path other = write("other", "visits,fare,age,deck,alone\n0,7.5,22,A,1\n2,71.25,38,B,0\n");
    assertEquals(
        expected.subList(0, 3), CommandRun.lines("predict", "--model", model, "--data", other));
    Path bare = write("bare", "A,22,1,7.5,0\nB,38,0,71.25,2\n");
    assertEquals(
        expected.subList(0, 3), CommandRun.lines("predict", "--model", model, "--data", bare));
  }

  @Test
  void missingCellsAreLeftOutInEveryBlockThatMayMissThem() {
    Path holes = write("holes", ROWS.replace("A,22,1", "?,,?").replace("B,38,0", "B,?,0"));
    CommandRun.output(
        "fit", "--classifier", "mixed-nb", "--data", holes, "--missing", "?", "--out", model);
    assertEquals(7, CommandRun.lines("predict", "--model", model, "--data", holes).size());
    assertEquals(
        holes
            + ": line 2, column 'age' is missing, and statistics for --numbers pooled need"
            + " complete rows; use --numbers diagonal, leave such rows out, or use fit, which"
            + " reads them again",
        last(
            refusal(
                "gather",
                "--classifier",
                "mixed-nb",
                "--data",
                holes,
                "--missing",
                "?",
                "--numbers",
                "pooled",
                "--out",
                model)));
    Path gaps = write("gaps", ROWS.replace("A,22,1", "A,,1"));
    assertEquals(
        gaps
            + ", line 2, column 'age': the value is missing; expected a finite number; use"
            + " --missing '' if empty cells are missing values",
        last(refusal("fit", "--classifier", "mixed-nb", "--data", gaps, "--out", model)));
    CommandRun.output(fitting());
    assertTrue(
        refusal("predict", "--model", model, "--data", gaps)
            .contains("; use --missing '' if empty cells are missing values"));
    CommandRun.output("predict", "--model", model, "--data", gaps, "--missing", "");
  }

  /// The last line of a refusal, without the name of the command and the dot.
  private static String last(String refusal) {
    String line = refusal.lines().reduce((a, b) -> b).orElse("");
    return line.replaceFirst("^lanewise: ", "").replaceFirst("\\.$", "");
  }

  @Test
  void cellsThatDoNotFitAreNamedByLineAndColumn() {
    CommandRun.output(fitting("--column", "visits=count"));
    Path bad = write("bad", "deck,age,alone,fare,visits\nA,22,1,7.5,0\nB,x,2,3,-1\n");
    assertEquals(
        bad + ", line 3, column 'age': the value is 'x'; expected a finite number",
        last(refusal("predict", "--model", model, "--data", bad)));
    bad = write("bad", "deck,age,alone,fare,visits\nA,NA,1,7.5,0\n");
    assertEquals(
        bad
            + ", line 2, column 'age': the value is 'NA'; expected a finite number; use --missing"
            + " NA if it is a missing value",
        last(refusal("predict", "--model", model, "--data", bad)));
    bad = write("bad", "deck,age,alone,fare,visits\nA,22,2,7.5,0\n");
    assertEquals(
        bad + ", line 2, column 'alone': the value is '2'; expected 0 or 1",
        last(refusal("predict", "--model", model, "--data", bad)));
    bad = write("bad", "deck,age,alone,fare,visits\nA,22,1,7.5,-1\n");
    assertEquals(
        bad + ", line 2, column 'visits': the value is '-1'; expected a count from 0 to 2^500",
        last(refusal("predict", "--model", model, "--data", bad)));
    bad = write("bad", "deck,age,alone,fare,visits\nZ,22,1,7.5,1\n");
    assertTrue(
        refusal("predict", "--model", model, "--data", bad)
            .contains("line 2, column 'deck': 'Z' is an unseen category"));
    assertEquals(
        2,
        CommandRun.lines("predict", "--model", model, "--data", bad, "--unseen", "ignore").size());
  }

  @Test
  void anyNumbersAreFittedAndEvaluated() {
    for (String numbers : List.of("diagonal", "pooled", "by-class")) {
      List<Object> more =
          new ArrayList<>(List.of("--numbers", numbers, "--features", "age,fare,deck"));
      if (!numbers.equals("diagonal")) {
        more.addAll(List.of("--shrinkage", "0.5"));
      }
      CommandRun.output(fitting(more.toArray()));
      JsonNode json = CommandRun.json("evaluate", "--model", model, "--data", data, "--json");
      assertEquals(6, json.get("rows").asInt());
    }
    JsonNode folds =
        CommandRun.json(
            "evaluate",
            "--classifier",
            "mixed-nb",
            "--data",
            data,
            "--folds",
            "2",
            "--unseen",
            "ignore",
            "--json");
    assertEquals("mixed-nb", folds.get("classifier").asText());
  }

  @Test
  void optionsThatDoNotApplyAreRefused() {
    assertRefused(
        "--shrinkage needs --numbers pooled or by-class, not diagonal", "--shrinkage", "0.1");
    assertRefused(
        "--variance-smoothing needs --numbers diagonal, not pooled",
        "--numbers",
        "pooled",
        "--variance-smoothing",
        "0.1");
    assertRefused(
        "--counts needs a count column; to declare one, use --column NAME=count",
        "--counts",
        "poisson");
    assertRefused("invalid value '1,2' for --alpha; mixed-nb expects one number", "--alpha", "1,2");
    assertRefused(
        "invalid value 'pseudo-data' for --alpha; mixed-nb expects one number",
        "--alpha",
        "pseudo-data");
    CommandRun.output(fitting("--alpha", "1e-3"));
    assertRefused(
        "--column x=number: no feature column has that name or 0-based index; expected one of the"
            + " 5 features",
        "--column",
        "x=number");
    assertRefused(
        "invalid value 'age=year' for --column; expected NAME=TYPE, with a type of number, bit,"
            + " category, count, text",
        "--column",
        "age=year");
    assertRefused(
        "--counts cannot be complement, whose scores are not a density; expected poisson or"
            + " multinomial",
        "--counts",
        "complement");
    assertRefused(
        "invalid value 'full' for --numbers; expected diagonal, pooled or by-class",
        "--numbers",
        "full");
  }

  private void assertRefused(String sentence, Object... more) {
    String found = last(refusal(fitting(more)));
    assertTrue(found.endsWith(sentence), found);
  }

  @Test
  void rowsAreExplainedByTheNamesOfTheirColumns() throws IOException {
    Path holes = write("holes", ROWS.replace("A,22,1", "?,,1"));
    for (String numbers : List.of("diagonal", "by-class")) {
      List<Object> more = new ArrayList<>(List.of("--missing", "?", "--features", "age,deck,fare"));
      if (numbers.equals("by-class")) {
        more.addAll(List.of("--numbers", numbers, "--shrinkage", "0.5"));
      }
      CommandRun.output(fitting(more.toArray()));
      List<String> lines =
          CommandRun.lines(
              "predict", "--model", model, "--data", holes, "--posteriors", "--explain", "3");
      String[] header = lines.getFirst().split(",");
      int odds = List.of(header).indexOf("log_odds");
      for (String line : lines.subList(1, lines.size())) {
        String[] cells = line.split(",");
        double expected = Math.abs(Double.parseDouble(cells[2]) - Double.parseDouble(cells[3]));
        assertEquals(expected, Double.parseDouble(cells[odds]), 1e-9, line);
        assertTrue(
            List.of(cells).containsAll(List.of("age", "deck", "fare")), String.join(",", header));
      }
    }
    assertTrue(
        refusal("predict", "--model", model, "--data", data, "--explain", "1", "--baseline", "mean")
            .contains("a model of mixed-nb, whose mean is not a row"));
  }

  /// Sixty rows of two classes; with a header or without.
  private Path many(boolean header) {
    StringBuilder rows = new StringBuilder(header ? "deck,age,alone,fare,visits,out\n" : "");
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 60; i++) {
      int c = i % 2;
      rows.append("ABC".charAt(random.nextInt(2 + c)))
          .append(',')
          .append(20 + random.nextInt(30) + 9 * c)
          .append(',')
          .append(random.nextInt(3) < 1 + c ? 1 : 0)
          .append(',')
          .append(7.5 + 10 * random.nextInt(3 + 3 * c))
          .append(',')
          .append(random.nextInt(2 + 3 * c))
          .append(c == 0 ? ",yes\n" : ",no\n");
    }
    return write("many" + header, rows.toString());
  }

  private Object[] ofMany(String command, boolean header, Object... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(command, "--classifier", "mixed-nb", "--data", many(header), "--column"));
    arguments.add(header ? "visits=count" : "4=count");
    arguments.addAll(List.of(more));
    return arguments.toArray();
  }

  @Test
  void partsOfLogOddsAreNamedAfterTheirColumns() {
    for (boolean header : new boolean[] {true, false}) {
      CommandRun.output(ofMany("fit", header, "--numbers", "by-class", "--out", model));
      List<String> all =
          CommandRun.lines("predict", "--model", model, "--data", many(header), "--explain", "all");
      List<String> names =
          header
              ? List.of("age", "fare", "alone", "deck", "visits")
              : List.of("1", "3", "2", "0", "4");
      assertTrue(
          all.getFirst()
              .endsWith(
                  names.stream()
                      .map("contribution(%s)"::formatted)
                      .collect(Collectors.joining(","))),
          all.getFirst());
      for (String line : all.subList(1, all.size())) {
        String[] cells = line.split(",");
        double[] parts =
            Arrays.stream(cells, cells.length - 7, cells.length)
                .mapToDouble(Double::parseDouble)
                .toArray();
        assertEquals(parts[0], Arrays.stream(parts).skip(1).sum(), 1e-9, line);
      }
      List<String> most =
          CommandRun.lines("predict", "--model", model, "--data", many(header), "--explain", "1");
      String[] cells = most.get(1).split(",");
      assertTrue(names.contains(cells[cells.length - 2]), most.get(1));
    }
  }

  @Test
  void rowsAreLeftOutOneByOne() throws IOException {
    JsonNode found = CommandRun.json(ofMany("evaluate", true, "--leave-one-out", "--json"));
    // As many folds as rows are the same, but for the classes' order in the file.
    JsonNode folds = CommandRun.json(ofMany("evaluate", true, "--folds", "60", "--json"));
    assertEquals(60, found.get("testRows").asInt());
    assertEquals(folds.get("correct"), found.get("correct"));
    assertEquals(folds.get("logLoss").asDouble(), found.get("logLoss").asDouble(), 1e-9);
    for (String numbers : List.of("pooled", "by-class")) {
      JsonNode covariances =
          CommandRun.json(
              ofMany("evaluate", true, "--leave-one-out", "--numbers", numbers, "--json"));
      assertTrue(covariances.get("correct").asInt() > 40, covariances::toString);
      JsonNode shrunk =
          CommandRun.json(
              ofMany(
                  "evaluate",
                  true,
                  "--leave-one-out",
                  "--shrinkage",
                  "lw-sklearn",
                  "--numbers",
                  numbers,
                  "--json"));
      assertTrue(shrunk.get("correct").asInt() > 40, shrunk::toString);
    }
    CommandRun.output(ofMany("fit", true, "--temperature", "--out", model));
    assertTrue(CommandRun.json("inspect", model, "--json").has("temperature"));
    String chosen =
        CommandRun.output(
            ofMany("fit", true, "--choose", "variance-smoothing=0,0.1,1", "--out", model));
    assertTrue(chosen.contains("variance-smoothing"), chosen);
    Path holes =
        write("holes", Files.readString(many(true)).replaceFirst("\n(.),[0-9]+,", "\n$1,?,"));
    Object[] evaluate = {"evaluate", "--classifier", "mixed-nb", "--data", holes, "--missing", "?"};
    JsonNode left = CommandRun.json(and(evaluate, "--json", "--leave-one-out"));
    JsonNode refitted = CommandRun.json(and(evaluate, "--json", "--folds", "60"));
    assertEquals(refitted.get("correct"), left.get("correct"));
    assertEquals(refitted.get("logLoss").asDouble(), left.get("logLoss").asDouble(), 1e-9);
    assertEquals(
        holes
            + ": leave-one-out of mixed-nb with --numbers pooled needs complete rows, and 1 row has"
            + " missing numbers; use --numbers diagonal; evaluate --folds K accepts such rows",
        last(refusal(and(evaluate, "--numbers", "pooled", "--leave-one-out"))));
  }

  private static Object[] and(Object[] some, Object... more) {
    List<Object> all = new ArrayList<>(List.of(some));
    all.addAll(List.of(more));
    return all.toArray();
  }

  @Test
  void aRowThatNothingElseIsLikeHasPosteriorsWhereItIsLeftOut() {
    // Its category is in no other row, and there is no smoothing.
    JsonNode[] found = new JsonNode[2];
    for (int way = 0; way < 2; way++) {
      found[way] =
          CommandRun.json(
              "evaluate",
              "--classifier",
              "mixed-nb",
              "--data",
              data,
              "--features",
              "deck,alone",
              "--alpha",
              "0",
              "--unseen",
              "smoothed",
              "--calibration",
              "--json",
              way == 0 ? "--leave-one-out" : "--folds=6");
    }
    assertEquals(
        found[1].get("calibration").get("brierScore").asDouble(),
        found[0].get("calibration").get("brierScore").asDouble(),
        1e-12);
    assertTrue(found[0].get("calibration").get("brierScore").isNumber(), found[0]::toString);
  }

  @Test
  void anIntensityThatWasChosenIsKeptAndShown() {
    for (String shrinkage : List.of("oas", "lw")) {
      CommandRun.output(
          ofMany("fit", true, "--numbers", "pooled", "--shrinkage", shrinkage, "--out", model));
      JsonNode kept = CommandRun.json("inspect", model, "--json").get("shrinkageIntensities");
      assertEquals(1, kept.size(), kept::toString);
      assertTrue(kept.get(0).asDouble() > 0, kept::toString);
    }
  }

  @Test
  void emptyCategoriesAreSaidToBeMissingValues() {
    Path gaps = write("gaps", ROWS.replace("A,", ","));
    CommandRun run =
        CommandRun.of("fit", "--classifier", "mixed-nb", "--data", gaps, "--out", model);
    assertEquals(0, run.code(), run.err());
    assertTrue(
        run.err()
            .contains(
                "empty category cells, read as missing values: 2, the first in column 'deck'; use"
                    + " --missing '' to confirm"),
        run.err());
    assertTrue(
        CommandRun.output("inspect", model)
            .contains(
                "an empty cell in category columns; in others refused without --missing TEXT"));
    run =
        CommandRun.of(
            "fit", "--classifier", "mixed-nb", "--data", gaps, "--missing", "", "--out", model);
    assertFalse(run.err().contains("empty"), run.err());
  }

  @Test
  void rowsAreRankedAmongThoseThatTheModelKeeps() {
    CommandRun.output(ofMany("fit", true, "--typicality", "--numbers", "pooled", "--out", model));
    Path rows = write("rows", "deck,age,alone,fare,visits\nA,30,1,7.5,0\nA,900,1,7.5,0\n");
    List<String> lines =
        CommandRun.lines("predict", "--model", model, "--data", rows, "--typicality");
    assertTrue(largest(lines.get(1)) > 0.1, lines.get(1));
    assertEquals(1.0 / 31, largest(lines.get(2)), 1e-12);
    Path gap = write("gap", "deck,age,alone,fare,visits\n,30,1,7.5,0\n");
    assertEquals(
        gap
            + ", line 2, column 'deck': the value is missing or unseen; --typicality needs"
            + " complete rows",
        last(refusal("predict", "--model", model, "--data", gap, "--typicality")));
    assertEquals(
        "--typicality: rows may have missing values, and incomplete rows are likelier than complete"
            + " ones",
        last(
            refusal(
                "predict", "--model", model, "--data", rows, "--typicality", "--missing", "NA")));
    CommandRun.output(ofMany("fit", true, "--out", model));
    assertEquals(
        "--typicality: mixed-nb ranks rows among its training rows, which the model does not"
            + " keep; fit it with --typicality",
        last(refusal("predict", "--model", model, "--data", rows, "--typicality")));
    assertEquals(
        "--typicality cannot be used with --missing, because incomplete rows are likelier than"
            + " complete ones; use complete rows",
        last(refusal(ofMany("fit", true, "--typicality", "--missing", "", "--out", model))));
  }

  private static double largest(String line) {
    return Arrays.stream(line.split(","))
        .skip(2)
        .mapToDouble(Double::parseDouble)
        .max()
        .getAsDouble();
  }
}
