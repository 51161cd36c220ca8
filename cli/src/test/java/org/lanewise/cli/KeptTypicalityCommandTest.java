package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `fit --typicality`: the model keeps what `predict --typicality` ranks rows among.
class KeptTypicalityCommandTest {

  private static final Path IRIS = example("iris.csv");

  @TempDir Path folder;
  private Path model;

  @BeforeEach
  void names() {
    model = folder.resolve("model");
  }

  private String fit(String options) {
    return CommandRun.output(words("fit --data", IRIS, options + " --typicality --out", model));
  }

  private List<String> predict() {
    return CommandRun.lines(
        words("predict --no-row --model", model, "--data", IRIS, "--typicality"));
  }

  @ParameterizedTest
  @CsvSource({
    "--classifier rda --lambda 0.2 --gamma 0.1",
    "--classifier lda --shrinkage 0.1",
    "--classifier qda --ridge 0.01"
  })
  void ofLeftOutRowsWhereThereIsNoLaw(String options) {
    String said = fit(options);
    assertTrue(said.startsWith("typicality: ranks among 50 rows per class\n"), said);
    List<String> lines = predict();
    assertEquals("label,typicality(0),typicality(1),typicality(2)", lines.getFirst());
    int few = 0;
    for (String line : lines.subList(1, 51)) {
      double p = Double.parseDouble(line.split(",")[1]);
      assertTrue(p >= 1.0 / 51 && p <= 1, line);
      few += p <= 0.1 ? 1 : 0;
    }
    // Rows that were trained on are no farther out than when they were left out.
    assertTrue(few <= 5, few + " of 50 rows are as far out as 5 of 51");
    String shown = CommandRun.output("inspect", model);
    assertTrue(shown.contains("ranks among 50 rows per class"), shown);
    JsonNode json = CommandRun.json("inspect", model, "--json");
    assertEquals("[50,50,50]", json.get("typicality").toString());
  }

  @Test
  void ofRowsDrawnFromNaiveBayesAreThoseThatPredictDraws() {
    CommandRun.output("fit", "--classifier", "gaussian-nb", "--data", IRIS, "--out", model);
    List<String> drawn = predict();
    String said = fit("--classifier gaussian-nb");
    assertTrue(said.startsWith("typicality: ranks among 10000 rows per class\n"), said);
    assertEquals(drawn, predict());
  }

  @Test
  void plainDiscriminantsKeepNoneAndUseTheLaw() {
    CommandRun.output("fit", "--classifier", "qda", "--data", IRIS, "--out", model);
    List<String> law = predict();
    String said = fit("--classifier qda");
    assertTrue(said.startsWith(model.toString()), said);
    assertEquals(law, predict());
  }

  @Test
  void withWeightsToo() throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> lines = Files.readAllLines(IRIS);
    for (int i = 0; i < lines.size(); i++) {
      text.append(lines.get(i)).append(i == 0 ? ",w\n" : "," + (1 + i % 3) + "\n");
    }
    Path weighted = Files.writeString(folder.resolve("weighted.csv"), text);
    CommandRun.output(
        words("fit --classifier lda --weight w --data", weighted, "--typicality --out", model));
    assertEquals(
        150 + 1,
        CommandRun.lines(words("predict --model", model, "--data", weighted, "--typicality"))
            .size());
  }

  @Test
  void whatItIsNotKnownOfIsRefused() {
    assertEquals(
        "--typicality does not apply to complement-nb.",
        CommandRun.refusal(
            words("fit --classifier complement-nb --data", IRIS, "--typicality --out", model)));
    CommandRun.output("fit", "--classifier", "rda", "--data", IRIS, "--out", model);
    assertEquals(
        "--typicality: rda ranks rows among its training rows, which the model does not keep; fit"
            + " it with --typicality.",
        CommandRun.refusal(words("predict --model", model, "--data", IRIS, "--typicality")));
  }

  /// Arguments, text of several words being several.
  private static Object[] words(Object... parts) {
    return Stream.of(parts)
        .flatMap(part -> part instanceof String text ? Stream.of(text.split(" ")) : Stream.of(part))
        .toArray();
  }
}
