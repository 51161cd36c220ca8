package org.lanewise.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.cli.Command;
import org.lanewise.duckdb.library.JavaVersion;

/// What is refused, in one sentence, with nothing written.
class ParquetRefusalTest {

  @TempDir static Path folder;

  private static Path rows;
  private static Path model;
  private static Path out;

  @BeforeAll
  static void writeRows() {
    rows = Tables.write(folder.resolve("rows.parquet"), Tables.rows(3000));
    model = folder.resolve("lda.model");
    out = folder.resolve("out.parquet");
    Command fitted =
        Command.run(
            "fit", "--classifier", "lda", "--data", rows, "--features", "a,b", "--out", model);
    assertEquals(0, fitted.code(), fitted.err());
  }

  private static void refuse(String sentence, Object... arguments) {
    Command command = Command.run(arguments);
    assertEquals(2, command.code());
    assertEquals(
        "lanewise: " + sentence.replace("FOLDER", folder.toString()) + "\n", command.err());
  }

  /// The same whichever way answers are written.
  private static void refuseToPredict(String sentence, Object... arguments) throws IOException {
    refuse(sentence, with(arguments, "predict", "--model", model));
    refuse(sentence, with(arguments, "predict", "--model", model, "--out", out));
    assertFalse(Files.exists(out));
    try (Stream<Path> files = Files.list(folder)) {
      assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith(".lanewise-")));
    }
  }

  private static Object[] with(Object[] more, Object... arguments) {
    return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray();
  }

  private static Path derived(String name, String query) {
    return Tables.write(folder.resolve(name), query.formatted(rows));
  }

  @Test
  void aColumnThatIsNoNumber() throws IOException {
    Path texts = derived("texts.parquet", "SELECT a, 'x' AS b FROM '%s'");
    refuseToPredict(
        "FOLDER/texts.parquet, column 'b' has type VARCHAR; expected a numeric type; cast it with"
            + " --sql.",
        "--data",
        texts);
    refuse(
        "FOLDER/rows.parquet, column 'colour' has type VARCHAR; expected a numeric type; cast it"
            + " with --sql, or --drop colour to leave it out, or --categories indicator if columns"
            + " hold categories.",
        "fit",
        "--classifier",
        "lda",
        "--data",
        rows,
        "--out",
        folder.resolve("no.model"));
    Path lists = derived("lists.parquet", "SELECT [a, b] AS a, b, y FROM '%s'");
    refuse(
        "FOLDER/lists.parquet, column 'a' has type DOUBLE[]; expected text, numbers or dates; cast"
            + " it with --sql, or --drop a to leave it out.",
        "fit",
        "--classifier",
        "categorical-nb",
        "--data",
        lists,
        "--out",
        folder.resolve("no.model"));
  }

  /// The first row in the order of the file, however rows are read.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CASE WHEN i IN (2500, 2700) THEN [a, b, 1] ELSE [a, b] END|row 2500, column 'emb': the"
            + " list has 3 numbers; expected one of 2 numbers, as in the first list.",
        "CASE WHEN i < 2999 THEN [a, b] END|row 2999, column 'emb': the list is NULL; expected one"
            + " of 2 numbers, as in the first list.",
        "CASE WHEN i > 0 THEN [a, b]::FLOAT[2] END|row 0, column 'emb': the list is NULL; expected"
            + " one of 2 numbers, as in the first list.",
        "[a, CASE WHEN i <> 1200 THEN b END]|row 1200, column 'emb[1]': the value is NULL or NaN;"
            + " expected a finite number; use --missing '' if NULL and NaN are missing values."
      })
  void listsThatDiffer(String list, String expected) throws IOException {
    String source = "(SELECT *, row_number() OVER () - 1 AS i FROM '%s')";
    Path file = derived("differ.parquet", "SELECT " + list + " AS emb, y FROM " + source);
    Path refused = folder.resolve("no.model");
    refuse(
        "FOLDER/differ.parquet, " + expected,
        "fit",
        "--classifier",
        "lda",
        "--data",
        file,
        "--out",
        refused);
    assertFalse(Files.exists(refused));
    Path lists = folder.resolve("lists.model");
    Path right = derived("right.parquet", "SELECT [a, b] AS emb, y FROM '%s'");
    assertEquals(
        0, Command.run("fit", "--classifier", "lda", "--data", right, "--out", lists).code());
    for (Object[] to : new Object[][] {{}, {"--out", out}, {"--threads", 3}}) {
      refuse(
          "FOLDER/differ.parquet, " + expected,
          with(to, "predict", "--model", lists, "--data", file));
      assertFalse(Files.exists(out));
    }
  }

  @Test
  void aFileWithoutAnyLabel() {
    Path labels = derived("labels.parquet", "SELECT a, b, 'nan'::DOUBLE AS y FROM '%s'");
    refuse(
        "FOLDER/labels.parquet has no labelled rows.",
        "fit",
        "--classifier",
        "lda",
        "--data",
        labels,
        "--out",
        folder.resolve("no.model"));
  }

  @Test
  void aColumnThatIsNotThere() throws IOException {
    Command predicted =
        Command.run(
            "predict",
            "--model",
            model,
            "--out",
            out,
            "--data",
            derived("one.parquet", "SELECT a, y FROM '%s'"));
    assertEquals(2, predicted.code());
    assertTrue(predicted.err().contains("one.parquet has no column 'b'"), predicted.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void filesThatAreNotThere() throws IOException {
    refuseToPredict("FOLDER/no.parquet does not exist.", "--data", folder.resolve("no.parquet"));
    refuseToPredict("FOLDER/no*.parquet matches no file.", "--data", folder.resolve("no*.parquet"));
    Path none = Files.createDirectories(folder.resolve("none.parquet"));
    refuseToPredict(
        "FOLDER/none.parquet is a directory; expected a data file, or a pattern such as"
            + " 'FOLDER/none.parquet/*.parquet'.",
        "--data",
        none);
  }

  @Test
  void filesOfOnePatternWithOtherColumns() throws IOException {
    Files.createDirectories(folder.resolve("mixed"));
    derived("mixed/1.parquet", "SELECT a, b FROM '%s'");
    derived("mixed/2.parquet", "SELECT a, b, c FROM '%s'");
    refuseToPredict(
        "FOLDER/mixed/1.parquet has no column 'c', but FOLDER/mixed/2.parquet has; expected files"
            + " with the same columns.",
        "--data",
        folder.resolve("mixed/*.parquet"));
    derived("mixed/2.parquet", "SELECT a, b::INTEGER AS b FROM '%s'");
    refuseToPredict(
        "FOLDER/mixed/2.parquet, column 'b' has type INTEGER, but type DOUBLE in"
            + " FOLDER/mixed/1.parquet; expected files with the same columns.",
        "--data",
        folder.resolve("mixed/*.parquet"));
  }

  @Test
  void damagedFiles() throws IOException {
    byte[] bytes = Files.readAllBytes(rows);
    Path cut = Files.write(folder.resolve("cut.parquet"), Arrays.copyOf(bytes, bytes.length / 2));
    refuseToPredict(
        "cannot read FOLDER/cut.parquet: No magic bytes found at end of file 'FOLDER/cut.parquet'.",
        "--data",
        cut);
    byte[] broken = bytes.clone();
    Arrays.fill(broken, 100, bytes.length / 2, (byte) 0x5A);
    Path damaged = Files.write(folder.resolve("damaged.parquet"), broken);
    Command predicted = Command.run("predict", "--model", model, "--data", damaged, "--out", out);
    assertEquals(2, predicted.code());
    assertTrue(
        predicted.err().startsWith("lanewise: cannot read " + damaged + ": "), predicted.err());
    assertEquals(1, predicted.err().lines().count());
    assertFalse(Files.exists(out));
    refuseToPredict(
        "FOLDER/empty.parquet has no rows.",
        "--data",
        derived("empty.parquet", "SELECT a, b FROM '%s' WHERE false"));
  }

  @Test
  void valuesAtTheFirstRowThatHasOne() throws IOException {
    String sql =
        "SELECT a, CASE WHEN i IN (2999, 2500) THEN %s ELSE b END AS b FROM (SELECT *, row_number()"
            + " OVER () - 1 AS i FROM '%%s')";
    refuseToPredict(
        "FOLDER/null.parquet, row 2500, column 'b': the value is NULL or NaN; expected a finite"
            + " number; use --missing '' if NULL and NaN are missing values.",
        "--data",
        derived("null.parquet", sql.formatted("NULL")));
    refuseToPredict(
        "FOLDER/infinite.parquet, row 2500, column 'b': the value is -Infinity; expected a finite"
            + " number.",
        "--data",
        derived("infinite.parquet", sql.formatted("'-inf'::DOUBLE")));
  }

  @Test
  void queriesThatMakeNoSense() throws IOException {
    Command predicted =
        Command.run("predict", "--model", model, "--out", out, "--sql", "select a from nothing");
    assertEquals(2, predicted.code());
    assertTrue(
        predicted.err().startsWith("lanewise: cannot read --sql: Table with name nothing"),
        predicted.err());
    refuse(
        "--data and --sql cannot be used together.",
        "predict",
        "--model",
        model,
        "--data",
        rows,
        "--sql",
        "select 1");
  }

  @Test
  void optionsThatAreOfText() {
    refuse(
        "FOLDER/rows.parquet is not text; --delimiter, --header, --quote and --decimal do not"
            + " apply.",
        "predict",
        "--model",
        model,
        "--data",
        rows,
        "--delimiter",
        ";");
    refuse(
        "FOLDER/rows.parquet is not text, so --keep cannot add a column; use --out with a .parquet"
            + " file.",
        "predict",
        "--model",
        model,
        "--data",
        rows,
        "--keep");
    refuse(
        "--out is %s, but --data is read as text; use --sql \"from read_csv('rows.csv', sample_size = -1)\" or another --out."
            .formatted(out),
        "predict",
        "--model",
        model,
        "--data",
        "rows.csv",
        "--out",
        out);
    refuse(
        "FOLDER/rows.parquet is also an input; choose another output.",
        "predict",
        "--model",
        model,
        "--data",
        rows,
        "--out",
        rows);
  }

  @Test
  void aColumnOfTheNameOfAnAnswer() throws IOException {
    Path twice = derived("twice.parquet", "SELECT a, b, y AS Predicted FROM '%s'");
    refuse(
        "FOLDER/twice.parquet already has a column 'Predicted', the name of an output column; for"
            + " --keep, rename it with --sql.",
        "predict",
        "--model",
        model,
        "--data",
        twice,
        "--out",
        out,
        "--keep");
    assertFalse(Files.exists(out));
  }

  @Test
  void javaThatDamagesFiles() {
    JavaVersion.requireSafe(Runtime.Version.parse("25.0.3+9"));
    JavaVersion.requireSafe(Runtime.Version.parse("26+1"));
    assertTrue(
        org.junit.jupiter.api.Assertions.assertThrows(
                IllegalStateException.class,
                () -> JavaVersion.requireSafe(Runtime.Version.parse("25.0.2+10")))
            .getMessage()
            .startsWith("Java 25.0.2+10 may move arrays"));
  }
}
