package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.cli.model.StoredModel;

/// Tables of numbers of which some are missing, for the models of normal classes.
class MissingCommandTest {

  private static final String HEADER = "sl,sw,pl,pw,species";

  @TempDir Path folder;
  private Path whole;
  private Path holes;
  private Path model;

  /// Iris with a header, and with every cell missing with a probability of 8 %.
  @BeforeEach
  void writesRows() throws IOException {
    List<String> rows = Files.readAllLines(CommandRun.example("iris.csv"));
    rows = rows.subList(1, rows.size());
    whole = write("whole", HEADER, rows);
    holes = write("holes", HEADER, punched(rows, 8, "NA"));
    model = folder.resolve("model");
  }

  private Path write(String name, String header, List<String> rows) {
    return write(name, header + "\n" + String.join("\n", rows) + "\n");
  }

  private Path write(String name, String content) {
    try {
      return Files.writeString(folder.resolve(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> punched(List<String> rows, int percent, String text) {
    SplittableRandom random = new SplittableRandom(13);
    return rows.stream()
        .map(row -> {
          String[] cells = row.split(",");
          for (int j = 0; j + 1 < cells.length; j++) {
            cells[j] = random.nextInt(100) < percent ? text : cells[j];
          }
          return String.join(",", cells);
        })
        .toList();
  }

  private List<String> fit(String classifier, Path data, Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("fit", "--classifier", classifier, "--data", data, "--out", model));
    arguments.addAll(List.of(more));
    return CommandRun.lines(arguments.toArray());
  }

  private List<String> predict(Path data, Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("predict", "--posteriors", "--model", model, "--data", data));
    arguments.addAll(List.of(more));
    return CommandRun.lines(arguments.toArray());
  }

  private static double[] numbers(String line) {
    return Arrays.stream(line.split(",")).skip(2).mapToDouble(Double::parseDouble).toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "rda", "gaussian-nb"})
  void modelsKnowWhatAMissingValueLooksLike(String classifier) throws IOException {
    List<String> said = fit(classifier, holes, "--missing", "NA");
    boolean naive = classifier.equals("gaussian-nb");
    assertEquals(2, said.size());
    assertTrue(
        said.get(1)
            .matches(
                naive
                    ? "\\d+ of 150 rows have missing values: each feature uses its observed values"
                    : "\\d+ of 150 rows have missing values: covariances by"
                        + " expectation-maximisation, converged after \\d+ iterations; the last"
                        + " raised the mean log-likelihood by \\d\\.\\de-\\d+ and moved"
                        + " covariances by up to \\d\\.\\de-\\d+ standard deviations"),
        said.get(1));
    List<String> lines = predict(holes);
    assertEquals(151, lines.size());
    // Another text for another file, and empty cells.
    List<String> rows = Files.readAllLines(holes);
    List<String> others =
        rows.stream().skip(1).map(row -> row.replace("NA,", ",")).collect(Collectors.toList());
    assertEquals(lines, predict(write("empty", HEADER, others)));
    Collections.reverse(others);
    List<String> reversed = predict(write("reversed", HEADER, others), "--missing", "-");
    for (int row = 0; row < 150; row++) {
      assertArrayEquals(numbers(lines.get(150 - row)), numbers(reversed.get(row + 1)));
    }
    JsonNode shown = CommandRun.json("inspect", model, "--json");
    assertEquals("NA", shown.get("missing").asText());
    assertEquals(naive ? "seen" : "em", shown.get("incompleteFit").asText());
    assertTrue(said.get(1).startsWith(shown.get("incompleteRows").asInt() + " of 150 rows"));
    assertEquals(!naive, shown.has("emIterations"));
    assertEquals(!naive, shown.has("emConverged") && shown.get("emConverged").asBoolean());
    assertEquals(!naive, shown.has("emLastRise") && shown.get("emLastRise").asDouble() <= 1e-10);
    assertEquals(!naive, shown.has("emLastChange") && shown.get("emLastChange").asDouble() < 1e-4);
    String text = CommandRun.output("inspect", model);
    assertTrue(text.contains("  'NA' or an empty cell\n"), text);
    assertTrue(text.contains("  " + said.get(1) + "\n"), text);
    JsonNode stored = CommandRun.json("evaluate", "--model", model, "--data", holes, "--json");
    JsonNode folded =
        CommandRun.json(
            "evaluate",
            "--classifier",
            classifier,
            "--data",
            holes,
            "--missing",
            "NA",
            "--folds",
            "5",
            "--json");
    for (String key : List.of("incompleteRows", "incompleteFit")) {
      assertEquals(shown.get(key), stored.get(key));
      assertEquals(shown.get(key), folded.get(key));
    }
    assertEquals(shown.get("emIterations"), stored.get("emIterations"));
    assertEquals(!naive, folded.has("emIterations") && folded.get("emConverged").asBoolean());
    assertTrue(stored.get("correct").asInt() >= 140, () -> stored.toString());
    assertTrue(folded.get("correct").asInt() >= 140, () -> folded.toString());
    assertTrue(folded.get("logLoss").asDouble() > stored.get("logLoss").asDouble());
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "rda", "gaussian-nb"})
  void aColumnThatIsMissingEverywhereIsAsIfTheModelLackedIt(String classifier) throws IOException {
    List<String> rows = Files.readAllLines(whole);
    Path lacking =
        write(
            "lacking",
            HEADER,
            rows.stream().skip(1).map(row -> row.replaceFirst(",[^,]*,", ",?,")).toList());
    Object[] same =
        classifier.equals("gaussian-nb")
            ? new Object[] {"--variance-smoothing", "0"}
            : classifier.equals("rda") ? new Object[] {"--lambda", "0.3"} : new Object[0];
    fit(classifier, whole, same);
    List<String> found = predict(lacking, "--missing", "?");
    Object[] without = Arrays.copyOf(same, same.length + 2);
    without[same.length] = "--drop";
    without[same.length + 1] = "sw";
    fit(classifier, whole, without);
    List<String> expected = predict(whole);
    for (int row = 1; row <= 150; row++) {
      assertEquals(expected.get(row).split(",")[1], found.get(row).split(",")[1]);
      assertArrayEquals(numbers(expected.get(row)), numbers(found.get(row)), 1e-9);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "rda", "gaussian-nb"})
  void aRowOfWhichNothingWasSeenHasThePriors(String classifier) {
    fit(classifier, holes, "--missing", "NA", "--priors", "0.5,0.3,0.2");
    List<String> lines = predict(write("nothing", "sl,sw,pl,pw\nNA,,NA,\n"));
    assertTrue(lines.get(1).startsWith("0,0,"), lines.get(1));
    double[] priors = {Math.log(0.5), Math.log(0.3), Math.log(0.2)};
    assertArrayEquals(priors, numbers(lines.get(1)), 1e-15);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "rda"})
  void theOrderOfTheRowsChangesNoBitOfCovariancesByExpectation(String classifier)
      throws IOException {
    fit(classifier, holes, "--missing", "NA");
    List<String> expected = predict(holes);
    List<String> rows = Files.readAllLines(holes).subList(1, 151);
    List<String> mixed =
        IntStream.range(0, 150).mapToObj(i -> rows.get((i * 7 + 3) % 150)).toList();
    fit(classifier, write("mixed", HEADER, mixed), "--missing", "NA");
    assertEquals(expected, predict(holes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "rda", "gaussian-nb"})
  void aFileWithoutMissingValuesGivesTheSameModelWhateverIsAllowed(String classifier) {
    fit(classifier, whole);
    List<String> expected = predict(whole);
    for (String way : List.of("em", "drop")) {
      Object[] more =
          classifier.equals("gaussian-nb")
              ? new Object[] {"--missing", "NA"}
              : new Object[] {"--missing", "NA", "--incomplete", way};
      assertEquals("no row has missing values", fit(classifier, whole, more).get(1));
      assertEquals(expected, predict(whole));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"lda", "qda", "rda"})
  void rowsThatLackValuesAreLeftOutWhereThatIsAsked(String classifier) throws IOException {
    List<String> complete =
        Files.readAllLines(holes).stream().skip(1).filter(row -> !row.contains("NA")).toList();
    List<String> said = fit(classifier, holes, "--missing", "NA", "--incomplete", "drop");
    assertEquals(
        "%d of 150 rows have missing values and were left out".formatted(150 - complete.size()),
        said.get(1));
    assertTrue(said.get(0).contains(" of %d rows, ".formatted(complete.size())), said.get(0));
    assertEquals("drop", CommandRun.json("inspect", model, "--json").get("incompleteFit").asText());
    List<Long> learned = StoredModel.read(model).training().classRows();
    List<String> found = predict(whole);
    fit(classifier, write("complete", HEADER, complete));
    assertEquals(StoredModel.read(model).training().classRows(), learned);
    assertEquals(predict(whole), found);
    CommandRun run =
        CommandRun.of(
            "evaluate",
            "--classifier",
            classifier,
            "--data",
            holes,
            "--missing",
            "NA",
            "--incomplete",
            "drop",
            "--split",
            "every:3");
    assertEquals(0, run.code(), run.err());
    assertTrue(
        run.out().contains(" of 100 rows have missing values and were left out\n"), run.out());
    assertTrue(
        run.err()
            .matches(
                "(?s)(.* are identical .*\\.\n"
                    + ")?lanewise: note: \\d+ of the 100 training rows of all fits have missing"
                    + " values and were left out\\.\n"),
        run.err());
  }

  @Test
  void shrinkageByASecondPassTakesRowsThatLackNothing() {
    String refusal =
        refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            holes,
            "--out",
            model,
            "--missing",
            "NA",
            "--shrinkage",
            "lw");
    assertTrue(
        refusal.matches(
            ".*: --shrinkage lw reads the rows a second time, and \\d+ of them have missing"
                + " values; use a number, oas or oas-sklearn, or --incomplete drop\\."),
        refusal);
    assertEquals(
        2,
        fit("lda", holes, "--missing", "NA", "--shrinkage", "lw", "--incomplete", "drop").size());
  }

  @Test
  void aCellThatLooksLikeAMissingValueNamesTheOption() {
    fit("lda", whole);
    for (String cell : List.of("NA", "n/a", "NaN", "null", ".")) {
      Path data = write("cells", "sl,sw,pl,pw\n1,2,3,4\n1,2,3," + cell + "\n");
      assertEquals(
          data
              + ", line 3, column 'pw': '%s' is not a finite number; use --missing %s if it is a missing value."
                  .formatted(cell, cell),
          refusal("predict", "--model", model, "--data", data));
    }
    Path data = write("cells", "sl,sw,pl,pw\n1,2,3,4\n1,2,3,?\n");
    String refusal = refusal("predict", "--model", model, "--data", data);
    assertTrue(refusal.endsWith("; use --missing '?' if it is a missing value."));
    data = write("cells", "sl,sw,pl,pw\n1,2,3,4\n1,,3,4\n");
    assertEquals(
        data
            + ", line 3, column 'sw': the cell is empty; expected a number; use --missing '' if"
            + " empty cells are missing values.",
        refusal("predict", "--model", model, "--data", data));
    assertEquals(3, predict(data, "--missing", "").size());
    data = write("cells", "sl,sw,pl,pw\n1,2,3,4\n1,?,3,4\n");
    refusal = refusal("predict", "--model", model, "--data", data, "--missing", "NA");
    assertTrue(
        refusal.endsWith(
            "'?' is not a finite number; with --missing 'NA', only that text and empty cells are"
                + " missing values."),
        refusal);
    // What is none is not taken for one, nor where the classifier takes none.
    data = write("cells", "a,b,k\n1,2,x\n1,two,y\n1,NA,y\n");
    refusal =
        refusal("fit", "--classifier", "lda", "--data", data, "--out", model, "--missing", "NA");
    assertTrue(
        refusal.endsWith(
            "'two' is not a finite number; use --drop b to leave the column out, or --categories"
                + " indicator if columns hold categories."),
        refusal);
    data = write("cells", "a,b,k\n1,2,x\n1,NA,y\n");
    refusal = refusal("fit", "--classifier", "poisson-nb", "--data", data, "--out", model);
    assertTrue(refusal.endsWith("; use --drop b to leave the column out."), refusal);
    // A weight is never missing.
    data = write("cells", "a,w,k\n1,2,x\n1,NA,y\n");
    refusal =
        refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            data,
            "--out",
            model,
            "--missing",
            "NA",
            "--weight",
            "w");
    assertTrue(refusal.endsWith("'NA' is not a finite number."), refusal);
  }

  @Test
  void aNumberMayStandForAMissingValue() {
    Path coded =
        write("coded", "a,b,k\n1,2,x\n-999,3,x\n2,4,x\n1,-999,y\n0,1,y\n3,3,y\n2,2.5,y\n1,3,x\n");
    for (String text : List.of("-999.0", "-9.99e2", "-999")) {
      String said = fit("gaussian-nb", coded, "--missing", text).get(1);
      assertEquals("2 of 8 rows have missing values: each feature uses its observed values", said);
    }
    double[] mean = {4.0 / 3, 3};
    JsonNode means = CommandRun.json("inspect", model, "--json").at("/parameters/0/values/0");
    for (int j = 0; j < 2; j++) {
      assertEquals(mean[j], means.get(j).asDouble(), 1e-15);
    }
  }

  @ParameterizedTest
  @CsvSource({"lda,pooled", "qda,by-class"})
  void numbersBesideOtherColumnsAreFittedByExpectationToo(String alone, String numbers)
      throws IOException {
    fit(alone, holes, "--missing", "NA");
    List<String> expected = predict(holes);
    List<String> said = fit("mixed-nb", holes, "--missing", "NA", "--numbers", numbers);
    assertTrue(said.getLast().contains("expectation-maximisation, converged"), said::toString);
    List<String> found = predict(holes);
    for (int row = 1; row <= 150; row++) {
      assertArrayEquals(numbers(expected.get(row)), numbers(found.get(row)), 1e-9);
    }
    // A column that says nothing changes nothing, and missing ones of another kind are no numbers.
    List<String> more =
        Files.readAllLines(holes).stream()
            .skip(1)
            .map(row -> row.replaceFirst(",([^,]*)$", ",same,$1"))
            .collect(Collectors.toList());
    more.set(3, more.get(3).replace("same", ""));
    Path beside = write("beside", HEADER.replace("species", "k,species"), more);
    fit("mixed-nb", beside, "--missing", "NA", "--numbers", numbers);
    List<String> withIt = predict(beside);
    for (int row = 1; row <= 150; row++) {
      assertArrayEquals(numbers(found.get(row)), numbers(withIt.get(row)), 1e-9);
    }
    JsonNode incomplete =
        CommandRun.json(
            "evaluate",
            "--classifier",
            "mixed-nb",
            "--data",
            beside,
            "--missing",
            "NA",
            "--numbers",
            numbers,
            "--folds",
            "3",
            "--json");
    assertEquals("em", incomplete.get("incompleteFit").asText());
    assertTrue(incomplete.get("emConverged").asBoolean());
  }

  @Test
  void aRowOfWeightZeroStopsNoExpectationBesideOtherColumns() throws IOException {
    List<String> rows = new ArrayList<>(Files.readAllLines(holes).stream().skip(1).toList());
    rows.replaceAll(row -> row.replaceFirst(",([^,]*)$", ",same,1,$1"));
    String header = HEADER.replace("species", "k,w,species");
    Object[] options = {"--missing", "NA", "--numbers", "pooled", "--weight", "w"};
    rows.set(9, rows.get(9).replace(",same,1,", ",same,0,"));
    fit("mixed-nb", write("zero", header, rows), options);
    List<String> found = predict(holes.resolveSibling("zero"));
    rows.remove(9);
    fit("mixed-nb", write("without", header, rows), options);
    List<String> expected = predict(holes.resolveSibling("zero"));
    assertEquals(expected, found);
  }

  @Test
  void aNumberThatIsMissingIsSoHoweverItIsWritten() {
    String rows = "a,b,k\n1,2,x\n%s,3,x\n2,4,x\n1,%s,y\n0,1,y\n3,3,y\n";
    for (String classifier : List.of("gaussian-nb", "mixed-nb")) {
      fit(classifier, write("coded", rows.formatted("-9", "-9")), "--missing", "-9");
      List<String> expected = predict(whole(rows));
      fit(classifier, write("coded", rows.formatted("-9.0", "-0.9e1")), "--missing", "-9");
      assertEquals(expected, predict(whole(rows)));
      assertEquals(
          predict(write("coded", rows.formatted("", ""))),
          predict(write("coded", rows.formatted("-9.00", "-9"))));
    }
    // Categories are texts.
    fit("categorical-nb", write("coded", rows.formatted("-9.0", "-9")), "--missing", "-9");
    assertTrue(CommandRun.output("inspect", model).contains("-9.0"));
  }

  private Path whole(String rows) {
    return write("seen", rows.formatted("5", "6"));
  }

  @Test
  void whatCannotBeFittedSaysWhatWasMissing() {
    Path lost = write("lost", "a,b,k\n1,2,x\n2,1,x\n1,4,x\n3,3,x\n2,,y\n3,,y\n,3,y\n");
    for (String classifier : List.of("lda", "qda", "rda")) {
      assertEquals(
          lost
              + ": class 'y' has no rows of positive weight, so it has no mean; at least one row"
              + " is expected, or a prior of 0; left out rows with missing values: 3.",
          refusal(
              "fit",
              "--classifier",
              classifier,
              "--data",
              lost,
              "--out",
              model,
              "--missing",
              "",
              "--incomplete",
              "drop"));
    }
    Path never = write("never", "a,b,k\n1,2,x\n2,1,x\n1,4,x\n3,3,x\n2,,y\n3,,y\n1,,y\n");
    for (String classifier : List.of("lda", "qda", "rda", "gaussian-nb")) {
      assertEquals(
          never
              + ": column 'b' was seen in no row of class 'y', so it has no mean there; leave the"
              + " feature out, or add rows in which it was seen.",
          refusal(
              "fit", "--classifier", classifier, "--data", never, "--out", model, "--missing", ""));
    }
    Path flat = write("flat", "a,b,k\n1,2,x\n2,2,x\n1,,x\n3,2,x\n2,2,y\n3,2,y\n1,2,y\n");
    String refusal =
        refusal(
            "fit",
            "--classifier",
            "qda",
            "--data",
            flat,
            "--out",
            model,
            "--missing",
            "",
            "--shrinkage",
            "oas");
    assertTrue(
        refusal.endsWith(
            "; expectation-maximisation needs a non-singular covariance, even with regularisation;"
                + " use --incomplete drop with --ridge 0.0001 --scales standard to leave out rows"
                + " with missing values and regularise every class."),
        refusal);
  }

  @Test
  void optionsThatMakeNoSense() {
    assertEquals(
        "--incomplete needs --missing, which says how missing values are written.",
        refusal(
            "fit", "--classifier", "lda", "--data", holes, "--out", model, "--incomplete", "em"));
    assertEquals(
        "invalid value 'all' for --incomplete; expected em or drop.",
        refusal(
            "fit",
            "--classifier",
            "lda",
            "--data",
            holes,
            "--out",
            model,
            "--missing",
            "NA",
            "--incomplete",
            "all"));
    assertEquals(
        "gaussian-nb does not take --incomplete; it takes --priors, --variance-smoothing,"
            + " --covariance, --transform, --variances, --missing, --tokens.",
        refusal(
            "fit",
            "--classifier",
            "gaussian-nb",
            "--data",
            holes,
            "--out",
            model,
            "--missing",
            "NA",
            "--incomplete",
            "em"));
  }

  @Test
  void whatHasNoLawOrFormWithMissingValuesSaysSo() throws IOException {
    Path holes = write("holes", "1,2,a\n,3,a\n2,5,a\n3,1,a\n4,1,b\n5,NA,b\n6,3,b\n8,2,b\n");
    Path model = folder.resolve("m");
    CommandRun.output(
        "fit", "--classifier", "lda", "--data", holes, "--missing", "NA", "--out", model);
    assertEquals(
        "--typicality: the model was fitted to rows with missing values, so a row's distance from"
            + " a class follows no known distribution; fit it with --incomplete drop.",
        refusal("predict", "--model", model, "--data", holes, "--typicality"));
    String leftOut =
        ": leave-one-out of lda needs complete rows, and 2 rows have missing numbers; use"
            + " --incomplete drop; evaluate --folds K accepts such rows.";
    assertEquals(
        holes + leftOut,
        refusal(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            holes,
            "--missing",
            "NA",
            "--leave-one-out"));
    List<Object> fit = new ArrayList<>(List.of("fit", "--classifier", "lda", "--data", holes));
    fit.addAll(List.of("--missing", "NA", "--out", model));
    List<Object> choosing = new ArrayList<>(fit);
    choosing.addAll(List.of("--choose", "shrinkage"));
    assertEquals(holes + leftOut, refusal(choosing.toArray()));
    fit.add("--temperature");
    CommandRun run = CommandRun.of(fit.toArray());
    assertTrue(
        run.err()
            .contains(
                "the temperature is fitted to the test rows of 5 folds, because rows with missing"
                    + " values cannot be left out one by one"),
        run.err());
    assertTrue(run.out().contains("temperature"), run.out());
  }

  /// Ranks and references are those of a file without the rows that were left out.
  @Test
  void ranksAndReferencesAreOfTheCompleteRows() throws IOException {
    Path holes =
        write("holes", "1,2,a\n,3,a\n2,5,a\n3,1,a\n7,2,a\n4,1,b\n5,NA,b\n6,3,b\n8,2,b\n1,1,b\n");
    Path whole = write("whole", "1,2,a\n2,5,a\n3,1,a\n7,2,a\n4,1,b\n6,3,b\n8,2,b\n1,1,b\n");
    Path model = folder.resolve("m");
    for (List<String> option : List.of(List.of("--typicality"), List.of("--unknown"))) {
      List<Object> fit = new ArrayList<>(List.of("fit", "--classifier", "lda", "--out", model));
      fit.addAll(option);
      List<Object> incomplete = new ArrayList<>(fit);
      incomplete.addAll(List.of("--data", holes, "--missing", "NA"));
      assertEquals(
          holes
              + ": "
              + option.getFirst()
              + " needs complete rows, and 2 rows have missing values; use --incomplete drop.",
          refusal(incomplete.toArray()));
      incomplete.addAll(List.of("--incomplete", "drop"));
      CommandRun.output(incomplete.toArray());
      List<Object> predict = new ArrayList<>(List.of("predict", "--model", model, "--data", whole));
      predict.addAll(option.getFirst().equals("--unknown") ? List.of("--unknown", "0.4") : option);
      String dropped = CommandRun.output(predict.toArray());
      fit.addAll(List.of("--data", whole));
      CommandRun.output(fit.toArray());
      assertEquals(CommandRun.output(predict.toArray()), dropped);
    }
    CommandRun.output(
        "fit",
        "--classifier",
        "lda",
        "--data",
        holes,
        "--missing",
        "NA",
        "--incomplete",
        "drop",
        "--typicality",
        "--out",
        model);
    assertEquals(
        holes + ", line 2, column index 0: the value is missing; --typicality needs complete rows.",
        refusal("predict", "--model", model, "--data", holes, "--typicality"));
  }

  /// Rows of two classes, some with holes.
  private Path gaps(boolean whole) {
    SplittableRandom random = new SplittableRandom(5);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String first = Double.toString(random.nextGaussian() + i % 2);
      String second = Double.toString(random.nextGaussian() - i % 2);
      boolean gap = i % 6 == 1;
      if (!gap || !whole) {
        rows.add((gap ? "NA," : first + ",") + second + (i % 2 == 0 ? ",a" : ",b"));
      }
    }
    return write(whole ? "whole" : "gaps", "x,y,k", rows);
  }

  @Test
  void naiveBayesLeavesRowsWithHolesOut() {
    String[] classifier = {"--classifier", "gaussian-nb", "--missing", "NA"};
    JsonNode found = CommandRun.evaluate(gaps(false), with(classifier, "--leave-one-out"));
    JsonNode folds = CommandRun.evaluate(gaps(false), with(classifier, "--folds", "40"));
    assertEquals(40, found.get("testRows").asInt());
    assertEquals(folds.get("confusion"), found.get("confusion"));
    assertEquals(folds.get("logLoss").asDouble(), found.get("logLoss").asDouble(), 1e-12);
    for (String[] chosen :
        new String[][] {{"--temperature"}, {"--choose", "variance-smoothing=0,0.1,1"}}) {
      CommandRun.output(
          with(chosen, with(classifier, "fit", "--data", gaps(false), "--out", model)));
    }
  }

  @Test
  void discriminantsWithoutIncompleteRowsLeaveOutTheOthers() {
    String[] drop = {"--missing", "NA", "--incomplete", "drop"};
    for (String classifier : List.of("lda", "qda")) {
      Object[] command = {"--classifier", classifier, "--leave-one-out"};
      JsonNode found = CommandRun.evaluate(gaps(false), with(drop, command));
      JsonNode whole = CommandRun.evaluate(gaps(true), command);
      assertEquals(33, found.get("testRows").asInt());
      for (String figure : List.of("confusion", "logLoss", "training")) {
        assertEquals(whole.get(figure), found.get(figure), figure);
      }
      for (String[] chosen : new String[][] {{"--temperature"}, {"--choose", "ridge=0.1,1"}}) {
        List<JsonNode> models = new ArrayList<>();
        for (boolean complete : new boolean[] {true, false}) {
          Object[] fit = {
            "fit", "--classifier", classifier, "--data", gaps(complete), "--out", model
          };
          CommandRun.output(with(chosen, with(complete ? new String[0] : drop, fit)));
          models.add(CommandRun.json("inspect", model, "--json"));
        }
        assertEquals(models.get(0).get("parameters"), models.get(1).get("parameters"));
        assertEquals(models.get(0).get("temperature"), models.get(1).get("temperature"));
      }
    }
  }

  /// Arguments with some others behind them.
  private static Object[] with(Object[] some, Object... more) {
    List<Object> all = new ArrayList<>(List.of(more));
    all.addAll(List.of(some));
    return all.toArray();
  }

  @Test
  void columnsThatAreNeverSeenTogetherAreNamed() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String first = i % 2 == 0 ? i * i % 7 + "," : "," + i * i % 5;
      rows.add(first + "," + i % 3 + "," + (i < 10 ? "a" : "b"));
    }
    Path apart = write("apart", "x,y,z,c", rows);
    String never =
        "%s: column 'x' and column 'y' were seen together in no row of %s, so the"
            + " likelihood does not determine their covariance; leave one of them out, fit a model"
            + " without covariances, or add rows in which both were seen.";
    assertEquals(
        never.formatted(apart, "any class"),
        refusal("fit", "--classifier", "lda", "--data", apart, "--missing", "", "--out", model));
    assertEquals(
        never.formatted(apart, "class 'a'"),
        refusal("fit", "--classifier", "qda", "--data", apart, "--missing", "", "--out", model));
  }

  @Test
  void aTighterToleranceGoesOnUntilCovariancesStand() {
    double[] changes = new double[2];
    for (int i = 0; i < 2; i++) {
      List<Object> arguments =
          new ArrayList<>(
              List.of("fit", "--classifier", "qda", "--data", holes, "--missing", "NA"));
      arguments.addAll(i == 0 ? List.of() : List.of("--em-tolerance", "0"));
      arguments.addAll(List.of("--out", model));
      CommandRun.output(arguments.toArray());
      changes[i] = CommandRun.json("inspect", model, "--json").get("emLastChange").asDouble();
    }
    assertTrue(changes[1] < 0.1 * changes[0], () -> Arrays.toString(changes));
    assertEquals(
        "invalid value '-1' for --em-tolerance; expected a finite number of at least 0.",
        fitRefused("--missing", "NA", "--em-tolerance", "-1"));
    assertEquals(
        "--em-tolerance needs --missing, which says how missing values are written.",
        fitRefused("--em-tolerance", "1e-12"));
    assertEquals(
        "--em-tolerance cannot be used with --incomplete drop, which does not iterate.",
        fitRefused("--missing", "NA", "--incomplete", "drop", "--em-tolerance", "0"));
  }

  private String fitRefused(Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("fit", "--classifier", "lda", "--data", holes, "--out", model));
    arguments.addAll(List.of(more));
    return refusal(arguments.toArray());
  }
}
