package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.evaluate;
import static org.lanewise.cli.CommandRun.example;
import static org.lanewise.cli.CommandRun.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `compare`: all classifiers that accept the rows, by the same folds.
class CompareCommandTest {

  private static final Path IRIS = example("iris.csv");

  @TempDir Path folder;

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
  }

  private static JsonNode compare(Path data, Object... more) {
    return CommandRun.json(
        Stream.concat(Stream.of("compare", "--data", data, "--json"), Stream.of(more)).toArray());
  }

  private static List<String> names(JsonNode entries) {
    List<String> names = new ArrayList<>();
    entries.forEach(entry -> names.add(entry.get("name").asText()));
    return names;
  }

  private static JsonNode entry(JsonNode comparison, String name) {
    for (JsonNode entry : comparison.get("ranked")) {
      if (entry.get("name").asText().equals(name)) {
        return entry;
      }
    }
    throw new AssertionError(name + " is not in " + comparison);
  }

  /// `evaluate` has the same folds, and its own tests against other software.
  @Test
  void figuresAreThoseOfEvaluate() {
    JsonNode comparison =
        compare(IRIS, "--folds", "5", "--seed", "3", "--classifiers", "gaussian-nb,qda");
    assertEquals(
        List.of("qda, ridge", "qda, shrinkage", "qda", "gaussian-nb"),
        names(comparison.get("ranked")));
    for (String classifier : List.of("qda", "gaussian-nb")) {
      JsonNode evaluation =
          evaluate(IRIS, "--classifier", classifier, "--folds", "5", "--seed", "3");
      JsonNode entry = entry(comparison, classifier);
      JsonNode folds = evaluation.get("folds");
      assertEquals(folds.get("logLoss"), entry.get("untemperedLogLoss"));
      assertEquals(folds.get("errorRate"), entry.get("errorRate"));
      assertEquals(evaluation.get("freeParameters"), entry.get("freeParameters"));
    }
    // Each fold and each training part has the same share of each class.
    JsonNode shares = comparison.get("classShares");
    assertEquals(Math.log(3), shares.get("logLoss").get("mean").asDouble(), 1e-15);
    assertEquals(2 / 3.0, shares.get("errorRate").get("mean").asDouble(), 1e-15);
    assertTrue(comparison.get("isBetterThanClassShares").asBoolean());
  }

  /// Chosen in a fold from its training rows only: the same as `fit --choose` on them.
  @Test
  void optionsAreChosenFromTrainingRows() {
    StringBuilder all = new StringBuilder();
    StringBuilder[] files = {new StringBuilder(), new StringBuilder()};
    for (int row = 0; row < 60; row++) {
      String values =
          "%d,%d,%d,%s%n"
              .formatted(row * 11 % 17, row * 5 % 7, row * row % 19, row * 3 % 4 < 2 ? "a" : "b");
      all.append("g").append(row % 2).append(',').append(values);
      files[row % 2].append(values);
    }
    JsonNode comparison =
        compare(
            write("all", all.toString()), "--folds", "2", "--groups", "0", "--classifiers", "lda");
    double sum = 0;
    for (int fold = 0; fold < 2; fold++) {
      Path model = folder.resolve("model" + fold);
      Path training = write("training", files[1 - fold].toString());
      CommandRun.output(
          "fit",
          "--classifier",
          "lda",
          "--choose",
          "shrinkage",
          "--last-row",
          "skip",
          "--data",
          training,
          "--out",
          model);
      sum +=
          evaluate(write("test", files[fold].toString()), "--model", model)
              .get("logLoss")
              .asDouble();
    }
    JsonNode chosen = entry(comparison, "lda, shrinkage");
    assertEquals(sum / 2, chosen.get("untemperedLogLoss").get("mean").asDouble(), 1e-13);
    assertTrue(chosen.get("options").asText().startsWith("--classifier lda --choose shrinkage"));
  }

  @Test
  void theNumberOfThreadsChangesNothing() {
    List<String> texts = new ArrayList<>();
    for (String threads : List.of("1", "3")) {
      String text =
          CommandRun.output(
              "compare",
              "--data",
              IRIS,
              "--folds",
              "5",
              "--classifiers",
              "lda,rda,gaussian-nb",
              "--threads",
              threads,
              "--json");
      texts.add(text.replaceAll("\"seconds\":[^,}]*", ""));
    }
    assertEquals(texts.get(0), texts.get(1));
  }

  @Test
  void classifiersThatDoNotAcceptTheRowsAreListedWithTheReason() {
    StringBuilder rows = new StringBuilder("size,colour,class\n");
    for (int row = 0; row < 40; row++) {
      rows.append(row * 7 % 11)
          .append(row % 3 == 0 ? ".5,red," : ".5,blue,")
          .append(row % 2 == 0 ? "a\n" : "b\n");
    }
    Path data = write("mixed.csv", rows.toString());
    JsonNode comparison = compare(data, "--folds", "4");
    assertTrue(names(comparison.get("ranked")).contains("mixed-nb"), comparison.toString());
    // 11 sizes with fractions are measurements.
    assertTrue(names(comparison.get("refused")).contains("categorical-nb"));
    assertEquals(
        "--classifier lda --unseen ignore --categories indicator",
        entry(comparison, "lda").get("options").asText());
    assertTrue(names(comparison.get("refused")).contains("gaussian-nb"), comparison.toString());
    String reason = comparison.get("refused").get(0).get("reason").asText();
    assertTrue(reason.contains("mixed.csv, line 2") && reason.contains("'red'"), reason);
    String text = CommandRun.output("compare", "--data", data, "--folds", "4");
    assertTrue(text.contains("\ngaussian-nb") && text.contains(" left out ["), text);
    assertTrue(text.contains("] " + data + ", line 2, column 'colour'"), text);
  }

  @Test
  void theBestIsWrittenAsFitWritesIt() throws Exception {
    Path out = folder.resolve("best.model");
    JsonNode comparison =
        compare(IRIS, "--folds", "5", "--classifiers", "lda,gaussian-nb", "--out", out);
    assertEquals("lda, shrinkage", comparison.get("best").asText());
    Path fitted = folder.resolve("fitted.model");
    CommandRun.output(
        "fit",
        "--classifier",
        "lda",
        "--choose",
        "shrinkage",
        "--temperature",
        "--data",
        IRIS,
        "--out",
        fitted);
    assertEquals(-1, Files.mismatch(fitted, out));
    String text =
        CommandRun.output(
            "compare",
            "--data",
            IRIS,
            "--folds",
            "5",
            "--classifiers",
            "lda,gaussian-nb",
            "--out",
            out);
    assertTrue(
        text.endsWith("lda, shrinkage was fitted to all rows and written to " + out + ".\n"));
  }

  @Test
  void aPersonReadsATableAndTheNextCommand() {
    String text =
        CommandRun.output("compare", "--data", IRIS, "--classifiers", "gaussian-nb, poisson-nb");
    assertTrue(text.contains("folds    10 folds, shuffled with seed 1\n"), text);
    assertTrue(text.contains("\nclass shares alone"), text);
    assertTrue(
        text.endsWith(
            "To fit gaussian-nb: lanewise fit --classifier gaussian-nb --temperature --data %s --out best.model\n"
                .formatted(IRIS)),
        text);
    assertFalse(text.contains("left out"), text);
  }

  @Test
  void thePageHasTheTableAndTheChartOfLogLosses() throws Exception {
    Path page = folder.resolve("page.html");
    String printed =
        CommandRun.output(
            "compare",
            "--data",
            IRIS,
            "--folds",
            "5",
            "--classifiers",
            "lda,gaussian-nb,bernoulli-nb",
            "--report",
            page);
    String html = Files.readString(page);
    for (String line : printed.lines().toList()) {
      boolean compared = line.startsWith("lda") || line.startsWith("gaussian");
      if (compared || line.startsWith("class sh")) {
        String[] cells = line.split("  +");
        String row = html.substring(html.indexOf("<tr><th scope=\"row\"><bdi>" + cells[0] + "<"));
        // The time is that of this run too, so that all cells are equal.
        for (int i = 1; i < cells.length; i++) {
          assertTrue(row.contains(">" + cells[i] + "<"), cells[i] + " in " + row);
        }
        assertTrue(
            html.contains(">%s ± %s</text>".formatted(cells[1], cells[2])), "the chart: " + line);
      }
    }
    assertTrue(html.contains("<title>Classifiers on iris.csv</title>"));
    assertTrue(html.contains("<dt>Best</dt><dd>lda, shrinkage<"));
    assertTrue(html.contains("<dt>Simplest within one standard error</dt><dd>lda, shrinkage<"));
    assertTrue(html.contains("left out [1]"), "the refused");
    assertTrue(html.contains("bernoulli-nb expects 0 or 1"), "the reason");
    assertTrue(html.contains("rows of class &#39;0&#39;</bdi></th><td class=\"n\">50<"));
    assertTrue(html.contains("5 folds, shuffled with seed 1"));
    assertTrue(html.contains("lanewise fit --classifier lda --choose shrinkage"));
    assertTrue(html.contains("<bdi>lanewise compare --data "));
    assertEquals(
        "--out and --report name the same file; use two.",
        refusal("compare", "--data", IRIS, "--out", page, "--report", page));
    assertEquals(
        IRIS + " is also an input; choose another output.",
        refusal("compare", "--data", IRIS, "--report", IRIS));
  }

  @Test
  void uselessRowsAreSaidToBeUseless() {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 60; row++) {
      rows.append(row * 7 % 11).append(row % 10 == 3 ? ",yes\n" : ",no\n");
    }
    Path data = write("useless", rows.toString());
    JsonNode comparison = compare(data, "--folds", "5", "--classifiers", "gaussian-nb");
    assertFalse(comparison.get("isBetterThanClassShares").asBoolean());
    assertTrue(
        CommandRun.output("compare", "--data", data, "--folds", "5", "--classifiers", "gaussian-nb")
            .contains(
                "\nNo classifier is better than the class shares alone by more than one standard"
                    + " error.\n"));
  }

  @Test
  void theOnlyRowOfAClassIsNotTested() {
    StringBuilder rows = new StringBuilder();
    Random random = new Random(2);
    for (int row = 0; row < 40; row++) {
      rows.append(
          "%.3f,%s%n".formatted(random.nextGaussian() + 2 * (row % 2), "ab".charAt(row % 2)));
    }
    Path data = write("single", rows + "9.5,c\n");
    CommandRun run = CommandRun.of("compare", "--data", data, "--classifiers", "lda");
    assertTrue(
        run.err()
            .contains(
                "1 of 41 test rows, the first in %s, line 41, are of classes without training rows, 'c' (1); they are not tested."
                    .formatted(data)),
        run.err());
    assertTrue(run.out().contains("To fit lda"), run.out());
    Path two = write("two", rows.toString().replaceAll("(?m)^.*,b\n", "") + "9.5,c\n");
    assertTrue(
        CommandRun.output("compare", "--data", two)
            .endsWith("\nNo classifier accepts these rows, for the reasons above.\n"));
    assertEquals(
        "fold 20 tests only classes without training rows; use fewer folds.",
        refusal("compare", "--data", two, "--folds", "21"));
  }

  @Test
  void measurementsReadAsCategoriesAreNotRecommended() {
    Random random = new Random(3);
    StringBuilder rows = new StringBuilder("x,y,c\n");
    for (int row = 0; row < 60; row++) {
      rows.append(
          "%.5f,%.5f,%s%n"
              .formatted(
                  random.nextGaussian(), random.nextGaussian(), random.nextBoolean() ? "a" : "b"));
    }
    Path data = write("noise.csv", rows.toString());
    JsonNode comparison = compare(data);
    JsonNode refused = comparison.get("refused");
    assertTrue(
        refused
            .get(names(refused).indexOf("categorical-nb"))
            .get("reason")
            .asText()
            .startsWith("column 'x' looks like a measurement, with 60 different values in 60 rows"),
        comparison.toString());
    double shares = comparison.get("classShares").get("logLoss").get("mean").asDouble();
    for (JsonNode ranked : comparison.get("ranked")) {
      boolean isBest = ranked.get("name").equals(comparison.get("best"));
      assertTrue(
          !isBest || ranked.get("logLoss").get("mean").asDouble() < shares, ranked.toString());
      assertTrue(
          ranked.has("notRecommended") || ranked.get("logLoss").get("mean").asDouble() < shares,
          ranked.toString());
    }
    // The same numbers with decimal commas are categories for all classifiers.
    Path commas = write("commas.csv", rows.toString().replace(",", ";").replace(".", ","));
    CommandRun run = CommandRun.of("compare", "--data", commas, "--classifiers", "mixed-nb");
    assertTrue(run.err().contains("'x' looks like numbers with decimal commas"), run.err());
    assertTrue(run.out().contains("\n[1] column 'x' looks like a measurement"), run.out());
  }

  @Test
  void weightsOfTrainingRowsCountInTheClassShares() {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 40; row++) {
      rows.append(row * 7 % 11).append(row % 2 == 0 ? ",1,a\n" : ",3,b\n");
    }
    JsonNode comparison =
        compare(
            write("weighted", rows.toString()),
            "--weight",
            "1",
            "--folds",
            "4",
            "--classifiers",
            "gaussian-nb");
    JsonNode shares = comparison.get("classShares");
    assertEquals(
        -(Math.log(0.25) + Math.log(0.75)) / 2, shares.at("/logLoss/mean").asDouble(), 1e-14);
    assertEquals(0.5, shares.at("/errorRate/mean").asDouble(), 1e-15);
  }

  @Test
  void missingCellsAreTakenByThoseThatTakeThem() {
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 40; row++) {
      rows.append(row % 8 == 5 ? "NA" : row * 7 % 11)
          .append(',')
          .append(row % 5)
          .append(row % 2 == 0 ? ",a\n" : ",b\n");
    }
    JsonNode comparison =
        compare(write("holes", rows.toString()), "--folds", "4", "--missing", "NA");
    List<String> ranked = names(comparison.get("ranked"));
    assertTrue(
        ranked.containsAll(List.of("lda", "qda", "gaussian-nb", "mixed-nb")), ranked.toString());
    assertTrue(names(comparison.get("refused")).contains("multinomial-nb"));
  }

  /// Chosen from the complete rows, as `fit --choose shrinkage --incomplete drop` does.
  @Test
  void optionsOfDiscriminantsAreChosenFromCompleteRows() throws Exception {
    StringBuilder rows = new StringBuilder("kind,x,y\n");
    for (int row = 0; row < 60; row++) {
      rows.append(row % 2 == 0 ? "a," : "b,")
          .append(row % 9 == 5 ? "?" : row * 7 % 11 + row % 2 * 4)
          .append(',')
          .append(row * row % 13)
          .append('\n');
    }
    Path data = write("holes.csv", rows.toString());
    Path out = folder.resolve("best.model");
    Object[] more = {"--label", "kind", "--missing", "?", "--folds", "4", "--classifiers", "rda"};
    JsonNode comparison =
        compare(data, Stream.concat(Stream.of(more), Stream.of("--out", out)).toArray());
    String options =
        "--classifier rda --choose lambda-gamma --missing '?' --incomplete drop --temperature";
    assertEquals(options, entry(comparison, "rda, lambda-gamma").get("options").asText());
    Path fitted = folder.resolve("fitted.model");
    List<Object> fit = new ArrayList<>(List.of("fit", "--label", "kind", "--data", data));
    fit.addAll(List.of(options.replace("'", "").split(" ")));
    fit.addAll(List.of("--out", fitted));
    CommandRun.output(fit.toArray());
    assertEquals(-1, Files.mismatch(fitted, out));
    String text =
        CommandRun.output(
            Stream.concat(Stream.of("compare", "--data", data), Stream.of(more)).toArray());
    assertTrue(
        text.endsWith(
            "To fit rda, lambda-gamma: lanewise fit %s --data %s --label kind --out best.model\n"
                .formatted(options, data)),
        text);
  }

  @Test
  void whatCannotBeComparedIsRefused() {
    assertEquals(
        "compare reads the rows more than once, and standard input can be read only once; use a"
            + " file.",
        refusal("compare", "--data", "-"));
    assertTrue(
        refusal("compare", "--data", IRIS, "--classifiers", "lda,svm")
            .startsWith("invalid value 'lda,svm' for --classifiers; expected some of lda, qda, "));
    assertEquals(
        "cannot make 151 folds of 150 rows; expected 2 or more folds, and a row for each.",
        refusal("compare", "--data", IRIS, "--folds", "151"));
    assertEquals(
        "--out - is taken by the table; use a file.",
        refusal("compare", "--data", IRIS, "--out", "-"));
    Path one = write("one", "1,a\n2,a\n3,a\n");
    assertTrue(
        refusal("compare", "--data", one, "--folds", "2").contains("has only one class, 'a'"));
    Path absent = folder.resolve("absent.csv");
    assertTrue(refusal("compare", "--data", absent).contains("absent.csv"));
  }
}
