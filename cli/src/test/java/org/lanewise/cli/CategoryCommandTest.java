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
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tables of categories.
class CategoryCommandTest {

  private static final String ROWS =
      """
      k,odor,cap
      e,n,x
      e,a,x
      e,n,?
      p,f,b
      p,f,x
      p,?,b
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

  private void fit(Object... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of("fit", "--classifier", "categorical-nb", "--data", data, "--out", model));
    arguments.addAll(List.of("--label", "k"));
    arguments.addAll(List.of(more));
    CommandRun.output(arguments.toArray());
  }

  /// log p(e | x) of rows without a label.
  private List<Double> logPosteriors(String rows, Object... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                "predict",
                "--posteriors",
                "--model",
                model,
                "--data",
                write("rows", "odor,cap\n" + rows)));
    arguments.addAll(List.of(more));
    return CommandRun.lines(arguments.toArray()).stream()
        .skip(1)
        .map(line -> Double.valueOf(line.split(",")[2]))
        .toList();
  }

  private static void assertPosterior(double jointE, double jointP, double logPosterior) {
    assertEquals(Math.log(jointE / (jointE + jointP)), logPosterior, 1e-14);
  }

  private double loss(Path train, Path test, Object... more) {
    List<Object> arguments =
        new ArrayList<>(
            List.of("evaluate", "--json", "--classifier", "categorical-nb", "--data", train));
    arguments.addAll(List.of("--label", "k", "--test", test));
    arguments.addAll(List.of(more));
    return CommandRun.json(arguments.toArray()).get("logLoss").asDouble();
  }

  @Test
  void countsCategories() {
    fit();
    List<Double> found = logPosteriors("n,x\nf,b\n?,?\n");
    // Odor has 4 categories, one of them ?; cap 3.
    assertPosterior(3.0 / 7 * 3 / 6, 1.0 / 7 * 2 / 6, found.get(0));
    assertPosterior(1.0 / 7 * 1 / 6, 3.0 / 7 * 3 / 6, found.get(1));
    assertPosterior(1.0 / 7 * 2 / 6, 2.0 / 7 * 1 / 6, found.get(2));
  }

  @Test
  void leavesMissingValuesOut() {
    fit("--missing", "?");
    List<Double> found = logPosteriors("n,x\n?,b\nn,\n?,?\n");
    // Odor has 3 categories in 3 and 2 rows, cap 2 in 2 and 3.
    assertPosterior(3.0 / 6 * 3 / 4, 1.0 / 5 * 2 / 5, found.get(0));
    assertPosterior(1.0 / 4, 3.0 / 5, found.get(1));
    assertPosterior(3.0 / 6, 1.0 / 5, found.get(2));
    assertPosterior(1, 1, found.get(3));
    // Told once, at the fit; another text may be told for another file.
    assertEquals(found, logPosteriors("n,x\n-,b\nn,-\n-,-\n", "--missing", "-"));
  }

  @Test
  void refusesUnseenCategoriesUnlessTold() {
    fit("--missing", "?");
    Path rows = write("rows", "cap,odor\nx,n\nx,musty\nhat,n\n");
    assertEquals(
        rows
            + ", line 3, column 'odor': 'musty' is an unseen category; expected one of [a, f, n],"
            + " or use --unseen ignore or smoothed.",
        refusal("predict", "--model", model, "--data", rows));
    List<Double> ignored = logPosteriors("musty,x\n", "--unseen", "ignore");
    assertPosterior(3.0 / 4, 2.0 / 5, ignored.getFirst());
    List<Double> smoothed = logPosteriors("musty,x\n", "--unseen", "smoothed");
    assertPosterior(1.0 / 7 * 3 / 4, 1.0 / 6 * 2 / 5, smoothed.getFirst());
    fit("--missing", "?", "--unseen", "smoothed");
    assertEquals(smoothed, logPosteriors("musty,x\n"));
    assertEquals(ignored, logPosteriors("musty,x\n", "--unseen", "ignore"));
    refusal("predict", "--model", model, "--data", rows, "--unseen", "error");
  }

  @Test
  void evaluateKnowsTheCategoriesOfTrainingRowsOnly() {
    Path train = write("train", "odor,k\na,e\na,e\nb,p\n");
    Path test = write("test", "odor,k\nc,e\n");
    assertEquals(
        test
            + ", line 2, column 'odor': 'c' is an unseen category; expected one of [a, b], or use"
            + " --unseen ignore or smoothed.",
        refusal(
            "evaluate",
            "--classifier",
            "categorical-nb",
            "--data",
            train,
            "--label",
            "k",
            "--test",
            test));
    assertEquals(-Math.log(2.0 / 3), loss(train, test, "--unseen", "ignore"), 1e-14);
    // As with one row more in each of three categories.
    double smoothed = -Math.log(2.0 / 3 / 5 / (2.0 / 3 / 5 + 1.0 / 3 / 4));
    assertEquals(smoothed, loss(train, test, "--unseen", "smoothed"), 1e-14);
    // Numbers are categories like all others, each text its own.
    Path numbers = write("numbers", "odor,k\n1,e\n1,e\n1.0,p\n");
    Path more = write("more", "odor,k\n01,e\n");
    assertEquals(smoothed, loss(numbers, more, "--unseen", "smoothed", "--categorical"), 1e-14);
  }

  @Test
  void theOrderOfRowsDoesNotMatter() throws IOException {
    fit("--missing", "?");
    byte[] first = Files.readAllBytes(model);
    List<String> lines = new ArrayList<>(ROWS.lines().toList());
    Collections.reverse(lines.subList(1, lines.size()));
    data = write("data", String.join("\n", lines) + "\n");
    fit("--missing", "?");
    assertArrayEquals(first, Files.readAllBytes(model));
  }

  @Test
  void takesAColumnWithoutAnyValue() {
    data = write("data", "k,odor,cap\ne,,x\np,,b\n");
    fit();
    List<Double> found = logPosteriors(",x\n");
    assertPosterior(2, 1, found.getFirst());
  }

  @Test
  void inspectTellsTheCategories() {
    fit("--missing", "?", "--alpha", "0.5");
    JsonNode json = CommandRun.json("inspect", model, "--json");
    assertEquals("[[\"a\",\"f\",\"n\"],[\"b\",\"x\"]]", json.get("categories").toString());
    assertEquals("{\"alpha\":\"0.5\",\"missing\":\"?\"}", json.get("options").toString());
    assertEquals(6, json.get("theta").size());
    assertEquals(7, json.get("freeParameters").asInt());
    // log p(a | p) − log p(a | e), of 2 rows and 3 rows.
    assertEquals(
        Math.log(0.5 / 3.5) - Math.log(1.5 / 4.5), json.get("theta").get(1).asDouble(), 1e-14);
    String text = CommandRun.output("inspect", model);
    assertTrue(text.contains("column 'odor' 'f'"), text);
    assertTrue(text.contains("--alpha 0.5 --missing ?\n"), text);
  }

  @Test
  void refusesWhatAreNoCategories() {
    Path sparse = write("sparse", "e 0:1\np 1:1\n");
    assertEquals(
        sparse + " has sparse lines (label index:value …); expected a table of categories.",
        refusal("fit", "--classifier", "categorical-nb", "--data", sparse, "--out", model));
    Path messages = write("messages", "e\thello you\np\tbuy now\n");
    assertEquals(
        messages + " is read as messages; categorical-nb needs a table of categories.",
        refusal(
            "fit",
            "--classifier",
            "categorical-nb",
            "--data",
            messages,
            "--text",
            "1",
            "--out",
            model));
    Path numbers = write("numbers", "1,a\n2,a\n4,b\n5,b\n");
    CommandRun.output("fit", "--classifier", "lda", "--data", numbers, "--out", model);
    assertEquals(
        "--unseen does not apply to a model without categories.",
        refusal("predict", "--model", model, "--data", numbers, "--unseen", "ignore"));
    CommandRun.output("fit", "--classifier", "poisson-nb", "--data", numbers, "--out", model);
    assertEquals(
        "--missing does not apply to a model of poisson-nb; expected one of lda, qda, rda,"
            + " low-rank, gaussian-nb, bernoulli-nb, categorical-nb, mixed-nb.",
        refusal("predict", "--model", model, "--data", numbers, "--missing", "?"));
    assertEquals(
        "invalid value 'maybe' for --unseen; expected error, ignore or smoothed.",
        refusal("predict", "--model", model, "--data", numbers, "--unseen", "maybe"));
  }

  /// The formulas of the model, over the values that are present.
  @Test
  void bernoulliLeavesMissingValuesOut() {
    Path rows = write("bits", "k,u,v\na,1,?\na,1,0\na,0,1\nb,0,0\nb,,1\n");
    CommandRun.output(
        "fit",
        "--classifier",
        "bernoulli-nb",
        "--missing",
        "?",
        "--label",
        "k",
        "--data",
        rows,
        "--out",
        model);
    // u: 2 of 3 in a, 0 of 1 in b; v: 1 of 2 in a, 1 of 2 in b; α = 1.
    double[] expected = {
      Math.log(3 / 5.0 * (3 / 5.0) * (2 / 4.0)), Math.log(2 / 5.0 * (1 / 3.0) * (2 / 4.0)),
      Math.log(3 / 5.0 * (2 / 4.0)), Math.log(2 / 5.0 * (2 / 4.0)),
      Math.log(3 / 5.0 * (2 / 5.0)), Math.log(2 / 5.0 * (2 / 3.0))
    };
    String[] lines = posteriors("u,v\n1,1\n?,0\n0,\n");
    for (int row = 0; row < 3; row++) {
      String[] cells = lines[row + 1].split(",");
      double a = expected[2 * row];
      double b = expected[2 * row + 1];
      double sum = Math.log(Math.exp(a) + Math.exp(b));
      assertEquals(a - sum, Double.parseDouble(cells[2]), 1e-14);
      assertEquals(b - sum, Double.parseDouble(cells[3]), 1e-14);
    }
    assertArrayEquals(lines, posteriors("u,v\n1,1\n-,0\n0,-\n", "--missing", "-"));
    Path two = write("two", "u,v\n?,2\n");
    assertEquals(
        two
            + ", line 2, column 'v': the value is 2.0; bernoulli-nb expects 0 or 1; to turn"
            + " numbers above T into 1, fit with --binarize T.",
        refusal("predict", "--model", model, "--data", two));
  }

  private String[] posteriors(String content, Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("predict", "--model", model, "--posteriors", "--data"));
    arguments.add(write("rows", content));
    arguments.addAll(List.of(more));
    return CommandRun.output(arguments.toArray()).split("\n");
  }
}
