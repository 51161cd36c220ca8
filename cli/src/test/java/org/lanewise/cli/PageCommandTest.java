package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.example;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `evaluate --report` and `inspect --report`: the page says what the JSON object says.
class PageCommandTest {

  private static final Pattern ROW = Pattern.compile("<td data-key=\"([^\"]*)\".*?</tr>");

  private static final Pattern CELL = Pattern.compile("<td[^>]*>(?:<bdi>)?([^<]*)");

  private static final long MAX_BYTES = 5_000_000;

  @TempDir Path folder;

  /// The rows of the tables of all numbers, by their keys: their cells, divided by bars.
  private static Map<String, String> numbers(Path page) throws IOException {
    Map<String, String> numbers = new LinkedHashMap<>();
    Matcher row = ROW.matcher(Files.readString(page));
    while (row.find()) {
      numbers.put(
          row.group(1),
          CELL.matcher(row.group())
              .results()
              .map(cell -> cell.group(1))
              .collect(Collectors.joining("|")));
    }
    return numbers;
  }

  /// What a page has to have for a member of a JSON object, by the same keys.
  private static void flatten(String key, JsonNode value, Map<String, String> into) {
    if (value.isObject()) {
      value
          .properties()
          .forEach(member ->
              flatten(
                  key.isEmpty() ? member.getKey() : key + "." + member.getKey(),
                  member.getValue(),
                  into));
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        if (value.get(i).has("values")) {
          flatten(key + "." + i, value.get(i), into);
        } else {
          into.put(key + "." + i, cells(value.get(i)));
        }
      }
    } else {
      into.put(key, value.isNull() ? "none" : value.asText());
    }
  }

  private static String cells(JsonNode row) {
    return row.isContainerNode()
        ? StreamSupport.stream(row.spliterator(), false)
            .map(JsonNode::asText)
            .collect(Collectors.joining("|"))
        : row.asText();
  }

  private static void assertSame(JsonNode json, Path page) throws IOException {
    Map<String, String> expected = new LinkedHashMap<>();
    flatten("", json, expected);
    assertEquals(expected, numbers(page));
  }

  @ParameterizedTest
  @CsvSource({
    "lda, iris.csv, --split every:5",
    "qda, wine.csv, --folds 5",
    "gaussian-nb, breast_cancer.csv, --leave-one-out --box-m",
    "lda, banknote.csv, --split every:5 --reject 0.1",
    "bernoulli-nb, sms_spam.tsv, --label 0 --text 1 --split every:5"
  })
  void theNumbersOfThePageAreThoseOfTheJsonObject(String classifier, String data, String options)
      throws IOException {
    Path page = folder.resolve("page.html");
    List<Object> arguments = new ArrayList<>(List.of("evaluate", "--json", "--report", page));
    arguments.addAll(List.of("--classifier", classifier, "--data", example(data)));
    arguments.addAll(List.of(options.split(" ")));
    JsonNode json = CommandRun.json(arguments.toArray());
    assertTrue(json.has("calibration"), "a page shows calibration, so that the object has it");
    assertSame(json, page);
    String text = Files.readString(page);
    assertTrue(text.contains("<dd>%.2f %%".formatted(100 * json.get("accuracy").asDouble())));
    assertTrue(text.contains("--classifier " + classifier), "the command is told");
    assertTrue(
        text.contains(": %.2f %%</span>".formatted(100 * json.at("/baseline/accuracy").asDouble())),
        "the largest class stands next to the accuracy");
    assertEquals(options.contains("--folds"), text.contains("Faint lines are the folds"));
    assertTrue(Files.size(page) < MAX_BYTES);
  }

  @ParameterizedTest
  @CsvSource({"qda, wine.csv, ''", "bernoulli-nb, sms_spam.tsv, --label 0 --text 1"})
  void aModelHasAPageWithAndWithoutRows(String classifier, String data, String options)
      throws IOException {
    Path model = folder.resolve("model");
    Path page = folder.resolve("page.html");
    List<Object> fit = new ArrayList<>(List.of("fit", "--classifier", classifier, "--out", model));
    fit.addAll(List.of("--data", example(data)));
    fit.addAll(options.isEmpty() ? List.of() : List.of(options.split(" ")));
    CommandRun.output(fit.toArray());
    Map<String, String> all = new LinkedHashMap<>();
    flatten("", CommandRun.json("inspect", model, "--json", "--report", page), all);
    Map<String, String> shown = numbers(page);
    // Of very many values the first are shown.
    shown.forEach((key, value) ->
        assertTrue((all.get(key) + "|").startsWith(value + "|"), () -> key + ": " + value));
    assertTrue(shown.containsKey("freeParameters"));
    assertSame(
        CommandRun.json(
            "evaluate", "--model", model, "--data", example(data), "--json", "--report", page),
        page);
    assertFalse(Files.readString(page).contains("fit time"), "nothing was fitted");
  }

  @Test
  void whatMakesNoSenseIsRefusedBeforeAnyWork() throws IOException {
    Path page = folder.resolve("page.html");
    String data = example("iris.csv").toString();
    assertEquals(
        "--axes needs --report FILE.",
        CommandRun.refusal(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            data,
            "--split",
            "every:5",
            "--axes",
            "0",
            "1"));
    assertEquals(
        "--axes: the axis '7' is not a numeric feature of the model; expected one of 0, 1, 2,"
            + " 3.",
        CommandRun.refusal(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            data,
            "--split",
            "every:5",
            "--report",
            page,
            "--axes",
            "0",
            "7"));
    assertTrue(
        CommandRun.refusal(
                "evaluate",
                "--classifier",
                "lda",
                "--data",
                data,
                "--split",
                "every:5",
                "--report",
                folder.resolve("none").resolve("page.html"))
            .contains("none"));
    assertEquals(
        "--report cannot be standard output, which shows the results as text; use a file.",
        CommandRun.refusal(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            data,
            "--split",
            "every:5",
            "--report",
            "-"));
    Path copy = Files.copy(example("iris.csv"), folder.resolve("iris.csv"));
    assertTrue(
        CommandRun.refusal(
                "evaluate",
                "--classifier",
                "lda",
                "--data",
                copy,
                "--split",
                "every:5",
                "--report",
                copy)
            .contains("is also an input"));
    Path costs = Files.writeString(folder.resolve("costs.csv"), "action,a,b\nact,0,1\n");
    assertEquals(
        costs + " is also an input; choose another output.",
        CommandRun.refusal(
            "evaluate",
            "--classifier",
            "lda",
            "--data",
            data,
            "--split",
            "every:5",
            "--costs",
            costs,
            "--report",
            costs));
    assertFalse(Files.exists(page));
  }

  @ParameterizedTest
  @EnabledIfSystemProperty(
      named = "lanewise.data",
      matches = ".+",
      disabledReason = "the data sets are not here")
  @CsvSource({
    "banknote/data_banknote_authentication.txt, qda, ''",
    "breast_cancer/breast_cancer.csv, lda, ''",
    "digits/digits.csv.gz, lda, --shrinkage 0.1",
    "iris/iris.csv, rda, --lambda 0.5 --gamma 0.1",
    "magic04/magic04.data, gaussian-nb, ''",
    "mushroom/agaricus-lepiota.data, categorical-nb, --label 0",
    "newsgroups20/derived/counts.svm.gz, multinomial-nb, ''",
    "sms_spam/derived/counts.svm.gz, complement-nb, ''",
    "spambase/spambase.data, bernoulli-nb, --binarize 0",
    "wine/wine_data.csv, qda, ''"
  })
  void everyDataSetHasAPage(String data, String classifier, String options) throws IOException {
    Path page = folder.resolve("page.html");
    List<Object> arguments = new ArrayList<>(List.of("evaluate", "--json", "--report", page));
    arguments.addAll(List.of("--split", "every:5", "--classifier", classifier));
    arguments.addAll(List.of("--data", Path.of(System.getProperty("lanewise.data"), data)));
    arguments.addAll(options.isEmpty() ? List.of() : List.of(options.split(" ")));
    assertSame(CommandRun.json(arguments.toArray()), page);
    assertTrue(Files.size(page) < MAX_BYTES);
  }
}
