package org.lanewise.duckdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.cli.Command;

class ParquetCommandTest {

  private static final int ROWS = 5000;

  @TempDir static Path folder;

  private static Path parquet;
  private static Path csv;
  private static Path lda;

  @BeforeAll
  static void writeRows() {
    parquet = folder.resolve("rows.parquet");
    // Several row groups.
    Tables.run(
        "COPY (%s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 2048)"
            .formatted(Tables.rows(ROWS), parquet));
    // Numbers as doubles, bits as 0 and 1: what a cell says is then the same number.
    csv = folder.resolve("rows.csv");
    Tables.write(
        csv,
        "SELECT a, b, c::DOUBLE AS c, d::DOUBLE AS d, bit::INTEGER AS bit, colour, y FROM '%s'"
            .formatted(parquet));
    lda = folder.resolve("lda.model");
    succeed("fit", "--classifier", "lda", "--data", parquet, "--drop", "colour", "--out", lda);
  }

  private static Command succeed(Object... arguments) {
    Command command = Command.run(arguments);
    assertEquals(0, command.code(), command.err());
    return command;
  }

  @ParameterizedTest
  @CsvSource({
    "lda, 'colour'",
    "qda, 'colour'",
    "gaussian-nb, 'colour'",
    "bernoulli-nb, 'a,b,c,d,colour'",
    "categorical-nb, 'a,b,c,d,bit'",
  })
  void aFitHasTheBitsOfTheSameRowsAsText(String classifier, String dropped) throws IOException {
    Path ofText = folder.resolve(classifier + ".text");
    Path ofColumns = folder.resolve(classifier + ".columns");
    String[] files = {csv.toString(), parquet.toString()};
    Path[] models = {ofText, ofColumns};
    for (int i = 0; i < files.length; i++) {
      succeed(
          "fit",
          "--classifier",
          classifier,
          "--data",
          files[i],
          "--drop",
          dropped,
          "--out",
          models[i]);
    }
    assertArrayEquals(Files.readAllBytes(ofText), Files.readAllBytes(ofColumns));
  }

  @ParameterizedTest
  @CsvSource({"FLOAT[]", "DOUBLE[]", "FLOAT[4]"})
  void numbersOfListsAreFeatures(String type) throws IOException {
    Path lists = folder.resolve("lists.parquet");
    Tables.write(
        lists, "SELECT colour, [a, b, c, d]::%s AS emb, y FROM '%s'".formatted(type, parquet));
    Path text = folder.resolve("lists.csv");
    Tables.write(
        text,
        "SELECT colour, emb[1]::DOUBLE AS \"emb[0]\", emb[2]::DOUBLE AS \"emb[1]\", emb[3]::DOUBLE"
            + " AS"
            + " \"emb[2]\", emb[4]::DOUBLE AS \"emb[3]\", y FROM '%s'".formatted(lists));
    for (String dropped : List.of("colour", "colour,emb[1]")) {
      Path ofText = folder.resolve("lists.text");
      Path ofLists = folder.resolve("lists.columns");
      fitLda(text, dropped, ofText);
      fitLda(lists, dropped, ofLists);
      assertArrayEquals(Files.readAllBytes(ofText), Files.readAllBytes(ofLists));
      assertEquals(
          succeed("predict", "--model", ofText, "--data", text).out(),
          succeed("predict", "--model", ofText, "--data", lists).out());
    }
    Path answers = folder.resolve("lists.answers.parquet");
    Path model = folder.resolve("lists.columns");
    succeed("predict", "--model", model, "--data", lists, "--keep", "--out", answers);
    assertEquals(ROWS, Tables.rows("SELECT emb FROM '%s'".formatted(answers)).size());
  }

  @Test
  void aListIsDroppedByItsName() throws IOException {
    Path lists = folder.resolve("dropped.parquet");
    Tables.write(lists, "SELECT a, [b, c] AS emb, d, y FROM '%s'".formatted(parquet));
    Path without = folder.resolve("without.parquet");
    Tables.write(without, "SELECT a, d, y FROM '%s'".formatted(parquet));
    Path one = folder.resolve("dropped.one");
    Path other = folder.resolve("dropped.other");
    fitLda(lists, "emb", one);
    succeed("fit", "--classifier", "lda", "--data", without, "--out", other);
    assertEquals(
        succeed("predict", "--model", other, "--data", without).out(),
        succeed("predict", "--model", one, "--data", lists).out());
  }

  private static void fitLda(Path data, String dropped, Path out) {
    succeed("fit", "--classifier", "lda", "--data", data, "--drop", dropped, "--out", out);
  }

  @Test
  void answersAreThoseOfTheSameRowsAsText() {
    String[] asked = {"--posteriors", "--log-density", "--top", "2", "--priors", "from-data"};
    assertEquals(
        succeed(with(asked, "predict", "--model", lda, "--data", csv)).out(),
        succeed(with(asked, "predict", "--model", lda, "--data", parquet)).out());
  }

  private static Object[] with(String[] more, Object... arguments) {
    return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "''",
    "--posteriors --probabilities --log-density --top 2",
    "--typicality --explain 2 --against 'class 1'",
    "--explain all --priors uniform",
    "--reject 0.2 --posteriors",
  })
  void columnsOfParquetAreThoseOfCsvInTheOrderOfTheRows(String options) {
    String[] asked =
        options.isEmpty() ? new String[0] : options.replace("'class 1'", "class\u00A01").split(" ");
    for (int i = 0; i < asked.length; i++) {
      asked[i] = asked[i].replace('\u00A0', ' ');
    }
    Path columns = folder.resolve("answers.parquet");
    Path lines = folder.resolve("answers.csv");
    Command ofColumns =
        succeed(with(asked, "predict", "--model", lda, "--data", parquet, "--out", columns));
    Command ofLines =
        succeed(
            with(asked, "predict", "--no-row", "--model", lda, "--data", parquet, "--out", lines));
    assertEquals(ofLines.err(), ofColumns.err());
    String select = "SELECT * FROM %s('%s')";
    assertEquals(
        Tables.rows(select.formatted("read_csv", lines)),
        Tables.rows(select.formatted("read_parquet", columns)));
    assertEquals(
        Tables.rows(
            "SELECT column_name, column_type FROM (DESCRIBE FROM read_csv('%s'))".formatted(lines)),
        Tables.rows(
            "SELECT column_name, column_type FROM (DESCRIBE FROM read_parquet('%s'))"
                .formatted(columns)));
  }

  @Test
  void keptColumnsAreAsTheyWere() {
    Path out = folder.resolve("kept.parquet");
    succeed("predict", "--model", lda, "--data", parquet, "--out", out, "--keep");
    assertEquals(
        List.of("0"),
        Tables.rows(
            "SELECT count(*) FROM (FROM '%s' EXCEPT ALL SELECT * EXCLUDE (predicted) FROM '%s')"
                .formatted(parquet, out)));
    assertEquals(
        Tables.rows("DESCRIBE FROM '%s'".formatted(parquet)),
        Tables.rows("DESCRIBE SELECT * EXCLUDE (predicted) FROM '%s'".formatted(out)));
    Command text = succeed("predict", "--no-row", "--model", lda, "--data", parquet);
    assertEquals(
        text.out().lines().skip(1).toList(),
        Tables.rows("SELECT predicted FROM '%s'".formatted(out)));
  }

  @Test
  void columnsAreFoundByName() {
    Path other =
        Tables.write(
            folder.resolve("other.parquet"),
            "SELECT y, bit, 'x' AS more, d, c, b, a FROM '%s'".formatted(parquet));
    assertEquals(
        succeed("predict", "--model", lda, "--data", parquet).out(),
        succeed("predict", "--model", lda, "--data", other).out());
  }

  @Test
  void queriesPatternsAndJsonLinesAreRows() throws IOException {
    String expected = succeed("predict", "--model", lda, "--data", parquet).out();
    assertEquals(
        expected,
        succeed("predict", "--model", lda, "--sql", "select * from '%s'; ".formatted(csv)).out());
    Files.createDirectories(folder.resolve("parts"));
    for (int part = 0; part < 2; part++) {
      Tables.write(
          folder.resolve("parts/%d.parquet".formatted(part)),
          "FROM '%s' LIMIT %d OFFSET %d".formatted(parquet, ROWS / 2, part * ROWS / 2));
    }
    assertEquals(
        expected,
        succeed("predict", "--model", lda, "--data", folder.resolve("parts/*.parquet")).out());
    Path json = Tables.write(folder.resolve("rows.jsonl"), "FROM '%s'".formatted(csv));
    assertEquals(expected, succeed("predict", "--model", lda, "--data", json).out());
  }

  @Test
  void modelsAreEvaluated() {
    for (String[] asked :
        new String[][] {
          {"--model", lda.toString()},
          {"--classifier", "lda", "--drop", "colour", "--folds", "3"},
          {"--classifier", "categorical-nb", "--split", "every:3", "--unseen", "ignore"},
          {"--classifier", "lda", "--drop", "colour", "--test", parquet.toString()},
        }) {
      assertEquals(
          figures(succeed(with(asked, "evaluate", "--data", csv))),
          figures(succeed(with(asked, "evaluate", "--data", parquet))));
    }
  }

  private static List<String> figures(Command evaluated) {
    return evaluated
        .out()
        .lines()
        .filter(line -> !line.contains(" ms") && !line.contains("time"))
        .map(line -> line.replaceAll("[0-9.]+ (ms|s|rows/s).*", ""))
        .toList();
  }

  @Test
  void threadsChangeNoBit() throws IOException {
    Path one = folder.resolve("one.parquet");
    Path many = folder.resolve("many.parquet");
    succeed("predict", "--model", lda, "--data", parquet, "--out", one, "--threads", "1", "--keep");
    succeed(
        "predict", "--model", lda, "--data", parquet, "--out", many, "--threads", "4", "--keep");
    assertEquals(Tables.rows("FROM '%s'".formatted(one)), Tables.rows("FROM '%s'".formatted(many)));
  }

  @Test
  void nullsAreMissingValuesWhereThereMayBeSome() throws IOException {
    String holes =
        "SELECT CASE WHEN cos(100 * b) > 0.5 THEN NULL ELSE a END AS a, %s AS b, y FROM '%s'";
    Path columns =
        Tables.write(
            folder.resolve("holes.parquet"),
            holes.formatted("CASE WHEN cos(77 * a) > 0.5 THEN 'NaN'::DOUBLE ELSE b END", parquet));
    Path text =
        Tables.write(
            folder.resolve("holes.csv"),
            holes.formatted("CASE WHEN cos(77 * a) > 0.5 THEN NULL ELSE b END", parquet));
    Path model = folder.resolve("holes.model");
    succeed("fit", "--classifier", "gaussian-nb", "--data", text, "--missing", "", "--out", model);
    Path same = folder.resolve("holes.columns.model");
    succeed(
        "fit", "--classifier", "gaussian-nb", "--data", columns, "--missing", "", "--out", same);
    assertArrayEquals(Files.readAllBytes(model), Files.readAllBytes(same));
    assertEquals(
        succeed("predict", "--model", model, "--data", text).out(),
        succeed("predict", "--model", model, "--data", columns).out());
  }

  @Test
  void emptyTextsAreMissingCategoriesAndNoCategories() throws IOException {
    String rows =
        """
        SELECT ['red', '', 'a long name of a colour'][1 + i % 3] AS colour,
          ['', 'none', 'square'][1 + i % 5 % 3] AS shape, 'k' || (i % 2) AS y
        FROM range(60) t(i)\
        """;
    Path columns = Tables.write(folder.resolve("empty.parquet"), rows);
    Path text = Tables.write(folder.resolve("empty.csv"), rows);
    for (String missing : new String[] {"", "none"}) {
      Path model = folder.resolve("empty.model");
      Path same = folder.resolve("empty.columns.model");
      String[] fit = {"fit", "--classifier", "categorical-nb", "--missing", missing};
      succeed(fit[0], fit[1], fit[2], fit[3], fit[4], "--data", text, "--out", model);
      succeed(fit[0], fit[1], fit[2], fit[3], fit[4], "--data", columns, "--out", same);
      assertArrayEquals(Files.readAllBytes(model), Files.readAllBytes(same));
    }
  }

  @ParameterizedTest
  @CsvSource({"DOUBLE, -999", "FLOAT, -999.9", "INTEGER, -999", "'DECIMAL(9,2)', -999.9"})
  void aNumberThatSaysMissingIsMissingInEveryTypeOfNumbers(String type, String missing) {
    String rows = "SELECT i %% 7 AS a, %s AS b, 'k' || (i %% 2) AS y FROM range(50) t(i)";
    String hole =
        "CASE WHEN i %% 5 = 0 THEN %s ELSE (i * i %% 11)::%s END".formatted(missing, type);
    String name = "missing." + type.charAt(0);
    Path columns =
        Tables.write(
            folder.resolve(name + ".parquet"), rows.formatted("(%s)::%s".formatted(hole, type)));
    Path nulls =
        Tables.write(
            folder.resolve(name + ".null.parquet"),
            "SELECT a, CASE WHEN abs(b) > 900 THEN NULL ELSE b END AS b, y FROM '%s'"
                .formatted(columns));
    for (String classifier : new String[] {"gaussian-nb", "mixed-nb"}) {
      Path model = folder.resolve(name + ".model");
      succeed(
          "fit", "--classifier", classifier, "--data", nulls, "--missing", missing, "--out", model);
      List<String> expected = predicted(model, nulls);
      assertEquals(expected, predicted(model, columns));
    }
  }

  private static List<String> predicted(Path model, Path rows) {
    return succeed("predict", "--model", model, "--data", rows, "--posteriors")
        .out()
        .lines()
        .toList();
  }

  @Test
  void rowsAreCountedWhereDuckDbAnswersSeveralAtOnce() {
    Path out = folder.resolve("counted.parquet");
    Command constants =
        succeed(
            "predict",
            "--model",
            lda,
            "--reject",
            "0.2",
            "--out",
            out,
            "--sql",
            "select 1.0 a, 2.0 b, 0.5 c, 1.0 d, 1 bit from range(1000)");
    assertTrue(constants.err().contains(" of 1000 rows"), constants.err());
    Path one = folder.resolve("one.model");
    succeed("fit", "--classifier", "lda", "--data", parquet, "--features", "d", "--out", one);
    Command dictionary =
        succeed("predict", "--model", one, "--reject", "0.2", "--out", out, "--data", parquet);
    assertTrue(dictionary.err().contains(" of " + ROWS + " rows"), dictionary.err());
  }

  @Test
  void namesOfFoldersAreNoColumns() throws IOException {
    Path part = Files.createDirectories(folder.resolve("year=2024"));
    Path model = folder.resolve("year.model");
    Path rows = Tables.write(part.resolve("0.parquet"), "FROM '%s'".formatted(parquet));
    succeed("fit", "--classifier", "lda", "--data", rows, "--drop", "colour", "--out", model);
    assertEquals(predicted(lda, parquet), predicted(model, parquet));
    Path lines = Tables.write(part.resolve("0.jsonl"), "FROM '%s'".formatted(csv));
    succeed("fit", "--classifier", "lda", "--data", lines, "--drop", "colour", "--out", model);
    assertEquals(predicted(lda, parquet).size(), predicted(model, parquet).size());
  }

  @Test
  void nothingIsLeftWhereDuckDbSpills() throws IOException {
    succeed("predict", "--model", lda, "--data", parquet, "--out", folder.resolve("x.parquet"));
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      assertTrue(
          files.noneMatch(file ->
              file.getFileName().toString().startsWith("lanewise-duckdb-")
                  && Files.isDirectory(file)));
    }
  }
}
