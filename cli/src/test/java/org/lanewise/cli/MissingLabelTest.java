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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A missing label is no class: its row is left out as if it were not in the file, and that is
/// said.
class MissingLabelTest {

  @TempDir Path folder;

  private Path write(String name, String content) {
    return CommandRun.write(folder, name, content);
  }

  /// Rows; every fifth has its label in the given spelling, or none if that is null.
  private static String rows(int count, String missing) {
    StringBuilder rows = new StringBuilder("x,y,c\n");
    for (int i = 0; i < count; i++) {
      boolean lacks = i % 5 == 2;
      if (!lacks || missing != null) {
        String label = lacks ? missing : i % 2 == 0 ? "a" : "b";
        rows.append(i * 37 % 101).append(',').append(i % 2 + i * 11 % 7).append(',');
        rows.append(label).append('\n');
      }
    }
    return rows.toString();
  }

  private CommandRun succeed(Object... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertEquals(0, run.code(), run.err());
    return run;
  }

  private static Object[] with(String options, Object... arguments) {
    return Stream.concat(Stream.of(arguments), Stream.of(options.split(" "))).toArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lda --missing NA",
        "lda --missing NA --incomplete drop",
        "gaussian-nb --missing NA",
        "gaussian-nb --missing NA --weight y",
        "qda --missing NA --typicality",
        "mixed-nb --missing NA",
        "categorical-nb --missing NA",
        "bernoulli-nb --binarize 3 --missing NA --choose alpha=0.5,1",
      })
  void theModelIsThatOfTheOtherRows(String options) throws IOException {
    // More than a block of them is gathered where rows are not kept.
    int count = options.startsWith("gaussian-nb --missing NA") ? 120_000 : 500;
    Path model = folder.resolve("model");
    Path expected = folder.resolve("expected");
    Path complete = write("complete", rows(count, null));
    succeed(
        with(
            options, "fit", "--data", complete, "--label", "c", "--out", expected, "--classifier"));
    List<String> spellings = List.of("NA", "", "\"\"", "\"NA\"", " NA ");
    for (String spelling : count > 500 ? spellings.subList(0, 2) : spellings) {
      Path data = write("data", rows(count, spelling));
      CommandRun run =
          succeed(
              with(options, "fit", "--data", data, "--label", "c", "--out", model, "--classifier"));
      assertEquals(
          1,
          run.err()
              .lines()
              .filter(
                  ("lanewise: note: %s: leaving out %d of %d rows, which have no label."
                          .formatted(data, count / 5, count))
                      ::equals)
              .count(),
          run.err());
      assertArrayEquals(Files.readAllBytes(expected), Files.readAllBytes(model), spelling);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--split every:4", "--folds 5", "--leave-one-out"})
  void anEvaluationIsThatOfTheOtherRows(String way) {
    Path complete = write("complete", rows(200, null));
    Path data = write("data", rows(200, ""));
    List<JsonNode> found = new ArrayList<>();
    for (Path file : List.of(complete, data)) {
      Object[] arguments = with(way, "evaluate", "--classifier", "lda", "--data", file, "--json");
      CommandRun run = succeed(arguments);
      assertEquals(file.equals(data), run.err().contains("leaving out 40 of 200 rows"), run.err());
      found.add(CommandRun.results(CommandRun.json(arguments)));
    }
    assertEquals(found.get(0), found.get(1));
  }

  @Test
  void testRowsAndStoredModelsLeaveThemOutToo() {
    Path complete = write("complete", rows(200, null));
    Path data = write("data", rows(200, "NA"));
    Path model = folder.resolve("model");
    CommandRun.output(
        "fit", "--classifier", "lda", "--missing", "NA", "--data", complete, "--out", model);
    CommandRun stored = succeed("evaluate", "--model", model, "--data", data, "--json");
    assertTrue(stored.err().contains("data: leaving out 40 of 200 rows"), stored.err());
    assertTrue(stored.out().contains("\"rows\":160"), stored.out());
    CommandRun tested =
        succeed(
            "evaluate",
            "--classifier",
            "lda",
            "--missing",
            "NA",
            "--data",
            complete,
            "--test",
            data);
    assertTrue(tested.err().contains("data: leaving out 40 of 200 rows"), tested.err());
    // Their labels are not looked at where rows are predicted: every row has an answer.
    assertEquals(201, CommandRun.lines("predict", "--model", model, "--data", data).size());
  }

  @Test
  void gatheredStatisticsAreThoseOfTheOtherRows() throws IOException {
    Path[] out = {folder.resolve("1"), folder.resolve("2")};
    String[] spellings = {null, ""};
    for (int i = 0; i < 2; i++) {
      Path data = write("data", rows(300, spellings[i]));
      CommandRun run =
          succeed("gather", "--classifier", "qda", "--label", "c", "--data", data, "--out", out[i]);
      assertEquals(i == 1, run.err().contains("leaving out 60 of 300 rows"), run.err());
    }
    assertArrayEquals(Files.readAllBytes(out[0]), Files.readAllBytes(out[1]));
  }

  @Test
  void messagesWithoutALabelAreLeftOutWithTheirWords() {
    Path data =
        write("data", "c\tm\na\tyes we can\nb\tno way\n\tunheard of\na\tyes\nb\tno\n\"\"\tnever\n");
    Path model = folder.resolve("model");
    CommandRun run =
        succeed(
            "fit",
            "--classifier",
            "multinomial-nb",
            "--label",
            "c",
            "--text",
            "m",
            "--quote",
            "\"",
            "--data",
            data,
            "--out",
            model);
    assertTrue(run.err().contains("leaving out 2 of 6 rows, which have no label"), run.err());
    JsonNode inspected = CommandRun.json("inspect", model, "--json");
    assertEquals(
        "[\"can\",\"no\",\"way\",\"we\",\"yes\"]", inspected.get("featureNames").toString());
    assertEquals("[\"a\",\"b\"]", inspected.get("classes").toString());
  }

  @Test
  void aFileWithoutAnyLabelIsRefused() {
    Path data = write("data", "x,c\n1,\n2,\n");
    assertEquals(
        data
            + " has no labelled rows; the cells of column 'c', the label, are empty; use --label to"
            + " name the class column.",
        refusal(
            "fit",
            "--classifier",
            "lda",
            "--label",
            "c",
            "--data",
            data,
            "--out",
            folder.resolve("m")));
  }
}
