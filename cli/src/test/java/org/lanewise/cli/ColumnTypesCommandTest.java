package org.lanewise.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.CommandRun.refusal;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The types of columns: how they are asked for, what is missing in each, what looks wrong.
class ColumnTypesCommandTest {

  @TempDir Path folder;

  private CommandRun fit(String rows, Object... more) throws IOException {
    List<Object> arguments = new ArrayList<>(List.of("fit", "--classifier", "mixed-nb", "--data"));
    arguments.add(Files.writeString(folder.resolve("data"), rows));
    arguments.addAll(List.of("--out", folder.resolve("model")));
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray());
  }

  private String types(String rows, Object... more) throws IOException {
    CommandRun run = fit(rows, more);
    assertEquals(0, run.code(), run.err());
    return CommandRun.json("inspect", folder.resolve("model"), "--json")
        .get("columnTypes")
        .toString();
  }

  /// Forty rows of two classes behind a column.
  private static String rows(String name, IntFunction<String> cell) {
    StringBuilder rows = new StringBuilder(name + ",deck,out\n");
    for (int i = 0; i < 40; i++) {
      rows.append(cell.apply(i)).append(i % 2 == 0 ? ",A,x\n" : ",B,y\n");
    }
    return rows.toString();
  }

  @Test
  void aNumberMeansAMissingValueHoweverItIsWritten() throws IOException {
    String rows = "a,b,c,k\n1,0,-9,x\n-9,1,p,x\n2.5,1,q,x\n-9.00,-9,p,y\n3,0,q,y\n4,1,p,y\n";
    CommandRun run = fit(rows, "--missing", "-9.0");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.err().contains("number: a; bit: b; category: c;"), run.err());
    assertTrue(
        run.err()
            .contains(
                "column 'c' has the category '-9', which is not the same text as --missing"
                    + " '-9.0'; use --column c=number to read numbers"),
        run.err());
    Object[] predict = {
      "predict",
      "--posteriors",
      "--model",
      folder.resolve("model"),
      "--data",
      folder.resolve("data")
    };
    List<String> found = CommandRun.lines(predict);
    String marked = rows.replace("-9.00,-9", "?,?").replace("\n-9,", "\n?,");
    assertEquals(0, fit(marked, "--missing", "?").code());
    assertEquals(CommandRun.lines(predict), found);
  }

  @Test
  void aColumnIsAskedForOnce() throws IOException {
    String rows = "a,b,k\n1,2,x\n2,3,x\n1,4,y\n2,2,y\n";
    for (Object[] twice :
        List.of(
            new Object[] {"--column", "a=number", "--column", "a=count"},
            new Object[] {"--column", "0=number,a=count"})) {
      CommandRun run = fit(rows, twice);
      assertEquals(2, run.code());
      assertTrue(
          run.err().contains("--column gives column 'a' two types, number and count"), run.err());
    }
  }

  @Test
  void rowsToTestSayNothingAboutTypes() throws IOException {
    Path train = Files.writeString(folder.resolve("train"), rows("x", i -> i % 7 + ".5"));
    for (String cell : List.of("unknown", "NA")) {
      Path test =
          Files.writeString(folder.resolve("test"), "x,deck,out\n1,A,x\n%s,A,y\n".formatted(cell));
      Object[] fit = {"fit", "--classifier", "mixed-nb", "--data", train, "--out"};
      Path model = folder.resolve("model");
      CommandRun.output(Stream.concat(Stream.of(fit), Stream.of(model)).toArray());
      String expected = refusal("evaluate", "--model", model, "--data", test);
      assertTrue(expected.contains("line 3, column 'x': the value is '" + cell), expected);
      assertEquals(
          expected,
          refusal("evaluate", "--classifier", "mixed-nb", "--data", train, "--test", test));
    }
  }

  @Test
  void namesMayHoldCommas() throws IOException {
    String rows = "\"a,b\",c,\"d=bit,e\",k\n1,2,3,x\n2,3,1,x\n1,4,2,y\n2,2,2,y\n";
    assertEquals("[\"count\",\"number\",\"number\"]", types(rows, "--column", "a,b=count"));
    assertEquals(
        "[\"count\",\"category\",\"number\"]", types(rows, "--column", "c=category,a,b=count"));
    assertEquals(
        "[\"count\",\"number\",\"category\"]",
        types(rows, "--column", "\"d=bit,e\"=category,\"a,b\"=count"));
    String inches = "\"5\"\" disk\",b,k\n1,2,x\n2,3,x\n1,4,y\n2,2,y\n";
    assertEquals(
        "[\"category\",\"count\"]",
        types(inches, "--column", "5\" disk=category", "--column", "b=count"));
    assertEquals("[\"number\"]", types(rows, "--features", "a,b"));
    assertEquals("[\"number\",\"number\"]", types(rows, "--features", "\"a,b\",c"));
    assertEquals("[\"number\",\"number\"]", types(rows, "--drop", "\"a,b\""));
  }

  @Test
  void aColumnThatIsNumbersButForATextIsRemarked() throws IOException {
    CommandRun run = fit(rows("age", i -> i == 17 ? "n/a" : Integer.toString(20 + i % 15)));
    assertEquals(0, run.code());
    assertTrue(
        run.err().contains("column 'age' is read as categories because of 'n/a', but 15 other"),
        run.err());
  }

  @Test
  void codesDecimalCommasAndMarksWithGapsAreRemarked() throws IOException {
    List<IntFunction<String>> columns =
        List.of(
            i -> "0%d".formatted(1000 + i % 9),
            i -> "\"%d,5\"".formatted(i % 4),
            i -> i == 9 ? "NA" : Integer.toString(1 + i % 5));
    String[] said = {
      "looks like a code, such as 01000, but is used as a number; use --column when=category, or"
          + " --drop when to leave it out",
      "looks like numbers with decimal commas, such as '0,5', but each of its 4 values"
          + " becomes a category; use --decimal , to read numbers",
      "is read as categories because of 'NA', but 5 other values are numbers; if the text is a"
          + " missing value, use --missing; use --column when=number to locate it"
    };
    for (int c = 0; c < said.length; c++) {
      CommandRun run = fit(rows("when", columns.get(c)));
      assertEquals(0, run.code(), run.err());
      assertTrue(run.err().contains("column 'when' " + said[c]), run.err());
    }
    // A category that is called otherwise, beside few numbers, may be one.
    assertFalse(
        fit(rows("when", i -> i % 4 == 0 ? "top" : Integer.toString(i % 4)))
            .err()
            .contains("read as categories"));
  }

  @Test
  void numbersOfRowsAndDatesAreRemarked() throws IOException {
    String[] cells = {
      "looks like row numbers, such as 1, but is used as a number",
      "looks like a date, such as 20240101, but is used as a number",
      "looks like a date, but each of its 12 dates, such as '1.1.2024', becomes a category"
    };
    List<IntFunction<String>> columns =
        List.of(
            i -> Integer.toString(i + 1),
            i -> "202401%02d".formatted(i % 20 + 1),
            i -> "1.%d.2024".formatted((i + 6) % 12 + 1));
    for (int c = 0; c < cells.length; c++) {
      CommandRun run = fit(rows("when", columns.get(c)));
      assertEquals(0, run.code(), run.err());
      assertTrue(run.err().contains("column 'when' " + cells[c]), run.err());
      assertTrue(run.err().contains("--drop"), run.err());
    }
    // Years, ages and prices are what they look like.
    for (IntFunction<String> plain :
        List.<IntFunction<String>>of(
            i -> Integer.toString(1990 + i % 30), i -> Integer.toString(i * i), i -> i + ".5")) {
      assertFalse(fit(rows("when", plain)).err().contains("looks like"));
    }
  }

  private Path modelOf(String rows) throws IOException {
    CommandRun run = fit(rows, "--decimal", ",");
    assertEquals(0, run.code(), run.err());
    return folder.resolve("model");
  }

  @Test
  void decimalCommasOfTextsStayAsTheyAre() throws IOException {
    String rows = "dose 0,5;kind;class 1,5\n" + "1,5;a 1,5;type 2,5\n-9,90;b;3,5\n".repeat(9);
    JsonNode json =
        CommandRun.json(
            "inspect",
            modelOf(rows.replaceAll("(?m)^-9,90;b", "2,5;c\n-9,90;b").replace("c\n", "c;3,5\n")),
            "--json");
    assertEquals("[\"dose 0,5\",\"kind\"]", json.get("featureNames").toString());
    assertEquals("[\"3,5\",\"type 2,5\"]", json.get("classes").toString());
    assertEquals("class 1,5", json.get("label").asText());
    assertEquals("[[\"a 1,5\",\"b\",\"c\"]]", json.get("categories").toString());
    for (String missing : List.of("-9,9", "-9.9")) {
      CommandRun run = fit(rows, "--decimal", ",", "--missing", missing);
      assertTrue(run.err().contains("'dose 0,5' was seen in no row of class '3,5'"), run.err());
    }
  }

  @Test
  void decimalCommasAreNotTakenForDelimiters() throws IOException {
    String rows = rows("x", i -> i + "." + i % 4).replace("deck", "y").replaceAll("[AB]", "0.5");
    String semicolons = rows.replace(',', ';').replace('.', ',');
    assertEquals("[\"number\",\"number\"]", types(semicolons, "--decimal", ","));
    String quoted = rows.replaceAll("[0-9]+\\.[0-9]", "\"$0\"").replace('.', ',');
    assertEquals("[\"number\",\"number\"]", types(quoted, "--decimal", ","));
    assertTrue(
        fit(rows, "--decimal", ",")
            .err()
            .contains(
                "data: commas divide the cells and none is quoted, so no number has a decimal"
                    + " comma; omit --decimal, or use --delimiter if another character divides the"
                    + " cells."),
        fit(rows, "--decimal", ",").err());
    String oneColumn = "x\n" + "1,5\n2,5\n".repeat(3);
    assertEquals(
        6,
        CommandRun.output(
                "predict",
                "--model",
                modelOf("x;y\n" + "1,5;u\n2,5;v\n".repeat(9)),
                "--no-row",
                "--decimal",
                ",",
                "--data",
                Files.writeString(folder.resolve("new"), oneColumn))
            .lines()
            .skip(1)
            .count());
    String thousands = semicolons.replaceAll("(?m)^[0-9]+", "1.234");
    assertTrue(
        fit(thousands, "--decimal", ",")
            .err()
            .contains(
                "column 'x' looks like numbers with thousands separators, such as '1,234.0',"),
        fit(thousands, "--decimal", ",").err());
  }
}
