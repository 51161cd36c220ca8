package org.lanewise.duckdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.cli.Command;

/// The same frame is the same to the command, whether it is a CSV or a Parquet file.
class SameFrameTest {

  /// %s is what follows the columns x and y, which come before the label c.
  private static final String FRAME =
      "SELECT sin(i) + k AS x, cos(i) * 2 - k AS y, %s 'c' || k AS c"
          + " FROM (SELECT i, i %% 3 AS k FROM range(150) t(i))";

  @TempDir private Path folder;

  private static Command succeed(Object... arguments) {
    Command command = Command.run(arguments);
    assertEquals(0, command.code(), command.err());
    return command;
  }

  private Path write(String name, String query) {
    return Tables.write(folder.resolve(name), query);
  }

  private void requireSame(Path csv, Path parquet, Object... options) throws IOException {
    Path[] models = {folder.resolve("csv.model"), folder.resolve("parquet.model")};
    Path[] files = {csv, parquet};
    for (int i = 0; i < files.length; i++) {
      Object[] fit = {"fit", "--data", files[i], "--out", models[i], "--label", "c"};
      Object[] all = Arrays.copyOf(fit, fit.length + options.length);
      System.arraycopy(options, 0, all, fit.length, options.length);
      succeed(all);
    }
    assertArrayEquals(Files.readAllBytes(models[0]), Files.readAllBytes(models[1]));
    assertEquals(
        succeed("predict", "--model", models[0], "--data", csv, "--posteriors").out(),
        succeed("predict", "--model", models[1], "--data", parquet, "--posteriors").out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"True,False", "true,false", "TRUE,FALSE"})
  void truthsAreTheSameHoweverTheyAreSpelled(String spelling) throws IOException {
    String[] texts = spelling.split(",");
    Path parquet = write("rows.parquet", FRAME.formatted("i % 5 > k AS flag,"));
    Path csv =
        write(
            "rows.csv",
            FRAME.formatted(
                "CASE WHEN i %% 5 > k THEN '%s' ELSE '%s' END AS flag,"
                    .formatted((Object[]) texts)));
    requireSame(csv, parquet, "--classifier", "lda");
    requireSame(csv, parquet, "--classifier", "mixed-nb");
    requireSame(
        csv,
        parquet,
        "--classifier",
        "qda",
        "--categories",
        "indicator",
        "--column",
        "flag=category");
    requireSame(csv, parquet, "--classifier", "categorical-nb", "--features", "flag");
    requireSame(csv, parquet, "--classifier", "bernoulli-nb", "--features", "flag");
  }

  @Test
  void truthsThatAreClassesAreTheSame() throws IOException {
    String rows = "SELECT sin(i) + i % 2 AS x, %s AS c FROM range(100) t(i)";
    Path parquet = write("rows.parquet", rows.replace("%s", "i % 2 = 1"));
    Path csv =
        write("rows.csv", rows.replace("%s", "CASE WHEN i % 2 = 1 THEN 'True' ELSE 'False' END"));
    requireSame(csv, parquet, "--classifier", "lda");
    Path model = folder.resolve("csv.model");
    assertTrue(
        succeed("inspect", model, "--json").out().contains("\"classes\":[\"false\",\"true\"]"));
  }

  @Test
  void blanksAroundNamesClassesAndCategoriesAreNone() throws IOException {
    Path parquet =
        write(
            "rows.parquet",
            "SELECT x AS \" x \", kind || '\t' AS kind, ' ' || c AS c FROM (%s)"
                .formatted(
                    FRAME.formatted("['red', 'a colour of a long name'][1 + i % 2] AS kind,")));
    Path csv =
        write(
            "rows.csv",
            "SELECT x, kind, c FROM (%s)"
                .formatted(
                    FRAME.formatted("['red', 'a colour of a long name'][1 + i % 2] AS kind,")));
    requireSame(csv, parquet, "--classifier", "mixed-nb");
    requireSame(csv, parquet, "--classifier", "lda", "--categories", "indicator");
  }

  @Test
  void nullsEmptyTextsAndWholeDoublesAreTheSame() throws IOException {
    String more =
        "CASE WHEN i % 7 = 0 THEN NULL WHEN i % 7 = 1 THEN '' ELSE 'k' || i % 3 END AS kind, (i %"
            + " 4)::DOUBLE AS whole, CASE WHEN i % 9 = 2 THEN NULL ELSE i * 1e15 END AS large,";
    Path parquet = write("rows.parquet", FRAME.formatted(more));
    Path csv = write("rows.csv", FRAME.formatted(more));
    requireSame(csv, parquet, "--classifier", "mixed-nb", "--missing", "");
    requireSame(
        csv,
        parquet,
        "--classifier",
        "rda",
        "--gamma",
        "0.1",
        "--categories",
        "indicator",
        "--missing",
        "",
        "--incomplete",
        "drop");
    requireSame(csv, parquet, "--classifier", "categorical-nb", "--features", "kind,whole,large");
  }

  @Test
  void thePandasIndexIsLeftOutWithOneNote() throws IOException {
    Path plain = write("plain.csv", FRAME.formatted(""));
    Path parquet =
        write(
            "rows.parquet",
            "SELECT *, x AS __index_level_0__ FROM (%s)".formatted(FRAME.formatted("")));
    Path model = folder.resolve("model");
    for (Object[] data :
        new Object[][] {{"--data", parquet}, {"--sql", "FROM '%s'".formatted(parquet)}}) {
      Command fit = succeed("fit", "--classifier", "lda", data[0], data[1], "--out", model);
      assertEquals(
          "lanewise: note: %s: leaving out column '__index_level_0__', which looks like a row index; to use it, name it in --features.\n"
              .formatted(data[0].equals("--sql") ? "--sql" : parquet),
          fit.err());
      assertTrue(
          succeed("inspect", model, "--json").out().contains("\"featureNames\":[\"x\",\"y\"]"));
      assertEquals(
          succeed("predict", "--model", model, "--data", plain).out(),
          succeed("predict", "--model", model, "--data", parquet).out());
    }
    succeed(
        "fit",
        "--classifier",
        "gaussian-nb",
        "--data",
        parquet,
        "--features",
        "x,__index_level_0__",
        "--label",
        "c",
        "--out",
        model);
  }

  @Test
  void aNumberThatIsANameIsOneInCsvWhereTheModelKnowsIt() {
    Path parquet =
        write(
            "rows.parquet",
            "SELECT x AS \"2019\", y AS \"2020\", c FROM (%s)".formatted(FRAME.formatted("")));
    Path swapped =
        write(
            "rows.csv",
            "SELECT y AS \"2020\", x AS \"2019\" FROM (%s)".formatted(FRAME.formatted("")));
    Path model = folder.resolve("model");
    succeed("fit", "--classifier", "lda", "--data", parquet, "--out", model);
    assertEquals(
        succeed("predict", "--model", model, "--data", parquet).out(),
        succeed("predict", "--model", model, "--data", swapped).out());
  }

  private static final String ONE_NAME =
      " has the columns 'x' and 'X', which SQL cannot tell apart; expected a distinct name for"
          + " each feature.\n";

  /// A file with the columns x and X, which DuckDB does not write.
  private Path ofTwoCases(String name) throws IOException {
    Path file = write(name, "SELECT x, y AS q, c FROM (%s)".formatted(FRAME.formatted("")));
    String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
    Files.writeString(file, bytes.replace("\u0001q", "\u0001X"), StandardCharsets.ISO_8859_1);
    return file;
  }

  @Test
  void namesThatDifferInCaseOnlyAreRefusedWhereAFeatureHasOne() throws IOException {
    Path file = ofTwoCases("rows.parquet");
    Path out = folder.resolve("model");
    assertEquals(
        "lanewise: " + file + ONE_NAME,
        Command.run("fit", "--classifier", "lda", "--data", file, "--out", out).err());
    for (String query :
        new String[] {
          "FROM '%s'".formatted(file),
          "SELECT x, y AS X, c FROM (%s)".formatted(FRAME.formatted("")),
          "SELECT x, x_1, c FROM '%s'".formatted(file)
        }) {
      assertEquals(
          "lanewise: --sql" + ONE_NAME,
          Command.run("fit", "--classifier", "lda", "--sql", query, "--out", out).err());
    }
    Path plain = write("plain.parquet", "SELECT x, c FROM (%s)".formatted(FRAME.formatted("")));
    succeed("fit", "--classifier", "lda", "--data", plain, "--out", out);
    assertEquals(
        "lanewise: " + file + ONE_NAME,
        Command.run("predict", "--model", out, "--data", file).err());
    Path other =
        write("other.parquet", "SELECT c AS z, c AS b FROM (%s)".formatted(FRAME.formatted("")));
    Command unneeded =
        Command.run(
            "predict",
            "--model",
            out,
            "--sql",
            "SELECT plain.x, other.z AS z, other.b AS Z FROM '%s' plain POSITIONAL JOIN '%s' other"
                .formatted(plain, other));
    assertEquals(0, unneeded.code(), unneeded.err());
  }

  @Test
  void aNameThatStandsTwiceInAQueryIsRefused() throws IOException {
    Path csv = folder.resolve("rows.csv");
    Files.writeString(csv, "x,x,c\n1,5,a\n2,4,b\n3,5,a\n");
    String refused =
        "lanewise: --sql has more than one column named 'x'; expected a distinct name for each"
            + " feature.\n";
    for (String query :
        new String[] {
          "FROM '%s'".formatted(csv),
          "SELECT 1 AS x, 2 AS x, 'a' AS c",
          "SELECT 1 AS x, 2 AS \"x \", 'a' AS c"
        }) {
      assertEquals(
          refused,
          Command.run(
                  "fit", "--classifier", "lda", "--sql", query, "--out", folder.resolve("model"))
              .err());
    }
  }

  @Test
  void aColumnOfTextNamesTheOptionForIndicators() throws IOException {
    Path rows = write("rows.parquet", FRAME.formatted("'k' || (i * i % 7) AS kind,"));
    Path model = folder.resolve("model");
    Command refused =
        Command.run("fit", "--classifier", "lda", "--data", rows, "--label", "c", "--out", model);
    assertTrue(
        refused.err().endsWith(", or --categories indicator if columns hold categories.\n"),
        refused.err());
    Command fit =
        succeed(
            "fit",
            "--classifier",
            "lda",
            "--categories",
            "indicator",
            "--sql",
            "SELECT x, kind, c FROM '%s' WHERE y IS NOT NULL".formatted(rows),
            "--out",
            model);
    assertTrue(fit.err().contains("column types: number: x; category: kind; "), fit.err());
    Command unseen =
        Command.run("predict", "--model", model, "--sql", "SELECT 1.5 AS x, 'k3' AS kind");
    assertTrue(
        unseen
            .err()
            .endsWith(
                ": 'k3' is an unseen category; expected one of [k0, k1, k2, k4], or use --unseen"
                    + " ignore.\n"),
        unseen.err());
  }
}
