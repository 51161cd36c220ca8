package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sparse lines count features from 1, as libsvm does, unless an index is 0 anywhere.
class SparseIndexTest {

  private static final String FROM_ONE = "+1 1:1 3:2\n+1 1:2 3:1\n-1 2:1 3:1\n-1 2:3\n";
  private static final String FROM_ZERO = "+1 0:1 2:2\n+1 0:2 2:1\n-1 1:1 2:1\n-1 1:3\n";

  @TempDir Path folder;
  private Path model;

  @BeforeEach
  void nameFiles() {
    model = folder.resolve("model");
  }

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
  }

  private CommandRun fit(String classifier, Path data, Path out, Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("fit", "--classifier", classifier, "--data", data, "--out", out));
    arguments.addAll(List.of(more));
    CommandRun run = CommandRun.of(arguments.toArray());
    assertEquals(0, run.code(), run.err());
    return run;
  }

  @Test
  void testRowsWithLargerIndicesThanTheTrainingRowsAreNoted() {
    Path test = write("test", "+1 1:1 9:2\n-1 2:1\n");
    CommandRun run =
        CommandRun.of(
            "evaluate",
            "--classifier",
            "multinomial-nb",
            "--data",
            write("data", FROM_ONE),
            "--test",
            test);
    assertEquals(
        "lanewise: note: the indices of %s go up to 9 and those of the training rows up to 3; the features without training rows count as 0 in them.\n"
            .formatted(test),
        run.err());
  }

  @Test
  void aFileFromOneHasNoFeatureOfIndexZero() {
    CommandRun run = fit("multinomial-nb", write("data", FROM_ONE), model);
    assertEquals("", run.err());
    JsonNode inspected = CommandRun.json("inspect", model, "--json");
    assertEquals(3, inspected.get("features").asInt());
    assertEquals(1, inspected.get("firstIndex").asInt());
    List<String> lines =
        CommandRun.lines(
            "predict", "--model", model, "--posteriors", "--data", write("row", "+1 1:1 3:2\n"));
    // (3+1)/(6+3) and (3+1)/(6+3) of +1; (0+1)/(5+3), (1+1)/(5+3) of -1; priors alike.
    double plus = 4.0 / 9 * 4 / 9 * 4 / 9;
    double minus = 1.0 / 8 * 2 / 8 * 2 / 8;
    String[] cells = lines.get(1).split(",");
    assertEquals("row,label,log_p(-1),log_p(+1)", lines.get(0));
    assertEquals("+1", cells[1]);
    assertEquals(Math.log(minus / (plus + minus)), Double.parseDouble(cells[2]), 1e-14);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multinomial-nb",
        "complement-nb",
        "poisson-nb",
        "bernoulli-nb --binarize 0",
        "bernoulli-nb --binarize -1",
        "gaussian-nb",
        "lda --ridge 0.1"
      })
  void aModelHasTheParametersOfTheSameRowsFromZero(String options) throws IOException {
    Object[] more = options.substring(options.indexOf(' ') + 1).split(" ");
    String classifier = options.split(" ")[0];
    more = options.contains(" ") ? more : new Object[0];
    fit(classifier, write("one", FROM_ONE), model, more);
    Path other = folder.resolve("other");
    CommandRun run = fit(classifier, write("zero", FROM_ZERO), other, more);
    assertEquals(
        "lanewise: note: %s, line 1: an index is 0, so features are counted from 0, not from 1 as in libsvm.\n"
            .formatted(folder.resolve("zero")),
        run.err());
    List<String> asked = List.of("--posteriors", "--explain", "all");
    List<String> one = predict(model, "one", asked);
    List<String> zero = predict(other, "zero", asked);
    assertTrue(one.get(0).endsWith("contribution(1),contribution(2),contribution(3)"), one.get(0));
    assertTrue(zero.get(0).endsWith("contribution(0),contribution(1),contribution(2)"));
    assertEquals(zero.subList(1, zero.size()), one.subList(1, one.size()));
  }

  private List<String> predict(Path by, String data, List<String> asked) {
    List<Object> arguments =
        new ArrayList<>(List.of("predict", "--model", by, "--data", folder.resolve(data)));
    arguments.addAll(asked);
    return CommandRun.lines(arguments.toArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"multinomial-nb", "gaussian-nb", "bernoulli-nb"})
  void anIndexZeroCountsFromZeroWhereverItStands(String classifier) throws IOException {
    StringBuilder rows = new StringBuilder();
    // More than a block.
    for (int row = 0; row < 90_000; row++) {
      rows.append(row % 3 == 0 ? "a" : "b").append(" 1:1 ").append(2 + row % 7).append(":1\n");
    }
    Path last = write("last", rows + "b 3:1 0:0\n");
    Path first = write("first", "b 3:1 0:0\n" + rows);
    assertTrue(
        fit(classifier, last, model, "--threads", "2").err().contains("last, line 90001: an"));
    assertEquals(9, CommandRun.json("inspect", model, "--json").get("features").asInt());
    Path other = folder.resolve("other");
    assertTrue(fit(classifier, first, other).err().contains("first, line 1: an index is 0"));
    assertEquals(9, CommandRun.json("inspect", other, "--json").get("features").asInt());
    if (!classifier.equals("gaussian-nb")) {
      // Sums of counts are the same in any order.
      assertArrayEquals(Files.readAllBytes(other), Files.readAllBytes(model));
    }
  }

  @Test
  void rowsOfAnotherCountThanTheModelsAreRefused() {
    fit("multinomial-nb", write("data", FROM_ONE), model);
    Path zero = write("zero", "+1 1:1\n+1 0:1\n");
    assertEquals(
        zero
            + ", line 2: the index 0 is too small; expected 1 to 3, because the model has 3"
            + " features, counted from 1.",
        refusal("predict", "--model", model, "--data", zero, "--out", folder.resolve("out")));
    assertEquals(
        zero
            + ", line 2: the index 0 is too small; expected 1 to 3, because the model has 3"
            + " features, counted from 1.",
        refusal("evaluate", "--model", model, "--data", zero));
  }

  @Test
  void foldsAndTestRowsCountAsAllRowsDo() {
    // The only index 0 is in one fold.
    Path data = write("data", FROM_ONE + FROM_ONE + "+1 0:1\n-1 1:1\n");
    String[] ways = {"--folds", "5", "--split", "every:5"};
    for (int i = 0; i < ways.length; i += 2) {
      CommandRun run =
          CommandRun.of(
              "evaluate",
              "--json",
              "--classifier",
              "multinomial-nb",
              "--data",
              data,
              ways[i],
              ways[i + 1]);
      assertTrue(run.out().contains("\"features\":4,"), run.out());
      assertTrue(run.err().contains("line 9: an index is 0"), run.err());
    }
  }

  @Test
  void partsOfWhichOneHasTheIndexZeroAreMergedToWhatAllRowsAre() throws IOException {
    String rest = "+1 1:2\n-1 5:1 0:4\n";
    Path one = gather("one", FROM_ONE);
    Path zero = gather("zero", rest);
    Path all = gather("all", FROM_ONE + rest);
    for (List<Path> parts : List.of(List.of(one, zero), List.of(zero, one))) {
      Path merged = folder.resolve("merged");
      CommandRun run = CommandRun.of("merge", parts.get(0), parts.get(1), "--out", merged);
      assertEquals(
          "lanewise: note: %s has index 0 and %s does not; counting the features of both from 0.\n"
              .formatted(zero, one),
          run.err());
      assertEquals(fitted(all), fitted(merged));
      Path rested = folder.resolve("rested");
      CommandRun subtracted = CommandRun.of("subtract", merged, one, "--out", rested);
      assertEquals(0, subtracted.code(), subtracted.err());
      assertEquals(fitted(zero), fitted(rested));
    }
    Path other = gather("other", FROM_ONE);
    assertEquals("", CommandRun.of("merge", one, other, "--out", folder.resolve("both")).err());
    assertEquals(
        3, CommandRun.json("inspect", folder.resolve("both"), "--json").get("features").asInt());
  }

  private Path gather(String name, String rows) {
    Path out = folder.resolve(name + ".stats");
    CommandRun.output(
        "gather", "--classifier", "multinomial-nb", "--data", write(name, rows), "--out", out);
    return out;
  }

  /// The answer of a model of statistics for each index.
  private List<String> fitted(Path statistics) {
    CommandRun.output(
        "fit", "--statistics", statistics, "--classifier", "multinomial-nb", "--out", model);
    Path rows = write("rows", "+1 0:1\n+1 1:1\n+1 2:1\n+1 3:1\n+1 4:1\n+1 5:1\n");
    return CommandRun.lines("predict", "--model", model, "--data", rows, "--posteriors");
  }

  @Test
  void sentencesNameTheIndexOfTheFile() {
    Path data = write("data", "a 1:1 3:2\nb 2:1\n");
    assertTrue(
        refusal("fit", "--classifier", "bernoulli-nb", "--data", data, "--out", model)
            .startsWith(data + ", line 1, feature index 3: the value is 2.0; "));
  }
}
