package org.lanewise.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.cli.Command;

/// The command that `compare` prints fits the model that it recommends, also for tables of DuckDB.
class ComparedTablesTest {

  private static final String ROWS =
      "SELECT i AS id, sin(i * 12.9898) + k AS \"a b\", cos(i * 78.233) * 2 - k AS c,"
          + " ['red','it''s blue'][1 + (i + k) % 2] AS colour, 'class ' || k AS y, i % 7 AS z"
          + " FROM (SELECT i, (i * 31 % 7) % 2 AS k FROM range(200) t(i))";

  @TempDir Path folder;

  private Path parquet;

  @BeforeEach
  void writeRows() {
    parquet = Tables.write(folder.resolve("it's rows.parquet"), ROWS);
  }

  private static String succeed(Object... arguments) {
    Command command = Command.run(arguments);
    assertEquals(0, command.code(), command.err());
    return command.out();
  }

  private void assertPrintsWhatItRecommends(Object... arguments) throws Exception {
    List<Object> compare =
        new ArrayList<>(
            List.of("compare", "--folds", "3", "--classifiers", "lda,gaussian-nb,mixed-nb"));
    compare.addAll(List.of(arguments));
    String printed = succeed(compare.toArray());
    String line = printed.lines().filter(each -> each.startsWith("To fit ")).findAny().orElse("");
    assertTrue(line.contains(": lanewise fit "), printed);
    Path best = folder.resolve("best");
    compare.addAll(List.of("--out", best));
    succeed(compare.toArray());
    Path fitted = folder.resolve("fitted");
    String command =
        line.substring(line.indexOf(": lanewise ") + 2)
            .replace("--out best.model", "--out '" + fitted + "'");
    succeed(Stream.of(words(command)).skip(1).toArray());
    assertEquals(-1, Files.mismatch(best, fitted), command);
  }

  /// The words of a command as a shell reads them.
  private static String[] words(String command) throws IOException, InterruptedException {
    Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\037' " + command).start();
    String all = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, shell.waitFor());
    return all.substring(0, all.length() - 1).split("\u001f", -1);
  }

  @Test
  void ofParquet() throws Exception {
    assertPrintsWhatItRecommends("--data", parquet, "--label", "y", "--drop", "z");
  }

  @Test
  void ofAQuery() throws Exception {
    assertPrintsWhatItRecommends(
        "--sql",
        "SELECT \"a b\", c, colour, y FROM '%s' WHERE z <> 3"
            .formatted(parquet.toString().replace("'", "''")));
  }

  @Test
  void ofAQueryWithAGivenLabelAndColumns() throws Exception {
    assertPrintsWhatItRecommends(
        "--sql",
        "FROM '%s'".formatted(parquet.toString().replace("'", "''")),
        "--label",
        "y",
        "--features",
        "a b,c");
  }
}
