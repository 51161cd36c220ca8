package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `lanewise evaluate --prequential`.
class PrequentialCommandTest {

  private static final int ROWS = 120;

  @TempDir Path folder;

  /// Rows of two classes with a third from row 60 on; all are whole numbers, with few values.
  private List<String> lines() {
    SplittableRandom random = new SplittableRandom(7);
    List<String> lines = new ArrayList<>(List.of("x,v,w,y"));
    for (int row = 0; row < ROWS; row++) {
      int label = random.nextInt(row < 60 ? 2 : 3);
      lines.add(
          "%d,%d,%d,%s"
              .formatted(
                  random.nextInt(2),
                  random.nextInt(4) + label,
                  random.nextInt(3) + (random.nextInt(3) == 0 ? 2 - label : label),
                  "abc".substring(label, label + 1)));
    }
    return lines;
  }

  private Path write(String name, List<String> lines) throws IOException {
    return Files.write(folder.resolve(name), lines);
  }

  /// Arguments, text of several words being several.
  private static Object[] words(Object... parts) {
    return Stream.of(parts)
        .flatMap(part -> part instanceof String text ? Stream.of(text.split(" ")) : Stream.of(part))
        .toArray();
  }

  private List<String[]> predictions(Path data, String options) throws IOException {
    Path out = folder.resolve("predictions.csv");
    CommandRun.output(words("evaluate --prequential --data", data, options, "--predictions", out));
    return Files.readAllLines(out).stream().skip(1).map(line -> line.split(",")).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lda",
        "qda --ridge 0.1",
        "gaussian-nb",
        "categorical-nb",
        "multinomial-nb",
        "mixed-nb"
      })
  void aRowIsPredictedByTheFitToTheRowsBeforeItsBlock(String classifier) throws IOException {
    List<String> lines = lines();
    List<String[]> found =
        predictions(write("all.csv", lines), "--block 10 --classifier " + classifier);
    // The types and categories are those of all rows, which the first 30 do not have.
    for (int begin : classifier.equals("lda") ? new int[] {30, 110} : new int[] {110}) {
      List<String> before = new ArrayList<>(lines.subList(0, 1 + begin));
      Path model = folder.resolve("model");
      CommandRun.output(
          words(
              "fit --classifier",
              classifier,
              "--data",
              write("before.csv", before),
              "--out",
              model));
      Path block =
          write(
              "block.csv",
              Stream.concat(
                      Stream.of(lines.getFirst()), lines.subList(1 + begin, 11 + begin).stream())
                  .toList());
      List<String> expected =
          CommandRun.lines(words("predict --probabilities --model", model, "--data", block));
      int k = begin < 60 ? 2 : 3;
      for (int i = 0; i < 10; i++) {
        int row = begin + i;
        String[] cells =
            found.stream().filter(each -> each[0].equals("" + row)).findFirst().orElseThrow();
        String[] wanted = expected.get(1 + i).split(",");
        for (int c = 0; c < k; c++) {
          assertEquals(
              Double.parseDouble(wanted[wanted.length - k + c]),
              Double.parseDouble(cells[4 + c]),
              1e-13,
              () -> "row " + row);
        }
      }
    }
  }

  @Test
  void aRowCountsHalfAfterTheHalfLife() throws IOException {
    List<String> lines = lines();
    List<String[]> found =
        predictions(write("all.csv", lines), "--half-life 20 --classifier gaussian-nb");
    int row = 100;
    List<String> weighted = new ArrayList<>(List.of("x,v,w,y,weight"));
    for (int i = 0; i < row; i++) {
      weighted.add(lines.get(1 + i) + "," + Math.pow(0.5, (row - 1 - i) / 20.0));
    }
    Path model = folder.resolve("model");
    CommandRun.output(
        words(
            "fit --classifier gaussian-nb --label y --weight weight --data",
            write("weighted.csv", weighted),
            "--out",
            model));
    Path one = write("one.csv", List.of(lines.getFirst(), lines.get(1 + row)));
    String[] wanted =
        CommandRun.lines(words("predict --probabilities --model", model, "--data", one))
            .get(1)
            .split(",");
    String[] cells =
        found.stream().filter(each -> each[0].equals("" + row)).findFirst().orElseThrow();
    for (int c = 0; c < 3; c++) {
      assertEquals(
          Double.parseDouble(wanted[wanted.length - 3 + c]),
          Double.parseDouble(cells[4 + c]),
          1e-9);
    }
  }

  @Test
  void figuresOfWindowsAreThoseOfTheirRows() throws IOException {
    Path data = write("all.csv", lines());
    List<String[]> rows = predictions(data, "--warm-up 12 --classifier multinomial-nb");
    JsonNode json =
        CommandRun.evaluate(
            data, words("--prequential --warm-up 12 --every 40 --classifier multinomial-nb"));
    JsonNode course = json.get("prequential");
    assertEquals(12, course.get("notPredicted").asInt());
    assertEquals(ROWS - 12, rows.size());
    assertEquals(1, course.get("unlearned").asInt(), "the first row of the third class");
    assertEquals(0, course.get("byOlderModel").asInt());
    assertEquals(1, json.get("logLoss").asDouble() / course.get("logLoss").asDouble(), 1e-12);
    JsonNode window = course.get("windows").get(1);
    int errors = 0;
    int changes = 0;
    int known = 0;
    double logLoss = 0;
    int[] truths = new int[3];
    int[] predicted = new int[3];
    for (int i = 40; i < 80; i++) {
      String[] cells = rows.get(i);
      errors += cells[2].equals(cells[3]) ? 0 : 1;
      changes += cells[2].equals(rows.get(i - 1)[2]) ? 0 : 1;
      truths["abc".indexOf(cells[2])]++;
      predicted["abc".indexOf(cells[3])]++;
      double p = Double.parseDouble(cells[4 + "abc".indexOf(cells[2])]);
      known += p > 0 ? 1 : 0;
      logLoss -= p > 0 ? Math.log(p) : 0;
    }
    double chance = 0;
    for (int c = 0; c < 3; c++) {
      chance += truths[c] / 40.0 * predicted[c] / 40;
    }
    assertEquals(rows.get(40)[0], window.get("firstRow").asText());
    assertEquals(rows.get(79)[0], window.get("lastRow").asText());
    assertEquals(errors / 40.0, window.get("errorRate").asDouble());
    assertEquals(changes / 40.0, window.get("errorRateOfLastClass").asDouble());
    assertEquals(logLoss / known, window.get("logLoss").asDouble(), 1e-12);
    assertEquals(
        (1 - errors / 40.0 - chance) / (1 - chance), window.get("kappa").asDouble(), 1e-12);
    String text =
        CommandRun.output(words("evaluate --prequential --classifier multinomial-nb --data", data));
    assertTrue(text.contains("predicted by models of the rows before them"), text);
    assertTrue(text.contains("1, each an error without a log loss"), text);
  }

  @Test
  void whenNoModelCanBeFittedTheLastOnePredicts() throws IOException {
    // Each new class has one row at first, to which no covariance can be fitted.
    Path data = write("all.csv", lines());
    JsonNode course =
        CommandRun.evaluate(data, words("--prequential --classifier qda")).get("prequential");
    assertTrue(course.get("notPredicted").asInt() >= 8, course.toString());
    assertTrue(course.get("byOlderModel").asInt() > 0, course.toString());
    assertTrue(course.get("refusal").asText().contains("class 'c'"), course.toString());
  }

  @Test
  void aClassThatIsForgottenIsLearnedAgain() throws IOException {
    List<String> lines = new ArrayList<>(List.of("x,y"));
    for (int row = 0; row < 1300; row++) {
      String label = row % 600 == 0 ? "rare" : row % 2 == 0 ? "even" : "odd";
      lines.add((label.equals("rare") ? 9 : row % 2 * 3) + row % 7 / 10.0 + "," + label);
    }
    JsonNode json =
        CommandRun.evaluate(
            write("all.csv", lines),
            words("--prequential --half-life 1 --classifier multinomial-nb"));
    assertEquals(3, json.get("prequential").get("unlearned").asInt(), "rows 2, 600, 1,200");
    JsonNode ofLastBlock =
        CommandRun.evaluate(
            write("all.csv", lines()),
            words("--prequential --half-life 0.001 --block 40 --classifier multinomial-nb"));
    assertEquals(80, ofLastBlock.get("testRows").asInt());
  }

  @Test
  void thePageHasTheCourse() throws IOException {
    Path page = folder.resolve("page.html");
    CommandRun.output(
        words(
            "evaluate --prequential --classifier lda --data",
            write("all.csv", lines()),
            "--report",
            page));
    String html = Files.readString(page);
    for (String title : List.of("Errors", "Log loss", "Cohen's κ")) {
      assertTrue(
          html.contains("<h3>" + title.replace("'", "&#39;")) || html.contains(title), title);
    }
    assertTrue(html.contains("<section id=\"trends\">"));
    assertFalse(html.contains("NaN px"));
  }

  @Test
  void rowsOfNewClassesOnlyHaveNoLogLoss() throws IOException {
    StringBuilder rows = new StringBuilder("x,y\n");
    for (int row = 0; row < 9; row++) {
      rows.append(row * 4 % 9).append(",c").append(row).append('\n');
    }
    Path data = Files.writeString(folder.resolve("new.csv"), rows);
    String text =
        CommandRun.output(words("evaluate --classifier gaussian-nb --prequential --data", data));
    assertTrue(text.contains("0 of 7, 0.00 %\n"), text);
    assertTrue(text.contains("log loss         none\n"), text);
    assertFalse(text.contains("NaN"), text);
  }

  @Test
  void whatCannotBeLearnedRowByRowIsRefused() throws IOException {
    Path data = write("all.csv", lines());
    assertEquals(
        "--block needs --prequential.",
        CommandRun.refusal(words("evaluate --classifier lda --block 3 --folds 3 --data", data)));
    assertEquals(
        "--prequential cannot be used with --shrinkage lw, which needs all training rows at once.",
        CommandRun.refusal(
            words("evaluate --classifier lda --shrinkage lw --prequential --data", data)));
    for (String halfLife : List.of("-1", "7d", "0x7p0")) {
      assertEquals(
          "invalid value '%s' for --half-life; expected a number of rows above 0, such as 1000."
              .formatted(halfLife),
          CommandRun.refusal(
              words(
                  "evaluate --classifier lda --prequential --half-life %s --data"
                      .formatted(halfLife),
                  data)));
    }
    assertTrue(
        CommandRun.refusal(words("evaluate --classifier lda --prequential --folds 3 --data", data))
            .startsWith("test rows are given in 2 ways; use one of "));
    assertTrue(
        CommandRun.refusal(
                words("evaluate --classifier lda --prequential --block 500 --data", data))
            .contains("no row is left to predict after the first model"));
    Path one = write("one.csv", List.of("x,y", "1,a", "2,a"));
    assertTrue(
        CommandRun.refusal(words("evaluate --classifier lda --prequential --data", one))
            .contains("has only one class, 'a'"));
  }

  @Test
  void theLossOfModelsOfFewRowsIsSaid() throws IOException {
    String first = "0,1,a\n0.1,1.2,a\n5,2,b\n5.1,2.1,b\n0.2,3,a\n";
    String more = "0,1.1,a\n5,2.5,b\n1,2,a\n4,1,b\n".repeat(10);
    Path data = Files.writeString(folder.resolve("few.csv"), first + more);
    String options = "evaluate --prequential --every 5 --classifier gaussian-nb --data";
    String text = CommandRun.output(words(options, data));
    assertTrue(
        text.contains(
            " of the log loss, because models of few rows are overconfident; use --warm-up 8 to"
                + " only learn rows 3 to 7\n"),
        text);
    assertFalse(CommandRun.output(words(options, data, "--warm-up 20")).contains("use --warm-up"));
  }
}
