package org.lanewise.duckdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.cli.Command;

/// Parquet that several threads read: the bits of one, however the rows lie in files and groups.
class PartsTest {

  @TempDir static Path folder;

  /// Files whose groups end within ranges, of which one has no rows, and a class that comes late.
  private static String pattern;

  @BeforeAll
  static void writeRows() {
    String rows =
        "SELECT a, b, c, d, bit, colour, abs(a)::DECIMAL(9,3) AS w, i %% 4 AS n, CASE WHEN i >"
            + " 36000 AND i %% 11 = 0 THEN 'a late class of a long name' ELSE y END AS y FROM"
            + " (SELECT *, row_number() OVER () AS i FROM (%s)) WHERE i BETWEEN %d AND %d";
    int[][] files = {{1, 1, 40_001}, {10, 0, 0}, {2, 40_002, 75_000}};
    for (int[] file : files) {
      Tables.run(
          "COPY (%s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 6144)"
              .formatted(
                  rows.formatted(Tables.rows(75_000), file[1], file[2]),
                  folder.resolve("p-%d.parquet".formatted(file[0]))));
    }
    pattern = folder.resolve("p-*.parquet").toString();
  }

  private static Command run(int threads, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--threads", threads));
    return Command.run(all.toArray());
  }

  private static Command succeed(int threads, Object... arguments) {
    Command command = run(threads, arguments);
    assertEquals(0, command.code(), command.err());
    return command;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lda --drop colour,w",
        "qda --drop colour --weight w",
        "gaussian-nb --drop colour --weight w",
        "gaussian-nb --drop colour --missing 0",
        "lda --drop colour,bit --missing 0 --incomplete drop",
        "bernoulli-nb --drop a,b,c,d,n,w,colour",
        "multinomial-nb --drop a,b,c,d,colour",
        "categorical-nb --features bit,colour,n --weight w",
      })
  void statisticsAndModelsHaveTheBitsOfOneThread(String options) throws IOException {
    for (String command : List.of("fit", "gather")) {
      Path[] files = {folder.resolve("one." + command), folder.resolve("three." + command)};
      for (int i = 0; i < files.length; i++) {
        List<Object> arguments = new ArrayList<>(List.of(command, "--classifier"));
        arguments.addAll(List.of(options.split(" ")));
        arguments.addAll(List.of("--data", pattern, "--label", "y", "--out", files[i]));
        succeed(1 + 2 * i, arguments.toArray());
      }
      assertArrayEquals(Files.readAllBytes(files[0]), Files.readAllBytes(files[1]), command);
    }
  }

  /// The first of them is behind a whole range, and a category is in such a row alone.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "lda --features a,b",
        "gaussian-nb --features a,b --missing NA",
        "categorical-nb --features colour",
        "mixed-nb --features a,colour --missing NA",
        "lda --categories indicator --features a,colour --missing NA --incomplete drop",
        "multinomial-nb --text colour",
      })
  void rowsWithoutALabelAreAsIfTheyWereNotThere(String options) throws IOException {
    String rows =
        "SELECT a, b, CASE WHEN i = 20001 THEN 'no colour' ELSE colour END AS colour,"
            + " CASE WHEN i > 9000 AND i %% 1000 < 2 THEN %s ELSE y END AS y"
            + " FROM (SELECT *, row_number() OVER () - 1 AS i FROM (%s)) ORDER BY i";
    String missing = options.contains("NA") ? "['', 'NA', NULL][1 + i % 3]" : "NULL";
    Path some = folder.resolve("some.parquet");
    Tables.run(
        "COPY (%s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 2048)"
            .formatted(rows.formatted(missing, Tables.rows(30_000)), some));
    Path whole = folder.resolve("whole.parquet");
    Tables.write(
        whole, "SELECT * FROM '%s' WHERE y IS NOT NULL AND y NOT IN ('', 'NA')".formatted(some));
    Path[] models = {folder.resolve("whole"), folder.resolve("1"), folder.resolve("3")};
    for (int i = 0; i < models.length; i++) {
      List<Object> arguments = new ArrayList<>(List.of("fit", "--classifier"));
      arguments.addAll(List.of(options.split(" ")));
      arguments.addAll(
          List.of("--data", i == 0 ? whole : some, "--label", "y", "--out", models[i]));
      Command command = succeed(i == 0 ? 1 : 2 * i - 1, arguments.toArray());
      assertEquals(
          i > 0,
          command
              .err()
              .contains(
                  "note: %s: leaving out 41 of 30000 rows, which have no label".formatted(some)),
          command.err());
      assertArrayEquals(Files.readAllBytes(models[0]), Files.readAllBytes(models[i]));
    }
  }

  @Test
  void answersAndEvaluationsAreInTheOrderOfTheRows() throws IOException {
    Path model = folder.resolve("lda.model");
    succeed(
        3,
        "fit",
        "--classifier",
        "lda",
        "--data",
        pattern,
        "--label",
        "y",
        "--features",
        "a,b,c",
        "--out",
        model);
    for (String[] asked :
        new String[][] {{"predict", "--posteriors"}, {"evaluate", "--label", "y"}}) {
      List<Object> given = new ArrayList<>(List.of(asked));
      given.addAll(List.of("--model", model, "--data", pattern));
      assertEquals(
          untimed(succeed(1, given.toArray())), untimed(succeed(3, given.toArray())), asked[0]);
    }
  }

  private static String untimed(Command command) {
    return command.out().replaceAll("(?m)^.* ms$", "");
  }

  /// Whoever comes to a row first, it is the first of the files that is told.
  @Test
  void theFirstRowThatIsRefusedIsTold() throws IOException {
    Path rows = folder.resolve("refused.parquet");
    Tables.run(
        "COPY (SELECT CASE WHEN i IN (21000, 40100) THEN 'inf'::DOUBLE WHEN i = 30000 THEN NULL"
            + " ELSE i END AS a,"
            + " i %% 7 AS b, 'k' || (i %% 2) AS y FROM range(60000) t(i)) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 4096)"
                .formatted(rows));
    for (int threads : new int[] {1, 2, 5}) {
      Command command =
          run(
              threads,
              "fit",
              "--classifier",
              "lda",
              "--data",
              rows,
              "--out",
              folder.resolve("no.model"));
      assertEquals(2, command.code());
      assertEquals(
          "lanewise: %s, row 21000, column 'a': the value is Infinity; expected a finite number.\n"
              .formatted(rows),
          command.err());
    }
  }

  /// A page of a group behind others cannot be read.
  @Test
  void aDamagedGroupIsRefusedByAnyNumberOfThreads() throws IOException {
    Path rows = folder.resolve("damaged.parquet");
    Tables.run(
        "COPY (SELECT sin(i) AS a, cos(i) AS b, 'k' || (i %% 2) AS y FROM range(60000) t(i)) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 4096)"
            .formatted(rows));
    byte[] bytes = Files.readAllBytes(rows);
    Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 60_000, (byte) 0x55);
    Files.write(rows, bytes);
    String one =
        run(1, "fit", "--classifier", "lda", "--data", rows, "--out", folder.resolve("no.model"))
            .err();
    assertTrue(one.startsWith("lanewise: cannot read " + rows + ": "), one);
    assertEquals(
        one,
        run(3, "fit", "--classifier", "lda", "--data", rows, "--out", folder.resolve("no.model"))
            .err());
  }

  /// DuckDB would give the column of the file for where a row lies.
  @Test
  void columnsNamedAsDuckDbNamesPlacesAreColumns() throws IOException {
    Path rows = folder.resolve("named.parquet");
    Tables.run(
        "COPY (SELECT sin(i) AS File_Row_Number, cos(i) AS file_index, i %% 5 AS filename, 'k' || (i %% 2) AS y FROM range(60000) t(i)) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 4096)"
            .formatted(rows));
    Path[] models = {folder.resolve("named.1"), folder.resolve("named.3")};
    for (int i = 0; i < 2; i++) {
      succeed(1 + 2 * i, "fit", "--classifier", "lda", "--data", rows, "--out", models[i]);
    }
    assertArrayEquals(Files.readAllBytes(models[0]), Files.readAllBytes(models[1]));
  }
}
