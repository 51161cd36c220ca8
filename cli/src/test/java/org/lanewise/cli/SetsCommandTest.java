package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `fit --sets`, and `--coverage` of `predict` and `evaluate`.
class SetsCommandTest {

  private static final Path IRIS = example("iris.csv");

  @TempDir Path folder;
  private Path model;
  private Path old;
  private Path known;

  @BeforeEach
  void files() throws IOException {
    model = folder.resolve("model");
    old = rows("old.csv", 1, 900);
    known = rows("known.csv", 2, 3000);
  }

  /// Three classes that overlap, and a feature that lacks values.
  private Path rows(String name, long seed, int count) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder("x,y,kind\n");
    for (int row = 0; row < count; row++) {
      int label = random.nextInt(3);
      text.append(random.nextGaussian() + 2 * label)
          .append(',')
          .append(random.nextInt(50) == 0 ? "" : "" + (random.nextGaussian() * (1 + label)))
          .append(',')
          .append("abc".charAt(label))
          .append('\n');
    }
    return Files.writeString(folder.resolve(name), text);
  }

  private CommandRun fit(String options) {
    return CommandRun.of(words("fit --data", old, options + " --out", model));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--classifier gaussian-nb --missing NA --sets left-out",
        "--classifier gaussian-nb --missing NA --sets every:2 --temperature",
        "--classifier qda --missing NA --incomplete drop --sets left-out",
        "--classifier lda --missing NA --sets every:2 --choose shrinkage --incomplete drop",
        "--classifier lda --features x --sets left-out --transform standard",
      })
  void setsContainTheClassAsOftenAsPromised(String options) {
    CommandRun fitted = fit(options);
    assertEquals("", fitted.errors());
    boolean heldOut = options.contains("every");
    assertTrue(
        fitted.out().contains(heldOut ? "held-out rows per class" : "left-out rows per class"),
        fitted.out());
    String data = options.contains("qda") || options.contains("shrinkage") ? "complete" : "known";
    Path tested = data.equals("known") ? known : complete();
    JsonNode sets =
        CommandRun.json(words("evaluate --model", model, "--data", tested, "--coverage 0.9 --json"))
            .get("sets");
    assertEquals(0.9, sets.get("rate").asDouble(), 0.04);
    for (String name : List.of("a", "b", "c")) {
      assertEquals(0.9, sets.get("classes").get(name).get("rate").asDouble(), 0.06, name);
    }
    String text =
        CommandRun.output(words("evaluate --model", model, "--data", tested, "--coverage 0.9"));
    assertTrue(text.contains("\nsets of classes (coverage 0.9)\nclass in its set  "), text);
    assertTrue(text.contains("\nof b  "), text);
  }

  private Path complete() {
    try {
      return Files.write(
          folder.resolve("complete.csv"),
          Files.readAllLines(known).stream().filter(line -> !line.contains(",,")).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRowUnlikeAllClassesGetsAnEmptySet() throws IOException {
    CommandRun.output(words("fit --classifier qda --data", IRIS, "--sets left-out --out", model));
    Path far = Files.writeString(folder.resolve("far.csv"), "5.1,3.5,1.4,0.2\n90,90,-90,90\n");
    CommandRun run =
        CommandRun.of(words("predict --model", model, "--data", far, "--no-header --coverage 0.9"));
    assertEquals(
        """
        row,label,set(0),set(1),set(2)
        0,0,1,0,0
        1,2,0,0,0
        """,
        run.out());
    assertEquals(
        "lanewise: note: sets contain the class of a row with a probability of about 0.9 in each"
            + " class; left-out rows give no strict bound, held-out rows do (fit --sets"
            + " every:N).\n",
        run.err());
    // Other priors do not change what is promised of each class.
    assertEquals(
        List.of("set(0)\":1", "set(0)\":0"),
        CommandRun.lines(
                words(
                    "predict --json --no-header --priors 0.1,0.1,0.8 --coverage 0.9 --model",
                    model,
                    "--data",
                    far))
            .stream()
            .map(line -> line.replaceAll(".*(set\\(0\\)\":.).*", "$1"))
            .toList());
  }

  @Test
  void classesWithTooFewRowsAreNamed() {
    CommandRun.output(words("fit --classifier lda --data", IRIS, "--sets every:10 --out", model));
    CommandRun run =
        CommandRun.of(words("predict --model", model, "--data", IRIS, "--coverage 0.9"));
    assertTrue(
        run.err().contains("at least 0.9 in each class")
            && run.err().endsWith("because of too few ranked rows: 0, 1, 2.\n"),
        run.err());
    assertTrue(run.out().lines().skip(1).allMatch(line -> line.endsWith(",1,1,1")));
    String shown = CommandRun.output("inspect", model);
    assertTrue(shown.contains("ranks among 5 held-out rows per class"), shown);
    assertEquals("[5,5,5]", CommandRun.json("inspect", model, "--json").get("sets").toString());
  }

  @Test
  void whatMakesNoSetsIsRefused() throws IOException {
    CommandRun.output(words("fit --classifier lda --data", IRIS, "--out", model));
    assertEquals(
        "--coverage: the model does not keep ranked rows; fit it with --sets left-out or --sets"
            + " every:N.",
        CommandRun.refusal(words("predict --model", model, "--data", IRIS, "--coverage 0.9")));
    assertEquals(
        "--coverage needs --model, a model of fit --sets.",
        CommandRun.refusal(
            words("evaluate --classifier lda --split every:5 --data", IRIS, "--coverage 0.9")));
    for (String bad : List.of("0", "1", "90", "x", "nan")) {
      String said =
          CommandRun.refusal(words("predict --model", model, "--data", IRIS, "--coverage " + bad));
      assertTrue(said.startsWith("invalid value '" + bad + "'"), said);
    }
    for (String bad : List.of("0.2", "every:0", "leftout", "every:")) {
      assertEquals(
          "invalid value '"
              + bad
              + "' for --sets; expected left-out or every:N with N of 2 or more.",
          CommandRun.refusal(
              words("fit --classifier lda --data", IRIS, "--sets " + bad + " --out", model)));
    }
    Path weighted =
        Files.writeString(folder.resolve("w.csv"), "x,w,y\n1,2,a\n2,1,a\n4,1,b\n5,1,b\n3,1,a\n");
    assertEquals(
        "--sets cannot be used with weights, because rows are ranked alike.",
        CommandRun.refusal(
            words(
                "fit --classifier lda --weight w --label y --data",
                weighted,
                "--sets every:2 --out",
                model)));
  }

  /// Arguments, text of several words being several.
  private static Object[] words(Object... parts) {
    return Stream.of(parts)
        .flatMap(part -> part instanceof String text ? Stream.of(text.split(" ")) : Stream.of(part))
        .toArray();
  }
}
