package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tables that R and pandas write with names or numbers of their rows give what the same tables
/// give without them.
class RowNamesCommandTest {

  private static final String ROW_NAMES =
      "lanewise: note: %s: the header has one cell fewer than the rows; assuming the first column"
          + " holds row names.\n";
  private static final String INDEX =
      "lanewise: note: %s: leaving out column index 0 (unnamed), which looks like a row index; to"
          + " use it, name it in --features.\n";

  @TempDir private Path folder;
  private Path plain;
  private Path named;
  private Path indexed;

  @BeforeEach
  void writeTables() throws IOException {
    StringBuilder plainText = new StringBuilder("x,y,c\n");
    StringBuilder namedText = new StringBuilder("\"x\"\t\"y\"\t\"c\"\n");
    StringBuilder indexedText = new StringBuilder(",x,y,c\n");
    for (int row = 0; row < 60; row++) {
      String cells = "%d.5,%d,%s".formatted(row * 7 % 13, row * 5 % 11, row % 3 == 0 ? "a" : "b");
      plainText.append(cells).append('\n');
      // The names of the rows tell the class.
      int name = row % 3 == 0 ? 1000 + row : row;
      namedText
          .append('"')
          .append(name)
          .append("\"\t")
          .append(cells.replace(',', '\t'))
          .append('\n');
      indexedText.append(name).append(',').append(cells).append('\n');
    }
    plain = CommandRun.write(folder, "plain.csv", plainText.toString());
    named = CommandRun.write(folder, "named.tsv", namedText.toString());
    indexed = CommandRun.write(folder, "indexed.csv", indexedText.toString());
  }

  private CommandRun succeed(Object... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertEquals(0, run.code(), run.err());
    return run;
  }

  /// pandas writes an index without a name where it writes no header.
  @Test
  void aColumnTakenForTheLabelByItsPlaceIsNotedWhereItHoldsNoClass() throws IOException {
    Path model = folder.resolve("model");
    Path data = CommandRun.write(folder, "data.csv", "1,10,a\n2,11,a\n3,20,b\n4,22,b\n5,20,b\n");
    succeed("fit", "--classifier", "gaussian-nb", "--data", data, "--out", model);
    Path shifted = CommandRun.write(folder, "shifted.csv", "0,1,10\n1,2,11\n2,5,21\n");
    assertEquals(
        "lanewise: note: %s: assuming column index 2 is the label, but '10' is not a class of the model; use --label to name the label column.\n"
            .formatted(shifted),
        succeed("predict", "--model", model, "--data", shifted).err());
    Path empty = CommandRun.write(folder, "empty.csv", "1,10,\n2,11,\n");
    assertEquals("", succeed("predict", "--model", model, "--data", empty).err());
    assertEquals("", succeed("predict", "--model", model, "--data", data).err());
  }

  @Test
  void answersAreThoseOfTheTableWithoutThem() throws IOException {
    Path model = folder.resolve("model");
    succeed("fit", "--classifier", "lda", "--data", plain, "--out", model);
    String expected =
        CommandRun.output("predict", "--model", model, "--data", plain, "--posteriors");
    Path zipped = folder.resolve("named.tsv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      Files.copy(named, out);
    }
    for (Path table : List.of(named, zipped)) {
      CommandRun run = succeed("predict", "--model", model, "--data", table, "--posteriors");
      assertEquals(expected, run.out());
      assertEquals(ROW_NAMES.formatted(table), run.err());
    }
    CommandRun run = succeed("predict", "--model", model, "--data", indexed, "--posteriors");
    assertEquals(expected, run.out());
    assertEquals("", run.err());
  }

  @Test
  void fitsAndStatisticsAreThoseOfTheTableWithoutThem() {
    Path model = folder.resolve("model");
    for (String command : List.of("fit", "gather")) {
      succeed(command, "--classifier", "lda", "--data", plain, "--out", model);
      var expected = CommandRun.json("inspect", model, "--json");
      for (Path table : List.of(named, indexed)) {
        CommandRun run = succeed(command, "--classifier", "lda", "--data", table, "--out", model);
        assertEquals((table.equals(named) ? ROW_NAMES : INDEX).formatted(table), run.err());
        var found = CommandRun.json("inspect", model, "--json");
        for (String field : List.of("features", "featureNames", "classes", "parameters", "rows")) {
          assertEquals(expected.get(field), found.get(field), field);
        }
      }
    }
  }

  @Test
  void eachIndexThatIsLeftOutIsNamed() throws IOException {
    Path model = folder.resolve("model");
    for (String second : List.of("Unnamed: 0", "")) {
      Path table =
          CommandRun.write(
              folder, "twice.csv", "," + second + ",x,c\n0,0,1,a\n1,1,2,a\n2,2,7,b\n3,3,9,b\n");
      CommandRun run = succeed("fit", "--classifier", "lda", "--data", table, "--out", model);
      assertEquals(
          "lanewise: note: %s: leaving out column index 0 (unnamed) and column %s, which look like row indices; to use them, name them in --features.\n"
              .formatted(table, second.isEmpty() ? "index 1" : "'Unnamed: 0'"),
          run.err());
    }
  }

  @Test
  void evaluationsAreThoseOfTheTableWithoutThem() {
    String expected = correct(plain);
    for (Path table : List.of(named, indexed)) {
      assertEquals(expected, correct(table));
    }
  }

  private static String correct(Path table) {
    var found = CommandRun.evaluate(table, "--classifier", "lda", "--split", "every:3");
    return found.get("correct") + " " + found.get("logLoss");
  }

  @Test
  void aTableThatIsReadTwiceIsNotedOnce() {
    Path model = folder.resolve("model");
    succeed("fit", "--classifier", "lda", "--data", plain, "--out", model);
    assertEquals(ROW_NAMES.formatted(named), succeed("diff", model, model, "--data", named).err());
  }

  @Test
  void linesThatAreKeptKeepThem() throws IOException {
    Path model = folder.resolve("model");
    succeed("fit", "--classifier", "lda", "--data", plain, "--out", model);
    Path out = folder.resolve("kept");
    succeed("predict", "--model", model, "--data", named, "--keep", "--out", out);
    List<String> lines = Files.readAllLines(out);
    assertEquals("\"x\"\t\"y\"\t\"c\"\tpredicted", lines.getFirst());
    assertEquals("\"1000\"\t0.5\t0\ta", lines.get(1).substring(0, lines.get(1).lastIndexOf('\t')));
  }

  @Test
  void aModelMayBeMergedFromTablesWithAndWithoutThem() throws IOException {
    Path[] merged = {folder.resolve("mixed"), folder.resolve("alike")};
    Path[][] tables = {{plain, named, indexed}, {plain, plain, plain}};
    for (int m = 0; m < merged.length; m++) {
      for (int i = 0; i < tables[m].length; i++) {
        succeed(
            "gather", "--classifier", "lda", "--data", tables[m][i], "--out", merged[m] + "." + i);
      }
      String parts = merged[m] + ".";
      succeed("merge", parts + 0, parts + 1, parts + 2, "--out", merged[m]);
    }
    for (Path statistics : merged) {
      succeed("fit", "--classifier", "lda", "--statistics", statistics, "--out", statistics + ".m");
    }
    assertArrayEquals(
        CommandRun.output("predict", "--model", merged[0] + ".m", "--data", plain, "--posteriors")
            .getBytes(StandardCharsets.UTF_8),
        CommandRun.output("predict", "--model", merged[1] + ".m", "--data", plain, "--posteriors")
            .getBytes(StandardCharsets.UTF_8));
  }
}
