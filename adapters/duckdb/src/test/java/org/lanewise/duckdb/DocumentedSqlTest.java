package org.lanewise.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.cli.Command;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// The commands and the program of `docs/parquet-and-sql.md`.
class DocumentedSqlTest {

  @TempDir Path folder;

  @Test
  void theCommandsOfThePageRun() throws IOException {
    Files.createDirectory(folder.resolve("parts"));
    String rows = "SELECT i %% 7 + %s AS x0, i %% 5 - %<s AS x1 %s FROM range(60) t(i)";
    String label = ", 'c' || i % 2 AS y";
    Tables.write(folder.resolve("parts/part-1.parquet"), rows.formatted("i % 2", label));
    Tables.write(folder.resolve("parts/part-2.parquet"), rows.formatted("2 * (i % 2)", label));
    Tables.write(folder.resolve("new.parquet"), rows.formatted("i % 2", ""));
    Tables.write(folder.resolve("new.csv"), rows.formatted("i % 2", label));
    String page = Files.readString(Path.of("../../docs/parquet-and-sql.md"));
    List<String> lines = page.lines().filter(line -> line.startsWith("./lanewise ")).toList();
    assertEquals(4, lines.size());
    runAll(lines);
  }

  @Test
  void theCommandsOfTheGuideRun() throws IOException {
    Tables.write(
        folder.resolve("penguins.parquet"),
        "FROM read_csv('../../examples/data/penguins.csv', nullstr = 'NA')");
    String page = Files.readString(Path.of("../../docs/guide.md"));
    List<String> lines =
        page.lines().filter(line -> line.matches("\\$ lanewise .*\\.parquet.*")).toList();
    assertEquals(3, lines.size());
    runAll(lines.stream().map(line -> line.substring(2)).toList());
  }

  private void runAll(List<String> lines) {
    Pattern word = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");
    Pattern file = Pattern.compile("(?:parts/)?[\\w*-]+\\.(?:parquet|csv|model)");
    for (String line : lines) {
      Object[] words =
          word.matcher(line)
              .results()
              .skip(1)
              .map(found -> found.group().replaceAll("^(['\"])(.*)\\1$", "$2"))
              .map(text -> file.matcher(text).replaceAll(m -> inFolder(m.group())))
              .toArray();
      Command command = Command.run(words);
      assertEquals(0, command.code(), line + "\n" + command.err());
    }
  }

  private String inFolder(String name) {
    return Matcher.quoteReplacement(folder.resolve(name).toString());
  }

  @Test
  void theProgramOfThePageRuns() throws SQLException {
    LinearDiscriminant model =
        LinearDiscriminant.fit(
            NumericColumns.of(new double[] {1, 2, 3, 7, 8, 9}, new double[] {0, 1, 0, 4, 6, 5}),
            Labels.of("no", "no", "no", "yes", "yes", "yes"));
    try (Connection connection = Tables.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table mail as select 8 as words, 5 as links");

      LanewiseFunctions.register(connection, "spam", model);
      ResultSet rows =
          statement.executeQuery(
              "select spam_label(words, links), spam_log_p('yes', words, links) from mail");

      assertTrue(rows.next());
      assertEquals("yes", rows.getString(1));
      assertTrue(rows.getDouble(2) > -0.1);
    }
  }
}
