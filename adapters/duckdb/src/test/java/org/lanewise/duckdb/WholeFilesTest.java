package org.lanewise.duckdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.cli.Command;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.Workers;

/// Which files are read, and that all of them are: nothing that DuckDB guesses or drops goes
/// unsaid, and no file is written that is read.
class WholeFilesTest {

  /// DuckDB looks at 20,480 rows.
  private static final int LONG = 21_000;

  @TempDir static Path folder;

  private static Path model;

  @BeforeAll
  static void fit() {
    Path rows =
        Tables.write(folder.resolve("rows.csv"), "SELECT a, b, y FROM (" + Tables.rows(50) + ")");
    model = folder.resolve("lda.model");
    assertEquals(
        0, Command.run("fit", "--classifier", "lda", "--data", rows, "--out", model).code());
  }

  private static void refuse(String sentence, Object... arguments) {
    Command command = Command.run(arguments);
    assertEquals(2, command.code(), command.out());
    assertEquals(
        "lanewise: " + sentence.replace("FOLDER", folder.toString()) + "\n", command.err());
  }

  private static String predicted(Object... data) {
    Object[] all = new Object[data.length + 3];
    all[0] = "predict";
    all[1] = "--model";
    all[2] = model;
    System.arraycopy(data, 0, all, 3, data.length);
    Command command = Command.run(all);
    assertEquals(0, command.code(), command.err());
    return command.out();
  }

  @Test
  void keysAndFractionsOfLateJsonLinesAreRead() throws IOException {
    String rows =
        "SELECT CASE WHEN i < %d THEN (i %% 5)::DOUBLE ELSE i %% 5 + 0.75 END AS a, i %% 3 AS b,"
            + " 'k' || (i %% 2) AS y FROM range(%d) t(i)";
    Path text = Tables.write(folder.resolve("late.csv"), rows.formatted(LONG - 10, LONG));
    Path json = folder.resolve("late.jsonl");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < LONG; i++) {
      String a = i < LONG - 10 ? Integer.toString(i % 5) : i % 5 + ".75";
      lines.append("{\"a\":%s,\"b\":%d,\"y\":\"k%d\"}\n".formatted(a, i % 3, i % 2));
    }
    Files.writeString(json, lines);
    assertEquals(
        predicted("--posteriors", "--data", text), predicted("--posteriors", "--data", json));
    lines.append("{\"a\":1,\"b\":1,\"y\":\"k1\",\"late\":1}\n");
    Files.writeString(json, lines);
    refuse(
        "FOLDER/late.jsonl, row 0, column 'late': the value is NULL or NaN; expected a finite"
            + " number; use --missing '' if NULL and NaN are missing values.",
        "fit",
        "--classifier",
        "gaussian-nb",
        "--data",
        json,
        "--label",
        "y",
        "--out",
        folder.resolve("no.model"));
  }

  @Test
  void jsonLinesOfOnePatternHaveTheSameKeys() throws IOException {
    Path parts = Files.createDirectories(folder.resolve("keys"));
    Files.writeString(parts.resolve("1.jsonl"), "{\"a\":1,\"b\":2}\n");
    Files.writeString(parts.resolve("2.jsonl"), "{\"a\":1.5,\"b\":2}\n");
    assertEquals(3, predicted("--data", parts.resolve("*.jsonl")).lines().count());
    Files.writeString(parts.resolve("3.jsonl"), "{\"a\":1,\"c\":2}\n");
    refuse(
        "FOLDER/keys/3.jsonl has no column 'b', but FOLDER/keys/1.jsonl has; expected files with"
            + " the same columns.",
        "predict",
        "--model",
        model,
        "--missing",
        "",
        "--data",
        parts.resolve("*.jsonl"));
  }

  @Test
  void jsonKeysThatDifferInCaseOnlyAreRefused() throws IOException {
    Path json = folder.resolve("case.jsonl");
    Files.writeString(json, "{\"a\":\"p\",\"A\":\"q\",\"y\":\"c\"}\n");
    refuse(
        "FOLDER/case.jsonl has two keys that differ from 'A' only in case; rename one.",
        "predict",
        "--model",
        model,
        "--data",
        json);
    Files.writeString(json, "{\"a\":1,\"a_1\":0,\"b\":2}\n");
    assertEquals(2, predicted("--data", json).lines().count());
  }

  @Test
  void jsonKeysHoweverManyOrSeldomAreColumns() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      lines.append("{\"y\":%d".formatted(i % 2));
      for (int j = 0; j < 250; j++) {
        lines.append(",\"x%d\":%d".formatted(j, (i * (j + 3) + i * i) % 17));
      }
      lines.append("}\n");
    }
    Path json = folder.resolve("many.jsonl");
    Files.writeString(json, lines);
    Command fitted =
        Command.run(
            "fit",
            "--classifier",
            "gaussian-nb",
            "--data",
            json,
            "--label",
            "y",
            "--out",
            folder.resolve("many.model"));
    assertEquals(0, fitted.code(), fitted.err());
    assertTrue(fitted.out().contains("40 rows, 250 features"), fitted.out());
  }

  @Test
  void aLongArrayOfJsonInOneLineIsRefusedInAQuery() throws IOException {
    StringBuilder objects = new StringBuilder("[{\"a\":1,\"b\":2}");
    objects.repeat(",{\"a\":1,\"b\":2}", LONG);
    Path json = folder.resolve("array.json");
    Files.writeString(json, objects.append(",{\"a\":2.6,\"b\":2}]"));
    refuse(
        ("FOLDER/array.json: DuckDB infers the columns of FOLDER/array.json from its first 20480"
             + " rows, and may round numbers or drop keys of later rows; use read_json or read_csv"
             + " with sample_size = -1, types or columns.")
            .replaceFirst("FOLDER/array.json", "--sql"),
        "predict",
        "--model",
        model,
        "--sql",
        "from '" + json + "'");
  }

  @Test
  void aQueryThatCannotBeLookedThroughForItsFilesIsRefused() {
    refuse(
        "cannot find the files that the query reads; expected a SELECT without PIVOT.",
        "predict",
        "--model",
        model,
        "--sql",
        "PIVOT (select 1 as a, 'b' as c, 2 as d) ON c USING sum(d)");
  }

  @Test
  void stringsOfJsonAreTextsAsTheyAreWritten() throws IOException {
    Path json = folder.resolve("days.jsonl");
    Files.writeString(json, "{\"t\":\"10:00:00\",\"y\":\"a\"}\n{\"t\":\"11:00:00\",\"y\":\"b\"}\n");
    Path days = folder.resolve("days.model");
    Command fitted =
        Command.run("fit", "--classifier", "categorical-nb", "--data", json, "--out", days);
    assertEquals(0, fitted.code(), fitted.err());
    String query = "select unnest(['10:00:00', '11:00:00']) as t";
    Command predicted = Command.run("predict", "--model", days, "--sql", query);
    assertEquals("", predicted.err());
    assertEquals(List.of("row,label", "0,a", "1,b"), predicted.out().lines().toList());
  }

  @Test
  void queriesDoNotGuessColumnsOfLongTexts() throws IOException {
    StringBuilder lines = new StringBuilder("a,b\n");
    lines.append("1,2\n".repeat(LONG)).append("1,2.5\n");
    Path text = Files.writeString(folder.resolve("guessed.csv"), lines);
    String sentence =
        "--sql: DuckDB infers the columns of FOLDER/guessed.csv from its first 20480 rows, and"
            + " may round numbers or drop keys of later rows; use read_csv with sample_size = -1,"
            + " types or columns.";
    for (String query :
        new String[] {
          "select * from '%s'", "from (select a, b from read_csv('%s', header = true))"
        }) {
      refuse(sentence, "predict", "--model", model, "--sql", query.formatted(text));
    }
    assertEquals(
        predicted("--posteriors", "--data", text),
        predicted(
            "--posteriors", "--sql", "from read_csv('%s', sample_size = -1)".formatted(text)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"data[1]", "data*", "data?", "data{1,2}", "data['1']"})
  void aFileThatIsThereIsMeantByItsName(String name) throws IOException {
    Path parts = Files.createDirectories(folder.resolve("names"));
    for (String other : new String[] {"data1", "datax", "data'"}) {
      Tables.write(parts.resolve(other + ".parquet"), "SELECT 1 AS wrong");
    }
    Path file = parts.resolve(name + ".parquet");
    Path plain = Tables.write(folder.resolve("plain.parquet"), "SELECT 1 AS a, 2 AS b");
    Files.copy(plain, file);
    assertEquals(predicted("--data", plain), predicted("--data", file));
    Files.delete(file);
  }

  @Test
  void aFileThatIsReadIsNotWritten() throws IOException {
    Path parts = Files.createDirectories(folder.resolve("both"));
    Path file = Tables.write(parts.resolve("1.parquet"), "SELECT 1 AS a, 2 AS b, 'x' AS y");
    byte[] before = Files.readAllBytes(file);
    String sentence = "FOLDER/both/1.parquet is also an input; choose another output.";
    Path pattern = parts.resolve("*.parquet");
    refuse(sentence, "predict", "--model", model, "--data", pattern, "--out", file);
    refuse(
        sentence, "fit", "--classifier", "lda", "--data", pattern, "--label", "y", "--out", file);
    refuse(
        sentence,
        "gather",
        "--classifier",
        "lda",
        "--data",
        pattern,
        "--label",
        "y",
        "--out",
        file);
    for (String query :
        new String[] {
          "from '%s'",
          "from read_parquet(['%s'])",
          "select * from (from '%s') -- all",
          "from \"%s\" where a in (select a from '" + folder.resolve("rows.csv") + "')"
        }) {
      refuse(sentence, "predict", "--model", model, "--sql", query.formatted(file), "--out", file);
    }
    refuse(
        sentence,
        "predict",
        "--model",
        model,
        "--sql",
        "from '%s'".formatted(pattern),
        "--out",
        file);
    Path train = Files.writeString(folder.resolve("train.csv"), "a,b,y\n1,2,x\n2,3,x\n3,1,z\n");
    String[] ofTrain = {"--data", train.toString(), "--test", pattern.toString()};
    String[] ofPattern = {"--data", pattern.toString(), "--folds", "2"};
    String[] ofQuery = {"--sql", "from '%s'".formatted(file), "--folds", "2"};
    for (String[] rows : new String[][] {ofTrain, ofPattern, ofQuery}) {
      refuse(
          sentence,
          "evaluate",
          "--classifier",
          "gaussian-nb",
          "--label",
          "y",
          rows[0],
          rows[1],
          rows[2],
          rows[3],
          "--report",
          file);
    }
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  @Test
  void filesThatChangeWhileTheyAreReadAreRefused() throws IOException {
    Path parts = Files.createDirectories(folder.resolve("moving"));
    Path pattern = parts.resolve("*.parquet");
    String rows = "SELECT i AS a, 'k' || i AS y FROM range(%d) t(i)";
    Path file = Tables.write(parts.resolve("1.parquet"), rows.formatted(2));
    try (DataReader reader = DataReader.open(RowQuery.of(pattern), ReadOptions.DEFAULT)) {
      Tables.write(parts.resolve("2.parquet"), rows.formatted(3));
      String refusal =
          assertThrows(DataException.class, () -> reader.all(Workers.CALLER)).getMessage();
      assertTrue(refusal.startsWith(parts.resolve("2.parquet") + " appeared while "), refusal);
    }
    try (DataReader reader = DataReader.open(RowQuery.of(file), ReadOptions.DEFAULT)) {
      Tables.write(file, rows.formatted(500));
      String refusal =
          assertThrows(DataException.class, () -> reader.all(Workers.CALLER)).getMessage();
      assertTrue(refusal.contains("changed while it was read: it had"), refusal);
    }
  }

  /// What reads ahead is ended before the database is closed.
  @Test
  void aRowThatIsRefusedEndsTheReadingOfThoseBehindIt() {
    refuse(
        "--sql, row 2, column 'a': the value is 2.0; bernoulli-nb expects 0 or 1; to turn numbers"
            + " above T into 1, fit with --binarize T.",
        "fit",
        "--classifier",
        "bernoulli-nb",
        "--out",
        folder.resolve("no.model"),
        "--sql",
        "select i % 3 as a, 'k' || (i % 2) as y from range(1000000000) t(i)");
  }

  @Test
  void anAddressIsNoFile() {
    for (String address : new String[] {"s3://bucket/rows.parquet", "https://host/r.jsonl"}) {
      refuse(
          address.replace("//", "/") + " looks like a URL; expected a local file.",
          "predict",
          "--model",
          model,
          "--data",
          address);
    }
  }

  @Test
  void classesThatDifferInCaseOnlyAreNoTwoColumns() throws IOException {
    Path rows =
        Tables.write(
            folder.resolve("cases.parquet"),
            "SELECT i + sin(i) AS a, CASE WHEN i % 2 = 0 THEN 'K' ELSE 'k' END AS y FROM range(20)"
                + " t(i)");
    Path cases = folder.resolve("cases.model");
    assertEquals(
        0, Command.run("fit", "--classifier", "lda", "--data", rows, "--out", cases).code());
    Path out = folder.resolve("cases.answers.parquet");
    assertEquals(0, Command.run("predict", "--model", cases, "--data", rows, "--out", out).code());
    Files.delete(out);
    refuse(
        "DuckDB cannot tell the output columns 'log_p(K)' and 'log_p(k)' apart; use --out with a"
            + " .csv file.",
        "predict",
        "--model",
        cases,
        "--data",
        rows,
        "--posteriors",
        "--out",
        out);
    assertFalse(Files.exists(out));
  }

  @Test
  void aNullWeightIsNoMissingValue() {
    Path rows =
        Tables.write(
            folder.resolve("weights.parquet"),
            "SELECT i AS a, CASE WHEN i = 3 THEN NULL ELSE 1 END AS w, 'k' || (i % 2) AS y FROM"
                + " range(9) t(i)");
    refuse(
        "FOLDER/weights.parquet, row 3, column 'w': the value is NULL or NaN; expected a finite"
            + " number.",
        "fit",
        "--classifier",
        "gaussian-nb",
        "--weight",
        "w",
        "--data",
        rows,
        "--out",
        folder.resolve("no.model"));
  }

  @Test
  void statisticsOfAQueryAreThoseOfItsRows() throws IOException {
    Path rows = folder.resolve("rows.csv");
    Path ofText = folder.resolve("text.stats");
    Path ofQuery = folder.resolve("query.stats");
    Command.run("gather", "--classifier", "lda", "--data", rows, "--out", ofText);
    Command gathered =
        Command.run(
            "gather",
            "--classifier",
            "lda",
            "--sql",
            "from '%s'".formatted(rows),
            "--out",
            ofQuery);
    assertEquals(0, gathered.code(), gathered.err());
    assertArrayEquals(Files.readAllBytes(ofText), Files.readAllBytes(ofQuery));
    refuse(
        "Missing required option: '--data=FILE'.",
        "gather",
        "--classifier",
        "lda",
        "--out",
        ofQuery);
  }
}
