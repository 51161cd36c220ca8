package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The output of `predict` with `--probabilities` and with `--json`.
class PredictProbabilitiesTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /// Classes whose names have to be quoted.
  private static final String NAMES =
      "x,class\n1,\"a, \"\"b\"\"\"\n2,\"a, \"\"b\"\"\"\n4,c\\d\n5,c\\d\n9,é\n8.5,é\n";

  @TempDir Path folder;
  private Path model;

  @BeforeEach
  void namesModel() {
    model = folder.resolve("model");
  }

  private void fit(String classifier, Path data, Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("fit", "--classifier", classifier, "--data", data, "--out", model));
    arguments.addAll(List.of(more));
    CommandRun.output(arguments.toArray());
  }

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
  }

  private Object[] arguments(Path data, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of("predict", "--model", model, "--data", data));
    arguments.addAll(List.of(more));
    return arguments.toArray();
  }

  private List<List<String>> table(Path data, Object... more) throws IOException {
    String text = CommandRun.output(arguments(data, more));
    try (CsvReader<de.siegmar.fastcsv.reader.CsvRecord> reader =
        CsvReader.builder().ofCsvRecord(text)) {
      return reader.stream().map(line -> line.getFields()).toList();
    }
  }

  private List<JsonNode> objects(Path data, Object... more) throws IOException {
    List<JsonNode> objects = new ArrayList<>();
    for (String line : CommandRun.lines(arguments(data, more))) {
      objects.add(MAPPER.readTree(line));
    }
    return objects;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lda",
        "qda",
        "rda --lambda 0.3 --gamma 0.2",
        "gaussian-nb",
        "bernoulli-nb --binarize 3",
        "categorical-nb",
        "multinomial-nb",
        "complement-nb",
        "poisson-nb",
        "mixed-nb"
      })
  void sumToOneAndAreThePowersOfTheLogPosteriors(String options) throws IOException {
    List<String> words = List.of(options.split(" "));
    fit(words.getFirst(), example("iris.csv"), words.subList(1, words.size()).toArray());
    List<List<String>> lines = table(example("iris.csv"), "--posteriors", "--probabilities");
    assertEquals(
        List.of("row", "label", "log_p(0)", "log_p(1)", "log_p(2)", "p(0)", "p(1)", "p(2)"),
        lines.getFirst());
    for (List<String> line : lines.subList(1, lines.size())) {
      double sum = 0;
      for (int c = 0; c < 3; c++) {
        double log = Double.parseDouble(line.get(2 + c));
        double p = Double.parseDouble(line.get(5 + c));
        // Where log p is large, its own rounding is.
        assertEquals(Math.exp(log), p, p * 4e-16 * (1 - log), line.toString());
        sum += p;
      }
      assertEquals(1, sum, 3 * Math.ulp(1.0), line.toString());
    }
  }

  @Test
  void areThoseOfTheMostProbableClasses() throws IOException {
    fit("qda", example("iris.csv"), "--temperature");
    for (List<String> line :
        table(example("iris.csv"), "--probabilities", "--top", "3").subList(1, 151)) {
      for (int i = 4; i < 10; i += 2) {
        assertEquals(line.get(1 + Integer.parseInt(line.get(i))), line.get(i + 1));
      }
    }
  }

  @Test
  void haveAColumnForEachClassInTheModelsOrder() throws IOException {
    fit("gaussian-nb", write("train", NAMES));
    Path rows = write("rows", "x\n1.5\n4.5\n8\n");
    List<List<String>> table = table(rows, "--probabilities");
    assertEquals(List.of("row", "label", "p(a, \"b\")", "p(c\\d)", "p(é)"), table.getFirst());
    List<JsonNode> objects = objects(rows, "--probabilities", "--json");
    assertEquals(3, objects.size());
    for (int row = 0; row < 3; row++) {
      Iterator<Map.Entry<String, JsonNode>> members = objects.get(row).properties().iterator();
      for (int i = 0; i < 5; i++) {
        Map.Entry<String, JsonNode> member = members.next();
        assertEquals(table.getFirst().get(i), member.getKey());
        assertEquals(table.get(row + 1).get(i), member.getValue().asText());
        assertEquals(i != 1, member.getValue().isNumber());
      }
    }
    assertEquals("a, \"b\"", objects.getFirst().get("label").asText());
  }

  @Test
  void areThoseOfTheClassesWhateverIsDecided() throws IOException {
    fit("gaussian-nb", write("train", "x,class\n1,a\n2,a\n4,b\n5,b\n"));
    Path rows = write("rows", "x\n1.5\n3\n8\n");
    List<List<String>> plain = table(rows, "--probabilities");
    Path costs = write("costs", "do,a,b\nstay,0,5\nwait,1,1\n");
    for (Object[] decided :
        List.of(
            new Object[] {"--reject", "0.2"},
            new Object[] {"--costs", costs},
            new Object[] {"--costs", "0,1;2,0"})) {
      List<Object> more = new ArrayList<>(List.of(decided));
      more.add("--probabilities");
      List<List<String>> lines = table(rows, more.toArray());
      for (int row = 1; row < 4; row++) {
        assertEquals(plain.get(row).subList(2, 4), lines.get(row).subList(2, 4));
      }
    }
    fit("lda", example("iris.csv"), "--unknown");
    List<List<String>> known = table(example("iris.csv"), "--probabilities");
    List<List<String>> unknown = table(example("iris.csv"), "--probabilities", "--unknown", "0.1");
    assertTrue(unknown.stream().anyMatch(line -> line.get(1).equals("unknown")));
    for (int row = 1; row < known.size(); row++) {
      assertEquals(known.get(row).subList(2, 5), unknown.get(row).subList(2, 5));
    }
  }

  @Test
  void writesEveryAnswerAsAMemberOfAnObject() throws IOException {
    fit("lda", example("iris.csv"), "--unknown");
    Object[] all = {
      "--posteriors",
      "--log-density",
      "--typicality",
      "--top",
      "2",
      "--explain",
      "2",
      "--unknown",
      "0.1",
      "--probabilities"
    };
    List<List<String>> table = table(example("iris.csv"), all);
    List<Object> json = new ArrayList<>(List.of(all));
    json.add("--json");
    List<JsonNode> objects = objects(example("iris.csv"), json.toArray());
    for (int row = 0; row < 150; row++) {
      for (int i = 0; i < table.getFirst().size(); i++) {
        assertEquals(
            table.get(row + 1).get(i), objects.get(row).get(table.getFirst().get(i)).asText());
      }
      assertEquals(table.getFirst().size(), objects.get(row).size());
    }
    json.add("--no-row");
    assertTrue(objects(example("iris.csv"), json.toArray()).getFirst().get("row") == null);
  }

  @Test
  void anInfiniteLogarithmIsAText() throws IOException {
    fit("bernoulli-nb", write("train", "1,0,a\n1,0,a\n0,1,b\n0,1,b\n"), "--alpha", "0");
    JsonNode object =
        objects(write("rows", "1,0\n"), "--posteriors", "--probabilities", "--json").getFirst();
    assertEquals("-Infinity", object.get("log_p(b)").asText());
    assertEquals(0.0, object.get("p(b)").asDouble());
    assertEquals(1.0, object.get("p(a)").asDouble());
  }

  @Test
  void aFileMayHaveAColumnOfTheSameName() {
    fit("gaussian-nb", write("train", "x,class\n1,a\n2,a\n4,b\n5,b\n"));
    Path rows = write("rows", "x,p(b)\n1,0.5\n");
    CommandRun run = CommandRun.of(arguments(rows, "--keep", "--probabilities"));
    assertTrue(run.out().startsWith("x,p(b),predicted,p(a),p(b)\n1,0.5,a,"), run.out());
    assertTrue(
        run.err()
            .contains(
                rows
                    + " already has a column 'p(b)'; the output has two columns of this name, the"
                    + " answer last."),
        run.err());
  }

  @Test
  void refusesWhatMakesNoSenseWithObjects() {
    fit("gaussian-nb", write("train", "x,class\n1,a\n2,a\n4,b\n5,b\n"));
    Path rows = write("rows", "x\n1\n");
    assertEquals(
        "--json and --keep cannot be used together; --keep writes the rows as they are in the"
            + " file.",
        CommandRun.refusal(arguments(rows, "--json", "--keep")));
    assertEquals(
        "--json and --out o.parquet cannot be used together; choose JSON lines or Parquet.",
        CommandRun.refusal(arguments(rows, "--json", "--out", "o.parquet")));
  }
}
